// @ts-check
// The texts next to the inputs, which change while people type: the value of a hand, and how much is
// left to enter.

import { cardPoints, columnsOf, readRanks } from "./cards.js";
import {
  dealerField, elementsOf, handOf, inputs, inputsOf, isAhead, isBlank, isNeeded, isSpared, pairOf, partOf, text, whole,
} from "./fields.js";
import { completed, forbiddenBid, readSum, remaining, rowPoints, withMinus } from "./sums.js";

/** Return the cards on the keypad with their points. */
export const cardValues = () => new Map(elementsOf("[data-card][data-points]").map(({ dataset }) => [dataset.card ?? "", Number(dataset.points)]));

/**
 * @param {HTMLInputElement} field
 * @returns {import("./cards.js").Layout}
 */
const layoutOf = ({ dataset }) => ({
  rows: Number(dataset.rows ?? 0),
  cancel: dataset.cancel === "column" || dataset.cancel === "pairs" ? dataset.cancel : "",
});

/**
 * Return the input in which a number or a sum is typed.
 * @param {HTMLInputElement} field
 */
const numberOf = (field) => partOf(pairOf(field), "points") ?? field;

/**
 * Return the value of a hand or another input, or null if it has none yet.
 * @param {HTMLInputElement} field
 */
const valueOf = (field) => {
  const cards = partOf(pairOf(field), "cards");
  if (cards?.value.trim()) {
    if ("apart" in cards.dataset) return null;
    const values = cardValues();
    return cardPoints(readRanks(cards.value, values), values, layoutOf(cards));
  }
  return readSum(numberOf(field).value);
};

/**
 * Return the points of a row, or null if something is missing.
 * @param {HTMLElement} hand
 */
export const pointsOf = (hand) => {
  const fields = new Map(inputsOf("input[data-adds]", hand).map((field) => [whole(field), field]));
  return rowPoints([...fields.values()].map((field) => ({
    value: isSpared(field) ? 0 : valueOf(field),
    pointsEach: Number(field.dataset.adds),
    isNeeded: isNeeded(field),
  })));
};

/** @param {HTMLElement} hand */
const newTotal = (hand) => {
  const points = pointsOf(hand);
  return points === null ? "" : text("total", { points: withMinus(Number(hand.dataset.total) + points) });
};

/**
 * Return what an input comes to. The result is empty if it is just that number.
 * @param {HTMLInputElement} field
 */
const sumText = (field) => {
  if (isSpared(field)) return text("out");
  const value = valueOf(field);
  const isNumber = numberOf(field).value.trim().replace("−", "-") === String(value);
  const sum = value === null || isNumber ? "" : `= ${withMinus(value)}`;
  if (field.dataset.cancel !== "column") return sum;
  const columns = columnsOf(readRanks(field.value, cardValues()), layoutOf(field).rows);
  return `${columns.map((column) => column.join(" ")).join(" | ")} ${sum}`.trim();
};

/**
 * Show the sums of a row and its new total.
 * @param {HTMLElement} hand
 */
export const showSums = (hand) => {
  const below = hand.querySelector(".comes-to");
  if (below) below.textContent = newTotal(hand);
  for (const output of elementsOf(".sum", hand)) {
    const [field] = inputsOf("input", output.parentElement ?? hand);
    const isEntered = isSpared(field) || valueOf(field) !== null;
    output.textContent = [sumText(field), isEntered && !below && newTotal(hand)].filter(Boolean).join(", ");
  }
};

/** @param {HTMLElement} note */
const sharers = (note) => inputsOf(`#entry .hand [name^="${note.dataset.of}-"]`);

/** Return the notes about counts that add up to a known total. */
const notes = () => elementsOf(".left-over");

/**
 * Return the largest count that an input can have, or usually has, given the other inputs.
 * @param {HTMLInputElement} field
 */
export const mostOf = (field) => {
  const most = Number(field.dataset.usual ?? field.dataset.most ?? Infinity);
  const note = notes().find((other) => sharers(other).includes(field));
  if (!note || isAhead(field)) return most;
  const others = sharers(note).filter((other) => other !== field && !("rest" in other.dataset));
  return Math.min(most, remaining(Number(note.dataset.whole), others.map(valueOf)));
};

/**
 * Fill in the counts that follow from the others: the tricks of the last player, or zeros once all
 * tricks are entered. These counts change with the others until someone edits them. The input that
 * is being `edited` isn’t changed.
 * @param {HTMLInputElement | null} edited
 */
export const fillRest = (edited) => {
  for (const note of notes()) {
    const fields = sharers(note).filter((field) => !isSpared(field));
    if (!fields.length || fields.some(isAhead)) continue;
    const values = fields.map((field) => ("rest" in field.dataset ? null : valueOf(field)));
    const counts = completed(Number(note.dataset.whole), values);
    const isStarted = values.some((value) => value !== null);
    fields.forEach((field, at) => {
      if (values[at] !== null || field === edited) return;
      const count = isStarted ? counts[at] : null;
      if (count === null && !("rest" in field.dataset)) return;
      field.value = count === null ? "" : String(count);
      field.toggleAttribute("data-rest", count !== null);
    });
  }
};

/**
 * Return the bid that the dealer isn’t allowed, and the dealer’s name and input. Return null if the
 * dealer may make any bid, if another player hasn’t bid yet, or if play has started.
 */
export const hook = () => {
  const [note] = elementsOf(".left-over[data-hooked]");
  const dealer = dealerField();
  if (!note || !dealer) return null;
  const fields = sharers(note);
  const field = fields.find((other) => handOf(other)?.dataset.key === dealer.value);
  const others = fields.filter((other) => other !== field);
  const isPlayed = inputs().some((other) => !isAhead(other) && !isBlank(other));
  if (!field || isPlayed || others.some(isBlank)) return null;
  const bid = forbiddenBid(Number(note.dataset.whole), others.map(valueOf));
  return bid === null ? null : { dealer: dealer.selectedOptions[0].text, bid, field };
};

/**
 * Return a note such as `Hearts: 3 left` or, for bids, `Bids: 5 of 13`.
 * @param {HTMLElement} note
 * @param {HTMLInputElement[]} fields
 * @param {number} left
 */
const sharedText = (note, fields, left) => {
  const { label = "", whole: total = "" } = note.dataset;
  if (fields.some(isAhead)) {
    const forbidden = "hooked" in note.dataset ? hook() : null;
    const hooked = forbidden && (isBlank(forbidden.field) || left === 0) ? forbidden : null;
    const { dealer = "", bid = 0 } = hooked ?? {};
    return text(hooked ? "bid-hooked" : "bid", { label, total, count: Number(total) - left, dealer, bid });
  }
  if (left === 0) return text("none-left", { label });
  return text(left < 0 ? "too-many" : "left", { label, count: Math.abs(left) });
};

/** Show how many tricks or hearts are left for the other players, or what has been bid. */
export const showShared = () => {
  for (const note of notes()) {
    const fields = sharers(note);
    const left = remaining(Number(note.dataset.whole), fields.map(valueOf));
    note.textContent = fields.every(isBlank) ? "" : sharedText(note, fields, left);
    // Together, players may bid more than there are tricks.
    const isBid = fields.some(isAhead);
    note.classList.toggle("too-many", isBid ? fields.some((field) => (valueOf(field) ?? 0) > Number(field.dataset.most)) : left < 0);
  }
};
