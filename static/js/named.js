// @ts-check
// For a new game without rules of its own, fills in the usual answers when the name of a known game
// is entered.

const form = /** @type {HTMLFormElement} */ (document.querySelector("form[data-restore]"));
const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("figures-name"));
const known = /** @type {HTMLOptionElement[]} */ ([...document.querySelectorAll("#game-names option")]);

/** @param {string} name */
const plain = (name) => name.trim().normalize().toLowerCase();

/**
 * Tick the chosen options, which may be answers to the questions, and enter their values.
 * @param {Record<string, boolean | number | string>} options
 */
const fill = (options) => {
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll('[name^="option-"], [name^="figures-"]'))) {
    const id = input.name.replace(/^[a-z]+-/, "");
    if (input.type === "checkbox") input.checked = id in options;
    else if (input !== field) input.value = String(options[id] ?? "");
  }
  for (const row of form.querySelectorAll(".start-row")) {
    const answers = /** @type {HTMLInputElement[]} */ ([...row.querySelectorAll('[type="radio"]')]);
    (answers.find(({ value }) => value in options) ?? answers[0]).checked = true;
  }
};

let last = plain(field.value);
field.addEventListener("input", () => {
  const name = plain(field.value);
  const found = known.find(({ value }) => plain(value) === name);
  if (found && name !== last) fill(JSON.parse(found.dataset.options ?? "{}"));
  last = name;
});
