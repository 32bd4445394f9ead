// @ts-check
// Reads sums as people type them. The server adds them up again, and saves only its own result.
// tests/data/vectors.json has the same tests for both.

/** @param {readonly number[]} numbers */
const add = (numbers) => numbers.reduce((sum, number) => sum + number, 0);

/** Return the number of decimals that points have in the game on this page. */
const decimals = () => Number(document.querySelector("[data-decimals]")?.getAttribute("data-decimals") ?? 0);

/** Return how many units of the last decimal make one point. Points are added up in these units. */
export const unit = () => 10 ** decimals();

/**
 * Return points, which are in units, with a real minus sign and the decimal sign of the page’s
 * language: `−50`.
 * @param {number} points
 */
export const withMinus = (points) =>
  (points / unit()).toFixed(decimals()).replace("-", "−").replace(".", () => (1.5).toLocaleString(document.documentElement.lang)[1]);

/**
 * Return a digit of any script as one from 0 to 9. The digits of a script follow each other.
 * @param {string} digit
 */
const inAscii = (digit) => {
  let zero = digit.codePointAt(0) ?? 0;
  let count = -1;
  for (; /\p{Nd}/u.test(String.fromCodePoint(zero)); zero -= 1) count += 1;
  return String(count % 10);
};

/**
 * Return the value of a number or of a sum such as `12+11+7` in units, and null for any other text. A
 * negative number can also be `(5)` or `5-`. The sign at the end of a sum that is still being typed
 * is ignored.
 * @param {string} text
 */
export const readSum = (text) => {
  const plain = text
    .replace(/\s+/g, "")
    .replace(/[‐-―−－]/g, "-")
    .replaceAll("＋", "+")
    .replace(/[^\P{Nd}0-9]/gu, inAscii)
    .replaceAll(",", ".")
    .replace(/^(?:\(([\d.]+)\)|([\d.]+)-)$/, "-$1$2")
    .replace(/\++$|-$/, "");
  const term = String.raw`(?=\.?\d)\d{0,6}${["", String.raw`(\.\d?0?)?`, String.raw`(\.\d{0,2})?`][decimals()]}`;
  if (!RegExp(`^[+-]?${term}([+-]${term})*$`).test(plain)) return null;
  return add((plain.match(/[+-]?[\d.]+/g) ?? []).map((text) => Math.round(Number(text) * unit())));
};

/** @typedef {{ value: number | null, pointsEach: number, isNeeded: boolean }} Term a field of a row */

/**
 * Return the total points of a row’s fields, or null if a required field has no value yet.
 * @param {readonly Term[]} terms
 */
export const rowPoints = (terms) => {
  if (!terms.length || terms.some(({ value, isNeeded }) => value === null && isNeeded)) return null;
  return add(terms.map(({ value, pointsEach }) => (value ?? 0) * pointsEach));
};

/**
 * Return how much of a known total is left. The result is negative if `values` exceed the total.
 * @param {number} total
 * @param {readonly (number | null)[]} values
 */
export const remaining = (total, values) => total - add(values.map((value) => value ?? 0));

/**
 * Return the bid that would make all bids add up to the number of tricks, or null if there is none.
 * @param {number} tricks
 * @param {readonly (number | null)[]} others
 */
export const forbiddenBid = (tricks, others) => {
  const bid = remaining(tricks, others);
  return bid < 0 ? null : bid;
};

/**
 * Return whether a count is complete: it is 0, or another digit would make it larger than `most`.
 * @param {string} text
 * @param {number} most
 */
export const isComplete = (text, most) => /^\d+$/.test(text) && (Number(text) === 0 || Number(text) * 10 > most);

/**
 * Return counts with a known total, completed as far as possible. A single blank one (null) gets
 * the rest. If nothing is left, every blank one is 0.
 * @param {number} total
 * @param {readonly (number | null)[]} values
 */
export const completed = (total, values) => {
  const left = remaining(total, values);
  const blank = values.filter((value) => value === null).length;
  const rest = left === 0 || (blank === 1 && left > 0) ? left : null;
  return values.map((value) => value ?? rest);
};
