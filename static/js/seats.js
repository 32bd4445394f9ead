// @ts-check
// For a new game, seats known players with a tap, and moves players up. In house rules, turns on a
// rule when its value is entered, and marks the preview as outdated when the form changes.

const names = () => /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll(".seat-name")]);
const marks = () => /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll('.deals [name="dealer"]')]);
const chips = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".chip[data-name]")]);

/** @param {string | undefined} name */
const plain = (name) => (name ?? "").trim().normalize().toLowerCase();

const refresh = () => {
  const seated = names().map((field) => plain(field.value));
  for (const chip of chips()) chip.setAttribute("aria-pressed", String(seated.includes(plain(chip.dataset.name))));
};

/**
 * A seat: the name in it, and whether its player is the dealer.
 * @typedef {{ name: string, isDealer: boolean }} Seat
 */

/** @returns {Seat[]} */
const seats = () => names().map((field, at) => ({ name: field.value, isDealer: marks()[at]?.checked ?? false }));

/**
 * Fill the seats in this order. The dealer’s mark moves with the dealer.
 * @param {Seat[]} seated
 */
const fill = (seated) => {
  names().forEach((field, at) => { field.value = seated[at]?.name ?? ""; });
  const dealer = marks()[seated.findIndex((seat) => seat.isDealer)];
  if (dealer) dealer.checked = true;
};

/**
 * Give a player the first free seat, or remove a player who is already seated.
 * @param {string} name
 */
const toggle = (name) => {
  const seated = seats();
  /** @param {Seat} seat */
  const isSame = (seat) => plain(seat.name) === plain(name);
  if (seated.some(isSame)) {
    fill(seated.filter((seat) => seat.name.trim() && !isSame(seat)));
  } else {
    const free = names().find((field) => !field.value.trim());
    if (free) free.value = name;
  }
  refresh();
};

/**
 * Move the player of a row one seat up. The focus follows the player; the first row has no button, so
 * on a keyboard, the name gets the focus.
 * @param {Element | null} row
 * @param {boolean} isKeyboard
 */
const moveUp = (row, isKeyboard) => {
  const at = names().findIndex((field) => row?.contains(field));
  const seated = seats();
  if (at <= 0) return;
  [seated[at - 1], seated[at]] = [seated[at], seated[at - 1]];
  fill(seated);
  const above = at > 1 ? '[data-move="up"]' : isKeyboard ? ".seat-name" : ":not(*)";
  /** @type {HTMLElement | null | undefined} */ (row?.previousElementSibling?.querySelector(above))?.focus();
};

/** Return the seats that are shown; another one appears once all of them have names. */
const shownNames = () => names().filter((field) => field.checkVisibility());

/**
 * Return the seat after this one, or null if Enter starts the game: in the last seat, and in a
 * blank seat that is optional.
 * @param {HTMLInputElement} field
 */
const seatAfter = (field) => {
  const isDone = !field.value.trim() && field.closest(".optional") !== null;
  const after = shownNames();
  return isDone ? null : after[after.indexOf(field) + 1] ?? null;
};

document.addEventListener("keydown", (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  if (event.key !== "Enter" || event.isComposing || !field.matches(".seat-name")) return;
  event.preventDefault();
  const after = seatAfter(field);
  if (after) after.focus();
  else field.form?.requestSubmit();
});

/**
 * Set the label of the Enter key if the field is a seat.
 * @param {Element | null} field
 */
const labelEnter = (field) => {
  if (field instanceof HTMLInputElement && field.matches(".seat-name")) field.enterKeyHint = seatAfter(field) ? "next" : "go";
};
document.addEventListener("focusin", ({ target }) => {
  const field = /** @type {HTMLInputElement} */ (target);
  labelEnter(field);
  // A name from the last game is replaced as a whole.
  if (field.matches(".seat-name") && field.value === field.defaultValue) field.select();
});
// On a slow connection, a seat may have the focus before this script has loaded.
labelEnter(document.activeElement);

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const chip = /** @type {HTMLElement | null} */ (target.closest(".chip[data-name]"));
  if (chip) toggle(chip.dataset.name ?? "");
  const up = target.closest('[data-move="up"]');
  if (up) moveUp(up.closest(".seat"), event.detail === 0);
});

/**
 * Lock or unlock the buttons: a second tap must not start a second game, but someone who comes back
 * to the page may start another.
 * @param {boolean} isLocked
 */
const lock = (isLocked) => {
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll('button[type="submit"]'))) button.disabled = isLocked;
};
document.addEventListener("submit", () => lock(true));
addEventListener("pageshow", () => lock(false));

/**
 * Turn a house rule on when its value is entered, and clear the value when the rule is turned off.
 * @param {HTMLInputElement} field
 */
const joinFigure = (field) => {
  const option = field.closest(".option");
  const tick = /** @type {HTMLInputElement | null | undefined} */ (option?.querySelector("[type=checkbox]"));
  const figure = /** @type {HTMLInputElement | null | undefined} */ (option?.querySelector(".figures input"));
  if (!tick || !figure) return;
  if (field === figure && figure.value.trim()) tick.checked = true;
  if (field === tick && !tick.checked) figure.value = "";
};

/**
 * Show how many house rules are chosen.
 * @param {HTMLInputElement} field
 */
const count = (field) => {
  const fold = field.closest("#house-rules");
  const summary = /** @type {HTMLElement | null | undefined} */ (fold?.querySelector("summary span"));
  if (!fold || !summary || field.closest(".keep")) return;
  const figures = /** @type {HTMLInputElement[]} */ ([...fold.querySelectorAll(".own input")]).filter(({ value }) => value.trim());
  const chosen = fold.querySelectorAll(".option :checked").length + figures.length;
  const { standard = "", chosen: sentence = "" } = summary.dataset;
  summary.textContent = chosen ? sentence.replace("{count}", String(chosen)) : standard;
};

/**
 * Mark the preview of the form’s changes as outdated.
 * @param {HTMLInputElement} field
 */
const outdate = (field) => {
  const preview = /** @type {HTMLElement | null | undefined} */ (field.form?.querySelector(".seen"));
  if (!preview) return;
  preview.textContent = preview.dataset.old ?? "";
  preview.classList.add("old");
};

document.addEventListener("input", (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  joinFigure(field);
  count(field);
  outdate(field);
  refresh();
});
refresh();
