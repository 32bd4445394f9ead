// @ts-check
// Saves what is pegged during play, and moves the pegs on the board from hole to hole.

const PATIENCE = 15_000;
const MOVE = 700; // how long a peg is on its way
const isStill = matchMedia("(prefers-reduced-motion: reduce)");
const [, , game] = location.pathname.split("/");

/** @returns {SVGCircleElement[]} */
const pegs = () => [.../** @type {NodeListOf<SVGCircleElement>} */ (document.querySelectorAll("#live .peg"))];
/** @param {SVGCircleElement} peg the class has the colour of its side, and whether it is the peg behind */
const nameOf = (peg) => peg.getAttribute("class") ?? "";
/** @param {Element} peg */
const placeOf = (peg) => {
  const { left, top, width } = peg.getBoundingClientRect();
  return { x: left + scrollX, y: top + scrollY, width };
};

/** @type {Map<string, ReturnType<typeof placeOf>>} */
let places = new Map();
const note = () => (places = new Map(pegs().map((peg) => [nameOf(peg), placeOf(peg)])));

const move = () => {
  if (!isStill.matches) {
    for (const peg of pegs()) {
      const from = places.get(nameOf(peg)), to = placeOf(peg);
      const unit = peg.getScreenCTM()?.a ?? 1;
      if (!from || (from.x === to.x && from.y === to.y)) continue;
      const start = `translate(${(from.x - to.x) / unit}px, ${(from.y - to.y) / unit}px)`;
      peg.animate([{ transform: start }, { transform: "none" }], { duration: MOVE, easing: "ease-in-out" });
    }
  }
  note();
};

document.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const { submitter } = event;
  if (!form.matches(".pegging") || !(submitter instanceof HTMLButtonElement)) return;
  event.preventDefault();
  const body = new FormData(form, submitter);
  const problem = /** @type {HTMLElement} */ (form.querySelector(".problem"));
  problem.textContent = "";
  for (const key of form.querySelectorAll("button")) key.disabled = true; // until the pad is up to date
  try {
    const response = await fetch(form.action, { method: "POST", body, headers: { "HX-Request": "true" }, signal: AbortSignal.timeout(PATIENCE) });
    if (response.headers.get("HX-Redirect") === `/games/${game}/`) dispatchEvent(new Event("saved")); // for live.js
    else if (response.status >= 500) throw new Error("away");
    else {
      form.append(Object.assign(document.createElement("input"), { type: "hidden", name: submitter.name, value: submitter.value }));
      form.submit(); // the page says what is wrong
    }
  } catch {
    for (const key of form.querySelectorAll("button")) key.disabled = false;
    problem.textContent = problem.dataset.text ?? "";
  }
});
document.addEventListener("live:shown", move);
addEventListener("resize", note);
note();
