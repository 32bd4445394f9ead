// @ts-check
// The page about this phone: the entries it hasn’t sent yet, and the pages it has kept.

import { padOf, unsent } from "./outbox.js";

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

const listKept = async () => {
  if (!globalThis.caches) return;
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const name of await caches.keys()) {
    if (name.startsWith("shell ")) continue;
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      const { pathname } = new URL(url);
      if (!/^\/(games\/[^/]+\/|rules\/[^/]*\/?)$/.test(pathname) || pathname === "/games/new/") continue;
      const html = await (await cache.match(url))?.text();
      const title = new DOMParser().parseFromString(html ?? "", "text/html").title;
      found.set(pathname, title.replace(" · Scorekeeper", ""));
    }
  }
  const links = [...found].sort(([, one], [, other]) => one.localeCompare(other)).map(([path, title]) => {
    const row = document.createElement("li");
    row.append(Object.assign(make("a", title), { href: path }));
    return row;
  });
  fill("kept-list", links, "");
};

addEventListener("outbox", listUnsent);
byId("missing").hidden = location.pathname === "/offline/";
byId("insecure").hidden = isSecureContext;
listUnsent();
listKept();
