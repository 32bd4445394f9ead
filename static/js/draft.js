// Half an entry is kept in this browser, deal by deal, until the deal is saved; the pad says so.
(() => {
  "use strict";

  const KIND = "entry ";
  const KEY = KIND + location.pathname;
  const LONGEST = 30 * 24 * 60 * 60 * 1000; // after a month nobody comes back to it
  const OWN = ["csrfmiddlewaretoken", "version", "key"];
  let isSaved = false;

  const form = () => document.querySelector("form#entry");
  const isCorrection = () => form().matches("[data-saved]");
  const texts = () => [...new FormData(form())].filter(([name]) => !OWN.includes(name));
  const asSaved = form() && JSON.stringify(texts());
  const corrected = () => (isCorrection() ? asSaved : "");
  const usualDealer = () => form().elements.dealer?.dataset.usual ?? "";

  // The browser may have no room, or keep nothing at all.
  const attempt = (act) => {
    try {
      return act(localStorage);
    } catch {
      return null;
    }
  };

  const drop = (key = KEY) => attempt((store) => store.removeItem(key));
  const kept = (key = KEY) => attempt((store) => JSON.parse(store.getItem(key)));

  // Of a new deal what is not blank; of one that is corrected all, for what was emptied tells, too.
  const typed = () => {
    if (isCorrection()) return JSON.stringify(texts()) === asSaved ? [] : texts();
    return texts().filter(([name, text]) => text.trim() && text !== form().elements[name].dataset?.usual);
  };

  const keep = () => {
    if (!form() || isSaved) return;
    const now = typed();
    if (!now.length) {
      drop();
      return;
    }
    const draft = JSON.stringify({ at: Date.now(), of: corrected(), usual: usualDealer(), texts: now });
    document.getElementById("unkept").hidden = attempt((store) => store.setItem(KEY, draft)) !== null;
  };

  const fill = (field, text) => {
    if (field.matches('[type="radio"], [type="checkbox"]')) field.checked ||= field.value === text;
    else if (!field.options || [...field.options].some((option) => option.value === text)) field.value = text;
    field.closest("details")?.setAttribute("open", "");
  };

  const giveBack = () => {
    const draft = kept();
    if (!form() || !draft) return;
    // The deal was saved since, or taken back.
    if (draft.of !== corrected()) {
      drop();
      return;
    }
    if (isCorrection()) {
      for (const field of form().querySelectorAll('[type="radio"], [type="checkbox"]')) field.checked = false;
    }
    for (const [name, text] of draft.texts) {
      // Who deals may have been settled since.
      if (name === "dealer" && draft.usual !== usualDealer()) continue;
      for (const field of document.getElementsByName(name)) fill(field, text);
    }
    document.getElementById("draft").hidden = false;
  };

  const forgetOld = () => {
    const keys = attempt((store) => Object.keys(store)) ?? [];
    for (const key of keys.filter((each) => each.startsWith(KIND))) {
      if (!(kept(key)?.at > Date.now() - LONGEST)) drop(key);
    }
  };

  // The pad’s way to the next deal, where that was begun.
  const sayBegun = () => {
    const link = document.querySelector("a[data-begun]");
    if (link && kept(KIND + link.pathname)?.of === "") link.textContent = link.dataset.begun;
  };

  // What a tap does to other inputs is done by then.
  for (const happened of ["input", "change", "click"]) {
    document.addEventListener(happened, (event) => {
      if (event.target.closest("form#entry")) setTimeout(keep);
    });
  }
  document.addEventListener("reset", () => {
    document.getElementById("draft").hidden = true;
    setTimeout(keep);
  });
  document.addEventListener("htmx:beforeOnLoad", (event) => {
    isSaved = event.detail.xhr.getResponseHeader("HX-Redirect") !== null;
    if (isSaved) drop();
  });
  // Of two versions one was chosen.
  document.addEventListener("submit", (event) => {
    if (event.target.closest(".conflict")) drop();
  });

  addEventListener("pageshow", sayBegun); // the pad that Back brings up is not loaded again
  forgetOld();
  giveBack();
  sayBegun();
})();
