// @ts-check
// Shows the current totals next to the names after another phone has changed an earlier deal. The
// entry panel loads this when that has happened.

import { elementsOf } from "./fields.js";
import { withMinus } from "./sums.js";
import { showSums } from "./totals.js";

export const show = () => {
  const totals = /** @type {Record<string, number>} */ (JSON.parse(document.getElementById("live")?.dataset.totals || "{}"));
  for (const [row, total] of Object.entries(totals)) {
    const hand = document.getElementById(row);
    if (!hand) continue;
    hand.dataset.total = String(total);
    for (const shown of elementsOf("[data-so-far]", hand)) shown.textContent = withMinus(total);
    showSums(hand);
  }
};
