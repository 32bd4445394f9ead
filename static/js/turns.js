// @ts-check
// Saves one turn from the pad. A tap on a box shows a key for each number of points that it can have,
// and a tap on a key saves them.

import { game, newKey, save, unsent } from "./taps.js";

/** @typedef {{ deal: number, box: string, id: string, key: string }} Turn the input of the box, the box, and the side */

const dialog = /** @type {HTMLDialogElement | null} */ (document.getElementById("turn"));

/** @template {HTMLElement} T @param {string} selector @param {ParentNode | null} [root] */
const find = (selector, root = dialog) => /** @type {T} */ (root?.querySelector(selector));
/** @param {string} selector @returns {HTMLAnchorElement[]} */
const links = (selector) => [.../** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(selector))];

/** @param {HTMLAnchorElement} link @returns {Turn} */
const turnOf = ({ href }) => {
  const { pathname, searchParams } = new URL(href);
  const [box, id] = [...searchParams].find(([name]) => name !== "new") ?? ["", ""];
  return { deal: Number(pathname.split("/")[4]), box, id, key: box.slice(box.lastIndexOf("-") + 1) };
};

const tick = () => /** @type {HTMLInputElement | null} */ (find("[type=checkbox]"));
/** @param {string} text */
const complain = (text) => (find(".problem").textContent = text);

/** @type {HTMLAnchorElement} the box that is being filled */
let here;

/** @param {HTMLAnchorElement} link */
const open = (link) => {
  here = link;
  const values = /** @type {Record<string, number[]>} */ (JSON.parse(dialog?.dataset.values ?? "{}"));
  find("h2").textContent = link.ariaLabel;
  /** @type {HTMLAnchorElement} */ (find("a")).href = link.href;
  complain("");
  const extra = tick();
  if (extra) {
    extra.checked = false;
    /** @type {HTMLElement} */ (extra.closest("label")).hidden = !link.dataset.turn;
  }
  find("[data-keys]").replaceChildren(...values[turnOf(link).id].map((value) => {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: String(value) });
    button.setAttribute("aria-pressed", String(link.textContent === String(value)));
    return button;
  }));
  dialog?.showModal();
};

/**
 * Return what is sent for a turn, without the CSRF token.
 * @param {Turn} turn @param {string} points
 * @returns {[string, string][]}
 */
const textsOf = ({ box, id, key }, points) => {
  const { points: name, extra } = /** @type {HTMLElement} */ (dialog).dataset;
  const version = document.getElementById("scoreboard")?.dataset.version ?? "";
  return [["stage", "turns"], ["version", version], ["key", newKey()], [box, id], [`${name}-${key}`, points],
    .../** @type {[string, string][]} */ (tick()?.checked ? [[`${extra}-${key}`, "on"]] : [])];
};

/** @param {HTMLDialogElement} keys @param {string} points */
const enter = async (keys, points) => {
  const turn = turnOf(here), link = here;
  const tapped = { deal: turn.deal, url: `/games/${game}/rounds/${turn.deal}/`, body: textsOf(turn, points), said: [`${link.ariaLabel} ${points}`], points: null };
  if (await save(tapped, document.querySelectorAll("#scoreboard [data-side]").length)) {
    link.textContent = points;
    keys.close();
  } else complain(find("[data-lost]").innerHTML);
};

/** Show the turns that wait on this phone. */
const draw = async () => {
  for (const { body } of await unsent()) {
    for (const link of links("#scoreboard a[data-turn]")) {
      const { box, id, key } = turnOf(link);
      const texts = Object.fromEntries(body);
      if (texts[box] !== id) continue;
      link.textContent = texts[`${dialog?.dataset.points}-${key}`] ?? "";
      link.classList.add("unsent");
    }
  }
};

if (dialog) {
  document.addEventListener("click", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const link = /** @type {HTMLAnchorElement | null} */ (target.closest("#scoreboard a[data-turn]"));
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      open(link);
    } else if (target.closest("[data-keys] button")) enter(dialog, target.textContent ?? "");
    else if (target === dialog || target.closest("[data-close]")) dialog.close();
  });
  document.addEventListener("live:shown", draw);
  for (const shown of ["pageshow", "queued"]) addEventListener(shown, draw);
}
