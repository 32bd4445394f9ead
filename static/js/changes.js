// @ts-check
// Shows how totals have changed: numbers count, and the bars of a big screen grow and change places.
// The texts on the page are the new ones from the start, and nothing waits for an animation. Nothing
// moves if people prefer reduced motion. A switch also reads the standings aloud whenever they
// change, and the phone or TV remembers it.

const TIME = { duration: 700, easing: "ease-out" };
const COUNTING = { duration: 250, easing: "ease-out" }; // so that a quick look sees the right number
const KEY = `shown ${location.pathname}`;
const box = /** @type {HTMLInputElement | null} */ (document.querySelector("#aloud input"));

/** @typedef {Record<string, number[]>} Totals the total, the top of its row and the width of its bar */

const totals = () => /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-counts]"));
/** @param {HTMLElement} total */
const rowOf = (total) => total.closest("li");
/** @param {HTMLElement} total */
const barOf = (total) => rowOf(total)?.querySelector("rect");

/** @returns {Totals} */
const look = () => Object.fromEntries([...totals()].map((total) => [
  total.dataset.counts,
  [Number(total.dataset.total), rowOf(total)?.offsetTop ?? 0, barOf(total)?.width.baseVal.value ?? 0],
]));

/**
 * Move each total from where it was to where it is now.
 * @param {Totals} before
 * @param {Totals} after
 */
const move = (before, after) => {
  for (const total of totals()) {
    const side = total.dataset.counts ?? "";
    if (!before[side]) continue;
    const [from, oldTop, oldWidth] = before[side], [to, top, width] = after[side];
    if (from !== to && !/[.,]/.test(total.textContent ?? "")) {
      total.classList.add("counting");
      total.animate([{ "--count": from }, { "--count": to }], COUNTING).onfinish = () => total.classList.remove("counting");
    }
    rowOf(total)?.animate([{ transform: `translateY(${oldTop - top}px)` }, {}], TIME);
    barOf(total)?.animate([{ transform: `scaleX(${oldWidth / width})` }, {}], TIME);
  }
};

const news = () => /** @type {HTMLTemplateElement | null} */ (document.querySelector("[data-news]"))?.content.textContent?.trim();

// They are spoken in the language of the page.
const speak = () => box?.checked && speechSynthesis.speak(new SpeechSynthesisUtterance(news()));

const show = () => {
  const before = JSON.parse(sessionStorage[KEY] ?? "null"), now = { totals: look(), news: news() };
  sessionStorage[KEY] = JSON.stringify(now);
  if (!before) return;
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) move(before.totals, now.totals);
  if (before.news !== now.news) speak();
};

try {
  if (box?.parentElement && "speechSynthesis" in window) {
    box.parentElement.hidden = false;
    box.checked = localStorage.aloud === "true";
    box.addEventListener("change", () => {
      localStorage.aloud = box.checked;
      speechSynthesis.cancel();
      speak();
    });
  }
  show();
  document.addEventListener("live:shown", show);
} catch {
  // Without storage, the page doesn’t know what has changed.
}
