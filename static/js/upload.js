// @ts-check
// Rejects a file that is too large before it is sent. Without this script, the server rejects it.

const input = /** @type {HTMLInputElement} */ (document.getElementById("file"));
const problem = /** @type {HTMLElement} */ (document.getElementById("file-problem"));

input.addEventListener("change", () => {
  const { largest, tooLarge = "" } = input.dataset;
  const isTooLarge = (input.files?.[0]?.size ?? 0) > Number(largest);
  if (isTooLarge) input.value = "";
  input.setAttribute("aria-invalid", String(isTooLarge));
  problem.textContent = isTooLarge ? tooLarge : "";
});
