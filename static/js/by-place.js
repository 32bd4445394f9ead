// @ts-check
// Sorts the columns of the pad by place while a switch is on. The phone remembers for which game.

const control = /** @type {HTMLElement} */ (document.getElementById("by-place"));
const box = /** @type {HTMLInputElement} */ (control.querySelector("input"));

const sort = (isByPlace = box.checked) => {
  const pad = document.getElementById("scoreboard");
  const heads = /** @type {HTMLElement[]} */ ([...(pad?.querySelectorAll("thead [data-side]") ?? [])]);
  /** @param {HTMLElement} head */
  const rank = ({ dataset }) => (isByPlace ? Number(dataset.place) : 0);
  heads.forEach((head, at) => (head.dataset.seat ??= String(at)));
  const order = [...heads.keys()].sort((a, b) => rank(heads[a]) - rank(heads[b]) || Number(heads[a].dataset.seat) - Number(heads[b].dataset.seat));
  for (const row of pad?.querySelectorAll("tr") ?? []) {
    const cells = [...row.children].slice(1);
    if (cells.length === heads.length) row.append(...order.map((at) => cells[at]));
  }
};

try {
  box.checked = localStorage.getItem("by-place") === location.pathname;
} catch {
  // The storage is unavailable, so the switch applies only to this page.
}
control.hidden = false;
box.addEventListener("change", () => {
  sort();
  try {
    localStorage.setItem("by-place", box.checked ? location.pathname : "");
  } catch {
    // The storage is full or unavailable, as above.
  }
});
// Rows that stay on the page are moved in the order of the seats, like new ones.
document.addEventListener("live:shows", () => sort(false));
document.addEventListener("live:shown", () => sort());
sort();
