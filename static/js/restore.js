// @ts-check
// Fills in a form as people left it when they go back to its page or reload it. Browsers don’t
// restore inputs without autocompletion.

/** @typedef {[name: string, text: string][]} Texts */

const OWN = ["csrfmiddlewaretoken", "version", "key"];
const TICK = '[type="radio"], [type="checkbox"]';

const form = /** @type {HTMLFormElement} */ (document.querySelector("form[data-restore]"));
const name = `form ${location.pathname}${location.search}`;

/** @returns {Texts} */
const texts = (from = form) => /** @type {Texts} */ ([...new FormData(from)]).filter(([field]) => !OWN.includes(field));

const asServed = /** @type {HTMLFormElement} */ (form.cloneNode(true));
asServed.reset();

/**
 * Run `act` on the storage of this tab. Return null if the storage is full or unavailable.
 * @template T
 * @param {(store: Storage) => T} act
 */
const attempt = (act) => {
  try {
    return act(sessionStorage);
  } catch {
    return null;
  }
};

/** @param {Texts} left */
const fill = (left) => {
  [...form.elements].forEach((element, at) => {
    const field = /** @type {HTMLInputElement} */ (element), first = /** @type {HTMLInputElement} */ (asServed.elements[at]);
    const own = left.filter(([other]) => other === field.name).map(([, text]) => text);
    if (field.matches(TICK)) field.checked = own.includes(field.value);
    else if (own.length) [field.value] = own;
    if (field.checked === first.checked && field.value === first.value) return;
    field.closest("details")?.setAttribute("open", "");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
};

const served = JSON.stringify(texts(asServed));
const [visit] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
const stored = visit.type === "navigate" ? null : attempt((store) => store.getItem(name));
const kept = stored ? JSON.parse(stored) : {};
// By now, the group may have saved something else. The scripts that listen for the events are ready on “pageshow”.
if (kept.served === served) addEventListener("pageshow", () => fill(kept.left), { once: true });
for (const leaving of ["pagehide", "visibilitychange"]) addEventListener(leaving, () => attempt((store) => store.setItem(name, JSON.stringify({ served, left: texts() }))));
