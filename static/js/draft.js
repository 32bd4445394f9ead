// @ts-check
// Saves unfinished entries in this browser, one for each deal, until the deal is saved. The pad
// links to them.

import { inputsNamed, targetOf } from "./fields.js";

/** @typedef {[name: string, text: string]} Text an input’s name and its text or choice */
/**
 * An unfinished entry. For a correction, `of` is the deal as saved. `usual` is the dealer who was
 * expected at the time.
 * @typedef {{ at: number, of: string, usual: string, texts: Text[] }} Draft
 */

const KIND = "entry ";
const LONGEST = 30 * 24 * 60 * 60 * 1000; // a month
const OWN = ["csrfmiddlewaretoken", "version", "key"];
const TICK = '[type="radio"], [type="checkbox"]';
let isSaved = false;
/** @type {Text[]} the texts typed for a deal that has been saved or undone since */
let overtaken = [];

const form = () => /** @type {HTMLFormElement | null} */ (document.querySelector("form#entry"));
/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
/**
 * Return the text that an input has unless somebody types another one: the expected dealer, a text
 * that a player has sent, or a bid that has been saved.
 * @param {string} name
 * @returns {string | undefined}
 */
const usualOf = (name) => {
  const { sent = "{}", bids = "{}" } = form()?.dataset ?? {};
  return inputsNamed(name)[0]?.dataset.usual ?? JSON.parse(sent)[name] ?? JSON.parse(bids)[name];
};
const usualDealer = () => usualOf("dealer") ?? "";
const isCorrection = () => form()?.matches("[data-saved]") ?? false;
const texts = (of = form()) => /** @type {Text[]} */ ([...new FormData(of ?? undefined)].filter(([name]) => !OWN.includes(name)));
// On a slow connection, people may type before this script has loaded.
const served = /** @type {HTMLFormElement | undefined} */ (form()?.cloneNode(true));
served?.reset();
const asSaved = served ? JSON.stringify(texts(served)) : "";
const corrected = () => (isCorrection() ? asSaved : "");

/**
 * Run `act` on the browser’s storage. Return null if the storage is full or unavailable.
 * @template T
 * @param {(store: Storage) => T} act
 */
const attempt = (act) => {
  try {
    return act(localStorage);
  } catch {
    return null;
  }
};

// A game started offline has another URL once it has been sent.
const ownKey = () => KIND + location.pathname.replace(/.+(offline-\w+)./, (pad, game) => attempt((store) => store.getItem(`started ${game}`)) ?? pad);
const drop = (key = ownKey()) => attempt((store) => store.removeItem(key));
/** @returns {Draft | null} */
const stored = (key = ownKey()) => attempt((store) => JSON.parse(store.getItem(key) ?? "null"));

/**
 * For a new deal, return the texts that were typed, and a blank text for each usual one that was
 * cleared. For a correction, return all texts if any has changed, because a cleared input also
 * counts.
 */
const typed = () => {
  if (isCorrection()) return JSON.stringify(texts()) === asSaved ? [] : texts();
  return texts().filter(([name, text]) => text !== usualOf(name) && (text.trim() || usualOf(name)));
};

const keep = () => {
  if (!form() || isSaved) return;
  const now = typed();
  if (!now.length) {
    if (!overtaken.length) drop();
    return;
  }
  /** @type {Draft} */
  const draft = { at: Date.now(), of: corrected(), usual: usualDealer(), texts: now };
  byId("unkept").hidden = attempt((store) => store.setItem(ownKey(), JSON.stringify(draft))) !== null;
};

/** Return the pair that an input belongs to, or else its name. @param {string} name */
const pairOf = (name) => inputsNamed(name)[0]?.closest(".pair") ?? name;

/** @param {HTMLInputElement | HTMLSelectElement} field @param {string} text */
const fill = (field, text) => {
  // A hand is entered as cards or as points, never both.
  const pair = /** @type {HTMLInputElement[]} */ ([...(field.closest(".pair")?.querySelectorAll("input") ?? [])]);
  if (text) for (const other of pair) other.value = "";
  if (field instanceof HTMLInputElement && field.matches(TICK)) field.checked ||= field.value === text;
  else if (!(field instanceof HTMLSelectElement) || [...field.options].some((option) => option.value === text)) field.value = text;
  field.closest("details")?.setAttribute("open", "");
};

/**
 * Return the texts that still have an input and aren’t saved yet. The dealer is included only if the
 * same dealer is still expected.
 * @param {Draft} draft
 */
const usable = (draft) => draft.texts.filter(([name, text]) => inputsNamed(name).length && text !== usualOf(name) && (name !== "dealer" || draft.usual === usualDealer()));

/**
 * Return the texts except those of rows in which a link has chosen another answer, such as another
 * box, or cards instead of points. Also remove these choices from the page’s URL.
 * @param {Text[]} some
 */
const withoutChosen = (some) => {
  const chosen = [...new URLSearchParams(location.search)].filter(([, answer]) => answer);
  if (chosen.length) history.replaceState(history.state, "", location.pathname + location.hash);
  const rows = chosen
    .filter(([name, answer]) => some.some(([other, text]) => pairOf(other) === pairOf(name) && (other !== name || text !== answer)))
    .map(([name]) => inputsNamed(name)[0]?.closest(".hand"));
  return some.filter(([name]) => !rows.includes(inputsNamed(name)[0]?.closest(".hand") ?? null));
};

/** @param {Text[]} some @param {Text[]} others */
const without = (some, others) => some.filter((text) => !others.map(String).includes(String(text)));

/** @param {Text[]} some */
const fillIn = (some) => {
  for (const [name, text] of some) for (const field of inputsNamed(name)) fill(field, text);
  byId("draft").hidden = false;
};

/**
 * Describe an input and its text: `Ann 12`, `Ann Bid 3`, `Bob Out`, `Dealer Cai`.
 * @param {Text} text
 */
const description = ([name, text]) => {
  const fields = inputsNamed(name);
  const field = fields.find((other) => other.matches(TICK) && other.value === text) ?? fields[0];
  const label = field.closest("label");
  const title = (label?.querySelector("span") ?? label?.firstChild)?.textContent?.trim() ?? "";
  const options = field instanceof HTMLSelectElement ? [.../** @type {HTMLSelectElement} */ (field).options] : [];
  const answer = field.matches(TICK) ? "" : options.find((option) => option.value === text)?.text ?? text;
  const player = field.closest("fieldset")?.querySelector("legend")?.textContent ?? "";
  return [player, field.closest(".pair") ? "" : title, answer].filter(Boolean).join(" ");
};

/** @param {Text[]} some */
const showOvertaken = (some) => {
  overtaken = some;
  byId("begun").hidden = !some.length;
};

const giveBack = () => {
  const draft = stored();
  const entry = form();
  if (!entry || !draft) return;
  if (draft.of === corrected()) {
    const kept = withoutChosen(usable(draft));
    if (isCorrection()) {
      for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (entry.querySelectorAll(TICK))) field.checked = false;
    } else if (!kept.length) {
      drop();
      return;
    }
    fillIn(kept);
    return;
  }
  // The deal has been saved or undone since.
  const changed = without(usable(draft), draft.of ? JSON.parse(draft.of) : []).filter(([, text]) => text.trim());
  const other = without(changed, texts());
  if (!other.length) {
    drop();
    return;
  }
  const list = byId("begun").querySelector("span");
  if (list) list.textContent = other.map(description).join(", ");
  showOvertaken(other);
};

const putIn = () => {
  fillIn(overtaken);
  const fields = overtaken.flatMap(([name, text]) => inputsNamed(name).filter((field) => field.value === text));
  for (const field of fields) {
    for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
  }
};

const forgetOld = () => {
  for (const key of attempt((store) => Object.keys(store)) ?? []) {
    if (key.startsWith(KIND) && (stored(key)?.at ?? 0) < Date.now() - LONGEST) drop(key);
  }
};

/** Change the text of the pad’s link to the next deal if that deal has an unfinished entry. */
const markNext = () => {
  const link = /** @type {HTMLAnchorElement | null} */ (document.querySelector("a[data-begun]"));
  if (link && stored(KIND + link.pathname)?.of === "") link.textContent = link.dataset.begun ?? "";
};

/** On the pad, link to a deal that has an unfinished entry but has since been saved elsewhere. */
const linkOvertaken = () => {
  const note = document.getElementById("overtaken");
  const link = note?.querySelector("a");
  if (!note || !link) return;
  const deals = /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll("#scoreboard th a")]);
  const saved = deals.filter(({ pathname }) => stored(KIND + pathname)?.of === "").at(-1);
  note.hidden = !saved;
  if (!saved) return;
  link.href = saved.href;
  link.textContent = (note.dataset.text ?? "").replace("{number}", saved.textContent ?? "");
};


document.addEventListener("click", (event) => {
  if (targetOf(event).closest("[data-keep]")) drop();
  const button = /** @type {HTMLElement | null} */ (targetOf(event).closest("#begun button"));
  if (!button) return;
  if ("put" in button.dataset) putIn();
  else drop();
  showOvertaken([]);
});

// Wait until other inputs have changed as well.
for (const type of ["input", "change", "click"]) {
  document.addEventListener(type, (event) => {
    if (targetOf(event).closest("form#entry")) setTimeout(keep);
  });
}
addEventListener("pagehide", keep);
document.addEventListener("reset", () => {
  byId("draft").hidden = true;
  setTimeout(keep);
});
document.addEventListener("htmx:beforeOnLoad", (event) => {
  const { xhr } = /** @type {CustomEvent<{ xhr: XMLHttpRequest }>} */ (event).detail;
  isSaved = xhr.getResponseHeader("HX-Redirect") !== null;
  if (isSaved) drop();
});

const showOnPad = () => {
  markNext();
  linkOvertaken();
};

document.addEventListener("live:shown", showOnPad); // the pad has been updated
addEventListener("pageshow", showOnPad); // going back doesn’t load the pad again
forgetOld();
giveBack();
showOnPad();
