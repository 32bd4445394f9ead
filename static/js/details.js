// @ts-check
// Folded sections. Opens the section that the URL names, all sections of rules on wide screens, and
// all sections for printing.

const wide = matchMedia("(min-width: 40rem)");

/** @param {string} sections */
const openAll = (sections) => {
  for (const section of /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll(sections))) section.open = true;
};

const openNamed = () => {
  const named = document.querySelector(":target");
  const section = named?.closest("details");
  if (!section || section.open) return;
  section.open = true;
  named?.scrollIntoView();
};

const openIfWide = () => {
  if (wide.matches) openAll(".chapter");
};

addEventListener("hashchange", openNamed);
wide.addEventListener("change", openIfWide);
openIfWide();
openNamed();
document.documentElement.classList.add("folds");
if (!CSS.supports("selector(::details-content)")) addEventListener("beforeprint", () => openAll(".part, .chapter"));
