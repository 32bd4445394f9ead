// @ts-check
// The service worker: keeps the site’s files and the pages that this phone needs without a
// connection. Pages come from the server whenever it can be reached. Each edition of the site has
// its own caches, so a saved page is only ever shown with the files of the same edition.

/** @typedef {{ edition: string, files: string[], page: string, pages: string, static: string, changing: boolean }} Shell */
/** @typedef {{ url: string, tag: string, first?: number }} Wanted a page to keep, and a tag that changes when it does */

const worker = /** @type {any} */ (self);
const { edition, files, page, pages, static: folder, changing } = /** @type {Shell} */ (worker.SHELL);
const SHELL = `shell ${edition}`;
const PAGES = `pages ${edition} `; // and the phone
const EVERYBODY = "everybody";
const MOST = 400; // pages to keep
const PATIENCE = 5000; // how long to wait for a slow connection if the page has been kept
const TAG = "X-Keep-Tag";
const AWAY = [502, 503, 504];
/** @type {Promise<void>} the last check for changed pages; the next one waits for it */
let looked = Promise.resolve();

/** @param {string} phone */
const pagesOf = (phone) => caches.open(PAGES + phone);

/**
 * Delete the pages that were kept for earlier users of this browser.
 * @param {string} phone
 */
const forgetOthers = async (phone) => {
  for (const name of await caches.keys()) {
    if (name.startsWith(PAGES) && ![PAGES + phone, PAGES + EVERYBODY].includes(name)) await caches.delete(name);
  }
};

/**
 * @param {Cache} cache
 * @param {string} url
 * @param {BodyInit} body
 * @param {Headers} from the headers of the response
 * @param {string} tag
 */
const put = async (cache, url, body, from, tag) => {
  const headers = new Headers({ "Content-Type": "text/html; charset=utf-8", [TAG]: tag, "X-Kept": new Date().toISOString() });
  for (const name of ["Content-Security-Policy", "Cross-Origin-Opener-Policy", "Content-Language"]) {
    const text = from.get(name);
    if (text) headers.set(name, text);
  }
  if (from.get("Content-Type")?.includes("json")) headers.set("Content-Type", "application/json");
  await cache.put(url, new Response(body, { headers }));
};

/** @param {Cache} cache */
const trim = async (cache) => {
  const keys = await cache.keys(); // oldest first
  await Promise.all(keys.slice(0, Math.max(0, keys.length - MOST)).map((key) => cache.delete(key)));
};

/**
 * Return the URL under which a page is kept.
 * @param {string} url
 */
const placeOf = (url) => {
  const { pathname, search } = new URL(url, worker.location.origin);
  return pathname.startsWith("/games/new/") ? pathname + search.replace(/same&?/, "").replace(/^\?$/, "") : pathname;
};

/**
 * Return the code of the game that a page shows, or an empty string.
 * @param {string} url
 */
const gameOf = (url) => new URL(url, worker.location.origin).pathname.match(/^\/games\/(?!new\/|placeholder)([^/]+)\//)?.[1] ?? "";

/**
 * Return whether a response belongs to this edition. After an update, the server’s pages are kept by
 * the new worker, because their files may differ.
 * @param {Response} response
 */
const isOwn = (response) => response.headers.get("X-Edition") === edition;

/**
 * Keep a page that somebody has just opened. Delete it if the server no longer has it.
 * @param {Request} request
 * @param {Response} response
 */
const keep = async (request, response) => {
  const place = placeOf(request.url);
  const phone = response.headers.get("X-Keep");
  if (phone) {
    if (phone !== EVERYBODY) await forgetOthers(phone);
    if (!isOwn(response)) return;
    const cache = await pagesOf(phone);
    await put(cache, place, await response.blob(), response.headers, "");
    await trim(cache);
  } else if ([403, 404, 410].includes(response.status)) {
    for (const name of await caches.keys()) if (name.startsWith(PAGES)) await (await caches.open(name)).delete(place);
  }
};

/**
 * Keep the entry pages of the next deals, which come in one response.
 * @param {Cache} cache
 * @param {Response} response
 * @param {Wanted} wanted
 */
const keepDeals = async (cache, response, { url, tag }) => {
  const text = await response.text();
  const { pages: found } = JSON.parse(text);
  for (const [place, html] of Object.entries(found)) {
    const headers = new Headers(response.headers);
    headers.set("Content-Type", "text/html");
    await put(cache, place, html, headers, `ahead ${tag}`);
  }
  await put(cache, url, "{}", response.headers, tag);
};

/**
 * Delete the kept entry pages of deals that have been played.
 * @param {Cache} cache
 * @param {Wanted} wanted
 */
const dropPlayed = async (cache, { url, first = 0 }) => {
  const base = url.replace("ahead.json", "rounds/");
  for (const { url: kept } of await cache.keys()) {
    const { pathname } = new URL(kept);
    if (!pathname.startsWith(base) || parseInt(pathname.slice(base.length), 10) >= first) continue;
    const tag = (await cache.match(pathname))?.headers.get(TAG);
    if (tag?.startsWith("ahead ")) await cache.delete(pathname);
  }
};

/**
 * Keep one page, unless the kept copy is still current.
 * @param {Cache} cache
 * @param {Wanted} wanted
 */
const refresh = async (cache, wanted) => {
  const { url, tag } = wanted;
  if (url.includes("ahead.json") && wanted.first) await dropPlayed(cache, wanted);
  if ((await cache.match(url))?.headers.get(TAG) === tag) return;
  const response = await fetch(url, { headers: { "X-Keep": "1" } });
  if (!response.ok || response.redirected || !response.headers.get("X-Keep") || !isOwn(response)) return;
  if (wanted.first) await keepDeals(cache, response, wanted);
  else await put(cache, url, await response.blob(), response.headers, tag);
};

/** Keep the page that is shown instead of those that aren’t kept. */
const keepMissing = async () => (await caches.open(SHELL)).add(new Request(page, { headers: { "X-Keep": "1" } }));

/**
 * Delete pages that are the same for everybody but in another language, if it has just been chosen.
 * @param {string} language
 */
const speak = async (language) => {
  /** @param {Response | undefined} kept */
  const isOther = (kept) => kept?.headers.get("Content-Language") !== language;
  if (!isOther(await (await caches.open(SHELL)).match(page))) return;
  const everybody = await pagesOf(EVERYBODY);
  for (const { url } of await everybody.keys()) if (isOther(await everybody.match(url))) await everybody.delete(url);
  await keepMissing();
};

/**
 * Delete all pages if the phone’s access has changed or something has been erased since they were
 * kept, and otherwise the pages of games that the server no longer lists. `here` is the URL of an
 * open page. The cache also has the name of the phone’s access, as the tag of the list of pages.
 * @param {Cache} cache
 * @param {string} access
 * @param {Wanted[]} listed
 * @param {string} here
 */
const forget = async (cache, access, listed, here) => {
  const isSame = (await cache.match(pages))?.headers.get(TAG) === access;
  const games = [here, ...listed.map(({ url }) => url)].map(gameOf);
  for (const { url } of await cache.keys()) if (!isSame || !games.includes(gameOf(url))) await cache.delete(url);
  await put(cache, pages, "", new Headers(), access);
};

/**
 * Keep the pages that this phone needs: those that the server lists, and `more`.
 * @param {string[]} more
 * @param {string} here
 */
const keepNow = async (more, here) => {
  const response = await fetch(pages, { headers: { "X-Keep": "1" } });
  if (!response.ok) return;
  const { edition: current, phone, language, access, pages: listed } = await response.json();
  await forgetOthers(phone);
  if (current === edition) await speak(language);
  const cache = await pagesOf(phone);
  await forget(cache, access, listed, here);
  if (current !== edition) return;
  const extra = more.filter((url) => !listed.some((/** @type {Wanted} */ each) => each.url === url)).map((url) => ({ url, tag: phone }));
  for (const wanted of [...listed, ...extra]) await refresh(cache, wanted);
  await trim(cache);
};

/** @param {string[]} [more] @param {string} [here] the URL of an open page */
const keepPages = (more = [], here = pages) => {
  looked = looked.catch(() => {}).then(() => keepNow(more, here));
  return looked;
};

/**
 * Keep a page again that has changed while it was open.
 * @param {Wanted} changed
 */
const keepAgain = async (changed) => {
  for (const name of await caches.keys()) {
    if (!name.startsWith(PAGES)) continue;
    const cache = await caches.open(name);
    if (await cache.match(changed.url)) await refresh(cache, changed);
  }
};

/**
 * Return the saved copy of a page, marked with the time when it was saved.
 * @param {Request} request
 */
const copyOf = async (request) => {
  const kept = await caches.match(placeOf(request.url));
  if (!kept) return null;
  const html = (await kept.text()).replace("<html ", `<html data-kept="${kept.headers.get("X-Kept") ?? ""}" `);
  return new Response(html, { headers: kept.headers });
};

const missing = async () => (await caches.match(page)) ?? Response.error();

/**
 * Open a page: from the server, or a saved copy if the server can’t be reached.
 * @param {any} event
 */
const open = async (event) => {
  const { request } = event;
  if (new URL(request.url).pathname.startsWith("/games/offline-")) return (await copyOf(request)) ?? missing();
  const copy = request.method === "GET" || request.url.includes("/games/new/") ? await copyOf(request) : null;
  const isSlow = new Promise((_, reject) => setTimeout(reject, PATIENCE, new Error("slow")));
  try {
    // When people go back, browsers take pages from their own cache, however old these are.
    const answer = request.cache === "force-cache" ? fetch(request, { cache: "no-cache" }) : fetch(request);
    const response = await (copy ? Promise.race([answer, isSlow]) : answer);
    if (copy && AWAY.includes(response.status)) return copy;
    if (request.method === "GET") event.waitUntil(keep(request, response.clone()).catch(() => {}));
    return response;
  } catch {
    return copy ?? missing();
  }
};

/**
 * Return a file of the site. Its URL contains a hash of its content, so a saved copy is current.
 * @param {Request} request
 */
const file = async (request) => {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept && !changing) return kept;
  const response = await fetch(request).catch(() => kept ?? Response.error());
  if (response.ok && response.status === 200) await (await caches.open(SHELL)).put(request, response.clone());
  return response;
};

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil((async () => {
    const shell = await caches.open(SHELL);
    await shell.addAll(files);
    await keepMissing();
    // The new edition takes over only when it has the pages as well.
    await keepPages().catch(() => {});
    await worker.skipWaiting();
  })());
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      // Other caches, such as the games started here, belong to the pages.
      if (/^(shell|pages) /.test(name) && name !== SHELL && !name.startsWith(PAGES)) await caches.delete(name);
    }
    await worker.clients.claim();
  })());
});

worker.addEventListener("message", (/** @type {any} */ event) => {
  const { keep: more, changed } = event.data ?? {};
  if (more) event.waitUntil(keepPages(more, event.source?.url).catch(() => {}));
  if (changed) event.waitUntil(keepAgain(changed).catch(() => {}));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== worker.location.origin) return;
  if (request.mode === "navigate") event.respondWith(open(event));
  else if (request.method === "GET" && pathname.startsWith(folder)) event.respondWith(file(request));
});
