// @ts-check
// Saves the bids once all of them have been entered and the scorer goes on or leaves the page, so
// that every phone shows them during play. Without a connection, they are kept as a draft, and saved
// when the connection returns or with the deal.

import { TYPED, form, inputs, inputsOf, isAhead, isWanted } from "./fields.js";

/** @typedef {Record<string, string>} Texts texts by input name */

/** @returns {Texts} */
const entered = () => {
  const fields = inputsOf("#entry [data-ahead]").filter((field) => field.type !== "checkbox" || field.checked);
  return Object.fromEntries(fields.map(({ name, value }) => [name, value.trim()]).filter(([, text]) => text));
};

/** @param {Texts} one @param {Texts} other */
const isSame = (one, other) => JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());

const save = async () => {
  const { bids } = form()?.dataset ?? {};
  const texts = entered();
  if (bids === undefined || inputs().some((field) => isAhead(field) && isWanted(field)) || isSame(texts, JSON.parse(bids))) return;
  const body = new FormData(form());
  body.set("stage", "bids");
  const response = await fetch(form().action, { method: "POST", body, headers: { Accept: "application/json" }, keepalive: true }).catch(() => null);
  if (response?.status !== 200) return;
  const { version } = await response.json();
  inputsOf('#entry [name="version"]')[0].value = version;
  form().dataset.bids = JSON.stringify(texts);
  const note = document.getElementById("bids-saved");
  if (note) note.hidden = false;
};

// Each save needs the version that the previous one returned.
let saving = Promise.resolve();
const saveInTurn = () => {
  saving = saving.then(save);
};

document.addEventListener("focusin", (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  if (field.matches(`#entry ${TYPED}`) && !isAhead(field)) saveInTurn();
});
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") saveInTurn();
});
addEventListener("online", saveInTurn);
