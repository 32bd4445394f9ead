// @ts-check
// Asks for a list of games only once. Enter, after the pause in which the list has appeared, would
// replace it by the same list, and a tap in that moment would be lost.

const form = /** @type {HTMLFormElement} */ (document.querySelector(".find"));
let shown = "";

/** @param {Event} event @returns {string} */
const asked = (event) => /** @type {CustomEvent} */ (event).detail.pathInfo.finalRequestPath;

form.addEventListener("htmx:beforeRequest", (event) => {
  if (asked(event) === shown) event.preventDefault();
});
form.addEventListener("htmx:afterRequest", (event) => {
  if (/** @type {CustomEvent} */ (event).detail.successful) shown = asked(event);
});
