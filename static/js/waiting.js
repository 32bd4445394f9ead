// @ts-check
// Sends the entries that are waiting on this phone, and shows how many there are and when a page
// was saved.

import { flush, forgetOld, pass, unsent } from "./outbox.js";

const AGAIN = 5_000; // until the next attempt to send
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

/** Return the unsent entries, and show how many there are unless the page already does. */
const count = async () => {
  const items = await unsent();
  const note = find("#unsent-note");
  if (note) note.hidden = true;
  if (items.length && !find("#entry, #unsent, #unsent-list")) show("#unsent-note", items.length);
  return items;
};

let timer = 0;
const send = async () => {
  clearTimeout(timer);
  if (!(await count()).length) return;
  await flush();
  if ((await count()).some(({ state }) => state === "waiting")) timer = setTimeout(send, AGAIN);
};

// The browser reports that it is online before the server can be reached, and connections may last
// only a moment.
addEventListener("online", async () => {
  await send();
  if (kept && !find("#entry") && !(await unsent()).length && (await pass())) location.reload();
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) send();
});
addEventListener("outbox", () => {
  const note = find("#kept-note");
  if (note) note.hidden = true; // the server has responded
  count();
});
const gone = find("#gone");
if (gone) {
  // The phone can no longer open this page’s game, so the worker deletes what it has kept of it.
  const tell = () => navigator.serviceWorker.controller?.postMessage({ keep: [] });
  new MutationObserver(tell).observe(gone, { attributes: true });
}
if (kept) show("#kept-note", new Date(kept).toLocaleTimeString([], { hour: "numeric", minute: "2-digit" }));
if (find("form[data-deal]")) await import("./unsent-entry.js");
if (find("#unsent")) await import("./unsent-pad.js");
if (find("form[data-starts]")) await import("./start-here.js");
await send();
await forgetOld();
