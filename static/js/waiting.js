// @ts-check
// Sends the entries that are waiting on this phone, and shows how many there are and when a page
// was saved.

import { flush, forgetOld, padOf, pass, unsent } from "./outbox.js";

const AGAIN = 5_000; // until the next attempt to send
const RENEWED = "renewed";
// Until the next look for a connection; longer if this script loaded the page again, and it is still an old copy.
const LOOK = Date.now() - Number(sessionStorage.getItem(RENEWED)) < 10_000 ? 30_000 : 3_000;
const { kept } = document.documentElement.dataset;
/** @param {string} selector */
const find = (selector) => /** @type {HTMLElement | null} */ (document.querySelector(selector));

/** @param {string} id @param {string | number} content */
const show = (id, content) => {
  const note = find(id);
  const text = /** @type {HTMLElement | null | undefined} */ (note?.querySelector("[data-text]"));
  if (!note || !text) return;
  text.textContent = (text.dataset.text ?? "").replace(/\{\w+\}/, String(content));
  note.hidden = false;
};

/** @param {string} id */
const hide = (id) => {
  const note = find(id);
  if (note) note.hidden = true;
};

/**
 * Return the unsent entries. Show how many there are, and the games among them that were started
 * here, unless the page already does.
 */
const count = async () => {
  const items = await unsent();
  hide("#unsent-note");
  if (items.length && !find("#entry, #unsent, #unsent-list")) {
    show("#unsent-note", items.length);
    const started = items.filter(({ deal }) => !deal).map(({ game, name }) => Object.assign(document.createElement("a"), { href: padOf(game), textContent: name }));
    find("#unsent-note [data-started]")?.replaceChildren(...started.flatMap((link) => [" · ", link]));
  }
  return items;
};

let timer = 0;
const send = async () => {
  clearTimeout(timer);
  if (!(await count()).length) return;
  await flush();
  if ((await count()).some(({ state }) => state === "waiting")) timer = setTimeout(send, AGAIN);
};

let look = 0;
/**
 * Load a page again that is an old copy, or that wasn’t kept, once the server can be reached. The
 * browser reports that it is online before that, and some connections return without such a report.
 */
const renew = async () => {
  clearTimeout(look);
  if (!(kept || find("#missing:not([hidden])")) || document.hidden) return;
  if ((await unsent()).length || !(await pass())) look = setTimeout(renew, LOOK);
  else if (find("#entry, form[data-restore]")) ["#kept-note", "#needs-connection"].forEach(hide);
  else {
    sessionStorage.setItem(RENEWED, String(Date.now()));
    location.reload();
  }
};
addEventListener("online", async () => {
  await send();
  await renew();
});
const wake = () => {
  if (document.hidden) return;
  send();
  renew();
};
document.addEventListener("visibilitychange", wake);
addEventListener("pageshow", ({ persisted }) => persisted && wake());
addEventListener("queued", send);
addEventListener("outbox", () => {
  hide("#kept-note"); // the server has responded
  count();
});
const gone = find("#gone");
if (gone) {
  // The phone can no longer open this page’s game, so the worker deletes what it has kept of it.
  const tell = () => navigator.serviceWorker.controller?.postMessage({ keep: [] });
  new MutationObserver(tell).observe(gone, { attributes: true });
}
if (kept) show("#kept-note", new Date(kept).toLocaleTimeString([], { hour: "numeric", minute: "2-digit" }));
const needed = find("#needs-connection");
if (kept && needed) needed.hidden = false;
if (kept && find("#startable-note")) await import("./startable.js");
if (find("form[data-deal]")) await import("./unsent-entry.js");
if (find("#unsent")) await import("./unsent-pad.js");
if (find("form[data-starts]")) await import("./start-here.js");
await send();
look = setTimeout(renew, LOOK);
await forgetOld();
