// @ts-check
// The games that can be started on this phone without a connection.

/**
 * Return the URLs of the kept pages on which a game can be started, each with the name that players
 * gave to the game. Its pad and entry pages have to be kept as well.
 * @returns {Promise<string[]>}
 */
export const startable = async () => {
  const found = new Set();
  for (const name of await caches.keys()) {
    for (const { url } of name.startsWith("pages ") ? await (await caches.open(name)).keys() : []) {
      const { pathname, search } = new URL(url);
      const path = pathname.match(/^\/games\/new\/.+\/(?=ahead.json$)/)?.[0];
      const page = `${path}${search.match(/^\?name=[^&]+/)?.[0] ?? ""}`;
      if (path && await caches.match(page)) found.add(page);
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
