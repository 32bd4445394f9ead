// New game: tap known people into seats, move a player up. House rules: a figure takes its rule
// along, and what the form would change is marked as old once it is typed in again.
(() => {
  "use strict";

  const names = () => [...document.querySelectorAll(".seat-name")];
  const marks = () => [...document.querySelectorAll('.deals [name="dealer"]')];
  const chips = () => [...document.querySelectorAll(".chip[data-name]")];

  const refresh = () => {
    const seated = names().map((field) => field.value.trim().toLowerCase());
    for (const chip of chips()) chip.setAttribute("aria-pressed", seated.includes(chip.dataset.name.toLowerCase()));
  };

  // Who sits where and deals, and seats for them in that order: the mark of the dealer goes along.
  const people = () => names().map((field, at) => ({ name: field.value, deals: marks()[at]?.checked }));
  const seat = (seated) => {
    names().forEach((field, at) => { field.value = seated[at]?.name ?? ""; });
    const dealer = marks()[seated.findIndex((person) => person.deals)];
    if (dealer) dealer.checked = true;
  };

  document.addEventListener("click", (event) => {
    const chip = event.target.closest(".chip[data-name]");
    if (chip) {
      const called = (name) => name.trim().toLowerCase() === chip.dataset.name.toLowerCase();
      const seated = people();
      if (seated.some((person) => called(person.name))) {
        seat(seated.filter((person) => person.name.trim() && !called(person.name)));
      } else {
        const free = names().find((field) => !field.value.trim());
        if (free) free.value = chip.dataset.name;
      }
      refresh();
    }
    const up = event.target.closest('[data-move="up"]');
    if (up) {
      const row = up.closest(".seat");
      const at = names().indexOf(row.querySelector(".seat-name"));
      const seated = people();
      if (at > 0) {
        [seated[at - 1], seated[at]] = [seated[at], seated[at - 1]];
        seat(seated);
        row.previousElementSibling.querySelector('[data-move="up"]').focus();
      }
    }
  });
  // A second tap must not start a second game; who comes back to the page may start another.
  const lock = (isLocked) => {
    for (const button of document.querySelectorAll('button[type="submit"]')) button.disabled = isLocked;
  };
  document.addEventListener("submit", () => lock(true));
  addEventListener("pageshow", () => lock(false));

  // Who writes a figure means its house rule, and who takes that back its figure, too.
  document.addEventListener("input", ({ target }) => {
    const [tick, figure] = ["[type=checkbox]", ".figures input"].map((part) => target.closest(".option")?.querySelector(part));
    if (target === figure && figure.value.trim()) tick.checked = true;
    if (target === tick && !tick.checked && figure) figure.value = "";
  });

  // The fold says how many house rules are chosen in it.
  document.addEventListener("input", ({ target }) => {
    const fold = target.closest("#house-rules");
    if (!fold || target.closest(".keep")) return;
    const figures = [...fold.querySelectorAll(".own input")].filter((field) => field.value.trim());
    const count = fold.querySelectorAll(".option :checked").length + figures.length;
    fold.querySelector("summary span").textContent = count ? `${count} chosen` : "standard";
  });

  document.addEventListener("input", ({ target }) => {
    const seen = target.form?.querySelector(".seen");
    if (!seen) return;
    seen.textContent = seen.dataset.old;
    seen.classList.add("old");
  });

  document.addEventListener("input", refresh);
  refresh();
})();
