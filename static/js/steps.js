// @ts-check
// Counts with + and − without loading the page again. Taps that follow each other quickly are sent
// as one change, and the step that was chosen stays when the page is updated.

import { readSum, unit, withMinus } from "./sums.js";

const PAUSE = 500; // after the last tap, in milliseconds
const RETRY = 3000; // without a connection
const PATIENCE = 15_000; // for a response

let by = "1";
let other = "";
/** The points to send, by side. @type {Map<string, number>} */
const waiting = new Map();
/** The points being sent, which keep their key until they have arrived. @type {{ side: string, points: number, key: string } | null} */
let sending = null;
let isSending = false;
let isOpen = false;
let timer = 0;

const form = () => /** @type {HTMLFormElement | null} */ (document.querySelector("#steps form"));
/** @param {string} text */
const number = (text) => Number.parseInt(text, 10) || 0;
/** @param {string} side */
const shown = (side) => /** @type {HTMLElement | null | undefined} */ (form()?.querySelector(`[name="up"][value="${side}"]`)?.parentElement?.querySelector(".number"));

/**
 * @param {string} side
 * @param {number} points
 */
const add = (side, points) => {
  const total = shown(side);
  if (total) total.textContent = withMinus((readSum(total.textContent ?? "") ?? 0) + points * unit());
};

const update = () => dispatchEvent(new Event("online")); // live.js then requests the part

/** Return the points to send next, if there are any. */
const next = () => {
  for (const [side, points] of waiting) {
    waiting.delete(side);
    if (points) return { side, points, key: `n-${Date.now()}-${Math.random().toString(36).slice(2, 12)}` };
  }
  return null;
};

/** Send all points, one side after the other. Without a connection, try again later. */
const send = async () => {
  if (isSending) return;
  isSending = true;
  for (let target = form(); target && (sending ??= next()); target = form()) {
    const body = new FormData(target);
    body.set("key", sending.key);
    body.set("other", String(Math.abs(sending.points)));
    body.set(sending.points > 0 ? "up" : "down", sending.side);
    const signal = AbortSignal.timeout(PATIENCE);
    const response = await fetch(target.action, { method: "POST", body, headers: { "HX-Request": "true" }, signal }).catch(() => null);
    if (!response || response.status >= 500) break;
    if (!response.ok) location.reload(); // the page says what is wrong
    sending = null;
  }
  isSending = false;
  if (sending) timer = setTimeout(send, RETRY);
  else update();
};

document.addEventListener("submit", (event) => {
  const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
  if (event.target !== form() || !button?.value) return;
  event.preventDefault();
  const points = (number(other) || number(by)) * (button.name === "up" ? 1 : -1);
  waiting.set(button.value, (waiting.get(button.value) ?? 0) + points);
  add(button.value, points);
  clearTimeout(timer);
  timer = setTimeout(send, PAUSE);
});

document.addEventListener("input", ({ target }) => {
  const field = /** @type {HTMLInputElement} */ (target);
  if (!form()?.contains(field)) return;
  if (field.name === "by") by = field.value;
  if (field.name === "other") other = field.value;
});

addEventListener("online", () => {
  if (sending) send();
});

// Details open when points have been counted, and stay as they were left.
document.addEventListener(
  "toggle",
  ({ target }) => {
    if (target instanceof HTMLDetailsElement && target.id === "steps") isOpen = target.open;
  },
  true,
);

document.addEventListener("live:shown", () => {
  const fields = form()?.elements;
  if (!fields) return;
  /** @type {HTMLDetailsElement} */ (document.getElementById("steps")).open ||= isOpen;
  /** @type {RadioNodeList} */ (fields.namedItem("by")).value = by;
  /** @type {HTMLInputElement} */ (fields.namedItem("other")).value = other;
  if (sending) add(sending.side, sending.points);
  for (const [side, points] of waiting) add(side, points);
});
