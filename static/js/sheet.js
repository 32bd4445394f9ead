// @ts-check
// The sheet builder: avoids requesting the same preview twice, marks invalid inputs, and updates
// the URL.

/** @template {HTMLElement} T @param {string} id @returns {T} */
const byId = (id) => /** @type {T} */ (document.getElementById(id));

const form = /** @type {HTMLFormElement} */ (byId("order"));
const sheet = byId("sheet");
const offline = byId("offline");
const link = () => /** @type {HTMLAnchorElement} */ (byId("sheet-pdf"));

/** Return a form as a query string without blank inputs. */
const typed = (from = form) => {
  const pairs = /** @type {[string, string][]} */ ([...new FormData(from)]);
  return new URLSearchParams(pairs.filter(([, text]) => text)).toString();
};

const served = /** @type {HTMLFormElement} */ (form.cloneNode(true));
served.reset();
let wanted = typed(served);
let shown = wanted;

// On a slow connection, people may change the form before this script has loaded.
if (typed() !== wanted) document.addEventListener("DOMContentLoaded", () => form.requestSubmit());

// htmx sends this event before it cancels a pending request.
form.addEventListener("htmx:confirm", (event) => {
  // Buttons with saved house rules lead to another URL, even if the form hasn’t changed.
  const fills = /** @type {CustomEvent} */ (event).detail.triggeringEvent?.submitter?.name === "rules";
  if (typed() === wanted && !fills) event.preventDefault();
  wanted = typed();
});

/**
 * Mark the input as invalid if `problem` has any text, and otherwise remove the mark. Return whether it
 * is invalid.
 * @param {Element} problem
 */
const mark = (problem) => {
  const field = form.querySelector(`[aria-describedby~="${problem.id}"]`);
  if (!problem.textContent) {
    field?.removeAttribute("aria-invalid");
    return false;
  }
  field?.setAttribute("aria-invalid", "true");
  for (let fold = problem.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) fold.open = true;
  return true;
};

form.addEventListener("htmx:afterRequest", (event) => {
  if (!(/** @type {CustomEvent} */ (event).detail.successful)) return;
  shown = wanted;
  offline.hidden = true;
  const isRefused = [...form.querySelectorAll(".problem")].map(mark).includes(true);
  history.replaceState(null, "", location.pathname + (isRefused ? `?${shown}` : link().search));
});

const fail = () => {
  wanted = "";
  offline.hidden = false;
};
for (const failure of ["sendError", "responseError", "timeout"]) form.addEventListener(`htmx:${failure}`, fail);
sheet.addEventListener("error", fail, true);

// The link uses the current form even if it is clicked before the preview is up to date.
sheet.addEventListener("click", (event) => {
  if (event.target === link() && typed() !== shown) link().search = typed();
});
