// @ts-check
// Shows times in the time zone of this phone. The page has them in the server’s time zone.

const { lang } = document.documentElement;
// In English, the site writes dates such as 7 Mar 2026.
const format = new Intl.DateTimeFormat(lang === "en" ? "en-GB" : lang, { dateStyle: "medium", timeStyle: "short" });
for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll("time[datetime*='T']"))) {
  time.textContent = format.format(new Date(time.dateTime));
}
