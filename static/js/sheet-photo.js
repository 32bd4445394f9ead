// @ts-check
// Makes a photograph smaller before it is sent. Without this script, the server does that.

const LONGEST = 2800; // pixels of the longer side
const input = /** @type {HTMLInputElement} */ (document.getElementById("photo"));

/** @param {File} file */
const smaller = async (file) => {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
  if (scale === 1 && file.type === "image/jpeg") return file;
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((done) => { canvas.toBlob(done, "image/jpeg", 0.9); });
  return new File([blob], "sheet.jpg", { type: "image/jpeg" });
};

input.addEventListener("change", async () => {
  const [file] = input.files ?? [];
  if (!file) return;
  try {
    const files = new DataTransfer();
    files.items.add(await smaller(file));
    input.files = files.files;
  } catch {
    // The browser can’t read this file, so the server says what is wrong with it.
  }
});
