// @ts-check
// Entries that this phone hasn’t sent yet. They are stored in IndexedDB and sent in order. Each has
// a key, so that the server saves it only once.

/** @typedef {[name: string, text: string]} Text */
/**
 * The state of an entry: it waits for a connection; another phone has saved something else; the
 * server rejected it; this phone may no longer open the game; or somebody else entered it on this
 * phone.
 * @typedef {"waiting" | "conflict" | "refused" | "gone" | "stranger"} State
 */
/**
 * A deal that was entered, or a game that was started (`deal` is 0). `points` are each side’s
 * points, or null if only the server can count them. `said` describes the entry in words. `part`
 * says what was tapped on the pad: turns of a deal, to which more can be added while `isOpen`, or
 * points that are added to the latest deal.
 * @typedef {{ id?: number, game: string, deal: number, isNew: boolean, url: string, body: Text[], phone: string, at: number,
 *   name: string, said: string[], points: Record<string, number> | null, state: State, part?: "turns" | "points", isOpen?: boolean }} Item
 */

const STORE = "outbox";
const PATIENCE = 15_000;
const LONGEST = 30 * 24 * 60 * 60 * 1000; // as for drafts
const NOBODY = "nobody";
const TOKEN = "/offline/token.json";
export const STARTED = "started here"; // the cache of games started without a connection
const channel = new BroadcastChannel(STORE);

/** @type {Promise<IDBDatabase> | undefined} */
let opened;
/** @returns {Promise<IDBDatabase>} */
const open = () => new Promise((resolve, reject) => {
  const request = indexedDB.open("scorekeeper", 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id", autoIncrement: true });
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/**
 * Run `act` on the stored entries, and return the result once the change is on disk.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} act
 * @returns {Promise<T>}
 */
const run = async (mode, act) => {
  const database = await (opened ??= open());
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, mode, { durability: "strict" });
    const request = act(transaction.objectStore(STORE));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  });
};

/** @param {string} game */
export const padOf = (game) => `/games/${game}/`;

/**
 * Return an entry with the server’s code of its game. A game started on this phone has another code
 * until it is sent, and deals may still be entered on its earlier pages after that.
 * @param {Item} item
 */
const moved = (item) => {
  const pad = localStorage.getItem(`started ${item.game}`);
  return pad ? { ...item, game: pad.split("/")[2], url: item.url.replace(padOf(item.game), pad) } : item;
};

/** Return all entries that haven’t been sent, in the order of the deals. @returns {Promise<Item[]>} */
export const unsent = async () => (await run("readonly", (store) => store.getAll())).map(moved).sort((one, other) => one.deal - other.deal);
/** @param {Item} item */
const put = (item) => run("readwrite", (store) => store.put(item));
/** @param {Item} item */
export const remove = ({ id = 0 }) => run("readwrite", (store) => store.delete(id));

/** @param {string} game */
export const unsentOf = async (game) => (await unsent()).filter((item) => item.game === game);

/** @param {Item} item */
const keyOf = ({ body }) => body.find(([name]) => name === "key")?.[1];

/**
 * Keep an entry, in place of any earlier entry for the same deal. Points that are added are kept
 * besides.
 * @param {Item} entry
 */
export const queue = async (entry) => {
  const item = moved(entry);
  const isAdded = (/** @type {Item} */ { part }) => part === "points";
  const earlier = isAdded(item) ? null : (await unsentOf(item.game)).find((other) => other.deal === item.deal && !isAdded(other));
  await put(earlier ? { ...item, id: earlier.id, isNew: earlier.isNew } : item);
};

/**
 * Notify all tabs, and pages that are still loading, that entries of these games have been sent or
 * have a new state.
 * @param {Set<string>} games
 */
const announce = (games) => {
  if (!games.size) return;
  for (const game of games) localStorage.setItem(`sent ${game}`, String(Date.now()));
  channel.postMessage([...games]);
  dispatchEvent(new CustomEvent("outbox", { detail: [...games] }));
};
channel.addEventListener("message", ({ data }) => dispatchEvent(new CustomEvent("outbox", { detail: data })));

/** @typedef {{ token: string, phone: string }} Pass */

/** Return a fresh CSRF token and the phone’s name, or null without a connection. @returns {Promise<Pass | null>} */
export const pass = async () => {
  try {
    const response = await fetch(TOKEN, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
};

/**
 * Send an entry. Return its new state, `sent` with the game’s URL, or `later` if it has to be sent
 * again.
 * @param {Item} item
 * @param {string} token
 * @returns {Promise<{ state: State | "sent" | "later", url?: string }>}
 */
export const send = async (item, token) => {
  const body = new URLSearchParams([...item.body, ["csrfmiddlewaretoken", token]]);
  try {
    const response = await fetch(item.url, { method: "POST", body, headers: { "HX-Request": "true" }, signal: AbortSignal.timeout(PATIENCE) });
    const url = response.headers.get("HX-Redirect") ?? (response.redirected ? new URL(response.url).pathname : "");
    if (response.ok && (item.deal ? url === padOf(item.game) : url.startsWith("/games/"))) return { state: "sent", url };
    if (response.status === 409) return { state: "conflict" };
    if ([400, 413, 422].includes(response.status)) return { state: "refused" };
    if (response.status >= 500 || response.status === 429) return { state: "later" };
    return { state: "gone" };
  } catch {
    return { state: "later" };
  }
};

/**
 * Note the server’s URL of a game started on this phone, move its drafts to that URL, and make the
 * game’s stored pages redirect to it.
 * @param {string} game
 * @param {string} url
 */
const settle = async (game, url) => {
  localStorage.setItem(`started ${game}`, url);
  for (const key of Object.keys(localStorage).filter((name) => name.startsWith(`entry ${padOf(game)}`))) {
    localStorage.setItem(key.replace(padOf(game), url), localStorage.getItem(key) ?? "");
    localStorage.removeItem(key);
  }
  const cache = await caches.open(STARTED);
  for (const { url: page } of await cache.keys()) {
    if (!new URL(page).pathname.startsWith(padOf(game))) continue;
    const html = `<!doctype html><html lang="en"><meta http-equiv="refresh" content="0;url=${url}"><title>Scorekeeper</title></html>`;
    await cache.put(page, new Response(html, { headers: { "Content-Type": "text/html" } }));
  }
};

/** Forget games that this phone hasn’t shown or sent for a month, unless it still has to send them. */
export const forgetOld = async () => {
  const needed = (await run("readonly", (store) => store.getAll())).map((/** @type {Item} */ { game }) => game);
  const cache = await caches.open(STARTED);
  for (const key of Object.keys(localStorage)) {
    const [kind, game] = key.split(" ");
    if (!["totals", "sent", "started"].includes(kind) || needed.includes(game)) continue;
    const { at = 0 } = JSON.parse(localStorage.getItem(`totals ${game}`) ?? "{}");
    if (Math.max(at, Number(localStorage.getItem(`sent ${game}`))) > Date.now() - LONGEST) continue;
    localStorage.removeItem(key);
    for (const { url } of await cache.keys()) {
      if (new URL(url).pathname.startsWith(padOf(game))) await cache.delete(url);
    }
  }
};

/** @param {Item[]} items @param {Set<string>} changed */
const sendAll = async (items, changed) => {
  let current = items.length ? await pass() : null;
  /** @type {Set<string>} games whose next entry can’t be sent */
  const stuck = new Set();
  for (const each of items) {
    const item = moved(each);
    if (!current) return;
    if (stuck.has(item.game) || !["waiting", "stranger"].includes(item.state)) {
      stuck.add(item.game);
      continue;
    }
    const isOwn = [NOBODY, current.phone].includes(item.phone);
    const { state, url = "" } = isOwn ? await send(item, current.token) : { state: /** @type {State} */ ("stranger") };
    if (state === "later") return;
    if (state === "sent") {
      if (!item.deal) await settle(item.game, url);
      const stored = (await unsent()).find(({ id }) => id === item.id);
      if (stored && keyOf(stored) === keyOf(item)) await remove(item);
      localStorage.removeItem(`entry ${item.url}`);
      changed.add(item.game);
      if (!item.deal) current = await pass(); // the first game gives this phone a user
      continue;
    }
    stuck.add(item.game);
    if (state === item.state) continue;
    Object.assign(item, { state });
    await put(item);
    changed.add(item.game);
  }
};

/** Send the waiting entries. Only one tab at a time does this. */
export const flush = () => navigator.locks.request(STORE, async () => {
  /** @type {Set<string>} */
  const changed = new Set();
  try {
    await sendAll(await unsent(), changed);
  } finally {
    announce(changed);
  }
});

/**
 * For an entry that the server didn’t save, open the page with both versions or the problem. Return
 * false without a connection.
 * @param {Item} item
 */
export const present = async (item) => {
  const current = await pass();
  if (!current) return false;
  const form = document.createElement("form");
  form.method = "post";
  form.action = item.url;
  for (const [name, value] of /** @type {Text[]} */ ([...item.body, ["csrfmiddlewaretoken", current.token]])) {
    const input = document.createElement("input");
    Object.assign(input, { type: "hidden", name, value });
    form.append(input);
  }
  document.body.append(form);
  form.submit();
  return true;
};

/**
 * Retry an entry that couldn’t be sent.
 * @param {Item} item
 */
export const retry = async (item) => {
  await put({ ...item, state: "waiting" });
  await flush();
};
