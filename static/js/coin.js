// @ts-check
// Shows a coin while it is being chosen, and makes a picture small enough to be sent: only its middle
// is drawn, so that neither the rest of a photo nor its place and time leave the phone. Without this
// script, small pictures can be sent as they are.

const SIDE = 240; // pixels
const QUALITIES = [0.85, 0.7, 0.5, 0.3, 0.1];

const disc = /** @type {HTMLElement} */ (document.querySelector(".person-head .disc"));
const form = /** @type {HTMLFormElement} */ (document.querySelector("#coin form"));
const input = /** @type {HTMLInputElement} */ (document.getElementById("picture"));
const other = /** @type {HTMLInputElement} */ (document.getElementById("other"));
const problem = /** @type {HTMLElement} */ (document.getElementById("picture-problem"));
const save = /** @type {HTMLButtonElement} */ (form.querySelector("[type=submit]"));

/**
 * Return the canvas as a WebP file or, if the browser can’t write one, a JPEG file.
 * @param {HTMLCanvasElement} canvas
 * @param {number} quality
 * @returns {Promise<Blob>}
 */
const fileOf = async (canvas, quality) => {
  const [webp, jpeg] = ["image/webp", "image/jpeg"].map((type) => new Promise((done) => canvas.toBlob(done, type, quality)));
  const file = await webp;
  return file?.type === "image/webp" ? file : jpeg;
};

/**
 * Return a canvas with the middle of a picture.
 * @param {File} file
 */
const middleOf = async (file) => {
  const image = await createImageBitmap(file);
  const side = Math.min(image.width, image.height);
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIDE;
  const paper = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  paper.fillStyle = "#fff"; // behind transparent pictures
  paper.fillRect(0, 0, SIDE, SIDE);
  paper.drawImage(image, (image.width - side) / 2, (image.height - side) / 2, side, side, 0, 0, SIDE, SIDE);
  return canvas;
};

/**
 * Replace the chosen file by its middle, and show it.
 * @param {File} file
 */
const shrink = async (file) => {
  const canvas = await middleOf(file);
  for (const quality of QUALITIES) {
    const small = await fileOf(canvas, quality);
    if (small.size > Number(input.dataset.largest)) continue;
    const files = new DataTransfer();
    files.items.add(new File([small], "coin", { type: small.type }));
    input.files = files.files;
    disc.replaceChildren(canvas);
    return;
  }
};

const choosePicture = async () => {
  const [file] = input.files ?? [];
  problem.textContent = "";
  if (!file) return;
  save.disabled = true; // until the small file is there
  try {
    await shrink(file);
  } catch {
    input.value = "";
    problem.textContent = input.dataset.unreadable ?? "";
  }
  save.disabled = false;
};

const choose = () => {
  const chosen = new FormData(form);
  const [colour, face] = ["colour", "face"].map((name) => String(chosen.get(name) ?? ""));
  const emoji = other.value.trim() || face;
  const image = form.querySelector(":checked + span img");
  if (colour) disc.className = disc.className.replace(/colour-\d+/, `colour-${colour}`);
  if (input.files?.length) return;
  const hasPicture = emoji === "picture" && image;
  disc.replaceChildren(...(hasPicture ? [image.cloneNode()] : []));
  disc.classList.toggle("emoji", Boolean(emoji) && !hasPicture);
  const initials = form.querySelector("[name=face][value=''] + span")?.firstChild?.textContent ?? "";
  disc.dataset.initials = hasPicture || !emoji ? initials : emoji;
};

form.addEventListener("change", ({ target }) => {
  if (target === input) choosePicture();
  else choose();
});
