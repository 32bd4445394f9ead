// @ts-check
// What the keys show: the answers of an input, the cards of a hand and how many there are of each, and
// which buttons such as “Moon” are pressed.

import { readRanks } from "./cards.js";
import { WRONG, elementsOf, form, handOf, inputsNamed, inputsOf, partOf, text as textOf, typed } from "./fields.js";
import { cardValues } from "./totals.js";

/** @typedef {HTMLInputElement} Field */

/**
 * Return whether this input is a choice, whose answers are keys on the keypad.
 * @param {Element} field
 */
export const isChoice = (field) => field.matches("select");

/**
 * Return the keys for an input whose answers are known, each with its label: the boxes that are
 * still free, or the points that a box can have. Return an empty list if the input needs the
 * digits.
 * @param {Field | null} field
 * @returns {{ value: string, label: string }[]}
 */
const answerKeys = (field) => {
  if (!field) return [];
  if (isChoice(field)) {
    const { options } = /** @type {HTMLSelectElement} */ (/** @type {Element} */ (field));
    return [...options].filter(({ value }) => value).map(({ value, label }) => ({ value, label }));
  }
  const { by, values = "{}" } = field.dataset;
  const chosen = by && typed(handOf(field) ?? form()).find((other) => other.name.startsWith(`${by}-`))?.value;
  const numbers = /** @type {Record<string, number[]>} */ (JSON.parse(values));
  return (numbers[chosen ?? ""] ?? []).map((number) => ({ value: String(number), label: String(number) }));
};

/**
 * Show the keys for the answers of an input, and return whether there are any.
 * @param {Field | null} field
 */
export const showAnswers = (field) => {
  const [panel] = elementsOf("#answers");
  if (!panel) return false;
  const keys = answerKeys(field).map(({ value, label }) => {
    const key = document.createElement("button");
    key.type = "button";
    key.dataset.answer = value;
    key.textContent = label;
    key.setAttribute("aria-pressed", String(field?.value === value));
    return key;
  });
  panel.replaceChildren(...keys);
  return keys.length > 0;
};

/**
 * Show on each card key how many of these cards are in the hand.
 * @param {HTMLElement | null} here
 */
export const showCounts = (here) => {
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

/**
 * Show the cards of a hand as tiles, which a tap removes. The newest tile is scrolled into view.
 * @param {HTMLElement | null} here
 */
export const showTiles = (here) => {
  const [tiles] = elementsOf("#tiles");
  const field = partOf(here, "cards");
  if (!tiles || !field) return;
  const cards = field.value.split(/\s+/).filter(Boolean);
  tiles.replaceChildren(...cards.map((card) => {
    const tile = document.createElement("button");
    tile.type = "button";
    tile.textContent = card;
    tile.setAttribute("aria-label", textOf("remove-card", { card }));
    return tile;
  }));
  tiles.scrollLeft = tiles.scrollWidth;
  field.scrollLeft = field.scrollWidth;
};

/**
 * Return the inputs that a button such as “Moon” fills in, each with its text.
 * @param {HTMLElement} button
 * @returns {[Field, string][]}
 */
export const answersOf = ({ dataset }) => Object.entries(JSON.parse(dataset.answers ?? "{}")).map(([name, text]) => {
  const fields = inputsNamed(name);
  return [fields.find((field) => field.value === text && field.type === "radio") ?? fields[0], text];
});

/** @param {HTMLElement} button */
export const isPressed = (button) => answersOf(button).every(([field, text]) => (field.type === "radio" ? field.checked : field.value.trim() === text));

/** Show which buttons such as “Moon” are pressed, and the inputs that belong to a pressed one. */
export const showShortcuts = () => {
  const buttons = elementsOf("[data-shortcut]");
  for (const button of buttons) button.setAttribute("aria-pressed", String(isPressed(button)));
  for (const asked of elementsOf("[data-after]")) {
    const isOpen = inputsOf(":checked:not([value=''])", asked).length > 0 || asked.querySelector(WRONG) !== null;
    asked.hidden = !isOpen && !buttons.some((button) => button.dataset.shortcut === asked.dataset.after && isPressed(button));
  }
};
