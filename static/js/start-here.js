// @ts-check
// Starts a game without a connection. The game’s pages are copied from those of a placeholder game.
// This phone has saved a placeholder game for each number of players.

import { padOf, pass, queue, STARTED } from "./outbox.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector("form[data-starts]"));
const problem = /** @type {HTMLElement} */ (document.getElementById("start-problem"));
const seats = () => /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll(".seat-name")]);

// A game without a name can be given one, which its pages show once it has been sent.
const beside = new URLSearchParams(location.search).has("name")
  ? /^(name-|team-|dealer|key|table|today|played_on|csrf)/ : /^(name-|figures-name|team-|dealer|key|table|today|played_on|csrf)/;
/** Return the form without the players, to compare its rules with those of the saved pages. */
const rules = () => JSON.stringify([...new FormData(form)].filter(([name]) => !beside.test(name)));
const keptRules = rules();

/** @param {string} name */
const refuse = (name) => {
  problem.textContent = problem.dataset[name] ?? "";
  problem.hidden = false;
  problem.scrollIntoView({ block: "center" });
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (form.querySelectorAll('[type="submit"]'))) button.disabled = false;
};

/** Return the players’ names from the first dealer on, clockwise. */
const players = () => {
  const named = seats().map((field, at) => ({ name: field.value.trim(), seat: String(at + 1) })).filter(({ name }) => name);
  const dealer = named.findIndex(({ seat }) => seat === new FormData(form).get("dealer"));
  return [...named.slice(Math.max(dealer, 0)), ...named.slice(0, Math.max(dealer, 0))].map(({ name }) => name);
};

/** @param {string} text */
const escaped = (text) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** @param {string[]} names */
const initialsOf = (names) => names.map((name) => ([...name].slice(0, names.filter((other) => [...other][0] === [...name][0]).length > 1 ? 2 : 1)).join(""));

/**
 * Return a page of the placeholder game with the code and the names of the new game.
 * @param {string} html
 * @param {string} placeholder the code of the placeholder game
 * @param {string} code
 * @param {string[]} names
 * @param {string} rules the URL of its rules
 */
const filledIn = (html, placeholder, code, names, rules) => {
  const initials = initialsOf(names);
  const named = names.reduce((text, name, at) => {
    const letter = String.fromCharCode(0xe001 + at);
    return text.replaceAll(letter + String.fromCharCode(0xe100), escaped(name)).replaceAll(letter, escaped(initials[at]));
  }, html);
  return named.replaceAll(`${padOf(placeholder)}rules/`, rules).replaceAll(padOf(placeholder), padOf(code));
};

/** @param {number} count */
const keptFor = async (count) => {
  const { starts = "" } = form.dataset;
  const asked = new URLSearchParams(location.search);
  const query = asked.get("rules") || asked.get("name") ? `${location.search.replace("same&", "")}&` : "?";
  return caches.match(`${starts}${query}players=${count}`);
};

const startHere = async () => {
  const names = players();
  const { min = "1" } = form.dataset;
  if (names.length < Number(min)) return refuse("few");
  if (new Set(names.map((name) => name.normalize().toLowerCase())).size < names.length) return refuse("twice");
  if (rules() !== keptRules) return refuse("rules");
  const kept = await keptFor(names.length);
  if (!kept) return refuse("missing");
  const code = `offline-${crypto.randomUUID().slice(0, 8)}`;
  const cache = await caches.open(STARTED);
  const headers = new Headers(kept.headers);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("X-Kept", new Date().toISOString());
  /** @type {{ code: string, pages: Record<string, string> }} */
  const { code: placeholder, pages } = await kept.json();
  const [, , , slug] = location.pathname.split("/");
  const rulesUrl = `${padOf(placeholder)}rules/` in pages ? `${padOf(code)}rules/` : `/rules/${slug}/`;
  for (const [url, html] of Object.entries(pages)) {
    await cache.put(url.replace(padOf(placeholder), padOf(code)), new Response(filledIn(html, placeholder, code, names, rulesUrl), { headers }));
  }
  const others = [...new FormData(form)].filter(([name]) => !/^(name-|team-|dealer|csrf)/.test(name));
  const seated = names.map((name, at) => [`name-${at + 1}`, name]);
  const body = /** @type {[string, string][]} */ ([...others, ...seated, ["dealer", "1"]]);
  const { phone = "", game: name = "" } = form.dataset;
  await queue({ game: code, deal: 0, isNew: true, url: location.pathname, body, phone, at: Date.now(), name, said: names, points: null, state: "waiting" });
  location.assign(padOf(code));
};

let isAsked = false;
form.addEventListener("submit", async (event) => {
  if (isAsked || (event.submitter instanceof HTMLElement && event.submitter.hasAttribute("formaction"))) return;
  event.preventDefault();
  if (await pass()) {
    isAsked = true;
    form.submit();
    isAsked = false;
  } else {
    await startHere();
  }
});
