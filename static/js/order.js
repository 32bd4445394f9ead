// @ts-check
// The order in which the inputs of a deal are filled in.

import {
  dealerField, handOf, hands, inputs, isAhead, isBlank, isDue, isPassed, isSpared, isStop, isWanted, pairOf,
} from "./fields.js";

/** @typedef {HTMLInputElement} Field */

/** Return the rows clockwise from the dealer’s left. */
const handsInTurn = () => {
  const rows = hands();
  const at = rows.findIndex((hand) => hand.dataset.key === dealerField()?.value);
  return [...rows.slice(at + 1), ...rows.slice(0, at + 1)];
};

/** Return all inputs in order: the bids from the dealer’s left on, then the others. */
const inOrder = () => {
  const fields = inputs();
  const rows = handsInTurn();
  /** @param {Field} field */
  const place = (field) => rows.findIndex((hand) => hand === handOf(field));
  const ahead = fields.filter(isAhead).sort((one, other) => place(one) - place(other));
  return [...ahead, ...fields.filter((field) => !isAhead(field))];
};

/** Return the row to continue with, or null if all rows are filled in. */
export const dueHand = () => {
  const field = inOrder().find((other) => handOf(other) && isDue(other));
  return field ? handOf(field) : null;
};

/**
 * Return the next input to fill in after `here`, of the same kind if possible, or null if there is
 * none. Of the two inputs of a hand, return one for which `isShown` is true. An optional input is
 * next only if a required one comes after it.
 * @param {Field | null} here
 * @param {(field: Field) => boolean} isShown
 */
export const fieldAfter = (here, isShown) => {
  const order = inOrder();
  const at = here ? order.indexOf(here) : -1;
  const pair = pairOf(here);
  /** @param {Field} field */
  const isHere = (field) => field === here || (pair !== null && pairOf(field) === pair);
  const open = order.filter((field) => !isHere(field) && !isPassed(field) && isShown(field));
  const wanted = open.filter(isWanted);
  // All bids come before the first tricks.
  const alike = wanted.filter((field) => isAhead(field) === (here !== null && isAhead(here)));
  const after = alike.find((field) => order.indexOf(field) > at);
  const next = after ?? alike[0] ?? wanted[0] ?? null;
  if (!here || next !== after) return next;
  const between = open.filter((field) => order.indexOf(field) > at && order.indexOf(field) < order.indexOf(after));
  return between.find((field) => isStop(field) && !isSpared(field) && isBlank(field)) ?? next;
};
