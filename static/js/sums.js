// @ts-check
// Sums as people type them, and what they add up to. The server has the last word; both are tested
// with tests/data/vectors.json.

/** @param {readonly number[]} numbers */
const add = (numbers) => numbers.reduce((sum, number) => sum + number, 0);

/**
 * Return points with a printer’s minus: `−50`.
 * @param {number} points
 */
export const withMinus = (points) => String(points).replace("-", "−");

/**
 * Return the value of a number or of a sum such as `12+11+7`, and null for any other text. The sign
 * at the end of a sum that is still being typed is ignored.
 * @param {string} text
 */
export const readSum = (text) => {
  const plain = text.replace(/\s+/g, "").replaceAll("−", "-").replace(/\++$|-$/, "");
  if (!/^[+-]?\d{1,6}([+-]\d{1,6})*$/.test(plain)) return null;
  return add((plain.match(/[+-]?\d+/g) ?? []).map(Number));
};

/**
 * What is typed in a row: the value of each field, null where it has none, and what one of it scores.
 * @typedef {{ value: number | null, pointsEach: number, isNeeded: boolean }} Term
 */

/**
 * Return what the fields of a row score together; null as long as a needed one has no value.
 * @param {readonly Term[]} terms
 */
export const rowPoints = (terms) => {
  if (!terms.length || terms.some(({ value, isNeeded }) => value === null && isNeeded)) return null;
  return add(terms.map(({ value, pointsEach }) => (value ?? 0) * pointsEach));
};

/**
 * Return how much of a known total is left; it is negative when there is too much already.
 * @param {number} total
 * @param {readonly (number | null)[]} values
 */
export const remaining = (total, values) => total - add(values.map((value) => value ?? 0));

/**
 * Return the bid with which the last bids would add up to the tricks; null when none would.
 * @param {number} tricks
 * @param {readonly (number | null)[]} others
 */
export const forbiddenBid = (tricks, others) => {
  const bid = remaining(tricks, others);
  return bid < 0 ? null : bid;
};
