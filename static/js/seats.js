// New game: tap known people into seats, move a player up.
(() => {
  "use strict";

  const names = () => [...document.querySelectorAll(".seat-name")];
  const chips = () => [...document.querySelectorAll(".chip")];

  const refresh = () => {
    const seated = names().map((field) => field.value.trim().toLowerCase());
    for (const chip of chips()) chip.setAttribute("aria-pressed", seated.includes(chip.dataset.name.toLowerCase()));
  };

  const close = (fields) => {
    const filled = fields.map((field) => field.value).filter((name) => name.trim());
    fields.forEach((field, at) => { field.value = filled[at] ?? ""; });
  };

  document.addEventListener("click", (event) => {
    const chip = event.target.closest(".chip");
    if (chip) {
      const seated = names().find((field) => field.value.trim().toLowerCase() === chip.dataset.name.toLowerCase());
      if (seated) {
        seated.value = "";
        close(names());
      } else {
        const free = names().find((field) => !field.value.trim());
        if (free) free.value = chip.dataset.name;
      }
      refresh();
    }
    const up = event.target.closest('[data-move="up"]');
    if (up) {
      const fields = names();
      const at = fields.indexOf(up.closest(".seat").querySelector(".seat-name"));
      if (at > 0) {
        [fields[at - 1].value, fields[at].value] = [fields[at].value, fields[at - 1].value];
        up.closest(".seat").previousElementSibling.querySelector('[data-move="up"]').focus();
      }
    }
  });
  // A second tap must not start a second game; who comes back to the page may start another.
  const lock = (isLocked) => {
    for (const button of document.querySelectorAll('button[type="submit"]')) button.disabled = isLocked;
  };
  document.addEventListener("submit", () => lock(true));
  addEventListener("pageshow", () => lock(false));

  document.addEventListener("input", refresh);
  refresh();
})();
