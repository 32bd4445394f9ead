// @ts-check
// The games that can be started on this phone without a connection.

/**
 * Return the paths of the kept pages on which a game can be started. Its pad and entry pages have to
 * be kept as well.
 * @returns {Promise<string[]>}
 */
export const startable = async () => {
  const found = new Set();
  for (const name of await caches.keys()) {
    for (const { url } of name.startsWith("pages ") ? await (await caches.open(name)).keys() : []) {
      const path = new URL(url).pathname.match(/^\/games\/new\/.+\/(?=ahead.json$)/)?.[0];
      if (path && await caches.match(path)) found.add(path);
    }
  }
  return [...found];
};

/** Leave only these games on the page “Which game?”, and open the lists that they are in. */
const narrow = async () => {
  const list = /** @type {HTMLElement} */ (document.getElementById("shelves"));
  const note = /** @type {HTMLElement} */ (document.getElementById("startable-note"));
  const paths = await startable();
  for (const row of list.querySelectorAll("li")) row.hidden = !paths.includes(row.querySelector("a")?.getAttribute("href") ?? "");
  for (const part of list.querySelectorAll("section, details")) {
    /** @type {HTMLElement} */ (part).hidden = !part.querySelector("li:not([hidden])");
    if (part instanceof HTMLDetailsElement) part.open = true;
  }
  for (const search of document.querySelectorAll(".find")) /** @type {HTMLElement} */ (search).hidden = true;
  note.hidden = false;
};

if (document.getElementById("startable-note")) await narrow();
