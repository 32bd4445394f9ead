// @ts-check
// The state of the entry panel: which row and input are being entered, and what the keypad shows
// for them.

import {
  TYPED, WRONG, elementsOf, handOf, hands, inputs, inputsNamed, inputsOf, isBlank, isDue, isNeeded, isOut, isSpared,
  isWanted, pairOf, pairs, partOf, text as textOf, typed,
} from "./fields.js";
import { isChoice, showAnswers, showCounts, showShortcuts, showTiles } from "./keys.js";
import { fieldAfter } from "./order.js";
import { isComplete } from "./sums.js";
import { hook, mostOf, showShared, showSums } from "./totals.js";

/** @typedef {HTMLInputElement} Field */
/** @typedef {import("./fields.js").Part} Part */

/**
 * `mode` is the part of a hand that the keypad fills in, and `current` the row that is being entered.
 * `edited` is the input whose text is being edited; in any other input, the first digit replaces the
 * text. `advanced` are the inputs between which the focus moved by itself, after which Next may
 * be pressed out of habit.
 * `isSwitched` says that somebody has chosen the mode for this deal.
 * @type {{ mode: Part, isSwitched: boolean, current: HTMLElement | null, edited: Field | null, advanced: { from: Field, to: Field } | null }}
 */
export const state = { mode: "points", isSwitched: false, current: null, edited: null, advanced: null };

// By name, whether a player’s hands are entered as cards or as points, remembered in this browser.
const KEY = "ways";
/** @type {Part[]} */
const PARTS = ["cards", "points"];

/** @returns {Record<string, Part | undefined>} */
const stored = () => {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
};
const ways = stored();

/**
 * Return the part that contains text, if any.
 * @param {HTMLElement} pair
 */
const typedAs = (pair) => PARTS.find((part) => partOf(pair, part)?.value.trim());
/** @param {Element} pair */
const playerOf = (pair) => handOf(pair)?.querySelector("legend")?.textContent ?? "";

/** Remember how each hand is entered. Blank hands follow the others if these agree. */
export const keepWays = () => {
  const all = hands().flatMap(pairs).filter((pair) => partOf(pair, "cards"));
  const [way, other] = new Set(all.flatMap((pair) => typedAs(pair) ?? []));
  for (const pair of all) ways[playerOf(pair)] = typedAs(pair) ?? (other ? ways[playerOf(pair)] : way);
  try {
    localStorage.setItem(KEY, JSON.stringify(ways));
  } catch {
    // The storage is full or unavailable, so the next deal starts with points.
  }
};

export const target = () => {
  const active = document.activeElement;
  if (active?.matches(TYPED)) return /** @type {Field} */ (active);
  return state.current && entryOf(state.current);
};

/**
 * Return the part that contains text. If both are blank, return the one that was chosen for this
 * deal, the one last used for this player, or else the keypad’s.
 * @param {HTMLElement} pair
 * @returns {Part}
 */
const entered = (pair) => typedAs(pair) ?? ((!state.isSwitched && ways[playerOf(pair)]) || state.mode);

/**
 * Show the input of a hand that contains text, and the one that the keypad fills in. Often, they are
 * the same. If there is neither, show the one in which the hand will be entered.
 * @param {HTMLElement} pair
 * @param {HTMLElement | null} here
 */
const showPart = (pair, here) => {
  /** @param {Part} part */
  const has = (part) => Boolean(partOf(pair, part)?.value.trim()) || (pair === here && state.mode === part);
  /** @type {Part | "both"} */
  let shows = PARTS.every(has) ? "both" : PARTS.find(has) ?? entered(pair);
  if (!partOf(pair, "cards")) shows = "points";
  pair.dataset.shows = shows;
  pair.classList.toggle("is-spared", isSpared(inputsOf("input", pair)[0]));
};

/**
 * @param {HTMLElement} hand
 * @param {HTMLElement | null} here
 */
const showHand = (hand, here) => {
  for (const pair of pairs(hand)) showPart(pair, here);
  for (const field of typed(hand)) field.tabIndex = isSpared(field) ? -1 : 0;
  for (const field of typed(hand).filter((other) => isNeeded(other) && !pairOf(other) && !isChoice(other))) {
    field.dataset.hint ??= field.placeholder;
    field.placeholder = isSpared(field) ? "0" : field.dataset.hint;
    field.closest(".in")?.classList.toggle("is-spared", isSpared(field));
  }
  hand.classList.toggle("is-out", isOut(hand));
  hand.classList.toggle("is-current", hand === state.current && typed(hand).length > 0);
  showSums(hand);
};

/** Return whether some number must be entered. If not, the keypad is shown only for an input. */
export const asksNumbers = () => inputs().some(isNeeded);

export const refresh = () => {
  const here = pairOf(target());
  for (const hand of hands()) showHand(hand, here);
  showSelected();
  showShared();
  showCounts(here);
  showShortcuts();
  showDead();
  showTiles(here);
  const text = textOf(nextField() === null ? "save" : "next");
  for (const next of elementsOf("[data-next]")) next.textContent = text;
  const isTyping = document.activeElement?.matches(TYPED) || asksNumbers();
  const wanted = showAnswers(target()) ? "answers" : partOf(here, state.mode) ? state.mode : isTyping ? "points" : "none";
  for (const keys of ["points", "cards", "answers", "none"]) {
    for (const panel of elementsOf(`.keys-${keys}`)) panel.hidden = keys !== wanted;
  }
};

/**
 * Return which input of a hand the keypad fills in.
 * @param {Field} field
 */
export const shown = (field) => {
  const pair = pairOf(field);
  return pair ? partOf(pair, entered(pair)) ?? field : field;
};

/**
 * Return the input of a row that gets the focus: the one with an error, or the first blank one.
 * @param {HTMLElement} hand
 */
export const entryOf = (hand) => {
  const fields = typed(hand);
  const wrong = fields.find((field) => field.matches(WRONG));
  const [first = null] = fields;
  const field = fields.find(isDue) ?? fields.find(isWanted) ?? first;
  return wrong ?? (field && shown(field));
};

/**
 * Continue a hand the way it was started, with cards or with points.
 * @param {Field | null} field
 */
const adopt = (field) => {
  const pair = pairOf(field);
  if (!pair) return;
  state.mode = field?.matches(WRONG) ? (field === partOf(pair, "cards") ? "cards" : "points") : entered(pair);
};

/**
 * Make a row the current one.
 * @param {HTMLElement | null} hand
 */
export const choose = (hand, { focus = true } = {}) => {
  state.current = hand;
  state.edited = null;
  const field = hand && entryOf(hand);
  adopt(field);
  refresh();
  if (field && focus) shown(field).focus({ preventScroll: true });
};

/**
 * Remove the error from an input that has been corrected. The message keeps its space, so that
 * nothing moves.
 * @param {Field} field
 */
export const clearError = (field) => {
  const pair = pairOf(field);
  const fields = pair ? inputsOf("input", pair) : inputsNamed(field.name);
  const wrong = fields.filter((other) => other.matches(WRONG));
  for (const other of wrong) {
    const described = other.closest("[aria-describedby]");
    document.getElementById(described?.getAttribute("aria-describedby") ?? "")?.classList.add("mended");
    described?.removeAttribute("aria-describedby");
    other.removeAttribute("aria-invalid");
  }
  if (wrong.length && !document.querySelector(`#entry ${WRONG}`)) {
    for (const anyway of /** @type {HTMLButtonElement[]} */ (elementsOf('[name="overrule"]'))) anyway.disabled = true;
  }
};

/** @param {Field} field @param {string} text */
export const write = (field, text) => {
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
};

/**
 * Return whether the first digit replaces the text of an input. A card is added to the text
 * instead.
 * @param {Field} field
 */
export const isReplaced = (field) => field !== state.edited && field.value.trim() !== "" && !field.closest(".in-cards") && !isChoice(field);

export const showSelected = () => {
  const here = target();
  for (const field of inputs()) field.toggleAttribute("data-selected", field === here && isReplaced(field));
};

/**
 * Unselect the text of an input without replacing it, and continue at its end.
 * @param {Field} field
 */
export const edit = (field) => {
  state.edited = field;
  field.setSelectionRange(field.value.length, field.value.length);
  refresh();
};

/**
 * Return the text of an input after a digit has been pressed.
 * @param {Field} field
 * @param {string} digit
 */
const withDigit = (field, digit) => (isReplaced(field) ? digit : field.value + digit);

/**
 * Return whether adding this digit gives the bid that the dealer isn’t allowed.
 * @param {Field | null} field
 * @param {string} digit
 */
const isHooked = (field, digit) => {
  const hooked = hook();
  return field !== null && hooked?.field === field && Number(withDigit(field, digit)) === hooked.bid && isComplete(withDigit(field, digit), mostOf(field));
};

/** Mark keys as disabled: bids that aren’t allowed, and counts that are too large. */
const showDead = () => {
  const field = target();
  const most = Number(field?.dataset.most ?? Infinity);
  for (const key of elementsOf(".keys-counts [data-key]")) {
    const { key: digit = "" } = key.dataset;
    const isTooLarge = field !== null && /\d/.test(digit) && Number(withDigit(field, digit)) > most;
    const isDead = isTooLarge || isHooked(field, digit);
    key.toggleAttribute("data-too-large", isTooLarge);
    if (isDead) {
      key.setAttribute("aria-disabled", "true");
    } else {
      key.removeAttribute("aria-disabled");
      delete key.dataset.insisted;
    }
  }
};

/**
 * Empty the inputs of a player who is out. A mistaken tap on Out loses nothing, because the text
 * comes back once another player is marked as out.
 */
export const setAside = () => {
  for (const field of hands().flatMap(typed).filter(isNeeded)) {
    if (isSpared(field)) {
      field.dataset.kept = field.value || field.dataset.kept || "";
      field.value = "";
    } else if (field.dataset.kept && isBlank(field)) {
      field.value = field.dataset.kept;
      delete field.dataset.kept;
    }
  }
};

/** Return the next input to fill in, or null if there is none. */
export const nextField = (from = target()) => fieldAfter(from, (field) => shown(field) === field);

/** @param {Field} field */
export const goTo = (field) => {
  state.current = handOf(field);
  state.edited = null;
  refresh();
  field.focus({ preventScroll: true });
  field.closest(".hand, .choices")?.scrollIntoView({ block: "nearest" });
};
