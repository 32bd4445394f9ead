// @ts-check
// Shows how totals have changed: numbers count, and the bars of a big screen grow and change places.
// The texts on the page are the new ones from the start, and nothing waits for an animation. Nothing
// moves if people prefer reduced motion. A switch also reads the standings aloud whenever they
// change, and the phone or TV remembers it.

const TIME = { duration: 700, easing: "ease-out" };
const KEY = `shown ${location.pathname}`;
const control = document.getElementById("aloud");
const box = control?.querySelector("input");

/** @typedef {Record<string, { total: number, top: number, width: number }>} Totals */

const totals = () => /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-counts]"));
/** @param {HTMLElement} total */
const rowOf = (total) => total.closest("li");
/** @param {HTMLElement} total */
const barOf = (total) => rowOf(total)?.querySelector("rect");

/** @returns {Totals} */
const look = () => Object.fromEntries([...totals()].map((total) => [
  total.dataset.counts,
  { total: Number(total.dataset.total), top: rowOf(total)?.offsetTop ?? 0, width: barOf(total)?.width.baseVal.value ?? 0 },
]));

/**
 * Move each total from where it was to where it is now.
 * @param {Totals} before
 * @param {Totals} after
 */
const move = (before, after) => {
  for (const total of totals()) {
    const side = total.dataset.counts ?? "", old = before[side], now = after[side];
    if (!old) continue;
    if (old.total !== now.total) {
      total.classList.add("counting");
      total.animate([{ "--count": old.total }, { "--count": now.total }], TIME).onfinish = () => total.classList.remove("counting");
    }
    rowOf(total)?.animate([{ transform: `translateY(${old.top - now.top}px)` }, {}], TIME);
    barOf(total)?.animate([{ transform: `scaleX(${old.width / now.width})` }, {}], TIME);
  }
};

const news = () => /** @type {HTMLTemplateElement | null} */ (document.querySelector("[data-news]"))?.content.textContent?.trim();

const speak = () => {
  speechSynthesis.cancel();
  if (!box?.checked) return;
  const speech = new SpeechSynthesisUtterance(news());
  speech.lang = document.documentElement.lang;
  speechSynthesis.speak(speech);
};

const show = () => {
  const before = JSON.parse(sessionStorage[KEY] ?? "null"), now = { totals: look(), news: news() };
  sessionStorage[KEY] = JSON.stringify(now);
  if (!before) return;
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) move(before.totals, now.totals);
  if (before.news !== now.news) speak();
};

try {
  if (control && box && "speechSynthesis" in window) {
    control.hidden = false;
    box.checked = "aloud" in localStorage;
    box.addEventListener("change", () => {
      if (box.checked) localStorage.aloud = "on";
      else delete localStorage.aloud;
      speak();
    });
  }
  show();
  document.addEventListener("live:shown", show);
} catch {
  // Without storage, the page doesn’t know what has changed.
}
