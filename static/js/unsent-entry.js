// @ts-check
// Keeps an entry on this phone if it can’t be sent now, and shows totals that include unsent
// entries.

import { elementsOf, hands } from "./fields.js";
import { flush, padOf, queue, remove, unsentOf } from "./outbox.js";
import { withMinus } from "./sums.js";
import { pointsOf, showSums } from "./totals.js";

/** @typedef {import("./outbox.js").Item} Item */

const LOST = ["connection", "timeout", "502", "503", "504"];
const OWN = ["csrfmiddlewaretoken"];
const form = () => /** @type {HTMLFormElement} */ (document.querySelector("form[data-deal]"));
/** @param {EventTarget | null} element @returns {element is HTMLFormElement} */
const isEntry = (element) => element instanceof HTMLFormElement && element.matches("form[data-deal]");
/**
 * Return whether the form saves only bids. Without a connection, they stay a draft.
 * @param {FormData} data
 */
const hasOnlyBids = (data) => data.get("stage") === "bids";
const [, , game] = form().getAttribute("action")?.split("/") ?? [];
const isKept = () => document.documentElement.dataset.kept !== undefined;
const canQueue = () => navigator.serviceWorker?.controller !== null && navigator.serviceWorker !== undefined;
/** @type {Item[]} the unsent entries of this game */
let waiting = [];

/** @param {HTMLElement} hand */
const sideOf = (hand) => hand.id.match(/^row-(\w+)$/)?.[1] ?? "";

/** Return the points of each side, or null if only the server can count them. */
const points = () => {
  const rows = hands();
  const counted = rows.map((hand) => [sideOf(hand), pointsOf(hand)]);
  const isWhole = rows.length > 0 && counted.every(([side, sum]) => side !== "" && sum !== null);
  return isWhole ? /** @type {Record<string, number>} */ (Object.fromEntries(counted)) : null;
};

/** Return the texts that people typed, for each row: `Ann: K K 5`. */
const said = () => hands().map((hand) => {
  const name = hand.querySelector("legend")?.textContent?.trim() ?? "";
  const typed = /** @type {HTMLInputElement[]} */ ([...hand.querySelectorAll("input, select")]);
  const shown = typed.filter((field) => (/^(radio|checkbox)$/.test(field.type) ? field.checked : field.value.trim()));
  const answers = shown.map((field) => (/^(radio|checkbox)$/.test(field.type) ? field.closest("label")?.textContent?.trim() ?? "" : field.value.trim()));
  return `${name}: ${answers.join(" ") || "–"}`;
});

/**
 * Keep the entry, and go to the pad. A form that was sent keeps its key, because the server may
 * have saved it.
 * @param {HTMLFormElement} entry
 * @param {HTMLElement | null} submitter
 * @param {boolean} wasSent
 */
const keep = async (entry, submitter, wasSent) => {
  const { phone = "", deal = "0", game: name = "" } = entry.dataset;
  // The form for two versions has no rows. It sends the earlier entry again, or a mixture.
  const earlier = entry.id ? null : waiting.find((item) => item.deal === Number(deal));
  const typed = [...new FormData(entry, submitter)].filter(([field]) => !OWN.includes(field));
  const body = /** @type {[string, string][]} */ (typed).map(([field, text]) => /** @type {[string, string]} */ ([field, field === "key" && !wasSent ? crypto.randomUUID() : text]));
  await queue({
    game, deal: Number(deal), isNew: !("saved" in entry.dataset), url: entry.getAttribute("action") ?? "", body, phone, at: Date.now(),
    name, said: earlier?.said ?? said(), points: earlier ? earlier.points : points(), state: "waiting",
  });
  location.assign(padOf(game));
};

/** Show totals that include the unsent entries. */
const showTotals = () => {
  const { deal = "0", saved } = form().dataset;
  if (saved !== undefined) return;
  const newest = JSON.parse(localStorage.getItem(`totals ${game}`) ?? "null");
  const version = Number(/** @type {HTMLInputElement | null} */ (document.querySelector('#entry [name="version"]'))?.value ?? 0);
  const isNewer = newest?.version >= version;
  const isEarlier = (/** @type {Item} */ item) => item.deal < Number(deal) && (item.part || item.deal > (isNewer ? newest.played : 0));
  const earlier = waiting.filter((item) => item.isNew && isEarlier(item));
  // Phases, bags and the like depend on all earlier deals, some of which this page may not know.
  if (earlier.length || newest?.version > version) for (const status of elementsOf("[data-status]")) status.remove();
  for (const hand of hands()) {
    const side = sideOf(hand);
    const base = isNewer && side in newest.totals ? newest.totals[side] : Number(hand.dataset.total);
    const total = earlier.reduce((sum, { points: counted }) => sum + (counted?.[side] ?? 0), base);
    hand.dataset.total = String(total);
    const [shown] = elementsOf("[data-so-far]", hand);
    if (shown) shown.textContent = withMinus(total) + (earlier.some(({ points: counted }) => !counted) ? " + …" : "");
    showSums(hand);
  }
};

/** Fill in what was tapped on the pad for this deal and waits on this phone. */
const fillIn = () => {
  const tapped = waiting.find(({ deal, isOpen }) => isOpen && deal === Number(form().dataset.deal));
  for (const [name, text] of tapped?.body ?? []) {
    const field = /** @type {HTMLInputElement | null} */ (form().querySelector(`:is(input, select)[name="${name}"]:not([type="hidden"])`));
    if (!field || (field.type !== "checkbox" && field.value)) continue;
    if (field.type === "checkbox") field.checked = true;
    else field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
};

document.addEventListener("htmx:confirm", (event) => {
  const { elt, triggeringEvent } = /** @type {CustomEvent} */ (event).detail;
  const submitter = triggeringEvent?.submitter ?? null;
  if (!isEntry(elt) || !canQueue() || !(isKept() || waiting.length) || hasOnlyBids(new FormData(elt, submitter))) return;
  event.preventDefault();
  keep(elt, submitter, false);
});
// failures.js sends this event before it shows that a form wasn’t sent.
document.addEventListener("unsent", (event) => {
  const { cause, submitter } = /** @type {CustomEvent} */ (event).detail;
  const { target } = event;
  if (!isEntry(target) || !canQueue() || !LOST.includes(String(cause)) || hasOnlyBids(new FormData(target, submitter))) return;
  event.preventDefault();
  keep(target, submitter, true);
});
document.addEventListener("click", async (event) => {
  const link = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest("a[data-keep]"));
  const own = waiting.find(({ deal }) => deal === Number(form().dataset.deal));
  if (!link || !own) return;
  event.preventDefault();
  await remove(own);
  await flush();
  location.assign(link.href);
});

waiting = await unsentOf(game);
// On a slow connection, the form may have been sent before this script has loaded.
const failure = document.getElementById("failure");
if (failure && !failure.hidden) elementsOf("[data-again]", failure)[0].click();
if (document.querySelector("form#entry")) {
  fillIn();
  showTotals();
}
