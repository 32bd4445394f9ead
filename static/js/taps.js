// @ts-check
// Saves what is tapped on the pad at once. Without a connection, or while something else of the game
// waits, it is kept on this phone with what waits already.

import { present, queue, send, unsentOf } from "./outbox.js";

/** @typedef {import("./outbox.js").Item} Item */
/** @typedef {import("./outbox.js").Text} Text */
/** @typedef {Pick<Item, "deal" | "url" | "body" | "said" | "points">} Tapped */

export const [, , game] = location.pathname.split("/");

const canKeep = () => Boolean(navigator.serviceWorker?.controller);

/** Return what waits on this phone for this game. @returns {Promise<Item[]>} */
export const unsent = async () => (canKeep() ? unsentOf(game) : []);

/** Return a key by which the server recognises what it has already saved. Not all pages are secure. */
export const newKey = () => `t-${Date.now()}-${Math.random().toString(36).slice(2, 12)}`;

/** @param {Text} text an input’s name ends with its side */
const sideOf = ([name]) => name.slice(name.lastIndexOf("-") + 1);

/**
 * Return a turn together with what waits of its deal. If that deal waits as a whole, the turn is the
 * first one of the next deal.
 * @param {Item} turn
 * @param {Item[]} items
 * @param {number} turns how many make the deal whole
 * @returns {Item}
 */
const added = (turn, items, turns) => {
  let { deal } = turn;
  const find = () => items.find((item) => item.deal === deal && item.part !== "points");
  for (let item = find(); item && !item.isOpen; item = find()) deal += 1;
  const before = find();
  const sides = turn.body.map(sideOf);
  const body = [...turn.body, ...(before?.body ?? []).filter((text) => !sides.includes(sideOf(text)))]
    // What waits was tapped on a page with an earlier version.
    .map(([name, text]) => /** @type {Text} */ ([name, (name === "version" && before?.body.find(([other]) => other === name)?.[1]) || text]));
  const points = turn.points && { ...before?.points };
  for (const [side, more] of Object.entries(turn.points ?? {})) if (points) points[side] = (points[side] ?? 0) + more;
  const isOpen = new Set(body.map(sideOf).filter((side) => /^\d+$/.test(side))).size < turns;
  const url = turn.url.replace(/\d+(?=\/$)/, String(deal));
  return { ...turn, deal, url, body, points, isOpen, said: [...(before?.said ?? []), ...turn.said] };
};

/**
 * Save what was tapped, or keep it. If the server refuses it, open the page that says why. Return
 * false if it can be neither saved nor kept.
 * @param {Tapped} tapped
 * @param {number} [turns] how many turns make the deal whole; 0 for points that are added
 */
export const save = async (tapped, turns = 0) => {
  const items = await unsent();
  const { phone = "", game: name = "" } = /** @type {HTMLElement} */ (document.getElementById("unsent")).dataset;
  /** @type {Item} */
  const item = { ...tapped, game, isNew: true, phone, at: Date.now(), name, state: "waiting", part: turns ? "turns" : "points" };
  const token = /** @type {HTMLInputElement} */ (document.querySelector("[name=csrfmiddlewaretoken]")).value;
  const { state } = items.length ? { state: "later" } : await send(item, token);
  if (state === "sent") dispatchEvent(new Event("saved")); // for live.js
  else if (state !== "later") return present(item);
  else if (canKeep()) {
    const deal = Math.max(item.deal, ...items.map((other) => other.deal));
    await queue(turns ? added(item, items, turns) : { ...item, deal });
    dispatchEvent(new Event("queued"));
  } else return false;
  return true;
};
