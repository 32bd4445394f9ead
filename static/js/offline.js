// @ts-check
// Runs on every page, and installs the service worker. Once active, the worker serves saved pages and
// files from this phone when there is no connection. On the page of a game, remembers the game.

const SAID = "insecure";

/** @param {string} selector */
const find = (selector) => /** @type {HTMLElement | null} */ (document.querySelector(selector));

const install = async () => {
  const { controller } = navigator.serviceWorker;
  await navigator.serviceWorker.register("/service-worker.js");
  const { active } = await navigator.serviceWorker.ready;
  const { keepToo = "[]" } = find("[data-keep-too]")?.dataset ?? {};
  active?.postMessage({ keep: [...(controller ? [] : [location.pathname + location.search]), ...JSON.parse(keepToo)] });
};

const equip = () => import("./waiting.js");

if (navigator.serviceWorker) {
  if (navigator.serviceWorker.controller) equip();
  else navigator.serviceWorker.addEventListener("controllerchange", equip, { once: true });
  install().catch(() => {}); // without a connection
} else {
  const note = find("#insecure-note");
  if (note && !localStorage.getItem(SAID)) {
    localStorage.setItem(SAID, "1");
    note.hidden = false;
  }
}
if (find("[data-opened]")) import("./opened.js");
