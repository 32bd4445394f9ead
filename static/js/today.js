// @ts-check
// Sends today’s date on this phone along with a form that starts a game, because it may be another
// date at the server. Shows the date that was chosen for a new game.

const { lang } = document.documentElement;
// In English, the site writes dates such as 7 Mar 2026.
const format = new Intl.DateTimeFormat(lang === "en" ? "en-GB" : lang, { dateStyle: "medium", timeZone: "UTC" });
/** Return today’s date as YYYY-MM-DD. A page may stay open overnight. */
const today = () => new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 10);

document.addEventListener("formdata", ({ formData }) => {
  if (formData.has("today")) formData.set("today", today());
});

document.addEventListener("input", (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  const chosen = /** @type {HTMLElement | null | undefined} */ (field.closest("#day")?.querySelector("summary span"));
  if (chosen) chosen.textContent = field.value ? format.format(new Date(field.value)) : chosen.dataset.today ?? "";
});

for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input[data-today]"))) field.value = today();
