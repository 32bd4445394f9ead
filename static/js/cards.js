// @ts-check
// Reads hands and grids of cards as people type them, and counts their points. The server counts them
// again, and saves only its own result. tests/data/vectors.json has the same tests for both.

/**
 * Points of each card of the game, by the name on its key: `K`, `JK`, `Wild`.
 * @typedef {ReadonlyMap<string, number>} CardValues
 */

/**
 * The layout of cards. In a grid, `rows` is greater than 0. `cancel` defines which cards of the
 * same rank cancel out: those in the same column, or any pair.
 * @typedef {{ rows: number, cancel: "" | "column" | "pairs" }} Layout
 */

const MOST = 120; // the most cards in a hand
const ROW_END = "/";
const SUITED = /^([2-9]|10|[TJQKABD])[SHDC♠♥♦♣♤♡♢♧]$|^[SHDC♠♥♦♣♤♡♢♧]([2-9]|10|[TJQKABD])$/;
// Letters on cards, and those of the same ranks in another language: English and German, then those
// of the Spanish pack, which has no tens.
const LETTERS = "JQBDSCR";
const OTHERS = "BDJQJQK";

/**
 * Return the name on the key of a card. For a name such as Wild, the first letter is enough.
 * @param {string} text
 * @param {CardValues} values
 */
export const nameOf = (text, values) => {
  const names = [...values.keys()];
  const card = text.toUpperCase();
  return names.find((name) => name.toUpperCase() === card) ?? names.find((name) => /^[a-z]{3}/i.test(name) && name[0].toUpperCase() === card);
};

/**
 * @param {string} card in capitals
 * @param {CardValues} values
 */
const rankOf = (card, values) => {
  const name = nameOf(card, values);
  if (name !== undefined) return name;
  if (card === "JOKER") return "JK";
  const [, before, after] = card.match(SUITED) ?? [];
  const rank = before ?? after ?? card;
  if (rank === "T") return "10";
  const at = rank[1] ? -1 : LETTERS.indexOf(rank);
  return values.has(OTHERS[at]) && !(at > 3 && values.has("10")) ? OTHERS[at] : rank;
};

/**
 * Return the ranks of the cards in a text, and `/` for the end of a row. Text that is
 * not a card stays as it is, and has no value.
 * @param {string} text
 * @param {CardValues} values
 */
export const readRanks = (text, values) => {
  const spaced = text.toUpperCase().replaceAll("\ufe0f", "").replaceAll(ROW_END, ` ${ROW_END} `).replace(/(\d)\s*[X×*]\s*(?=\S)/g, "$1x");
  return spaced.split(/[\s,;]+/).filter(Boolean).flatMap((word) => {
    const [, times = "1", card = word] = word.match(/^(?:(\d{1,3})x)?(.+)$/) ?? [];
    const count = Number(times);
    return count >= 1 && count <= MOST ? Array(count).fill(rankOf(card, values)) : [word];
  });
};

/**
 * Return the columns of a grid that was typed column by column, or row by row with `/` between
 * rows.
 * @param {readonly string[]} ranks
 * @param {number} rows
 */
export const columnsOf = (ranks, rows) => {
  const lines = ranks.join(" ").split(ROW_END).map((line) => line.split(" ").filter(Boolean));
  const size = lines.length > 1 ? 1 : rows;
  const count = Math.ceil(Math.max(...lines.map((line) => line.length)) / size);
  return Array.from({ length: count }, (_, at) => lines.flatMap((line) => line.slice(at * size, (at + 1) * size)));
};

/**
 * Return the cards that count, or null if cards cancel by column and a column isn’t complete yet.
 * @param {readonly string[]} ranks
 * @param {Layout} layout
 */
const counted = (ranks, { rows, cancel }) => {
  if (cancel === "column") {
    const columns = columnsOf(ranks, rows);
    const isComplete = columns.every((column) => column.length === rows);
    return isComplete ? columns.filter((column) => new Set(column).size > 1).flat() : null;
  }
  const cards = rows ? ranks.filter((rank) => rank !== ROW_END) : ranks;
  if (cancel !== "pairs") return cards;
  return [...new Set(cards)].filter((rank) => cards.filter((card) => card === rank).length % 2);
};

/**
 * Return the total of the cards, or null if a card has no value or a column isn’t complete.
 * @param {readonly string[]} ranks
 * @param {CardValues} values
 * @param {Layout} layout
 */
export const cardPoints = (ranks, values, layout) => {
  const cards = counted(ranks, layout);
  if (!cards || ranks.length > MOST) return null;
  const points = cards.map((rank) => values.get(rank) ?? NaN).reduce((sum, value) => sum + value, 0);
  return Number.isNaN(points) ? null : points;
};
