// @ts-check
// Shows the progress of a download. Without this script, the browser saves the file itself.

const box = /** @type {HTMLElement} */ (document.getElementById("download"));
const link = /** @type {HTMLAnchorElement} */ (box.querySelector("a"));
const bar = /** @type {HTMLProgressElement} */ (box.querySelector("progress"));
const status = /** @type {HTMLElement} */ (box.querySelector("[role=status]"));
const { ready = "", failed = "", soFar = "" } = box.dataset;

/** @param {number} bytes */
const size = (bytes) => (bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);

/**
 * Read the file, and return it with its name. The file’s size isn’t known until it is complete, so
 * the bar follows the server’s estimate and stops short of the end.
 * @param {string} url
 * @returns {Promise<[Blob, string]>}
 */
const read = async (url) => {
  const response = await fetch(url);
  if (!response.ok || !response.body) throw new Error(response.statusText);
  const estimate = Number(response.headers.get("X-Estimated-Size")) || 1;
  const name = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1] ?? "table.zip";
  const reader = response.body.getReader();
  /** @type {BlobPart[]} */
  const parts = [];
  let bytes = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    bytes += part.value.length;
    bar.value = Math.min(99, (100 * bytes) / estimate);
    status.textContent = soFar.replace("{percent}", String(Math.floor(bar.value))).replace("{size}", size(bytes));
  }
  return [new Blob(parts, { type: "application/zip" }), name];
};

link.addEventListener("click", async (event) => {
  event.preventDefault();
  if (!bar.hidden) return;
  bar.hidden = false;
  bar.value = 0;
  status.textContent = "";
  try {
    const [file, name] = await read(link.href);
    const saved = document.createElement("a");
    saved.href = URL.createObjectURL(file);
    saved.download = name;
    saved.click();
    setTimeout(() => URL.revokeObjectURL(saved.href), 60_000);
    status.textContent = ready.replace("{size}", size(file.size));
  } catch {
    status.textContent = failed;
  }
  bar.hidden = true;
});
