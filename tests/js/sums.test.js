// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { forbiddenBid, readSum, remaining, rowPoints, withMinus } from "../../static/js/sums.js";
import { shown, vectors } from "./vectors.js";

for (const vector of vectors.sums) {
  test(`the sum “${vector.text}”`, () => {
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
  assert.equal(withMinus(-50), "−50");
  assert.equal(withMinus(50), "50");
});
