// @ts-check
// Counts with + and − without loading the page again. Taps that follow each other quickly are sent
// as one change, and the step that was chosen stays when the page is updated.

const PAUSE = 500; // after the last tap, in milliseconds

let by = "1";
let other = "";
/** The points to send, by side. @type {Map<string, number>} */
const waiting = new Map();
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
  if (total) total.textContent = String(number((total.textContent ?? "").replace("−", "-")) + points).replace("-", "−");
};

const update = () => dispatchEvent(new Event("online")); // live.js then requests the part

const send = async () => {
  const target = form();
  if (!target) return;
  for (const [side, points] of [...waiting]) {
    waiting.delete(side);
    if (!points) continue;
    const body = new FormData(target);
    body.set("key", `n-${Date.now()}-${Math.random().toString(36).slice(2, 12)}`);
    body.set("other", String(Math.abs(points)));
    body.set(points > 0 ? "up" : "down", side);
    try {
      const response = await fetch(target.action, { method: "POST", body, headers: { "HX-Request": "true" } });
      if (!response.ok) throw new Error(response.statusText);
    } catch {
      location.reload(); // the page says what is wrong, or that there is no connection
    }
  }
  update();
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

document.addEventListener("live:shown", () => {
  const fields = form()?.elements;
  if (!fields) return;
  /** @type {RadioNodeList} */ (fields.namedItem("by")).value = by;
  /** @type {HTMLInputElement} */ (fields.namedItem("other")).value = other;
  for (const [side, points] of waiting) add(side, points);
});
