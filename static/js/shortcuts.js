// @ts-check
// Marks and buttons that fill in more than one input.

import { WRONG, elementsOf, handOf, inputsNamed, inputsOf } from "./fields.js";

/** @typedef {HTMLInputElement} Field */

/**
 * Tick the marks that going out implies, such as a completed phase, and untick them if someone else
 * went out.
 */
export const tickImplied = () => {
  for (const tick of inputsOf("input[data-implied]")) {
    const key = handOf(tick)?.dataset.key;
    const isImplied = inputsNamed(tick.dataset.implied ?? "").some((mark) => mark.checked && mark.value === key);
    if (isImplied ? tick.checked : !("ticked" in tick.dataset)) continue;
    tick.checked = isImplied;
    tick.toggleAttribute("data-ticked", isImplied);
  }
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
