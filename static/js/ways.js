// @ts-check
// Remembers in this browser, by name, whether a player’s hands are entered as cards or as points.

import { handOf, hands, pairs, partOf } from "./fields.js";

/** @typedef {import("./fields.js").Part} Part */

const KEY = "ways";

/** @returns {Record<string, Part>} */
const stored = () => {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
};
const ways = stored();

/** @param {Element} pair */
const nameOf = (pair) => handOf(pair)?.querySelector("legend")?.textContent ?? "";

/**
 * Return how the last hand of this player was entered, or undefined if this isn’t known.
 * @param {Element} pair
 * @returns {Part | undefined}
 */
export const wayOf = (pair) => ways[nameOf(pair)];

/** Remember how each hand is entered. */
export const keepWays = () => {
  for (const pair of hands().flatMap(pairs)) {
    if (partOf(pair, "cards")?.value.trim()) ways[nameOf(pair)] = "cards";
    else if (partOf(pair, "cards") && partOf(pair, "points")?.value.trim()) ways[nameOf(pair)] = "points";
  }
  try {
    localStorage.setItem(KEY, JSON.stringify(ways));
  } catch {
    // The storage is full or unavailable, so the next deal starts with points.
  }
};
