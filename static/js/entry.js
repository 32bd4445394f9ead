// @ts-check
// The entry panel: a keypad, card keys, and sums while typing. The plain form works without it.

import { nameOf, readRanks } from "./cards.js";
import {
  TYPED, WRONG, dealerField, elementsOf, excluding, form, handOf, hands, inputs, inputsNamed, inputsOf, isAhead, isBlank, isDue,
  isNeeded, isOut, isSpared, isWanted, pairOf, pairs, partOf, sparing, targetOf, text as textOf, typed, whole,
} from "./fields.js";
import { isChoice, showAnswers, showCounts, showTiles } from "./keys.js";
import { dueHand, fieldAfter } from "./order.js";
import { answersOf, isPressed, showShortcuts, tickImplied } from "./shortcuts.js";
import { isComplete, readSum } from "./sums.js";
import { cardValues, fillRest, hook, mostOf, showShared, showSums } from "./totals.js";
import { keepWays, wayOf } from "./ways.js";

/** @typedef {HTMLInputElement} Field */
/** @typedef {import("./fields.js").Part} Part */

const LONG_PRESS = 500;
const SLOW = 300;
/** @type {Part} */
let mode = "points";
/** @type {HTMLElement | null} the row that is being entered */
let current = null;
/** @type {Field | null} the input whose text is being edited; in any other input, the first digit replaces the text */
let edited = null;
/**
 * @typedef {{ from: Field, to: Field }} Advance
 * @type {Advance | null} the inputs between which the focus moved by itself
 */
let advanced = null;


const target = () => {
  const active = document.activeElement;
  if (active?.matches(TYPED)) return /** @type {Field} */ (active);
  return current && entryOf(current);
};

/**
 * Return the part that contains text. If both are blank, return the one last used for this player,
 * or else the keypad’s.
 * @param {HTMLElement} pair
 * @returns {Part}
 */
const entered = (pair) => {
  if (partOf(pair, "cards")?.value.trim()) return "cards";
  if (partOf(pair, "points")?.value.trim()) return "points";
  return wayOf(pair) ?? mode;
};

/**
 * Show the input of a hand that contains text, and the one that the keypad fills in. Often, they are
 * the same. If there is neither, show the one in which the hand will be entered.
 * @param {HTMLElement} pair
 * @param {HTMLElement | null} here
 */
const showPart = (pair, here) => {
  /** @param {Part} part */
  const has = (part) => Boolean(partOf(pair, part)?.value.trim()) || (pair === here && mode === part);
  let shows = has("cards") && has("points") ? "both" : has("cards") ? "cards" : has("points") ? "points" : entered(pair);
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
  hand.classList.toggle("is-current", hand === current && typed(hand).length > 0);
  showSums(hand);
};

const refresh = () => {
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
  const wanted = showAnswers(target()) ? "answers" : partOf(here, mode) ? mode : "points";
  for (const keys of ["points", "cards", "answers"]) {
    for (const panel of elementsOf(`.keys-${keys}`)) panel.hidden = keys !== wanted;
  }
};

/**
 * Return which input of a hand the keypad fills in.
 * @param {Field} field
 */
const shown = (field) => {
  const pair = pairOf(field);
  return pair ? partOf(pair, entered(pair)) ?? field : field;
};

/**
 * Return the input of a row that gets the focus: the one with an error, or the first blank one.
 * @param {HTMLElement} hand
 */
const entryOf = (hand) => {
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
  mode = field?.matches(WRONG) ? (field === partOf(pair, "cards") ? "cards" : "points") : entered(pair);
};

/**
 * Make a row the current one.
 * @param {HTMLElement | null} hand
 */
const choose = (hand, { focus = true } = {}) => {
  current = hand;
  edited = null;
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
const clearError = (field) => {
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
const write = (field, text) => {
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
};

/**
 * Return whether the first digit replaces the text of an input. A card is added to the text
 * instead.
 * @param {Field} field
 */
const isReplaced = (field) => field !== edited && field.value.trim() !== "" && !field.closest(".in-cards") && !isChoice(field);

const showSelected = () => {
  const here = target();
  for (const field of inputs()) field.toggleAttribute("data-selected", field === here && isReplaced(field));
};

/**
 * Unselect the text of an input without replacing it, and continue at its end.
 * @param {Field} field
 */
const edit = (field) => {
  edited = field;
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
  advanced = { from, to };
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
  const isBack = /^([+-]|delete)$/.test(key) && advanced !== null && target() === advanced.to && isBlank(advanced.to);
  const field = isBack ? advanced?.from : target();
  if (!field) return;
  const text = isReplaced(field) && /\d/.test(key) ? "" : field.value;
  edited = field;
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
 * Move the text to the other input of the hand.
 * @param {Field} from
 * @param {Part} part
 */
const move = (from, part) => {
  const to = partOf(pairOf(from), part);
  if (!to) return;
  to.value = from.value;
  from.value = "";
  mode = part;
  edited = to;
  refresh();
  to.focus({ preventScroll: true });
};

/** @param {Field} mark */
const spares = (mark) => mark.closest(".clears") !== null || document.querySelector(`[data-unless="${mark.name}"], [data-unless-choice="${mark.name}"]`) !== null;

/**
 * Fill in the inputs of a shortcut such as “Moon” with one tap, or clear them again.
 * @param {HTMLElement} button
 */
const pressShortcut = (button) => {
  const isOn = isPressed(button);
  edited = null;
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
  write(field, String(Math.min(Number(readSum(field.value) ?? 0) + 1, Number(field.dataset.most))));
  // The keypad goes on with the next missing number, starting in this row.
  const hand = handOf(field);
  const due = hand && entryOf(hand);
  goTo(due && isDue(due) ? due : nextField(field) ?? field);
};

/**
 * Empty the inputs of a player who is out. A mistaken tap on Out loses nothing, because the text
 * comes back once another player is marked as out.
 */
const setAside = () => {
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
const nextField = (from = target()) => fieldAfter(from, (field) => shown(field) === field);

/** @param {Field} field */
const goTo = (field) => {
  current = handOf(field);
  edited = null;
  refresh();
  field.focus({ preventScroll: true });
  field.closest(".hand, .choices")?.scrollIntoView({ block: "nearest" });
};

const next = () => {
  const here = target();
  if (here && isBlank(here)) {
    // People may press Next after a digit has moved the focus.
    const isHabit = here === advanced?.to;
    advanced = null;
    if (isHabit) return;
    whole(here).dataset.passed = "";
  }
  const field = nextField();
  if (field === null) form().requestSubmit();
  else goTo(field);
};

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
  const first = wrong ?? anchored ?? dueHand() ?? hands().find((hand) => typed(hand).some(isNeeded));
  choose(first ?? hands()[0] ?? null, { focus: Boolean(wrong || anchored) });
  if (first && isBehind(first, pad)) first.scrollIntoView({ block: "nearest" });
  wrong?.scrollIntoView({ block: "center" });
  if (wrong) return;
  const [answer] = elementsOf(`.choices ${WRONG}`);
  answer?.focus({ preventScroll: true });
  (answer?.closest(".choice, .once") ?? document.querySelector("#entry .problems"))?.scrollIntoView({ block: "center" });
};

document.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement | null} */ (targetOf(event).closest("[data-shortcut], [data-step]"));
  if (button) {
    event.preventDefault();
    if ("step" in button.dataset) pressStep(button);
    else pressShortcut(button);
  }
  const key = /** @type {HTMLElement | null} */ (targetOf(event).closest("#keypad button"));
  if (!key) return;
  if (key.ariaDisabled === "true") pressDead(key);
  else if (key.closest("#tiles")) removeTile(key);
  else if (key.dataset.answer !== undefined) pressAnswer(key.dataset.answer);
  else if (key.dataset.key) press(key.dataset.key);
  else if (key.dataset.card && !key.dataset.held) addCard(key.dataset.card);
  else if (key.dataset.mode === "cards" || key.dataset.mode === "points") {
    const field = target();
    mode = key.dataset.mode;
    refresh();
    // If the focus is on an input outside the hand, go back to the hand itself.
    (partOf(pairOf(field) ?? pairs(current ?? form())[0], mode) ?? field)?.focus({ preventScroll: true });
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

document.addEventListener("focusin", (event) => {
  const field = /** @type {Field} */ (event.target);
  if (!field.matches(TYPED)) return;
  if (field !== edited) edited = null;
  if (field !== advanced?.to) advanced = null;
  current = handOf(field) ?? current;
  if (partOf(pairOf(field), "cards")) mode = field.closest(".in-cards") ? "cards" : "points";
  refresh();
  if (isReplaced(field)) field.select();
  if (isChoice(field)) field.scrollIntoView({ block: "nearest" }); // the keypad may cover it
});
document.addEventListener("focusout", showSelected);
// A tap on an input with the focus unselects its text, so that people can add to it.
/** @type {Element | null} the input that had the focus when it was tapped */
let tapped = null;
document.addEventListener("pointerdown", (event) => {
  const field = targetOf(event).closest(".in")?.querySelector("input:not([type])") ?? null;
  tapped = field === document.activeElement ? field : null;
});
document.addEventListener("click", (event) => {
  const field = /** @type {Field} */ (event.target);
  if (!field.matches(TYPED) || !isReplaced(field)) return;
  if (field === tapped) edit(field);
  else field.select();
});
document.addEventListener("input", (event) => {
  const field = /** @type {Field} */ (event.target);
  if (!field.closest("#entry")) return;
  delete field.dataset.kept;
  field.removeAttribute("data-rest");
  if (field === document.activeElement) edited = field;
  clearError(field);
  // A player with an entry isn’t out.
  if (field.matches(TYPED) && field.value && isNeeded(field)) for (const mark of sparing(field)) mark.checked = false;
  fillRest(edited);
  // Letters mean cards, and a number or a sum means points, whichever input is shown.
  const text = field.value;
  if (field.closest(".in-points") && partOf(pairOf(field), "cards") && /[^\d\s+−-]/.test(text)) move(field, "cards");
  else if (field.closest(".in-cards") && /^\d{2,}$|^\d+\+/.test(text) && !nameOf(text.trim(), cardValues())) move(field, "points");
  refresh();
});

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
    goOn(field, current);
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
  if (isTyped && !targetOf(event).matches("input:not([type='radio'], [type='checkbox']), select")) target()?.focus({ preventScroll: true });
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
document.addEventListener("reset", () => setTimeout(showNews));
// A row that has been filled in is no longer the current one, unless somebody is typing there.
document.addEventListener("hands:shown", () => {
  setAside();
  const isHere = current?.contains(document.activeElement);
  if (isHere) refresh();
  else choose(dueHand() ?? current, { focus: false });
});

// The response to a rejected entry replaces the form, so htmx doesn’t report the request’s end.
document.addEventListener("htmx:afterSettle", () => {
  clearTimeout(slow);
  start();
  showNews();
});
start();
showNews();
