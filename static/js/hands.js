// @ts-check
// Fills the scorer’s rows with the hands that players send from their own phones. A row in which
// something else was typed stays as it is until the scorer chooses what to use. The entry panel
// loads this when the first hand has arrived.

import { elementsOf, form, inputsNamed, text } from "./fields.js";

/**
 * A hand as the server lists it. `names` are the names of the player’s inputs, and `texts`
 * are the texts of those that are filled in, by name. `words` describes the hand.
 * @typedef {{ number: number, key: string, name: string, names: string[], texts: Record<string, string>, words: string }} Hand
 */

/** @type {Map<string, number>} the hands that the scorer didn’t want, by the key of the seat */
const declined = new Map();

/** @returns {Hand[]} */
const sent = () => JSON.parse(/** @type {HTMLElement | null} */ (document.querySelector("[data-hands]"))?.dataset.hands ?? "[]");
/** @returns {Record<string, string>} the texts that weren’t typed here */
const known = () => ({ ...JSON.parse(form().dataset.bids ?? "{}"), ...JSON.parse(form().dataset.sent ?? "{}") });

/**
 * Return the answer in a player’s input: its text, the key in a ticked mark, or an empty string.
 * @param {string} name
 * @param {string} key
 */
const answer = (name, key) => {
  const fields = inputsNamed(name).filter((field) => field.type !== "radio" || field.value === key);
  const [field] = fields;
  if (!field || "rest" in field.dataset) return "";
  return /^(radio|checkbox)$/.test(field.type) ? (field.checked ? field.value : "") : field.value.trim();
};

/** @param {Hand} hand */
const isShown = ({ key, names, texts }) => names.every((name) => answer(name, key) === (texts[name] ?? ""));

/** @param {Hand} hand */
const isTyped = ({ key, names, texts }) => {
  const usual = known();
  return names.some((name) => {
    const marks = inputsNamed(name).filter(({ type }) => type === "radio");
    const before = marks.length && usual[name] !== key ? "" : usual[name] ?? "";
    return answer(name, key) !== before || (texts[name] && marks.some((mark) => mark.checked && mark.value !== key));
  });
};

/** @param {Hand} hand */
const rowOf = ({ key, names }) => names.flatMap((name) => inputsNamed(name).filter((field) => field.type !== "radio" || field.value === key))[0]?.closest(".hand") ?? null;

/** @param {Hand} hand */
const fill = ({ key, names, texts }) => {
  const others = Object.entries(JSON.parse(form().dataset.sent ?? "{}")).filter(([name, value]) => !names.includes(name) || (inputsNamed(name)[0]?.type === "radio" && value !== key));
  form().dataset.sent = JSON.stringify({ ...Object.fromEntries(others), ...texts });
  for (const name of names) {
    for (const field of inputsNamed(name)) {
      const value = texts[name] ?? "";
      field.removeAttribute("data-rest");
      if (field.type === "checkbox") field.checked = value !== "";
      else if (field.type !== "radio") field.value = value;
      else if (field.value === key) field.checked = value === key;
    }
  }
};

/** @param {Hand} hand */
const offer = (hand) => {
  const { content } = /** @type {HTMLTemplateElement} */ (document.getElementById("sent-hand"));
  const note = /** @type {HTMLElement} */ (content.cloneNode(true)).querySelector("p");
  const words = note?.querySelector("[data-words]");
  if (!note || !words) return;
  words.textContent = text("sent", { name: hand.name, hand: hand.words });
  note.addEventListener("click", ({ target }) => {
    const button = /** @type {HTMLElement} */ (target).closest("button");
    if (!button) return;
    if ("use" in button.dataset) fill(hand);
    else declined.set(hand.key, hand.number);
    show();
  });
  rowOf(hand)?.append(note);
};

/** Fill in the hands that have been sent, or offer them. */
export const show = () => {
  if (!form()?.querySelector(".hands")) return; // the two versions of a deal are compared
  for (const note of elementsOf("p.sent-hand")) note.remove();
  for (const hand of sent()) {
    if (isShown(hand) || declined.get(hand.key) === hand.number) continue;
    if (isTyped(hand)) offer(hand);
    else fill(hand);
  }
  document.dispatchEvent(new Event("hands:shown"));
};
