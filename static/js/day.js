// @ts-check
// Shows the date that is chosen for a new game, and offers today’s date on this phone.

const { lang } = document.documentElement;
// In English, the site writes dates such as 7 Mar 2026.
const format = new Intl.DateTimeFormat(lang === "en" ? "en-GB" : lang, { dateStyle: "medium", timeZone: "UTC" });
document.addEventListener("input", (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  const chosen = /** @type {HTMLElement | null | undefined} */ (field.closest("#day")?.querySelector("summary span"));
  if (chosen) chosen.textContent = field.value ? format.format(new Date(field.value)) : chosen.dataset.today ?? "";
});

for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input[data-today]"))) field.value = new Date().toLocaleDateString("sv");
