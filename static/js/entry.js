// @ts-check
// The entry panel: a keypad, card keys, and sums while typing. The plain form works without it.

import { nameOf, readRanks } from "./cards.js";
import {
  TYPED, elementsOf, excluding, form, handOf, hands, inputs, inputsNamed, inputsOf, isAhead, isBlank, isDue,
  isFilled, isNeeded, isOut, isSpared, isWanted, pairOf, pairs, partOf, sparing, text as textOf, typed, whole,
} from "./fields.js";
import { cardValues, showShared, showSums } from "./totals.js";

/** @typedef {HTMLInputElement} Field */
/** @typedef {import("./fields.js").Part} Part */

const LONG_PRESS = 500;
const WRONG = '[aria-invalid="true"]';
/** @type {Part} */
let mode = "points";
/** @type {HTMLElement | null} the row that is being entered */
let current = null;
/** @type {Field | null} the input whose text is being edited; in any other input, the first digit replaces the text */
let edited = null;

/** @param {Event} event */
const targetOf = (event) => /** @type {HTMLElement} */ (event.target);

const target = () => {
  const active = document.activeElement;
  if (active?.matches(TYPED)) return /** @type {Field} */ (active);
  return current && entryOf(current);
};

/**
 * Show one of the two inputs of a hand: the one that is filled in, or the one that the keypad is
 * for.
 * @param {HTMLElement} pair
 * @param {HTMLElement | null} here
 */
const showPart = (pair, here) => {
  /** @param {Part} part */
  const has = (part) => Boolean(partOf(pair, part)?.value.trim()) || (pair === here && mode === part);
  let shows = has("cards") && has("points") ? "both" : has("cards") ? "cards" : has("points") ? "points" : mode;
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
  for (const field of typed(hand).filter((other) => isNeeded(other) && !pairOf(other))) {
    field.dataset.hint ??= field.placeholder;
    field.placeholder = isSpared(field) ? "0" : field.dataset.hint;
    field.closest(".in")?.classList.toggle("is-spared", isSpared(field));
  }
  hand.classList.toggle("is-out", isOut(hand));
  hand.classList.toggle("is-current", hand === current && typed(hand).length > 0);
  showSums(hand);
};

/**
 * Show on each card key how many of these cards are in the hand.
 * @param {HTMLElement | null} here
 */
const showCounts = (here) => {
  const ranks = readRanks(partOf(here, "cards")?.value ?? "", cardValues());
  for (const key of elementsOf("[data-card]")) {
    const count = ranks.filter((rank) => rank === key.dataset.card).length;
    const [badge] = elementsOf("b", key);
    badge.hidden = count === 0;
    badge.textContent = String(count);
    key.dataset.label ??= key.getAttribute("aria-label") ?? "";
    key.setAttribute("aria-label", count ? textOf("in-hand", { card: key.dataset.label, count }) : key.dataset.label);
  }
};

const refresh = () => {
  const here = pairOf(target());
  for (const hand of hands()) showHand(hand, here);
  showSelected();
  elementsOf(".left-over").forEach(showShared);
  showCounts(here);
  const text = textOf(nextField() === null ? "save" : "next");
  for (const next of elementsOf("[data-next]")) next.textContent = text;
  for (const keys of ["points", "cards"]) {
    for (const panel of elementsOf(`.keys-${keys}`)) panel.hidden = keys !== (partOf(here, mode) ? mode : "points");
  }
};

/**
 * Return the input of a hand that the keypad is for.
 * @param {Field} field
 */
const shown = (field) => partOf(pairOf(field), mode) ?? field;

/**
 * Return the input of a row to go to: the one with an error, or the first blank one.
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
  if (field?.matches(WRONG)) mode = field === partOf(pair, "cards") ? "cards" : "points";
  else if (partOf(pair, "cards")?.value.trim()) mode = "cards";
  else if (partOf(pair, "points")?.value.trim()) mode = "points";
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
const isReplaced = (field) => field !== edited && field.value.trim() !== "" && !field.closest(".in-cards");

const showSelected = () => {
  const here = target();
  for (const field of inputs()) field.toggleAttribute("data-selected", field === here && isReplaced(field));
};

/**
 * Keep the text of an input that is selected as a whole, and continue at its end.
 * @param {Field} field
 */
const edit = (field) => {
  edited = field;
  field.setSelectionRange(field.value.length, field.value.length);
  refresh();
};

/** @param {string} key */
const press = (key) => {
  const field = target();
  if (!field) return;
  const text = isReplaced(field) && /\d/.test(key) ? "" : field.value;
  edited = field;
  field.focus({ preventScroll: true }); // so that the next key is for the same input
  unmarkFor(field);
  if (key === "delete") {
    const filled = text.trimEnd();
    write(field, field.closest(".in-cards") ? filled.replace(/\S+$/, "").trimEnd() : filled.slice(0, -1));
  } else {
    write(field, text + key);
  }
};

/** @param {string} rank */
const addCard = (rank) => {
  const field = partOf(pairOf(target()), "cards");
  if (!field) return;
  field.focus({ preventScroll: true });
  unmarkFor(field);
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
const spares = (mark) => mark.closest(".clears") !== null || document.querySelector(`[data-unless="${mark.name}"]`) !== null;

/**
 * Clear the marks that mean a player has nothing to enter in this input.
 * @param {Field} field
 */
const unmarkFor = (field) => {
  if (isNeeded(field)) for (const mark of sparing(field)) mark.checked = false;
};

/**
 * Empty the inputs of a player who is out. A wrong tap on Out loses nothing, because the text comes
 * back once another player is marked as out.
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

/**
 * Return whether Next was pressed on a blank input. The server then decides whether it may be
 * blank.
 * @param {Field} field
 */
const isPassed = (field) => "passed" in whole(field).dataset;

/** Return the next input to fill in, of the same kind if possible, or null if there is none. */
const nextField = () => {
  const here = target();
  const pair = pairOf(here);
  const wanted = inputs().filter((field) => {
    const isHere = field === here || (pair !== null && pairOf(field) === pair);
    return !isHere && isWanted(field) && !isPassed(field) && shown(field) === field;
  });
  // All bids come before the first tricks.
  const alike = wanted.filter((field) => isAhead(field) === (here !== null && isAhead(here)));
  const after = alike.find((field) => here && here.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING);
  return after ?? alike[0] ?? wanted[0] ?? null;
};

const next = () => {
  const here = target();
  if (here && isBlank(here)) whole(here).dataset.passed = "";
  const field = nextField();
  if (field === null) {
    form().requestSubmit();
  } else {
    current = handOf(field);
    refresh();
    field.focus({ preventScroll: true });
    field.closest(".hand, .choices")?.scrollIntoView({ block: "nearest" });
  }
};

const start = () => {
  const pad = document.getElementById("keypad");
  if (!pad) return;
  pad.hidden = false;
  for (const field of inputs()) field.inputMode = "none";
  const [wrong = null] = elementsOf(`.hand:has(${WRONG})`);
  const [anchored = null] = location.hash ? elementsOf(`.hand${CSS.escape(location.hash).replace("\\#", "#")}`) : [];
  const first = wrong ?? anchored ?? hands().find((hand) => !isFilled(hand)) ?? hands()[0] ?? null;
  choose(first, { focus: Boolean(wrong || anchored) });
  wrong?.scrollIntoView({ block: "center" }); // not behind the keypad
  if (wrong) return;
  const [answer] = elementsOf(`.choices ${WRONG}`);
  answer?.focus({ preventScroll: true });
  (answer?.closest(".choice, .once") ?? document.querySelector("#entry .problems"))?.scrollIntoView({ block: "center" });
};

document.addEventListener("click", (event) => {
  const key = /** @type {HTMLElement | null} */ (targetOf(event).closest("#keypad button"));
  if (!key) return;
  if (key.dataset.key) press(key.dataset.key);
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

// A long press removes one card of that rank. It must not open the context menu.
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
// Keys must not take the focus from the input they write to.
document.addEventListener("mousedown", (event) => {
  if (targetOf(event).closest("#keypad button")) event.preventDefault();
});

document.addEventListener("focusin", (event) => {
  const field = /** @type {Field} */ (event.target);
  if (!field.matches(TYPED)) return;
  if (field !== edited) edited = null;
  current = handOf(field) ?? current;
  if (partOf(pairOf(field), "cards")) mode = field.closest(".in-cards") ? "cards" : "points";
  refresh();
  if (isReplaced(field)) field.select();
});
document.addEventListener("focusout", showSelected);
// After the input gets the focus, a tap also moves the cursor to where the finger was.
/** @type {Element | null} the input that already had the focus when it was tapped */
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
  if (field === document.activeElement) edited = field;
  clearError(field);
  // Letters mean cards, and 37 or a sum means points, whichever input is shown.
  const text = field.value;
  if (field.closest(".in-points") && partOf(pairOf(field), "cards") && /[^\d\s+−-]/.test(text)) move(field, "cards");
  else if (field.closest(".in-cards") && /^\d{2,}$|^\d+\+/.test(text) && !nameOf(text.trim(), cardValues())) move(field, "points");
  refresh();
});

/**
 * Go on after a checkbox was ticked: to the first hand that isn’t filled in, or else to
 * `otherwise`.
 * @param {Field} mark
 * @param {HTMLElement | null} otherwise
 */
const goOn = (mark, otherwise) => {
  setAside();
  // Arrow keys move from mark to mark, so the focus must stay on the marks.
  const focus = !mark.matches(":focus-visible");
  choose(hands().find((hand) => !isFilled(hand)) ?? otherwise, { focus });
};

document.addEventListener("change", (event) => {
  const field = /** @type {Field} */ (event.target);
  if (field.matches(".out-mark input, .segments input")) {
    if (field.matches(".out-mark input")) {
      document.getElementById("mark-problems")?.classList.add("mended");
      for (const other of excluding()) if (other.dataset.excludes === field.name) other.checked = false;
    }
    if (spares(field)) goOn(field, handOf(field));
  } else if (field.matches("input[data-excludes]") && field.checked) {
    for (const mark of inputsOf(`.out-mark input[name="${field.dataset.excludes}"]`)) mark.checked = false;
    goOn(field, current);
  }
});
// A second tap on an answer clears it.
document.addEventListener("pointerdown", (event) => {
  const label = targetOf(event).closest(".segments label, .out-mark:not(.clears)");
  const [answer] = label ? inputsOf('input[type="radio"]', label) : [];
  if (answer) answer.dataset.was = answer.checked ? "1" : "";
});
document.addEventListener("click", (event) => {
  const field = /** @type {Field} */ (event.target);
  if (!field.matches('.segments input, .out-mark:not(.clears) input[type="radio"]') || !field.dataset.was) return;
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

document.addEventListener("htmx:afterSettle", start);
start();
