// @ts-check
// What the keys do: digits and signs, answers, cards, shortcuts and Next.

import { readRanks } from "./cards.js";
import {
  elementsOf, form, handOf, inputs, inputsOf, isBlank, isDue, isWanted, pairOf, pairs, partOf, targetOf, text as textOf, typed,
  whole,
} from "./fields.js";
import { answersOf, isPressed } from "./keys.js";
import { dueHand } from "./order.js";
import {
  asksNumbers, choose, clearError, entryOf, goTo, isReplaced, nextField, refresh, state, target, write,
} from "./panel.js";
import { isComplete, readSum, unit } from "./sums.js";
import { cardValues, hook, mostOf } from "./totals.js";

/** @typedef {HTMLInputElement} Field */
/** @typedef {import("./fields.js").Part} Part */

const LONG_PRESS = 500;

/**
 * Handle a tap on a disabled key. A second tap enters the bid, which may have been made all the same.
 * @param {HTMLElement} key
 */
const pressDead = (key) => {
  if ("tooLarge" in key.dataset) return;
  if (!("insisted" in key.dataset)) {
    key.dataset.insisted = "";
    const { dealer = "", bid = 0 } = hook() ?? {};
    const [note] = elementsOf(".left-over[data-hooked]");
    note.textContent = textOf("bid-insist", { dealer, bid });
    return;
  }
  delete key.dataset.insisted;
  press(key.dataset.key ?? "");
};

/** Go on to the next input once a number can’t have another digit. */
const advance = () => {
  const from = target();
  if (!from || !("most" in from.dataset) || !isComplete(from.value, mostOf(from))) return;
  const to = nextField();
  if (!to) return;
  goTo(to);
  state.advanced = { from, to };
};

/**
 * Choose an answer, and go on to the next input.
 * @param {string} answer
 */
const pressAnswer = (answer) => {
  const field = target();
  if (!field) return;
  field.focus({ preventScroll: true });
  write(field, answer);
  for (const other of typed(handOf(field) ?? form())) {
    if (field.name.startsWith(`${other.dataset.by}-`) && !isBlank(other)) write(other, "");
  }
  const to = nextField();
  if (to) goTo(to);
};

/** @param {string} key */
const press = (key) => {
  // After a digit has moved the focus to the next input, the signs and Delete still apply to the
  // previous one.
  const isBack = /^([+-]|delete)$/.test(key) && state.advanced !== null && target() === state.advanced.to && isBlank(state.advanced.to);
  const field = isBack ? state.advanced?.from : target();
  if (!field) return;
  const text = isReplaced(field) && /\d/.test(key) ? "" : field.value;
  state.edited = field;
  field.focus({ preventScroll: true }); // so that the next key is for the same input
  if (key === "delete") {
    const filled = text.trimEnd();
    write(field, field.closest(".in-cards") ? filled.replace(/\S+$/, "").trimEnd() : filled.slice(0, -1));
  } else {
    write(field, text + key);
    advance();
  }
};

/** @param {Element} tile */
const removeTile = (tile) => {
  const field = partOf(pairOf(target()), "cards");
  const at = [...(tile.parentElement?.children ?? [])].indexOf(tile);
  if (field) write(field, field.value.split(/\s+/).filter(Boolean).filter((_, i) => i !== at).join(" "));
};

/** @param {string} rank */
const addCard = (rank) => {
  const field = partOf(pairOf(target()), "cards");
  if (!field) return;
  field.focus({ preventScroll: true });
  write(field, `${field.value.trim()} ${rank}`.trim());
};

/** @param {string} rank */
const removeCard = (rank) => {
  const field = partOf(pairOf(target()), "cards");
  if (!field) return;
  const ranks = readRanks(field.value, cardValues());
  const at = ranks.lastIndexOf(rank);
  if (at >= 0) write(field, ranks.filter((_, i) => i !== at).join(" "));
};

/**
 * Fill in the inputs of a shortcut such as “Moon” with one tap, or clear them again.
 * @param {HTMLElement} button
 */
const pressShortcut = (button) => {
  const isOn = isPressed(button);
  state.edited = null;
  const [first] = answersOf(button);
  for (const field of inputsOf(`#entry .hand [name^="${first[0].name.replace(/-\d+$/, "-")}"]`)) {
    field.value = "";
    field.removeAttribute("data-rest");
  }
  for (const [field, text] of answersOf(button)) {
    if (field.type === "radio") field.checked = !isOn;
    else write(field, isOn ? "" : text);
    clearError(field);
  }
  choose(isOn ? handOf(button) : dueHand() ?? handOf(button), { focus: false });
};

/** @param {HTMLElement} button */
const pressStep = (button) => {
  const [field] = inputsOf("input", button.parentElement ?? button);
  write(field, String(Math.min((readSum(field.value) ?? 0) / unit() + 1, Number(field.dataset.most))));
  // The keypad goes on with the next missing number, starting in this row.
  const hand = handOf(field);
  const due = hand && entryOf(hand);
  goTo(due && isDue(due) ? due : nextField(field) ?? field);
};

export const next = () => {
  const here = target();
  if (here && isBlank(here)) {
    // People may press Next after a digit has moved the focus, also if the key is now Save. Without
    // a further tap, that passes nothing.
    const isMeant = nextField() === null && (!isWanted(here) || elementsOf(".too-many").length > 0);
    const isHabit = !isMeant && here === state.advanced?.to;
    state.advanced = null;
    if (isHabit) return;
    whole(here).dataset.passed = "";
  }
  const field = nextField();
  if (field === null) form().requestSubmit();
  else goTo(field);
};

document.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement | null} */ (targetOf(event).closest("[data-shortcut], [data-step]"));
  if (button) {
    event.preventDefault();
    if ("step" in button.dataset) pressStep(button);
    else pressShortcut(button);
  }
  const key = /** @type {HTMLElement | null} */ (targetOf(event).closest("#keypad button"));
  if (!key) {
    if (!asksNumbers()) refresh(); // the keypad makes room
    return;
  }
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) navigator.vibrate?.(8);
  if (key.ariaDisabled === "true") pressDead(key);
  else if (key.closest("#tiles")) removeTile(key);
  else if (key.dataset.answer !== undefined) pressAnswer(key.dataset.answer);
  else if (key.dataset.key) press(key.dataset.key);
  else if (key.dataset.card && !key.dataset.held) addCard(key.dataset.card);
  else if (key.dataset.mode === "cards" || key.dataset.mode === "points") {
    const field = target();
    state.mode = key.dataset.mode;
    state.isSwitched = true;
    refresh();
    // If the focus is on an input outside the hand, go back to the hand itself.
    (partOf(pairOf(field) ?? pairs(state.current ?? form())[0], state.mode) ?? field)?.focus({ preventScroll: true });
    refresh();
  } else if ("next" in key.dataset) next();
  delete key.dataset.held;
});

// A long press removes a card, and must not open the context menu.
let timer = 0;
document.addEventListener("pointerdown", (event) => {
  const key = /** @type {HTMLElement | null} */ (targetOf(event).closest("[data-card]"));
  if (!key) return;
  delete key.dataset.held; // a long press may have ended without a click
  timer = setTimeout(() => {
    key.dataset.held = "1";
    removeCard(key.dataset.card ?? "");
  }, LONG_PRESS);
});
for (const end of ["pointerup", "pointercancel", "pointerleave"]) document.addEventListener(end, () => clearTimeout(timer));
document.addEventListener("contextmenu", (event) => {
  if (targetOf(event).closest("[data-card]")) event.preventDefault();
});
// Keys must not take the focus from the input.
document.addEventListener("mousedown", (event) => {
  if (targetOf(event).closest("#keypad button, [data-step], [data-shortcut]")) event.preventDefault();
});
