// @ts-check
// The fields of the entry form: which ones belong together and which are still due. This module
// also reads the page’s texts.

/** @typedef {"cards" | "points"} Part one of the two ways to type a hand */

export const WRONG = '[aria-invalid="true"]';
export const TYPED = ".in :is(input:not([type]), select[data-keys])";

/**
 * Return the elements that a selector finds; `inputsOf` is for selectors that find only inputs.
 * @param {string} selector
 * @param {ParentNode} [root]
 */
export const elementsOf = (selector, root = document) => /** @type {HTMLElement[]} */ ([...root.querySelectorAll(selector)]);
/** @param {string} selector @param {ParentNode} [root] */
export const inputsOf = (selector, root = document) => /** @type {HTMLInputElement[]} */ ([...root.querySelectorAll(selector)]);
/** @param {string} name */
export const inputsNamed = (name) => /** @type {HTMLInputElement[]} */ ([...document.getElementsByName(name)]);

/** @param {Event} event */
export const targetOf = (event) => /** @type {HTMLElement} */ (event.target);

export const form = () => /** @type {HTMLFormElement} */ (document.getElementById("entry"));
export const dealerField = () => /** @type {HTMLSelectElement | null} */ (document.querySelector('#entry select[name="dealer"]'));
export const hands = () => elementsOf(".hand");
/** @param {ParentNode} hand */
export const pairs = (hand) => elementsOf(".pair", hand);
export const inputs = () => inputsOf(`#entry ${TYPED}`);
/** @param {HTMLElement} hand */
export const typed = (hand) => inputsOf(TYPED, hand);
export const excluding = () => inputsOf("input[data-excludes]");
/** @param {Element} field */
export const handOf = (field) => /** @type {HTMLElement | null} */ (field.closest(".hand"));

// A hand is entered as cards or as points. Either is enough, and only one of the two inputs is
// shown.
/** @param {Element | null} field */
export const pairOf = (field) => /** @type {HTMLElement | null} */ (field?.closest(".pair") ?? null);
/** @param {HTMLElement | null} pair @param {Part} part */
export const partOf = (pair, part) => /** @type {HTMLInputElement | null} */ (pair?.querySelector(`.in-${part} input`) ?? null);
/** @param {HTMLInputElement} field */
export const whole = (field) => pairOf(field) ?? field;

/**
 * Return whether an input must be filled in. Optional shares must be, once there is one.
 * @param {HTMLInputElement} field
 */
export const isNeeded = ({ dataset }) => !("optional" in dataset) || inputsOf(`[data-shares="${dataset.shares}"]`).some(({ value }) => value.trim());
/** @param {HTMLInputElement} field */
export const isBlank = (field) => ![field, partOf(pairOf(field), "points"), partOf(pairOf(field), "cards")].some((part) => part?.value.trim());

/** @param {Element} field */
export const isMenu = (field) => field.localName === "select";

/**
 * Return the ticked marks, and the answers chosen from menus, that mean a player has nothing to enter at all, or nothing in this input.
 * @param {HTMLInputElement} field
 */
export const sparing = (field) => {
  const hand = handOf(field);
  if (!hand) return [];
  const { unless = "", unlessChoice = "", unlessChosen = "" } = field.dataset;
  const chosen = inputsNamed(unlessChoice).find((answer) => answer.checked)?.value ?? "";
  const applies = !unlessChoice || unlessChosen.split(" ").includes(chosen);
  const marks = [...inputsOf(".out-mark.clears input", hand), ...(applies ? inputsNamed(unless) : [])];
  return marks.filter((mark) => (isMenu(mark) ? mark.value : mark.checked && (mark.type === "checkbox" || mark.value === hand.dataset.key)));
};
/** @param {HTMLInputElement} field */
export const isSpared = (field) => sparing(field).length > 0;
/** @param {HTMLInputElement} field */
export const isWanted = (field) => isNeeded(field) && isBlank(field) && !isSpared(field);

/**
 * Return whether Next also stops at this input, although it may stay blank.
 * @param {HTMLInputElement} field
 */
export const isStop = (field) => "stop" in field.dataset;
/**
 * Return whether Next was pressed on a blank input. The server then decides whether it may be
 * blank.
 * @param {HTMLInputElement} field
 */
export const isPassed = (field) => "passed" in whole(field).dataset;

// All bids are due before the first tricks.
/** @param {HTMLInputElement} field */
export const isAhead = (field) => "ahead" in field.dataset;
/** @param {HTMLInputElement} field */
export const isDue = (field) => isWanted(field) && (isAhead(field) || !inputs().some((other) => isAhead(other) && isWanted(other)));
/** @param {HTMLElement} hand */
export const isOut = (hand) => hand.querySelector(".out-mark.clears input:checked") !== null;

/**
 * Return one of the page’s texts in the reader’s language, with its placeholders, such as
 * `{count}`, filled in.
 * @param {string} name
 * @param {Record<string, string | number>} [fields]
 */
export const text = (name, fields = {}) => {
  const texts = /** @type {HTMLTemplateElement | null} */ (document.getElementById("texts"));
  const sentence = texts?.content.querySelector(`[data-name="${name}"]`)?.textContent ?? "";
  return sentence.replace(/\{(\w+)\}/g, (field, key) => String(fields[key] ?? field));
};
