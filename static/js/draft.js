// Half an entry is kept in this browser, deal by deal, until the deal is saved.
(() => {
  "use strict";

  const KIND = "entry ";
  const KEY = KIND + location.pathname;
  const LONGEST = 30 * 24 * 60 * 60 * 1000; // after a month nobody comes back to it
  const OWN = ["csrfmiddlewaretoken", "version", "key"];
  let isSaved = false;

  const form = () => document.querySelector("form#entry");

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

  const typed = () =>
    [...new FormData(form())].filter(([name, text]) => {
      const isUsual = text === form().elements[name].dataset?.usual;
      return text.trim() && !isUsual && !OWN.includes(name);
    });

  const keep = () => {
    if (!form() || isSaved || form().matches("[data-saved]")) return;
    const texts = typed();
    if (texts.length) attempt((store) => store.setItem(KEY, JSON.stringify({ at: Date.now(), texts })));
    else drop();
  };

  const fill = (field, text) => {
    if (field.matches('[type="radio"], [type="checkbox"]')) field.checked ||= field.value === text;
    else if (!field.options || [...field.options].some((option) => option.value === text)) field.value = text;
    field.closest("details")?.setAttribute("open", "");
  };

  const giveBack = () => {
    const draft = kept();
    if (!form() || !draft) return;
    if (form().matches("[data-saved]")) {
      drop();
      return;
    }
    for (const [name, text] of draft.texts) {
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

  forgetOld();
  giveBack();
})();
