// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { completed, forbiddenBid, isComplete, readSum, remaining, rowPoints, withMinus } from "../../static/js/sums.js";
import { shown, vectors } from "./vectors.js";

/** Make the page that of a game whose points have decimals. @param {number} decimals */
const play = (decimals, lang = "en") => {
  const querySelector = () => (decimals ? { getAttribute: () => String(decimals) } : null);
  Object.assign(globalThis, { document: { querySelector, documentElement: { lang } } });
};

for (const vector of vectors.sums) {
  const { text, decimals = 0 } = vector;
  test(`the sum “${text}” in a game with ${decimals} decimals`, () => {
    play(decimals);
    assert.equal(readSum(vector.text), shown(vector));
  });
}

for (const { fields, points } of vectors.rows) {
  test(`a row of ${fields.map(({ value }) => value).join(", ")}`, () => {
    assert.equal(rowPoints(fields), points);
  });
}

test("a row without fields has no points", () => {
  assert.equal(rowPoints([]), null);
});

for (const { tricks, others, forbidden } of vectors.bids) {
  test(`the last bid after ${others.join(", ")} of ${tricks}`, () => {
    assert.equal(forbiddenBid(tricks, others), forbidden);
  });
}

test("what is left of a total does not count blank inputs", () => {
  assert.equal(remaining(13, [5, null, 4]), 4);
  assert.equal(remaining(13, [10, 5]), -2);
});

test("points below zero have a printer’s minus", () => {
  play(0);
  assert.equal(withMinus(-50), "−50");
  assert.equal(withMinus(50), "50");
  play(2);
  assert.equal(withMinus(-50), "−0.50");
  assert.equal(withMinus(1975), "19.75");
  play(2, "de");
  assert.equal(withMinus(-197500), "−1975,00");
});

for (const [text, most, expected] of /** @type {[string, number, boolean][]} */ ([
  ["0", 13, true], ["1", 13, false], ["2", 13, true], ["13", 13, true], ["1", 9, true], ["2", 20, false], ["20", 20, true],
  ["35", 230, true], ["20", 230, false], ["", 13, false], ["12+3", 13, false], ["5", Infinity, false], ["3", 0, true],
])) {
  test(`“${text}” of at most ${most} ${expected ? "is complete" : "may go on"}`, () => {
    assert.equal(isComplete(text, most), expected);
  });
}

for (const [total, values, expected] of /** @type {[number, (number | null)[], (number | null)[]][]} */ ([
  [13, [4, 3, 2, null], [4, 3, 2, 4]],
  [13, [4, 3, null, null], [4, 3, null, null]],
  [13, [13, null, null], [13, 0, 0]],
  [13, [9, 5, null], [9, 5, null]],
  [3, [1, 1, 1], [1, 1, 1]],
])) {
  test(`${values.map((value) => value ?? "?").join(", ")} of ${total} become ${expected.join(", ")}`, () => {
    assert.deepEqual(completed(total, values), expected);
  });
}
