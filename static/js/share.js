// @ts-check
// Copies or sends links and result texts, and sends result pictures.

/** @param {string} url */
const picture = async (url) => new File([await (await fetch(url)).blob()], "result.png", { type: "image/png" });

/**
 * Copy the text of a field, and return whether it worked. Browsers allow the clipboard API only on
 * secure connections. On others, `execCommand` still works.
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 */
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

/** The page’s texts in the reader’s language. */
const { copied = "", byHand = "", failed = "" } = /** @type {HTMLElement} */ (document.getElementById("share")).dataset;

/**
 * The action of each button, which is called with the element that has the link, text or picture.
 * Each action returns the text to show afterwards.
 * @type {Record<string, (element: any, title?: string) => Promise<string>>}
 */
const actions = {
  copy: async (/** @type {HTMLInputElement | HTMLTextAreaElement} */ field) => (await copy(field) ? copied : byHand),
  words: async (/** @type {HTMLTextAreaElement} */ field, title) => {
    await navigator.share({ title, text: field.value });
    return "";
  },
  send: async (/** @type {HTMLInputElement} */ field, title) => {
    await navigator.share({ title, url: field.value });
    return "";
  },
  picture: async (/** @type {HTMLImageElement} */ image) => {
    await navigator.share({ files: [await picture(image.src)] });
    return "";
  },
};

document.addEventListener("click", async (event) => {
  const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-action]"));
  const status = button?.closest(".actions")?.querySelector("[role=status]");
  if (!button || !status) return;
  const { action = "", of = "", title } = button.dataset;
  status.textContent = "";
  try {
    status.textContent = await actions[action](document.getElementById(of), title);
  } catch (error) {
    if (!(error instanceof Error && error.name === "AbortError")) status.textContent = failed;
  }
});

/**
 * For each action, whether this browser supports it. The buttons of unsupported actions are hidden.
 * @type {Record<string, () => boolean>}
 */
const can = {
  copy: () => true,
  words: () => "share" in navigator,
  send: () => "share" in navigator,
  picture: () => "canShare" in navigator && navigator.canShare({ files: [new File([], "result.png", { type: "image/png" })] }),
};
for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-action]"))) {
  button.hidden = !can[button.dataset.action ?? ""]();
}
