// @ts-check
// Keeps one part of the page, #live, up to date. A stream reports when that part has changed, and
// the page then requests it. If streams are blocked, the page polls every few seconds.

const OFTEN = 2_500; // between two requests without a stream
const RARELY = 15_000; // the same, while the page is hidden
const SILENCE = 25_000; // the server sends something every ten seconds
const PATIENCE = 3_000; // for the first event of a stream
const AGAIN = 20_000; // before a stream that was refused is opened again

/** @type {EventSource | null} */
let stream = null;
let heardAt = 0; // when the stream last sent something
let openedAt = -Infinity;
let askedAt = performance.now();
let isAsking = false;
let mustAskAgain = false;
let isGone = false;

const part = () => document.getElementById("live");
/** @param {string} name */
const data = (name) => part()?.dataset[name] ?? "";
const now = () => performance.now();
const isFollowing = () => stream && heardAt && now() - heardAt < SILENCE;

/**
 * Return a string that identifies an element in the new part.
 * @param {Element} element
 */
const nameOf = (element) => [element.tagName, element.id, element.getAttribute("name"), element.getAttribute("value"), element.getAttribute("href"), element.closest("form")?.getAttribute("action"), element.id ? "" : element.textContent?.trim()].join("|");

/**
 * Return which elements the reader has opened, scrolled or focused.
 * @param {Element} old
 */
const remember = (old) => ({
  open: [...old.querySelectorAll("details")].map((details) => details.open),
  frames: [...old.querySelectorAll(".pad-frame, .scroll")].map(({ scrollLeft, scrollTop }) => ({ left: scrollLeft, top: scrollTop })),
  focused: old.contains(document.activeElement) && document.activeElement ? nameOf(document.activeElement) : "",
});

/**
 * @param {Element} fresh
 * @param {ReturnType<typeof remember>} kept
 */
const restore = (fresh, kept) => {
  const details = fresh.querySelectorAll("details");
  if (details.length === kept.open.length) details.forEach((element, at) => (element.open = kept.open[at]));
  fresh.querySelectorAll(".pad-frame, .scroll").forEach((frame, at) => frame.scrollTo(kept.frames[at] ?? {}));
  if (!kept.focused) return;
  const same = [...fresh.querySelectorAll("a, button, input, select, summary, [tabindex]")].find((element) => nameOf(element) === kept.focused);
  /** @type {HTMLElement | undefined} */ (same)?.focus({ preventScroll: true });
};

/**
 * Move what hasn’t changed, which the server leaves out. Return whether the old part has all of it.
 * @param {Element} old
 * @param {Element} fresh
 */
const keepSame = (old, fresh) => {
  document.dispatchEvent(new Event("live:shows"));
  const parts = "bdi, p, button, #rows > tr";
  const known = [...old.querySelectorAll(parts)].filter((part) => !part.matches(`.unsent, :is(${parts}) *`));
  const gaps = /** @type {HTMLElement[]} */ ([...fresh.querySelectorAll("[data-same]")]);
  const ranges = gaps.map(({ dataset }) => String(dataset.same).split(" ").map(Number));
  if (ranges.some(([, after]) => after > known.length)) return false;
  gaps.forEach((gap, at) => gap.replaceWith(...known.slice(...ranges[at])));
  return true;
};

/** @param {Element} root */
const newsOf = (root) => /** @type {HTMLTemplateElement | null} */ (root.querySelector("template[data-news]"))?.content.textContent?.trim();

/** @param {string} html */
const show = (html) => {
  const old = part();
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("live");
  if (!old || !fresh) return;
  if (fresh.dataset.next) {
    location.replace(fresh.dataset.next);
    return;
  }
  const kept = remember(old);
  fresh.dataset.stream = old.dataset.stream; // the stream stays open
  document.adoptNode(fresh);
  if (!keepSame(old, fresh)) {
    old.dataset.etag = ""; // so that the server sends everything
    mustAskAgain = true;
    return;
  }
  old.replaceWith(fresh);
  restore(fresh, kept);
  const text = newsOf(fresh), news = document.getElementById("news");
  if (news && text && text !== newsOf(old) && text !== news.textContent) news.textContent = text;
  document.dispatchEvent(new Event("live:shown"));
};

const end = () => {
  isGone = true;
  close();
  const gone = document.getElementById("gone");
  if (gone) gone.hidden = false;
};

/** Request the part if it has changed. While a request is under way, at most one more waits. */
const ask = async () => {
  if (isGone) return;
  mustAskAgain = isAsking;
  if (isAsking) return;
  isAsking = true;
  askedAt = now();
  try {
    const response = await fetch(data("live"), {
      cache: "no-store",
      headers: { "HX-Request": "true", "X-Parts": "changed", "If-None-Match": data("etag") },
      signal: AbortSignal.timeout(15_000),
    });
    if (response.status === 200) show(await response.text());
    else if ([403, 404, 410].includes(response.status)) end();
  } catch {
    // There is no connection. The next request may succeed.
  } finally {
    isAsking = false;
  }
  if (mustAskAgain) await ask();
};

const close = () => {
  stream?.close();
  stream = null;
  heardAt = 0;
};

const open = () => {
  const url = data("stream");
  if (!url || stream || isGone) return;
  openedAt = now();
  const opened = new EventSource(url);
  stream = opened;
  opened.addEventListener("alive", () => (heardAt = now()));
  opened.addEventListener("changed", ({ data: state }) => {
    const isFirst = !heardAt;
    heardAt = now();
    // The first event names the state that the page should show.
    if (!isFirst || state !== data("state")) ask();
  });
  opened.addEventListener("gone", ask);
  opened.addEventListener("error", () => {
    heardAt = 0;
    if (opened.readyState === EventSource.CLOSED && stream === opened) close();
  });
};

/** Request the part at once, since the page may have missed a change while it was hidden. */
const catchUp = () => {
  if (document.visibilityState === "hidden") return;
  if (!isFollowing()) close();
  open();
  ask();
};

const watch = () => {
  if (isGone || isFollowing()) return;
  const waited = now() - openedAt;
  if (stream && waited > SILENCE) close();
  if (waited > AGAIN) open(); // unless there is a stream
  if (data("stream") && waited < PATIENCE) return;
  const pause = (document.visibilityState === "hidden" ? RARELY : OFTEN) - 50;
  if (now() - askedAt >= pause) ask();
};

if (data("live")) {
  open();
  setInterval(watch, 500);
  document.addEventListener("visibilitychange", catchUp);
  addEventListener("online", catchUp);
  addEventListener("saved", catchUp);
  addEventListener("pageshow", ({ persisted }) => persisted && catchUp());
  addEventListener("pagehide", close); // so that the browser can keep the page as it is
}
