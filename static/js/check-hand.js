// @ts-check
// Types a hand, and the melds on the table, with the keys of the page that checks it. They are in the
// page’s URL, which people can share, and this phone keeps them as a draft for a month, by game and deal.

const KIND = "hand ";
const LONGEST = 30 * 24 * 60 * 60 * 1000; // a month
const LONG_PRESS = 450; // milliseconds
const SIGNS = /** @type {Record<string, string>} */ ({ "♠": "S", "♥": "H", "♦": "D", "♣": "C" });
const form = /** @type {HTMLFormElement} */ (document.getElementById("check-hand"));
const hand = /** @type {HTMLInputElement} */ (form.elements.namedItem("hand"));
const table = /** @type {HTMLInputElement | null} */ (form.elements.namedItem("table"));
const down = /** @type {HTMLInputElement | null} */ (form.elements.namedItem("down"));
const deal = /** @type {HTMLSelectElement | null} */ (form.elements.namedItem("deal"));
const keys = /** @type {HTMLButtonElement[]} */ ([...form.querySelectorAll("[data-most]")]);
const kept = /** @type {HTMLElement} */ (form.querySelector(".kept"));
let before = ""; // cards that may be those of an earlier hand
const minus = form.querySelector("[aria-pressed]");
const what = new URLSearchParams(location.search).get("what") ?? "hand";

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
const ownKey = () => `${KIND}${location.pathname} ${what} ${deal?.value ?? ""}`;
/** @returns {{ at: number, text: string, table?: string, down?: boolean } | null} */
const stored = (key = ownKey()) => attempt((store) => JSON.parse(store.getItem(key) ?? "null"));

/** @param {string} word a card as people type it */
const cardOf = (word) => {
  const english = word.replace(/^[BD](?=[SHDC]$)/, (letter) => (letter === "B" ? "J" : "Q"));
  const card = english.replace(/^([SHDC])(.+)$/, "$2$1").replace(/^T(?=[SHDC]$)/, "10");
  return card === "JOKER" ? "JK" : card;
};
const names = new Map(keys.map((key) => [cardOf(key.value), key.value])); // with the letters of the page’s language

/** Return the text that the keys type. */
const target = () => (table && form.querySelector("[value=table]:checked") ? table : hand);

/**
 * Return the cards in a text, in the notation of the keys; other words stay as they are.
 * @param {HTMLInputElement | null} field
 */
const cards = (field = target()) => {
  const text = (field?.value ?? "").toUpperCase().replaceAll("\ufe0f", "").replaceAll("/", " / ").replace(/[♠♥♦♣]/g, (sign) => SIGNS[sign]);
  return text.split(/[\s,;]+/).filter(Boolean).flatMap((word) => {
    const [, times = "1", card = word] = word.match(/^([1-9]\d?)[X×*](.+)$/) ?? [];
    return /** @type {string[]} */ (Array(Number(times)).fill(names.get(cardOf(card)) ?? cardOf(card)));
  });
};

const showCounts = () => {
  const own = cards();
  const others = cards(target() === hand ? table : hand);
  for (const key of keys) {
    /** @param {string[]} held */
    const copies = (held) => held.filter((card) => card === key.value).length;
    const count = copies(own);
    const badge = /** @type {HTMLElement} */ (key.querySelector("b"));
    badge.hidden = !count;
    badge.textContent = String(count);
    key.setAttribute("aria-disabled", String(count + copies(others) >= Number(key.dataset.most) && !isRemoving()));
  }
};
const isRemoving = () => target() === hand && minus?.getAttribute("aria-pressed") === "true";

const keep = () => {
  const draft = { at: Date.now(), text: hand.value.trim(), table: table?.value.trim(), down: down?.checked };
  const isEmpty = !(draft.text || draft.table || draft.down);
  attempt((store) => (isEmpty ? store.removeItem(ownKey()) : store.setItem(ownKey(), JSON.stringify(draft))));
  const asked = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  history.replaceState(history.state, "", `?${asked}`);
};

/** @param {string[]} held */
const type = (held, field = target()) => {
  field.value = held.join(" ");
  field.dispatchEvent(new Event("input", { bubbles: true }));
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) navigator.vibrate?.(8);
};
/** Remove a copy of a card. @param {string} card */
const remove = (card) => {
  const at = cards().lastIndexOf(card);
  if (at >= 0) type(cards().filter((_, place) => place !== at));
};
/** Remove a meld from the table. @param {number} place */
const removeMeld = (place) => {
  const melds = cards(table).join(" ").split("/").filter((meld) => meld.trim());
  if (table) type([melds.filter((_, at) => at !== place).map((meld) => meld.trim()).join(" / ")], table);
};
/** Fill in the draft for this deal, if there is one. */
const restore = () => {
  const draft = stored();
  if (draft) {
    hand.value = draft.text;
    if (table) table.value = draft.table ?? "";
    if (down) down.checked = draft.down ?? false;
  }
  before = typed();
};
const typed = () => [hand, table].map((field) => field?.value.trim()).filter(Boolean).join(" / ");
const clearAll = () => {
  if (table) table.value = "";
  if (down) down.checked = false;
  type([], hand);
};

// A long press on a card removes a copy, and so do the keys Delete and Backspace.
let timer = 0;
let isHeld = false; // a long press has removed a copy, and its click may follow
/** @param {Event} event @returns {HTMLButtonElement | null} */
const cardKey = (event) => /** @type {HTMLElement} */ (event.target).closest("[data-most]");
form.addEventListener("pointerdown", (event) => {
  const key = cardKey(event);
  isHeld = false;
  if (key && event.button === 0) {
    timer = setTimeout(() => {
      isHeld = true;
      remove(key.value);
    }, LONG_PRESS);
  }
});
for (const end of ["pointerup", "pointercancel", "pointerout"]) form.addEventListener(end, () => clearTimeout(timer));
form.addEventListener("contextmenu", (event) => {
  if (cardKey(event)) event.preventDefault();
});
form.addEventListener("keydown", (event) => {
  const key = cardKey(event);
  isHeld = false;
  if (key && (event.key === "Delete" || event.key === "Backspace")) remove(key.value);
});

form.addEventListener("click", (event) => {
  const key = /** @type {HTMLElement} */ (event.target).closest("button");
  if (key && key === minus) {
    key.setAttribute("aria-pressed", String(!isRemoving()));
    showCounts();
  } else if (key?.name === "do") {
    event.preventDefault();
    if (isHeld) isHeld = false;
    else if (key.closest(".kept")) clearAll();
    else if (key.value === "clear") type([]);
    else if (key.value === "back") type(cards().slice(0, -1));
    else if (key.value.startsWith("drop ")) removeMeld(Number(key.value.slice(5)));
    else if (isRemoving()) remove(key.value);
    else if (key.getAttribute("aria-disabled") !== "true") type([...cards(), key.value]);
  }
});
form.addEventListener("input", (event) => {
  if (event.target === deal) restore();
  kept.hidden = !before || typed() !== before;
  showCounts();
  keep();
});

// Without a response, the answer is for another hand.
const failures = /** @type {HTMLTemplateElement} */ (document.getElementById("failure-texts")).content;
for (const name of ["sendError", "timeout", "responseError"]) {
  form.addEventListener(`htmx:${name}`, (event) => {
    const { status } = /** @type {CustomEvent<{ xhr: XMLHttpRequest }>} */ (event).detail.xhr;
    const text = failures.querySelector(`[data-for~="${status || "connection"}"], [data-for="other"]`);
    document.querySelector("#verdict p:last-child")?.replaceChildren(text?.textContent ?? "");
    document.getElementById("answer")?.replaceChildren();
  });
}
addEventListener("online", () => form.requestSubmit());

for (const key of attempt((store) => Object.keys(store)) ?? []) {
  if (key.startsWith(KIND) && (stored(key)?.at ?? 0) < Date.now() - LONGEST) attempt((store) => store.removeItem(key));
}
if (!new URLSearchParams(location.search).has("hand")) {
  restore();
  if (before) hand.dispatchEvent(new Event("input", { bubbles: true }));
}
showCounts();
