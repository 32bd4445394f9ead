// @ts-check
// Types a hand with the keys of the page that checks it. The hand is in the page’s URL, which people
// can share, and this phone keeps it as a draft for a month, by game and deal.

const KIND = "hand ";
const LONGEST = 30 * 24 * 60 * 60 * 1000; // a month
const SIGNS = /** @type {Record<string, string>} */ ({ "♠": "S", "♥": "H", "♦": "D", "♣": "C" });
const form = /** @type {HTMLFormElement} */ (document.getElementById("check-hand"));
const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("hand"));
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
/** @returns {{ at: number, text: string } | null} */
const stored = (key = ownKey()) => attempt((store) => JSON.parse(store.getItem(key) ?? "null"));

/** @param {string} word a card as people type it */
const cardOf = (word) => {
  const card = word.replace(/^([SHDC])(.+)$/, "$2$1").replace(/^T(?=[SHDC]$)/, "10");
  return card === "JOKER" ? "JK" : card;
};

/** Return the cards in the text, in the notation of the keys; other words stay as they are. */
const cards = () => {
  const text = field.value.toUpperCase().replaceAll("\ufe0f", "").replaceAll("/", " / ").replace(/[♠♥♦♣]/g, (sign) => SIGNS[sign]);
  return text.split(/[\s,;]+/).filter(Boolean).flatMap((word) => {
    const [, times = "1", card = word] = word.match(/^([1-9]\d?)[X×*](.+)$/) ?? [];
    return /** @type {string[]} */ (Array(Number(times)).fill(cardOf(card)));
  });
};

const showCounts = () => {
  const held = cards();
  for (const key of keys) {
    const count = held.filter((card) => card === key.value).length;
    const badge = /** @type {HTMLElement} */ (key.querySelector("b"));
    badge.hidden = !count;
    badge.textContent = String(count);
    key.setAttribute("aria-disabled", String(count >= Number(key.dataset.most) && !isRemoving()));
  }
};
const isRemoving = () => minus?.getAttribute("aria-pressed") === "true";

const keep = () => {
  const text = field.value.trim();
  attempt((store) => (text ? store.setItem(ownKey(), JSON.stringify({ at: Date.now(), text })) : store.removeItem(ownKey())));
  const asked = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  history.replaceState(history.state, "", `?${asked}`);
};

/** @param {string[]} held */
const type = (held) => {
  field.value = held.join(" ");
  field.dispatchEvent(new Event("input", { bubbles: true }));
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) navigator.vibrate?.(8);
};

form.addEventListener("click", (event) => {
  const key = /** @type {HTMLElement} */ (event.target).closest("button");
  if (key && key === minus) {
    key.setAttribute("aria-pressed", String(!isRemoving()));
    showCounts();
  } else if (key?.name === "do") {
    event.preventDefault();
    const held = cards();
    const at = key.value === "back" ? held.length - 1 : held.lastIndexOf(key.value);
    if (key.value === "clear") type([]);
    else if (key.value === "back" || isRemoving()) type(held.filter((_, place) => place !== at));
    else if (key.getAttribute("aria-disabled") !== "true") type([...held, key.value]);
  }
});
form.addEventListener("input", ({ target }) => {
  if (target === deal) before = field.value;
  kept.hidden = !before || field.value !== before;
  showCounts();
  keep();
});

for (const key of attempt((store) => Object.keys(store)) ?? []) {
  if (key.startsWith(KIND) && (stored(key)?.at ?? 0) < Date.now() - LONGEST) attempt((store) => store.removeItem(key));
}
const draft = stored();
if (draft && !new URLSearchParams(location.search).has("hand")) {
  before = field.value = draft.text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
showCounts();
