// @ts-check
// The page about this phone: the entries it hasn’t sent yet, and the pages it has kept.

import { padOf, unsent } from "./outbox.js";
import { startable } from "./startable.js";

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const texts = /** @type {HTMLTemplateElement} */ (document.getElementById("unsent-texts")).content;

/** @param {string} name @param {Record<string, string | number>} [fields] */
const text = (name, fields = {}) =>
  (texts.querySelector(`[data-name="${name}"]`)?.textContent ?? "").replace(/\{(\w+)\}/g, (_, key) => String(fields[key] ?? ""));

/** @param {string} tag @param {string} content */
const make = (tag, content) => Object.assign(document.createElement(tag), { textContent: content });

/**
 * Fill a section with a list of these rows, or hide it if there are none.
 * @param {string} id @param {HTMLElement[]} rows @param {string} className
 */
const fill = (id, rows, className) => {
  const list = Object.assign(make("ul", ""), { className });
  list.append(...rows);
  byId(id).querySelector("ul")?.remove();
  byId(id).append(list);
  byId(id).hidden = !rows.length;
};

const listUnsent = async () => {
  const items = await unsent();
  const rows = items.map((item) => {
    const row = Object.assign(make("li", ""), { className: "notice" });
    const name = text(item.deal ? "item" : "start", { game: item.name, number: item.deal });
    const title = document.createElement("p");
    title.append(Object.assign(make("a", name), { href: padOf(item.game) }));
    row.append(title, make("p", item.said.join(" · ")), Object.assign(make("p", text(item.state)), { className: "muted" }));
    return row;
  });
  fill("unsent-list", rows, "plain");
};

/**
 * Return the link to a kept page: its heading and, on a pad, the names of the players.
 * @param {string} path
 */
const linkTo = async (path) => {
  const html = await (await caches.match(path))?.text();
  const kept = new DOMParser().parseFromString(html ?? "", "text/html");
  const names = [...kept.querySelectorAll(".pad-name > span")].map(({ textContent }) => textContent?.trim());
  const link = Object.assign(make("a", kept.querySelector("h1")?.textContent?.trim() ?? path), { href: path });
  const row = document.createElement("li");
  row.append(link);
  if (names.length) row.append(Object.assign(make("span", names.join(", ")), { className: "muted" }));
  return row;
};

/** @param {string} id @param {Iterable<string>} paths */
const listPages = async (id, paths) => {
  const rows = await Promise.all([...paths].map(linkTo));
  fill(id, rows.sort((one, other) => (one.textContent ?? "").localeCompare(other.textContent ?? "")), "plain variants");
};

const listKept = async () => {
  if (!globalThis.caches) return;
  /** @type {Set<string>} */
  const found = new Set();
  for (const name of await caches.keys()) {
    if (name.startsWith("shell ")) continue;
    for (const { url } of await (await caches.open(name)).keys()) found.add(new URL(url).pathname);
  }
  await listPages("start-list", await startable());
  await listPages("game-list", [...found].filter((path) => /^\/games\/(?!new\/)[^/]+\/$/.test(path)));
  await listPages("rules-list", [...found].filter((path) => /^\/rules\/[^/]+\/$/.test(path)));
};

addEventListener("outbox", listUnsent);
byId("missing").hidden = location.pathname === "/offline/";
byId("insecure").hidden = isSecureContext;
listUnsent();
listKept();
