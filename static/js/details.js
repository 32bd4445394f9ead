// @ts-check
// Opens the section that the URL names, and all sections for printing, in browsers that do not yet.

const open = () => {
  const named = document.querySelector(".part :target");
  const part = named?.closest("details");
  if (!part || part.open) return;
  part.open = true;
  named?.scrollIntoView();
};

addEventListener("hashchange", open);
open();
if (!CSS.supports("selector(::details-content)")) {
  addEventListener("beforeprint", () => {
    for (const part of /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll(".part"))) part.open = true;
  });
}
