// @ts-check
// Chooses the game that a question is about: the game at hand, until a tap on its chip removes it, or
// one of those that were opened last. The box grows with the question, and Enter sends it, which
// closes the keyboard of a phone. Puts the question into the URL when somebody opens a result on
// another page, so that going back shows the question and its results again.

import { forget, gameAtHand, meanNone, openedGames, remember } from "./opened.js";

const box = /** @type {HTMLTextAreaElement} */ (document.getElementById("asked"));
const form = /** @type {HTMLFormElement} */ (box.form);
const scope = /** @type {HTMLInputElement | null} */ (document.getElementById("scope"));
const chips = /** @type {HTMLElement} */ (form.querySelector(".scopes"));

/** @param {{ key: string, name: string }} game @param {boolean} isMeant */
const chip = ({ key, name }, isMeant) => {
  const button = document.createElement("button");
  button.className = "chip";
  button.textContent = name;
  button.value = isMeant ? "" : key;
  button.setAttribute("aria-pressed", String(isMeant));
  return button;
};

/** @param {HTMLInputElement} field @param {{ key: string, name: string } | undefined} game */
const mean = (field, game) => {
  field.value = game?.key ?? "";
  field.disabled = !game;
  const games = game ? [game] : openedGames();
  chips.replaceChildren(...games.map((each) => chip(each, each === game)));
  chips.hidden = !games.length;
};

if (scope) {
  if (scope.disabled) mean(scope, box.value ? undefined : gameAtHand());
  chips.addEventListener("click", (event) => {
    const { value, textContent } = /** @type {HTMLButtonElement} */ (event.target);
    event.preventDefault();
    if (value) remember(value, textContent ?? "");
    else meanNone();
    mean(scope, value ? gameAtHand() : undefined);
    if (box.value) form.requestSubmit();
  });
  // This phone no longer has access to the game.
  form.addEventListener("gone", () => {
    forget(scope.value);
    mean(scope, undefined);
  });
}

const MOST_ROWS = 3;

const grow = () => {
  box.rows = 1;
  while (box.rows < MOST_ROWS && box.scrollHeight > box.clientHeight) box.rows += 1;
};

box.addEventListener("input", grow);
box.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing) return;
  event.preventDefault();
  form.requestSubmit();
});
grow();
form.addEventListener("submit", () => box.blur());

document.getElementById("found")?.addEventListener("click", ({ target }) => {
  const link = /** @type {Element} */ (target).closest("a");
  if (!link || link.pathname === location.pathname) return;
  const asked = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  history.replaceState(null, "", `${form.action}?${asked}`);
});
