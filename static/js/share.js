// Sharing a game: its links and its picture copied or sent with one tap.
(() => {
  "use strict";

  const picture = async (address) => new File([await (await fetch(address)).blob()], "result.png", { type: "image/png" });

  // Browsers keep their clipboard to secure connections; elsewhere the old way does.
  const copy = async (field) => {
    field.focus();
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      return true;
    } catch {
      return document.execCommand("copy");
    }
  };

  const deeds = {
    copy: async (field) => (await copy(field) ? "Copied." : "Press and hold the link to copy it."),
    send: async (field, title) => {
      await navigator.share({ title, url: field.value });
      return "";
    },
    picture: async (image) => {
      await navigator.share({ files: [await picture(image.src)] });
      return "";
    },
  };

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-deed]");
    if (!button) return;
    const said = button.closest(".actions").querySelector("[role=status]");
    said.textContent = "";
    try {
      said.textContent = await deeds[button.dataset.deed](document.getElementById(button.dataset.of), button.dataset.title);
    } catch (error) {
      if (error.name !== "AbortError") said.textContent = "That did not work here.";
    }
  });

  // A button is there where the browser can do it.
  const can = {
    copy: () => true,
    send: () => Boolean(navigator.share),
    picture: () => Boolean(navigator.canShare?.({ files: [new File([], "result.png", { type: "image/png" })] })),
  };
  for (const button of document.querySelectorAll("[data-deed]")) button.hidden = !can[button.dataset.deed]();
})();
