// @ts-check
// Counts up and down: a tap on a total opens the steps for that player, over the foot of the page.
// Taps that follow each other quickly are saved as one change.

import { readSum, unit, withMinus } from "./sums.js";
import { game, newKey, save } from "./taps.js";

const PAUSE = 500; // after the last tap, in milliseconds
const RETRY = 3000; // if the points could be neither saved nor kept

const panel = /** @type {HTMLFormElement} */ (document.getElementById("steps"));
const begins = /** @type {HTMLInputElement} */ (panel.elements.namedItem("deal"));
const other = /** @type {HTMLInputElement} */ (panel.elements.namedItem("other"));
/** @type {HTMLAnchorElement | null} */
const lastRound = panel.querySelector("[data-last]");
let side = "";
let newRound = 0; // the number of the round that the next tap begins
/** The points that were tapped, by side. @type {Map<string, number>} */
const waiting = new Map();
const KEY = `steps ${game}`;
/** What is being saved, in order. @type {import("./taps.js").Tapped[]} */
const changes = JSON.parse(localStorage.getItem(KEY) ?? "[]");
let isSaving = false;
let timer = 0;

/** @param {string} key @returns {HTMLElement | null} */
const total = (key) => document.querySelector(`#scoreboard [data-counts="${key}"]`);
const link = () => total(side)?.closest("a");
/** @param {string} key */
const nameOf = (key) => document.querySelector(`#scoreboard [data-side="${key}"] [title]`)?.textContent ?? "";
const played = () => Number(document.getElementById("scoreboard")?.dataset.played);

/** @param {string} key @param {number} points */
const add = (key, points) => {
  const shown = total(key);
  if (shown) shown.textContent = withMinus((readSum(shown.textContent ?? "") ?? 0) + points * unit());
};

/** Make a change of the points that were tapped for each side. */
const collect = () => {
  for (const [key, points] of waiting) {
    const body = /** @type {[string, string][]} */ ([["key", newKey()], ["side", key], ["step", String(points)]]);
    const said = [`${nameOf(key)} ${points > 0 ? "+" : ""}${withMinus(points * unit())}`];
    if (newRound) body.push(["deal", String(newRound)]);
    if (points) changes.push({ deal: Math.max(1, newRound, played()), url: `/games/${game}/points/`, body, said, points: { [key]: points * unit() } });
  }
  waiting.clear();
};

/** Save all points, one side after the other. */
const saveAll = async () => {
  if (isSaving) return;
  isSaving = true;
  collect();
  localStorage.removeItem(KEY);
  while (changes.length && (await save(changes[0]))) changes.shift();
  isSaving = false;
  if (changes.length || waiting.size) timer = setTimeout(saveAll, changes.length ? RETRY : PAUSE);
};

const close = () => {
  link()?.focus({ preventScroll: true });
  side = "";
  show();
};

/** Show what round the points are for, also on the pad, and whether they can begin another one. */
const showRound = () => {
  if (newRound <= played()) newRound = 0;
  begins.checked = newRound > 0;
  const next = played() + 1, isLast = next === Number(lastRound?.dataset.last);
  /** @type {HTMLElement} */ (begins.parentElement).hidden = next === 1 || isLast;
  if (lastRound) lastRound.hidden = next === 1 || !isLast;
  const [round] = panel.querySelectorAll("[data-deal]");
  const counted = Math.max(1, newRound, played());
  round.textContent = String(counted);
  const rows = document.querySelectorAll("#scoreboard tbody tr");
  rows.forEach((row, at) => row.classList.toggle("next", at + 1 === (link() ? counted : next)));
};

/** Show the steps for the chosen player, unless the game is over by now. */
const show = () => {
  panel.classList.toggle("is-open", Boolean(link()));
  for (const each of document.querySelectorAll("#scoreboard .count")) each.classList.toggle("is-on", each === link());
  const [name] = panel.querySelectorAll("[data-name]");
  name.textContent = nameOf(side);
  showRound();
};

document.addEventListener("click", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const [counted] = target.closest(".count")?.querySelectorAll("strong") ?? [];
  if (counted) {
    event.preventDefault();
    const { counts = "" } = counted.dataset;
    side = counts === side ? "" : counts;
    other.value = ""; // so that it isn’t added for another player
    show();
    /** @type {HTMLElement | null} */ (panel.querySelector('[value="1"]'))?.focus({ preventScroll: true });
  } else if (target.closest("#steps [data-close]")) close();
});
panel.addEventListener("keydown", ({ key }) => key === "Escape" && close());
panel.addEventListener("submit", (event) => {
  event.preventDefault();
  const { value = "+" } = /** @type {HTMLButtonElement | null} */ (event.submitter) ?? {};
  const points = Number(/\d/.test(value) ? value : value + other.value) || 0;
  waiting.set(side, (waiting.get(side) ?? 0) + points);
  add(side, points);
  if (!/\d/.test(value)) other.value = "";
  clearTimeout(timer);
  timer = setTimeout(saveAll, PAUSE);
});

begins.addEventListener("change", () => {
  collect();
  newRound = begins.checked ? played() + 1 : 0;
  showRound();
});

const draw = () => {
  for (const { points } of changes) for (const [key, more] of Object.entries(points ?? {})) add(key, more);
  for (const [key, points] of waiting) add(key, points);
  show();
};
document.addEventListener("live:shown", draw);
// What isn’t saved by now is sent without an answer, and again on the next visit, with the same key.
addEventListener("pagehide", () => {
  collect();
  if (changes.length) localStorage.setItem(KEY, JSON.stringify(changes));
  const token = String(new FormData(panel).get("csrfmiddlewaretoken"));
  for (const { url, body } of changes) navigator.sendBeacon(url, new URLSearchParams([...body, ["csrfmiddlewaretoken", token]]));
});
addEventListener("pageshow", saveAll);
draw();
