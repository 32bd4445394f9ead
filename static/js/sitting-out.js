// @ts-check
// The players who sit out depend on the dealer. They can’t be chosen as an answer, and Next skips
// their inputs.

import { dealerField, hands, inputsOf, typed } from "./fields.js";

// The attributes that decide whether Next skips an input.
const SKIPPING = ["data-optional", "data-shares", "data-stop"];

/**
 * Return the keys of the seats and sides that sit out: the dealer’s, then those before it.
 * @param {number} dealer
 * @returns {Set<string>}
 */
const sittingOut = (dealer) => {
  const seats = [...(dealerField()?.options ?? [])];
  const count = seats.length - Number(document.getElementById("sits-out")?.dataset.dealtIn);
  const out = Array.from({ length: count }, (_, step) => seats.at(dealer - step));
  return new Set(out.flatMap((seat) => [seat?.value ?? "", seat?.dataset.side ?? ""]));
};

/** @param {Element} one @param {Element} other */
const swap = (one, other) => {
  for (const name of SKIPPING) {
    const [own, others] = [one.getAttribute(name), other.getAttribute(name)];
    for (const [field, value] of /** @type {[Element, string | null][]} */ ([[one, others], [other, own]])) {
      if (value === null) field.removeAttribute(name);
      else field.setAttribute(name, value);
    }
  }
};

const follow = () => {
  const note = document.getElementById("sits-out"), dealer = dealerField();
  if (!note || !dealer) return;
  // The sentence is about the dealer whom the page expected.
  note.hidden = dealer.value !== dealer.dataset.usual;
  const was = sittingOut(Number(dealer.dataset.shown ?? [...dealer.options].findIndex((seat) => seat.defaultSelected)));
  const out = sittingOut(dealer.selectedIndex);
  dealer.dataset.shown = String(dealer.selectedIndex);
  const [joining, leaving] = [[was, out], [out, was]].map(([one, other]) => hands().filter(({ dataset: { key = "" } }) => one.has(key) && !other.has(key)));
  joining.forEach((hand, at) => typed(hand).forEach((field, place) => swap(field, typed(leaving[at])[place])));
  for (const answer of inputsOf("#entry :is(.out-mark, [data-players]) input[type=radio]:not([value=''])")) {
    const isOut = out.has(answer.value);
    if (isOut) answer.checked = false;
    answer.disabled = isOut;
    answer.closest("label")?.toggleAttribute("hidden", isOut);
  }
};

document.addEventListener("change", ({ target }) => {
  if (target === dealerField()) follow();
});
document.addEventListener("reset", () => setTimeout(follow));
