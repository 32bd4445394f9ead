// @ts-check
// The grid for a finished sheet: its keypad, the jump to the next cell, and the total of each column.

import { isComplete, readSum, withMinus } from "./sums.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("paper"));
const keypad = /** @type {HTMLElement} */ (document.getElementById("keypad"));
/** @param {string} selector */
const inputsOf = (selector, root = form) => /** @type {HTMLInputElement[]} */ ([...root.querySelectorAll(selector)]);
const fields = inputsOf("table input:not([type])");
const columns = inputsOf("tbody tr:first-child [data-cell]").length;
/** @param {HTMLInputElement} field */
const isBlank = (field) => !field.value.trim();
/** @param {HTMLInputElement} field */
const isOpen = (field) => isBlank(field) || "doubtful" in field.dataset;
/** @param {HTMLInputElement} field */
const isSelected = (field) => field.selectionStart === 0 && field.selectionEnd === field.value.length;

/** @type {HTMLInputElement | null} the input that the last digit has left */
let left = null;
/** @type {string[]} the keys, in order, that people may still press for what has been done by itself */
let owed = [];
/** @type {HTMLElement | null} the first problem: an input, or the message of a row */
const wrong = form.querySelector("[aria-invalid='true'], [data-doubtful], tbody .problem");
const row = wrong?.closest(".row-problems")?.previousElementSibling;
let current = fields.find((field) => field === wrong || row?.contains(field)) ?? fields.find(isBlank) ?? fields[0];

const showTotals = () => {
  form.querySelectorAll("output").forEach((output, column) => {
    const numbers = fields.filter((field, at) => "cell" in field.dataset && at % columns === column).map(({ value }) => (value.trim() ? readSum(value) : 0));
    const total = numbers.reduce((sum, number) => (sum === null || number === null ? null : sum + number), Number(output.dataset.total));
    output.textContent = total === null ? "…" : withMinus(total);
  });
};

/** @param {HTMLInputElement} field */
const goTo = (field) => {
  field.focus({ preventScroll: true });
  field.scrollIntoView({ block: "nearest", inline: "nearest" });
  field.select();
};

/** @param {HTMLInputElement} field @param {string} text */
const write = (field, text) => {
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
};

/**
 * Fill in a 0 for the last player of a row if all others have points, and go to the next cell that
 * is blank or may have been misread. Return whether there is such a player.
 * @param {HTMLInputElement} from
 * @param {"" | "next" | "0"} pressed what the key means, or blank if a digit has completed a number
 */
const goOn = (from, pressed) => {
  const row = inputsOf("[data-cell]", /** @type {any} */ (from.closest("tr")));
  const blank = row.filter(isBlank);
  const isLast = "marks" in form.dataset && blank.length === 1 && !isBlank(from) && row.every(({ value }) => value.trim() !== "0");
  if (isLast) write(blank[0], "0");
  const at = fields.indexOf(from);
  delete from.dataset.doubtful;
  goTo(fields.slice(at + 1).find(isOpen) ?? from);
  const usual = isLast && fields.indexOf(blank[0]) > at ? ["next", "0", "next"] : ["next"];
  owed = usual.slice(usual.indexOf(pressed) + 1);
  return isLast;
};

/**
 * Go on after a digit if the number can’t have another one.
 * @param {HTMLInputElement} field
 */
const advance = (field) => {
  const { most } = field.dataset;
  const isOut = "marks" in form.dataset && field.value === "0";
  if (!isOut && !(most && isComplete(field.value, Number(most)))) return;
  goOn(field, "");
  left = field;
};

/**
 * Return whether a key means what has been done already: the focus went on to the next cell, or a
 * player who is out got a 0.
 * @param {string} key
 */
const isDone = (key) => {
  const at = owed.indexOf(key === "out" ? "0" : key);
  owed = at < 0 ? [] : owed.slice(at + 1);
  return at >= 0;
};

const pressDelete = () => {
  const isWhole = isSelected(current) && current.value.length > 1;
  write(current, isWhole ? "" : current.value.slice(0, -1));
};

/** Mark the next player as out, after the number that was being typed. */
const pressOut = () => {
  if (!isBlank(current) && !isSelected(current) && goOn(current, "0")) return;
  write(current, "0");
  goOn(current, "0");
};

/** @param {string} key */
const press = (key) => {
  // After a digit has moved the focus, the signs and Delete still apply to the previous number.
  if (/^([+-]|delete)$/.test(key) && left && isBlank(current)) {
    goTo(left);
    left.setSelectionRange(left.value.length, left.value.length);
  }
  left = null;
  if (isDone(key)) return;
  if (key === "next") goOn(current, "next");
  else if (key === "delete") pressDelete();
  else if (key === "out") pressOut();
  else {
    write(current, isSelected(current) && /\d/.test(key) ? key : current.value + key);
    current.setSelectionRange(current.value.length, current.value.length);
    if (/\d/.test(key)) advance(current);
  }
};

keypad.addEventListener("click", (event) => {
  const key = /** @type {HTMLElement} */ (event.target).closest("[data-key]");
  if (!(key instanceof HTMLElement)) return;
  if (document.activeElement !== current) goTo(current);
  press(key.dataset.key ?? "");
});
// Keys must not take the focus from the input.
keypad.addEventListener("mousedown", (event) => event.preventDefault());
form.addEventListener("focusin", ({ target }) => {
  if (target instanceof HTMLInputElement && fields.includes(target)) {
    current = target;
    target.select();
  }
});
form.addEventListener("click", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !fields.includes(target)) return;
  owed = [];
  left = null;
  target.select();
});
form.addEventListener("input", (event) => {
  const { target } = event;
  showTotals();
  if (!(target instanceof HTMLInputElement) || !fields.includes(target)) return;
  target.removeAttribute("aria-invalid");
  delete target.dataset.doubtful;
  if (event instanceof InputEvent && event.inputType.startsWith("insert")) advance(target);
});
form.addEventListener("keydown", (event) => {
  const at = fields.indexOf(/** @type {HTMLInputElement} */ (event.target));
  const to = { ArrowUp: at - columns, ArrowDown: at + columns }[event.key] ?? -1;
  if (at < 0) return;
  const isHabit = isDone(event.key === "Enter" ? "next" : event.key);
  if (!isHabit && event.key !== "Enter" && !fields[to]) return;
  event.preventDefault();
  if (isHabit) return;
  if (event.key === "Enter") goOn(fields[at], "next");
  else goTo(fields[to]);
});

keypad.hidden = false;
for (const field of fields) field.inputMode = "none";
showTotals();
const message = document.getElementById(current.getAttribute("aria-describedby") ?? "") ?? wrong;
message?.closest("tr")?.scrollIntoView({ block: "nearest", inline: "start" });
goTo(current);
