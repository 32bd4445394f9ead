// @ts-check
// Stylesheets use this class to detect whether JavaScript is enabled. This script isn’t a module, so that it
// runs before the first paint.
document.documentElement.classList.add("js");

// A form that starts a game sends today’s date on this phone, because it may be another date at the server.
// Swedish dates are written as YYYY-MM-DD.
addEventListener("formdata", ({ formData }) => {
  if (formData.has("today")) formData.set("today", new Date().toLocaleDateString("sv"));
});

// On a slow connection, people type, tap and press Enter before the modules have run. What needs a module is
// held until then, with the keys that follow, because they may be for another input.
{
  /** @type {import("./early.js").Early[]} */
  const early = [];
  const types = ["click", "submit", "keydown", "input", "change"];
  let follows = false;
  /** @param {any} event */
  const mustWait = ({ type, target, key, ctrlKey, metaKey, altKey }) => {
    if (type === "click") return target.closest("button:is([type=button], [hx-post])");
    if (type === "submit") return target.matches("[hx-post], [data-starts]");
    if (type !== "keydown" || ctrlKey || metaKey || altKey) return false;
    if (!target.matches("select, textarea, input:not([type=radio], [type=checkbox])")) return /^[\da-z+-]$/i.test(key);
    return key === "Enter" ? target.matches(".in input, .seat-name") : follows && /^(.|Backspace)$/.test(key);
  };
  /** @param {any} event */
  const see = (event) => {
    const { type, target } = event, waits = mustWait(event);
    if (!waits && !/input|change/.test(type)) return;
    early.push({ event, value: target.value, checked: target.checked });
    if (!waits) return;
    follows ||= type === "keydown";
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const type of types) addEventListener(type, see, true);
  addEventListener("DOMContentLoaded", async () => {
    const module = early.length ? await import("./early.js").catch(() => null) : null;
    for (const type of types) removeEventListener(type, see, true);
    module?.repeat(early);
  });
}
