// @ts-check
// The table that Python’s tests also read. tests/rules/test_vectors.py explains it.

import { readFileSync } from "node:fs";

/** @typedef {{ text: string, points: number | null, shown?: number | null, decimals?: number }} Vector */
/** @typedef {{ rows: number, cancel: "" | "column" | "pairs", values: Record<string, number> }} Game */
/**
 * @typedef {object} Vectors
 * @property {Record<string, Game>} games
 * @property {Vector[]} sums
 * @property {(Vector & { game: string })[]} hands
 * @property {(Vector & { game: string })[]} grids
 * @property {{ fields: import("../../static/js/sums.js").Term[], points: number | null }[]} rows
 * @property {{ tricks: number, others: number[], forbidden: number | null }[]} bids
 */

/** @type {Vectors} */
export const vectors = JSON.parse(readFileSync(new URL("../data/vectors.json", import.meta.url), "utf-8"));

/**
 * Return what the page shows for a text.
 * @param {Vector} vector
 */
export const shown = ({ points, shown: other = points }) => other;
