// Half an entry is kept in this browser, deal by deal, until the deal is saved; the pad says so.
(() => {
  "use strict";

  const KIND = "entry ";
  const KEY = KIND + location.pathname;
  const LONGEST = 30 * 24 * 60 * 60 * 1000; // after a month nobody comes back to it
  const OWN = ["csrfmiddlewaretoken", "version", "key"];
  const TICK = '[type="radio"], [type="checkbox"]';
  let isSaved = false;
  let begun = null; // what was begun of a deal that says something else by now

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
      if (!begun) drop();
      return;
    }
    const draft = JSON.stringify({ at: Date.now(), of: corrected(), usual: usualDealer(), texts: now });
    document.getElementById("unkept").hidden = attempt((store) => store.setItem(KEY, draft)) !== null;
  };

  const fill = (field, text) => {
    // Of the cards and the points of a hand one is said.
    if (text) for (const other of field.closest(".pair")?.querySelectorAll("input") ?? []) other.value = "";
    if (field.matches(TICK)) field.checked ||= field.value === text;
    else if (!field.options || [...field.options].some((option) => option.value === text)) field.value = text;
    field.closest("details")?.setAttribute("open", "");
  };

  // Who deals may have been settled since, and who was asked something be gone.
  const usable = (draft) =>
    draft.texts.filter(([name]) => form().elements[name] && (name !== "dealer" || draft.usual === usualDealer()));

  const without = (some, others) => some.filter((each) => !others.map(String).includes(String(each)));

  const fillIn = (some) => {
    for (const [name, text] of some) for (const field of document.getElementsByName(name)) fill(field, text);
    document.getElementById("draft").hidden = false;
  };

  // What an input said: ``Ann 12``, ``Ann Bid 3``, ``Bob Out``, ``Dealer Cai``.
  const told = ([name, text]) => {
    const fields = [...document.getElementsByName(name)];
    const field = fields.find((each) => each.matches(TICK) && each.value === text) ?? fields[0];
    const label = field.closest("label");
    const asks = (label.querySelector("span") ?? label.firstChild).textContent.trim();
    const says = field.matches(TICK) ? "" : [...(field.options ?? [])].find((option) => option.value === text)?.text ?? text;
    const who = field.closest("fieldset")?.querySelector("legend").textContent ?? "";
    return [who, field.closest(".pair") ? "" : asks, says].filter(Boolean).join(" ");
  };

  const showBegun = (some) => {
    begun = some;
    document.getElementById("begun").hidden = !some;
  };

  const giveBack = () => {
    const draft = kept();
    if (!form() || !draft) return;
    if (draft.of === corrected()) {
      if (isCorrection()) for (const field of form().querySelectorAll(TICK)) field.checked = false;
      fillIn(usable(draft));
      return;
    }
    // The deal was saved since, or taken back.
    const said = without(usable(draft), draft.of ? JSON.parse(draft.of) : []).filter(([, text]) => text.trim());
    const other = without(said, texts());
    if (!other.length) {
      drop();
      return;
    }
    document.querySelector("#begun span").textContent = other.map(told).join(", ");
    showBegun(other);
  };

  const putIn = () => {
    fillIn(begun);
    const fields = begun.flatMap(([name, text]) => [...document.getElementsByName(name)].filter((each) => each.value === text));
    showBegun(null);
    for (const field of fields) {
      for (const happened of ["input", "change"]) field.dispatchEvent(new Event(happened, { bubbles: true }));
    }
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

  // The pad’s way to a deal that was begun here and is saved by now.
  const sayOvertaken = () => {
    const note = document.getElementById("overtaken");
    const path = (link) => link.getAttribute("href");
    const saved = [...document.querySelectorAll("#scoreboard th a")].filter((link) => kept(KIND + path(link))?.of === "").at(-1);
    if (!note) return;
    note.hidden = !saved;
    if (!saved) return;
    const link = note.querySelector("a");
    link.href = path(saved);
    link.textContent = `${link.dataset.word} ${saved.textContent}`;
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("#begun button");
    if (!button) return;
    if ("put" in button.dataset) {
      putIn();
    } else {
      drop();
      showBegun(null);
    }
  });

  // What a tap does to other inputs is done by then.
  for (const happened of ["input", "change", "click"]) {
    document.addEventListener(happened, (event) => {
      if (event.target.closest("form#entry")) setTimeout(keep);
    });
  }
  addEventListener("pagehide", keep);
  document.addEventListener("reset", () => {
    document.getElementById("draft").hidden = true;
    setTimeout(keep);
  });
  document.addEventListener("htmx:beforeOnLoad", (event) => {
    isSaved = event.detail.xhr.getResponseHeader("HX-Redirect") !== null;
    if (isSaved) drop();
  });

  const sayOfPad = () => {
    sayBegun();
    sayOvertaken();
  };

  addEventListener("pageshow", sayOfPad); // the pad that Back brings up is not loaded again
  forgetOld();
  giveBack();
  sayOfPad();
})();
