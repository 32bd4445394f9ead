// @ts-check
// Saves what is pegged during play, and moves the pegs on the board from hole to hole.

import { newKey, save, unsent } from "./taps.js";

const MOVE = 700; // how long a peg is on its way
const isStill = matchMedia("(prefers-reduced-motion: reduce)");

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

const form = () => /** @type {HTMLFormElement | null} */ (document.querySelector(".pegging"));
/** @param {HTMLButtonElement} key */
const adds = ({ textContent }) => Number(textContent); // not a number for the key before play

/** Let the keys go on from what waits on this phone. */
const draw = async () => {
  const items = (await unsent()).filter(({ part }) => part !== "points");
  const deal = Number(form()?.action.split("/")[6]);
  const open = items.find((item) => item.isOpen && item.deal >= deal);
  const isNext = items.some((item) => item.deal === deal && !item.isOpen);
  for (const key of form()?.querySelectorAll("button") ?? []) {
    key.disabled = false;
    key.hidden = Boolean(open) && Number.isNaN(adds(key));
    key.dataset.from ??= String(Number(key.value) - adds(key));
    const from = open?.body.find(([name]) => name === key.name)?.[1] ?? (isNext ? 0 : key.dataset.from);
    if (!Number.isNaN(adds(key))) key.value = String(Number(from) + adds(key));
  }
};

document.addEventListener("submit", async (event) => {
  const keys = form(), { submitter } = event;
  if (!keys || event.target !== keys || !(submitter instanceof HTMLButtonElement)) return;
  event.preventDefault();
  const { name, value, ariaLabel, textContent } = submitter;
  const [, , , , , , deal] = keys.action.split("/");
  const version = String(new FormData(keys).get("version"));
  const problem = /** @type {HTMLElement} */ (keys.querySelector(".problem"));
  problem.textContent = "";
  for (const key of keys.querySelectorAll("button")) key.disabled = true; // until the pad is up to date
  const isDone = await save({
    deal: Number(deal), url: new URL(keys.action).pathname, body: [["stage", "turns"], ["version", version], ["key", newKey()], [name, value]],
    said: [ariaLabel ?? textContent ?? ""], points: ariaLabel ? { [name.split("-").at(-1) ?? ""]: adds(submitter) } : {},
  }, Infinity);
  if (isDone) return;
  draw();
  problem.textContent = problem.dataset.text ?? "";
});
document.addEventListener("live:shown", move);
document.addEventListener("live:shown", draw);
for (const shown of ["pageshow", "queued"]) addEventListener(shown, draw);
addEventListener("resize", note);
note();
