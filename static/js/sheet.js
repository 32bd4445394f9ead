// @ts-check
// The sheet builder: does not request the same preview twice, marks invalid inputs, keeps the URL in step.

/** @template {HTMLElement} T @param {string} id @returns {T} */
const byId = (id) => /** @type {T} */ (document.getElementById(id));

const form = /** @type {HTMLFormElement} */ (byId("order"));
const sheet = byId("sheet");
const offline = byId("offline");
const link = () => /** @type {HTMLAnchorElement} */ (byId("sheet-pdf"));

/** Return the form as a query; blank inputs are left out. */
const typed = () => {
  const pairs = /** @type {[string, string][]} */ ([...new FormData(form)]);
  return new URLSearchParams(pairs.filter(([, text]) => text)).toString();
};

let wanted = typed();
let shown = wanted;

// This event comes before htmx drops a request that is under way.
form.addEventListener("htmx:confirm", (event) => {
  // Saved house rules fill the form again, whatever is typed in it.
  const fills = /** @type {CustomEvent} */ (event).detail.triggeringEvent?.submitter?.name === "rules";
  if (typed() === wanted && !fills) event.preventDefault();
  wanted = typed();
});

/**
 * Mark or unmark the input of a problem, and return whether there is one.
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

// A click before the preview has caught up gets what is typed as well.
sheet.addEventListener("click", (event) => {
  if (event.target === link() && typed() !== shown) link().search = typed();
});
