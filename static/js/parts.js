// Browsers open the section that an address names, and all of them for paper; this does it in those that do not yet.
(() => {
  "use strict";

  const open = () => {
    const named = document.querySelector(".part :target");
    const part = named?.closest("details");
    if (!part || part.open) return;
    part.open = true;
    named.scrollIntoView();
  };

  addEventListener("hashchange", open);
  open();
  if (CSS.supports("selector(::details-content)")) return;
  addEventListener("beforeprint", () => {
    for (const part of document.querySelectorAll(".part")) part.open = true;
  });
})();
