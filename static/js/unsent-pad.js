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

const sides = () => all("thead [data-side]", pad()).map(({ dataset }) => ({ key: dataset.side ?? "", total: Number(dataset.total) }));
const totalCells = () => all("tfoot tr:first-child td strong", pad());

/** Keep the totals of the pad for the entry pages, which may be older. */
const keepTotals = () => {
  const totals = Object.fromEntries(sides().map(({ key, total }) => [key, total]));
  localStorage.setItem(`totals ${game}`, JSON.stringify({ version: Number(pad().dataset.version), totals }));
};

/** @param {Item} item @param {Map<string, number>} totals the totals so far, which change */
const rowOf = (item, totals) => {
  const row = make("tr", "unsent differs");
  const name = make("th", "pad-deal");
  const link = Object.assign(document.createElement("a"), { href: item.url, textContent: String(item.deal) });
  name.append(link, make("span", "visually-hidden", ` ${text("mark")}`));
  name.setAttribute("scope", "row");
  row.append(name);
  for (const { key, total } of sides()) {
    const cell = make("td", "");
    const points = item.points?.[key];
    if (points === undefined) {
      cell.append(make("span", "points", "…"));
    } else {
      totals.set(key, (totals.get(key) ?? total) + points);
      cell.append(make("span", "points", withMinus(points)), " ", make("span", "total", withMinus(totals.get(key) ?? 0)));
    }
    row.append(cell);
  }
  return row;
};

/** @param {Item} item */
const act = async (item) => {
  if (item.state === "conflict" || item.state === "refused") {
    if (!(await present(item))) showFailure();
  } else {
    await retry(item);
    await draw();
  }
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
  notes.replaceChildren();
  notes.hidden = true;
};

/**
 * Hide elements that can’t be used, or are out of date, until everything has been sent.
 * @param {string} selector
 */
const hide = (selector) => {
  for (const other of all(selector).filter(({ hidden }) => !hidden)) {
    other.hidden = true;
    other.dataset.untilSent = "";
  }
};

/** @param {Item[]} deals new deals, in order */
const addRows = (deals) => {
  const [body] = all("tbody", pad());
  const waiting = all("tr.next, tr.later", body);
  const totals = new Map();
  const rows = deals.map((item) => rowOf(item, totals));
  waiting.slice(0, rows.length).forEach((row) => {
    row.hidden = true;
    row.dataset.untilSent = "";
  });
  if (waiting.length) waiting[0].before(...rows);
  else body.append(...rows);
  sides().forEach(({ key, total }, at) => {
    const [cell] = totalCells().slice(at);
    if (cell) cell.textContent = withMinus(totals.get(key) ?? total);
  });
  const last = deals.at(-1)?.deal ?? 0;
  const [next] = /** @type {HTMLAnchorElement[]} */ (all("a[data-begun]"));
  if (next && last) {
    next.href = `${padOf(game)}rounds/${last + 1}/?new`;
    next.textContent = text("enter", { number: last + 1 });
  }
  hide(".next-deal, .places");
};

const draw = async () => {
  const items = await unsentOf(game);
  clear();
  if (!items.length) return;
  const news = items.filter(({ deal, isNew }) => deal && isNew);
  if (news.length) addRows(news);
  hide(".under-thumb form, .dealers, #overtaken");
  const troubled = items.filter(({ state }) => state !== "waiting");
  const waiting = items.length - troubled.length;
  if (waiting) {
    const follows = items.some(({ deal, points, isNew }) => deal && (!points || !isNew));
    const names = items.filter(({ deal, state }) => deal && state === "waiting").map(({ deal }) => deal).join(", ");
    const note = make("li", "notice");
    note.append(make("p", "", `${text(names ? "waiting-deals" : "waiting-game", { names })} ${follows ? text("follows") : ""}`.trim()));
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
  if (!games.includes(game)) return;
  if ((await unsentOf(game)).some(({ state }) => state !== "waiting")) await draw();
  else location.reload();
});
document.addEventListener("live:shown", () => {
  keepTotals();
  draw();
});
addEventListener("pageshow", draw);
keepTotals();
// Another tab may have sent something while this page was loading.
if (Number(localStorage.getItem(`sent ${game}`)) > performance.timeOrigin) location.reload();
else draw();
