// @ts-check
// Remembers which games this phone has opened lately, because questions about rules are mostly about
// the game at hand.

/** @typedef {{ key: string, name: string, at: number }} Opened at is 0 once the game is no longer meant */

const KEY = "opened";
const MOST = 4;
const EVENING = 12 * 60 * 60 * 1000;

/**
 * Return the games that were opened last, the latest first.
 * @returns {Opened[]}
 */
export const openedGames = () => {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
};

/** Return the game at hand, which was opened in the last hours. */
export const gameAtHand = () => openedGames().find(({ at }) => at > Date.now() - EVENING);

/** @param {Opened[]} games */
const store = (games) => {
  try {
    localStorage.setItem(KEY, JSON.stringify(games));
  } catch {
    // Without storage, each question names its game.
  }
};

/** @param {string} key the slug or the code of a game @param {string} name */
export const remember = (key, name) => {
  const others = openedGames().filter((game) => game.key !== key && game.name !== name);
  store([{ key, name, at: Date.now() }, ...others].slice(0, MOST));
};

/** @param {string} key */
export const forget = (key) => store(openedGames().filter((game) => game.key !== key));

/** Keep the games only as suggestions. */
export const meanNone = () => store(openedGames().map((game) => ({ ...game, at: 0 })));

const here = /** @type {HTMLMetaElement | null} */ (document.querySelector("[data-opened]"));
if (here && !here.content.startsWith("offline-")) remember(here.content, here.dataset.opened ?? "");
