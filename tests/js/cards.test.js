// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { cardPoints, columnsOf, nameOf, readRanks } from "../../static/js/cards.js";
import { shown, vectors } from "./vectors.js";

/** @param {string} game */
const valuesOf = (game) => new Map(Object.entries(vectors.games[game].values));
const standard = valuesOf("contract-rummy");
const named = valuesOf("phase-rummy");

for (const vector of [...vectors.hands, ...vectors.grids]) {
  test(`${vector.game}: the cards “${vector.text}”`, () => {
    const values = valuesOf(vector.game);
    assert.equal(cardPoints(readRanks(vector.text, values), values, vectors.games[vector.game]), shown(vector));
  });
}

test("ranks are those on the keys, and what is no card stays as it is", () => {
  assert.deepEqual(readRanks("10h, 2xk t/joker Z 0xQ", standard), ["10", "K", "K", "10", "/", "JK", "Z", "0xQ"]);
  assert.deepEqual(readRanks("w skip 12", named), ["Wild", "Skip", "12"]);
  assert.deepEqual(readRanks("  ", standard), []);
});

test("letters are those on the keys, in whatever language a card was typed", () => {
  const german = new Map([...standard].map(([rank, points]) => [{ J: "B", Q: "D" }[rank] ?? rank, points]));
  assert.deepEqual(readRanks("J Q KS QH Bube", german), ["B", "D", "K", "D", "BUBE"]);
  assert.deepEqual(readRanks("B D DH", standard), ["J", "Q", "Q"]);
});

test("a name is found by its first letter, a rank only as a whole", () => {
  assert.equal(nameOf("w", named), "Wild");
  assert.equal(nameOf("12", named), "12");
  assert.equal(nameOf("37", named), undefined);
  assert.equal(nameOf("j", standard), "J");
});

test("a grid is read by columns, or by rows with a slash between", () => {
  assert.deepEqual(columnsOf(["7", "7", "K", "4", "2"], 2), [["7", "7"], ["K", "4"], ["2"]]);
  assert.deepEqual(columnsOf(["7", "K", "2", "/", "7", "4"], 2), [["7", "7"], ["K", "4"], ["2"]]);
  assert.deepEqual(columnsOf([], 2), []);
});
