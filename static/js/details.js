// @ts-check
// Opens the section named in the URL, and opens all sections for printing, if the browser doesn’t
// do this itself.

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
