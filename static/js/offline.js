// @ts-check
// Works on every page: installs the service worker and loads what pages need without a connection.
// Once the service worker is in charge, these modules come from the phone itself.

const AGAIN = 15_000; // until the next attempt to send
const SAID = "insecure";
const { kept } = document.documentElement.dataset;
/** @param {string} id */
const byId = (id) => document.getElementById(id);

/** @param {string} id @param {Record<string, string | number>} [fields] */
const show = (id, fields = {}) => {
  const note = byId(id);
  const text = /** @type {HTMLElement | null | undefined} */ (note?.querySelector("[data-text]"));
  if (!note || !text) return;
  text.textContent = (text.dataset.text ?? "").replace(/\{(\w+)\}/g, (_, name) => String(fields[name] ?? ""));
  note.hidden = false;
};

/** Return what hasn’t been sent yet, and show how much it is if the page doesn’t. */
const count = async () => {
  const { unsent } = await import("./outbox.js");
  const items = await unsent();
  const note = byId("unsent-note");
  if (note) note.hidden = true;
  if (items.length && !document.querySelector("#entry, #unsent, #unsent-list")) show("unsent-note", { count: items.length });
  return items;
};

let timer = 0;
const send = async () => {
  const { flush } = await import("./outbox.js");
  clearTimeout(timer);
  if (!(await count()).length) return;
  await flush();
  if ((await count()).some(({ state }) => state === "waiting")) timer = setTimeout(send, AGAIN);
};

const install = async () => {
  const { controller } = navigator.serviceWorker;
  await navigator.serviceWorker.register("/service-worker.js");
  const { active } = await navigator.serviceWorker.ready;
  const { keepToo = "[]" } = /** @type {HTMLElement | null} */ (document.querySelector("[data-keep-too]"))?.dataset ?? {};
  active?.postMessage({ keep: [...(controller ? [] : [location.pathname + location.search]), ...JSON.parse(keepToo)] });
};

/** Load what this page needs to keep entries. */
const equip = async () => {
  if (document.querySelector("form[data-deal]")) await import("./unsent-entry.js");
  if (byId("unsent")) await import("./unsent-pad.js");
  if (document.querySelector("form[data-starts]")) await import("./start-here.js");
};

const start = async () => {
  if (!isSecureContext || !navigator.serviceWorker) {
    if (byId("insecure-note") && !localStorage.getItem(SAID)) {
      localStorage.setItem(SAID, "1");
      show("insecure-note");
    }
    return;
  }
  if (kept) show("kept-note", { time: new Date(kept).toLocaleTimeString([], { hour: "numeric", minute: "2-digit" }) });
  if (navigator.serviceWorker.controller) await equip();
  else navigator.serviceWorker.addEventListener("controllerchange", equip, { once: true });
  addEventListener("online", () => {
    if (kept && !byId("entry")) location.reload();
    else send();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) send();
  });
  addEventListener("outbox", count);
  await Promise.allSettled([send(), install()]);
};

start();
