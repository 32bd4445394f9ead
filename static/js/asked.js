// @ts-check
// Closes the keyboard of a phone when the question is sent. Puts the question into the URL when
// somebody opens a result on another page, so that going back shows the question and its results
// again.

const box = /** @type {HTMLInputElement} */ (document.getElementById("asked"));
const { form } = box;

form?.addEventListener("submit", () => box.blur());

document.getElementById("found")?.addEventListener("click", ({ target }) => {
  const link = /** @type {Element} */ (target).closest("a");
  if (!form || !link || link.pathname === location.pathname) return;
  const asked = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  history.replaceState(null, "", `${form.action}?${asked}`);
});
