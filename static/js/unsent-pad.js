// @ts-check
// Shows unsent entries on the pad: a row for each deal, and totals that include them.

import { padOf, present, remove, retry, unsentOf } from "./outbox.js";
import { withMinus } from "./sums.js";

/** @typedef {import("./outbox.js").Item} Item */

const pad = () => /** @type {HTMLTableElement} */ (document.getElementById("scoreboard"));
const notes = /** @type {HTMLElement} */ (document.getElementById("unsent"));
const texts = /** @type {HTMLTemplateElement} */ (document.getElementById("unsent-texts")).content;
const game = location.pathname.split("/")[2];
/** @param {string} selector @param {ParentNode} [root] */
const all = (selector, root = document) => /** @type {HTMLElement[]} */ ([...root.querySelectorAll(selector)]);

/** @param {string} name @param {Record<string, string | number>} [fields] */
const text = (name, fields = {}) =>
  (texts.querySelector(`[data-name="${name}"]`)?.textContent ?? "").replace(/\{(\w+)\}/g, (_, key) => String(fields[key] ?? ""));

/** @param {string} tag @param {string} className @param {string} [content] */
const make = (tag, className, content = "") => Object.assign(document.createElement(tag), { className, textContent: content });

const sides = () => all("thead [data-side]", pad()).map(({ dataset }) => dataset.side ?? "");
const totalCells = () => all("tfoot tr:first-child td strong", pad());

/** Return the number of deals on this pad. */
const shown = () => Number(pad().dataset.played);

/** Return the latest totals from the server that this phone has shown. A kept pad may be older. */
const latest = () => {
  const totals = Object.fromEntries(all("thead [data-side]", pad()).map(({ dataset }) => [dataset.side, Number(dataset.total)]));
  const own = { version: Number(pad().dataset.version), played: shown(), totals };
  const newest = JSON.parse(localStorage.getItem(`totals ${game}`) ?? "null");
  return newest?.version > own.version ? newest : own;
};

/** Keep the latest totals for the entry pages, which may be older. */
const keepTotals = () => localStorage.setItem(`totals ${game}`, JSON.stringify({ ...latest(), at: Date.now() }));

/** @param {Item} item @param {Record<string, number>} totals the totals so far, which change */
const rowOf = (item, totals) => {
  const row = make("tr", "unsent differs");
  const name = make("th", "pad-deal");
  const link = Object.assign(document.createElement("a"), { href: item.url, textContent: String(item.deal) });
  name.append(link, make("span", "visually-hidden", ` ${text("mark")}`));
  name.setAttribute("scope", "row");
  row.append(name);
  for (const key of sides()) {
    const cell = make("td", "");
    const points = item.points?.[key];
    if (points === undefined) {
      cell.append(make("span", "points", "…"));
    } else {
      totals[key] = (totals[key] ?? 0) + points;
      cell.append(make("span", "points", withMinus(points)), " ", make("span", "total", withMinus(totals[key])));
    }
    row.append(cell);
  }
  return row;
};

let isActing = false;
/**
 * Send an entry again. If it still can’t be saved, open the page that shows why.
 * @param {Item} item
 */
const act = async (item) => {
  isActing = true;
  await retry(item);
  isActing = false;
  const same = (await unsentOf(game)).find(({ id }) => id === item.id);
  if (!same) {
    location.reload();
    return;
  }
  if (["conflict", "refused"].includes(same.state) && (await present(same))) return;
  await draw();
  if (same.state === "waiting") showFailure();
};

const showFailure = () => {
  const [status] = all("[role=status]", notes);
  if (status) status.textContent = text("no-connection");
};

/** @param {Item} item */
const noteOf = (item) => {
  const name = item.deal ? text("deal", { number: item.deal }) : text("game");
  const note = make("li", "notice");
  note.append(make("p", "", text(item.state, { name })), make("p", "muted", item.said.join(" · ")));
  const actions = make("p", "actions");
  const button = Object.assign(make("button", "button quiet", text(`${item.state}-action`)), { type: "button" });
  button.addEventListener("click", () => act(item));
  actions.append(button);
  if (item.state !== "waiting") {
    const away = Object.assign(make("button", "button quiet", text("delete")), { type: "button" });
    away.addEventListener("click", async () => {
      await remove(item);
      localStorage.removeItem(`entry ${item.url}`);
      location.reload();
    });
    actions.append(away);
  }
  note.append(actions);
  return note;
};

/** Remove what this script has added. */
const clear = () => {
  for (const row of all("tr.unsent")) row.remove();
  for (const other of all("[data-until-sent]")) {
    other.hidden = false;
    other.removeAttribute("data-until-sent");
  }
  for (const cell of all(".led")) cell.classList.replace("led", "leading");
  notes.replaceChildren();
  notes.hidden = true;
};

/**
 * Hide elements that can’t be used, or are out of date, until everything has been sent.
 * @param {(HTMLElement | undefined)[]} elements
 */
const hide = (elements) => {
  for (const other of elements) {
    if (!other || other.hidden) continue;
    other.hidden = true;
    other.dataset.untilSent = "";
  }
};

/** @param {Item[]} items new deals, and what was tapped, in order */
const addItems = (items) => {
  const [body] = all("tbody", pad());
  const waiting = all("tr.next, tr.later", body);
  const { played, totals } = latest();
  for (const item of items) {
    if (item.part) {
      for (const [side, points] of Object.entries(item.points ?? {})) totals[side] = (totals[side] ?? 0) + points;
      continue;
    }
    const row = rowOf(item, totals);
    const empty = waiting[item.deal - shown() - 1];
    if (empty) empty.before(row);
    else body.append(row);
    hide([empty]);
  }
  sides().forEach((key, at) => {
    const [cell] = totalCells().slice(at);
    if (cell) cell.textContent = withMinus(totals[key] ?? 0);
  });
  const [next] = /** @type {HTMLAnchorElement[]} */ (all("a[data-begun]"));
  // A deal may be missing, because another phone has undone it.
  let number = played + 1;
  while (items.some(({ deal, isOpen }) => deal === number && !isOpen)) number += 1;
  if (next) {
    next.href = `${padOf(game)}rounds/${number}/?new`;
    next.textContent = text("enter", { number });
  }
  hide(all(".next-deal, .places, [data-status]"));
  // Who leads is known once all points have been counted.
  for (const cell of all(".leading", pad())) cell.classList.replace("leading", "led");
};

const { lang } = document.documentElement;
const list = new Intl.ListFormat(lang === "en" ? "en-GB" : lang);

const draw = async () => {
  const items = await unsentOf(game);
  clear();
  if (!items.length) return;
  // A deal that another phone has saved is already on the pad.
  const news = items.filter(({ deal, isNew, part }) => part || (isNew && deal > latest().played));
  if (news.length) addItems(news);
  hide(all(".under-thumb form:not(.pegging), .dealers, #overtaken"));
  const troubled = items.filter(({ state }) => state !== "waiting");
  const waiting = items.length - troubled.length;
  if (waiting) {
    const follows = items.some(({ deal, points, isNew }) => deal && (!points || !isNew));
    const deals = [...new Set(items.filter(({ deal, state }) => deal && state === "waiting").map(({ deal }) => String(deal)))];
    const sentence = ["waiting-game", "waiting-deal"][deals.length] ?? "waiting-deals";
    const note = make("li", "notice");
    const sentences = [text(sentence, { names: list.format(deals) }), follows ? text("follows") : "", text("finish")];
    note.append(make("p", "", sentences.filter(Boolean).join(" ")));
    const again = Object.assign(document.createElement("a"), { href: "", textContent: text("waiting-action") });
    again.addEventListener("click", async (event) => {
      event.preventDefault();
      const [first] = await unsentOf(game);
      if (first) await retry(first);
      showFailure();
    });
    if (document.documentElement.dataset.kept === undefined) note.firstElementChild?.append(" ", again);
    notes.append(note);
  }
  notes.append(...troubled.map(noteOf));
  const status = make("li", "");
  status.setAttribute("role", "status");
  notes.append(status);
  notes.hidden = false;
};

addEventListener("outbox", async (event) => {
  const games = /** @type {CustomEvent<string[]>} */ (event).detail;
  if (isActing || !games.includes(game)) return;
  if ((await unsentOf(game)).some(({ state }) => state !== "waiting")) await draw();
  else location.reload();
});
document.addEventListener("live:shown", () => {
  keepTotals();
  draw();
  navigator.serviceWorker.controller?.postMessage({ changed: { url: location.pathname, tag: pad().dataset.version } });
});
for (const shown of ["pageshow", "queued"]) addEventListener(shown, draw);
keepTotals();
// Another tab may have sent something while this page was loading.
if (Number(localStorage.getItem(`sent ${game}`)) > performance.timeOrigin) location.reload();
else draw();
