// @ts-check
// The entry panel: a keypad, card keys, and sums while typing. The plain form works without it.

import { nameOf } from "./cards.js";
import {
  TYPED, WRONG, dealerField, elementsOf, excluding, form, handOf, hands, inputs, inputsNamed, inputsOf, isAhead, isBlank, isMenu,
  isNeeded, pairOf, partOf, sparing, targetOf, text as textOf, typed,
} from "./fields.js";
import { isChoice } from "./keys.js";
import { next } from "./keypad.js";
import { dueHand } from "./order.js";
import {
  asksNumbers, choose, clearError, edit, isReplaced, keepWays, refresh, setAside, shown, showSelected, state, target,
} from "./panel.js";
import { cardValues, fillRest } from "./totals.js";

/** @typedef {HTMLInputElement} Field */
/** @typedef {import("./fields.js").Part} Part */

const SLOW = 300;

/**
 * Move the text to the other input of the hand.
 * @param {Field} from
 * @param {Part} part
 */
const move = (from, part) => {
  const to = partOf(pairOf(from), part);
  if (!to) return;
  to.value = from.value;
  from.value = "";
  state.mode = part;
  state.edited = to;
  refresh();
  to.focus({ preventScroll: true });
};

/** @param {Field} mark */
const spares = (mark) => mark.closest(".clears") !== null || document.querySelector(`[data-unless="${mark.name}"], [data-unless-choice="${mark.name}"]`) !== null;

/**
 * Return whether the keypad covers a part of a row.
 * @param {HTMLElement} hand
 * @param {HTMLElement} pad
 */
const isBehind = (hand, pad) => {
  const row = hand.getBoundingClientRect(), keys = pad.getBoundingClientRect();
  return row.bottom > keys.top && row.right > keys.left;
};

const start = () => {
  const pad = document.getElementById("keypad");
  if (!pad) return;
  pad.hidden = false;
  for (const field of inputs()) field.inputMode = "none";
  const [wrong = null] = elementsOf(`.hand:has(${WRONG})`);
  const [anchored = null] = location.hash ? elementsOf(`.hand${CSS.escape(location.hash).replace("\\#", "#")}`) : [];
  const typing = document.activeElement?.matches(TYPED) ? handOf(document.activeElement) : null;
  const first = wrong ?? anchored ?? typing ?? dueHand() ?? hands().find((hand) => typed(hand).some(isNeeded));
  choose(first ?? null, { focus: Boolean(wrong || anchored) });
  if (first && isBehind(first, pad)) first.scrollIntoView({ block: "nearest" });
  wrong?.scrollIntoView({ block: "center" });
  if (wrong) return;
  const [answer] = elementsOf(`.choices ${WRONG}`);
  answer?.focus({ preventScroll: true });
  (answer?.closest(".choice, .once") ?? document.querySelector("#entry .problems"))?.scrollIntoView({ block: "center" });
};

document.addEventListener("focusin", (event) => {
  const field = /** @type {Field} */ (event.target);
  if (!field.matches(TYPED)) return;
  if (field !== state.edited) state.edited = null;
  if (field !== state.advanced?.to) state.advanced = null;
  state.current = handOf(field) ?? state.current;
  if (partOf(pairOf(field), "cards")) state.mode = field.closest(".in-cards") ? "cards" : "points";
  refresh();
  if (isReplaced(field)) field.select();
  if (isChoice(field) || !asksNumbers()) field.scrollIntoView({ block: "nearest" }); // the keypad may cover it
});
document.addEventListener("focusout", showSelected);
// The first digit after a tap replaces the text, also if the input had the focus already.
document.addEventListener("click", (event) => {
  const field = /** @type {Field} */ (event.target);
  if (!field.matches(TYPED)) return;
  state.edited = state.advanced = null;
  if (isReplaced(field)) field.select();
  refresh();
});
document.addEventListener("input", (event) => {
  const field = /** @type {Field} */ (event.target);
  if (!field.closest("#entry")) return;
  delete field.dataset.kept;
  field.removeAttribute("data-rest");
  if (field === document.activeElement) state.edited = field;
  clearError(field);
  // A player with an entry isn’t out.
  if (field.matches(TYPED) && field.value && isNeeded(field)) {
    for (const mark of sparing(field)) {
      if (isMenu(mark)) mark.value = "";
      else mark.checked = false;
    }
  }
  fillRest(state.edited);
  // Letters mean cards, and a number or a sum means points, whichever input is shown.
  const text = field.value;
  if (field.closest(".in-points") && partOf(pairOf(field), "cards") && /[^\d\s+−-]/.test(text)) move(field, "cards");
  else if (field.closest(".in-cards") && /^\d{2,}$|^\d+\+/.test(text) && !nameOf(text.trim(), cardValues())) move(field, "points");
  refresh();
});

/**
 * Tick the marks that going out implies, such as a completed phase, and untick them if someone else
 * went out.
 */
const tickImplied = () => {
  for (const tick of inputsOf("input[data-implied]")) {
    const key = handOf(tick)?.dataset.key;
    const isImplied = inputsNamed(tick.dataset.implied ?? "").some((mark) => mark.checked && mark.value === key);
    if (isImplied ? tick.checked : !("ticked" in tick.dataset)) continue;
    tick.checked = isImplied;
    tick.toggleAttribute("data-ticked", isImplied);
  }
};

/**
 * After a mark has been ticked, go on to the first hand that isn’t filled in, or else to
 * `otherwise`.
 * @param {Field} mark
 * @param {HTMLElement | null} otherwise
 */
const goOn = (mark, otherwise) => {
  setAside();
  // Arrow keys move from mark to mark, so the focus must stay on the marks.
  const focus = !mark.matches(":focus-visible");
  choose(dueHand() ?? otherwise, { focus });
};

document.addEventListener("change", (event) => {
  const field = /** @type {Field} */ (event.target);
  if (field === /** @type {Element | null} */ (dealerField())) {
    // Bidding starts at the dealer’s left.
    if (inputs().every((other) => !isAhead(other) || isBlank(other))) choose(dueHand(), { focus: false });
    else refresh();
  }
  if ("implied" in field.dataset) field.removeAttribute("data-ticked");
  if (field.matches(".out-mark input, .segments input")) {
    tickImplied();
    if (field.matches(".out-mark input")) {
      document.getElementById("mark-problems")?.classList.add("mended");
      for (const other of excluding()) if (other.dataset.excludes === field.name) other.checked = false;
    }
    if (spares(field)) goOn(field, handOf(field));
    document.querySelector(`.choices > :has([name="${field.name}"]) ~ :has(.none :checked)`)?.scrollIntoView({ block: "nearest" });
  } else if (field.matches("input[data-excludes]") && field.checked) {
    for (const mark of inputsOf(`.out-mark input[name="${field.dataset.excludes}"]`)) mark.checked = false;
    goOn(field, state.current);
  } else if (isMenu(field) && field.value && spares(field)) {
    choose(dueHand() ?? handOf(field), { focus: false });
  }
});
// A second tap on an answer clears it.
document.addEventListener("pointerdown", (event) => {
  const label = targetOf(event).closest(".segments label, .out-mark:not(.clears), .own .out-mark");
  const [answer] = label ? inputsOf('input[type="radio"]', label) : [];
  if (answer) answer.dataset.was = answer.checked ? "1" : "";
});
document.addEventListener("click", (event) => {
  const field = /** @type {Field} */ (event.target);
  if (!field.matches('.segments input, :is(.out-mark:not(.clears), .own .out-mark) input[type="radio"]') || !field.dataset.was) return;
  field.dataset.was = "";
  const [none] = inputsOf(`.segments .none input[name="${CSS.escape(field.name)}"]`);
  if (none) none.checked = true;
  else field.checked = false;
  setAside();
  refresh();
});
// If no input has the focus, typed keys are for the current row.
document.addEventListener("keydown", (event) => {
  const isAlone = !event.ctrlKey && !event.metaKey && !event.altKey;
  const isTyped = /^[\da-z+-]$/i.test(event.key) && isAlone;
  if (isTyped && !targetOf(event).matches("input:not([type='radio'], [type='checkbox']), select")) {
    // From a button in a row, such as “Moon”, it goes to that row.
    const hand = handOf(targetOf(event));
    if (hand && hand !== state.current) choose(hand, { focus: false });
    target()?.focus({ preventScroll: true });
  }
  const field = document.activeElement;
  if (!isAlone || !field?.matches(`${TYPED}[data-selected]`)) return;
  // These keys edit the selected text, as on the keypad. Any other key replaces it.
  if (/^([+−-]|Backspace|Arrow\w+|Home|End)$/.test(event.key)) edit(/** @type {Field} */ (field));
});
document.addEventListener("reset", () => {
  for (const field of elementsOf("[data-kept]")) delete field.dataset.kept;
  setTimeout(start);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && targetOf(event).matches(TYPED)) {
    event.preventDefault();
    next();
  }
});

// If saving takes a moment, the Next key shows that the deal is being saved.
let slow = 0;
document.addEventListener("htmx:beforeRequest", (event) => {
  if (targetOf(event) !== form()) return;
  keepWays();
  slow = setTimeout(() => {
    for (const next of elementsOf("[data-next]")) next.textContent = textOf("saving");
  }, SLOW);
});
document.addEventListener("htmx:afterRequest", (event) => {
  const { xhr } = /** @type {CustomEvent<{ xhr: XMLHttpRequest }>} */ (event).detail;
  if (targetOf(event) !== form() || xhr.getResponseHeader("HX-Redirect") !== null) return;
  clearTimeout(slow);
  refresh();
});
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) refresh();
});

const showNews = async () => {
  if (document.querySelector("[data-totals]")) (await import("./newer-totals.js")).show();
  if (document.querySelector("[data-hands]")) (await import("./hands.js")).show();
};
document.addEventListener("live:shown", showNews);
// The keypad would cover what has been opened at the foot of the page.
document.addEventListener("toggle", ({ target: fold }) => {
  if (fold instanceof HTMLDetailsElement && fold.open) fold.scrollIntoView({ block: "nearest" });
}, true);
document.addEventListener("reset", () => setTimeout(showNews));
// A row that has been filled in is no longer the current one, unless somebody is typing there.
document.addEventListener("hands:shown", () => {
  setAside();
  const isHere = state.current?.contains(document.activeElement);
  if (isHere) refresh();
  else choose(dueHand() ?? state.current, { focus: false });
});

// The response to a rejected entry replaces the form, so htmx doesn’t report the request’s end.
document.addEventListener("htmx:afterSettle", () => {
  clearTimeout(slow);
  start();
  showNews();
});
start();
showNews();
