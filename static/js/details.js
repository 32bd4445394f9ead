// @ts-check
// Opens folded sections: the one that the URL names, those of the rules on wide screens, and all of
// them when the page is printed.

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
