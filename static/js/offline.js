// @ts-check
// Works on every page: installs the service worker, sends what hasn’t been sent yet, and says when a
// page was kept, when something is waiting, and what is missing without a secure connection.

import { flush, unsent } from "./outbox.js";

const AGAIN = 15_000; // until the next attempt to send
const SAID = "insecure";
const root = document.documentElement;
/** @param {string} id */
const byId = (id) => document.getElementById(id);

/** @param {string} id @param {Record<string, string | number>} [fields] */
const show = (id, fields = {}) => {
  const note = byId(id);
  const [text] = note?.querySelectorAll("[data-text]") ?? [];
  if (!note || !(text instanceof HTMLElement)) return;
  text.textContent = (text.dataset.text ?? "").replace(/\{(\w+)\}/g, (_, name) => String(fields[name] ?? ""));
  note.hidden = false;
};

const count = async () => {
  const items = await unsent();
  const isElsewhere = !document.querySelector("#entry, #unsent, #unsent-list");
  const note = byId("unsent-note");
  if (note) note.hidden = true;
  if (items.length && isElsewhere) show("unsent-note", { count: items.length });
  return items;
};

let timer = 0;
const send = async () => {
  clearTimeout(timer);
  const items = await count();
  if (!items.length) return;
  await flush();
  const left = await count();
  if (left.some(({ state }) => state === "waiting")) timer = setTimeout(send, AGAIN);
};

const install = async () => {
  const { controller } = navigator.serviceWorker;
  await navigator.serviceWorker.register("/service-worker.js");
  const { active } = await navigator.serviceWorker.ready;
  const own = location.pathname + location.search;
  const more = [...document.querySelectorAll("[data-keep-too]")].flatMap((each) => JSON.parse(/** @type {HTMLElement} */ (each).dataset.keepToo ?? "[]"));
  active?.postMessage({ keep: controller || root.dataset.kept !== undefined ? more : [own, ...more] });
};

const start = async () => {
  if (!isSecureContext || !navigator.serviceWorker) {
    if (byId("insecure-note") && !localStorage.getItem(SAID)) {
      show("insecure-note");
      localStorage.setItem(SAID, "1");
    }
    return;
  }
  const { kept } = root.dataset;
  if (kept) show("kept-note", { time: new Date(kept).toLocaleTimeString([], { hour: "numeric", minute: "2-digit" }) });
  addEventListener("online", () => {
    if (root.dataset.kept !== undefined && !byId("entry")) location.reload();
    else send();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) send();
  });
  addEventListener("outbox", count);
  await Promise.allSettled([send(), install()]);
};

start();
