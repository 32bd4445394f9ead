// @ts-check
// The players who sit out depend on the dealer, and can’t be chosen as an answer.

import { dealerField, inputsOf } from "./fields.js";

/** Return the keys of the seats and sides that sit out: the dealer’s, then those before it. @returns {Set<string>} */
const sittingOut = () => {
  const note = document.getElementById("sits-out");
  const seats = [...(dealerField()?.options ?? [])];
  const at = dealerField()?.selectedIndex ?? 0;
  const count = seats.length - Number(note?.dataset.dealtIn);
  const out = Array.from({ length: count }, (_, step) => seats.at(at - step));
  return new Set(out.flatMap((seat) => [seat?.value ?? "", seat?.dataset.side ?? ""]));
};

document.addEventListener("change", (event) => {
  const note = document.getElementById("sits-out");
  if (!note || event.target !== dealerField()) return;
  // The sentence is about the dealer whom the page expected.
  note.hidden = dealerField()?.value !== dealerField()?.dataset.usual;
  const out = sittingOut();
  for (const answer of inputsOf("#entry :is(.out-mark, [data-players]) input[type=radio]:not([value=''])")) {
    const isOut = out.has(answer.value);
    if (isOut) answer.checked = false;
    answer.disabled = isOut;
    answer.closest("label")?.toggleAttribute("hidden", isOut);
  }
});
