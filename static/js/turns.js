// @ts-check
// Saves one turn from the pad. A tap on a box shows a key for each number of points that it can have,
// and a tap on a key saves them. Without a connection, the turns of a round wait on this phone.

/** @typedef {import("./outbox.js").Item} Item */
/** @typedef {{ deal: number, box: string, id: string, key: string }} Turn the input of the box, the box, and the side */

const PATIENCE = 15_000;
const dialog = /** @type {HTMLDialogElement | null} */ (document.getElementById("turn"));
const [, , game] = location.pathname.split("/");
const pad = `/games/${game}/`;

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
  const unique = globalThis.isSecureContext ? crypto.randomUUID() : "";
  return [["stage", "turns"], ["version", version], ["key", unique], [box, id], [`${name}-${key}`, points],
    .../** @type {[string, string][]} */ (tick()?.checked ? [[`${extra}-${key}`, "on"]] : [])];
};

/** @param {Item | undefined} item */
const isWhole = (item) => item?.body.every(([name, text]) => name !== "stage" || text !== "turns")
  || item?.body.filter(([name]) => /^box-/.test(name)).length === document.querySelectorAll("#scoreboard [data-side]").length;

/**
 * Keep a turn on this phone, with the other turns of its round that haven’t been sent.
 * @param {Turn} turn @param {[string, string][]} texts
 */
const keep = async (turn, texts) => {
  const { queue, unsentOf, flush } = await import("./outbox.js");
  const items = await unsentOf(game);
  let { deal } = turn;
  const at = () => items.find((item) => item.deal === deal);
  while (at() && isWhole(at())) deal += 1;
  const others = at()?.body.filter(([name]) => !name.endsWith(`-${turn.key}`) && /-/.test(name)) ?? [];
  const { phone = "", game: name = "" } = dialog?.dataset ?? {};
  const said = [...(at()?.said ?? []), `${here.ariaLabel} ${texts[4][1]}`];
  await queue({ game, deal, isNew: true, url: `${pad}rounds/${deal}/`, body: [...texts, ...others], phone, at: Date.now(), name, said, points: null, state: "waiting" });
  flush();
};

/** @param {HTMLAnchorElement} link @param {string} points */
const show = (link, points) => {
  link.textContent = points;
  dialog?.close();
};

/** @param {string} points */
const save = async (points) => {
  const turn = turnOf(here), texts = textsOf(turn, points), link = here;
  const form = /** @type {HTMLFormElement} */ (find("form"));
  form.action = `${pad}rounds/${turn.deal}/`;
  find("[data-inputs]").replaceChildren(...texts.map(([name, value]) => Object.assign(document.createElement("input"), { type: "hidden", name, value })));
  const canKeep = Boolean(navigator.serviceWorker?.controller);
  const waits = canKeep && (await (await import("./outbox.js")).unsentOf(game)).length > 0;
  try {
    if (waits) throw new Error("earlier turns come first");
    const response = await fetch(form.action, { method: "POST", body: new FormData(form), headers: { "HX-Request": "true" }, signal: AbortSignal.timeout(PATIENCE) });
    if (response.headers.get("HX-Redirect") === pad) {
      show(link, points);
      dispatchEvent(new Event("saved")); // for live.js
    } else if (response.status >= 500) throw new Error("away");
    else form.submit(); // the page says what is wrong
  } catch {
    if (canKeep) {
      await keep(turn, texts);
      show(link, points);
      dispatchEvent(new Event("pageshow")); // draws what waits, here and in unsent-pad.js
    } else complain(find("[data-lost]").innerHTML);
  }
};

/** Show the turns that wait on this phone. */
const draw = async () => {
  if (!navigator.serviceWorker?.controller) return;
  const items = await (await import("./outbox.js")).unsentOf(game);
  for (const { body } of items) {
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
    } else if (target.closest("[data-keys] button")) save(target.textContent ?? "");
    else if (target === dialog || target.closest("[data-close]")) dialog.close();
  });
  document.addEventListener("live:shown", draw);
  addEventListener("pageshow", draw);
}
