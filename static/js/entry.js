// The entry panel: a keypad, card keys, sums while typing. The plain form works without it.
(() => {
  "use strict";

  const LONG_PRESS = 500;
  let mode = "points";
  let current = null; // the row that is being entered

  const form = () => document.getElementById("entry");
  const hands = () => [...document.querySelectorAll(".hand")];
  const pairs = (hand) => [...hand.querySelectorAll(".pair")];
  const input = (pair, part) => pair?.querySelector(`.in-${part} input`) ?? null;
  const isOut = (hand) => hand.querySelector(".out-mark.clears input:checked") !== null;
  const typed = (hand) => [...hand.querySelectorAll(".in input:not([type])")];
  // A hand is typed as cards or as points: either will do, and only one of the two is shown.
  const pairOf = (field) => field?.closest(".pair") ?? null;
  const isNeeded = (field) => !("optional" in field.dataset);
  const isBlank = (field) =>
    !field.value.trim() && !["points", "cards"].some((part) => input(pairOf(field), part)?.value.trim());
  const isFilled = (hand) => isOut(hand) || !typed(hand).some((field) => isNeeded(field) && isBlank(field));
  const excluding = () => [...document.querySelectorAll("input[data-excludes]")];

  const sumOf = (text) => {
    const plain = text.replace(/\s+/g, "").replace(/−/g, "-").replace(/[+-]$/, "");
    if (!/^[+-]?\d{1,6}([+-]\d{1,6})*$/.test(plain)) return null;
    return plain.match(/[+-]?\d+/g).reduce((sum, term) => sum + Number(term), 0);
  };

  const ranksOf = (text) =>
    text.toUpperCase().replace(/(\d)\s*[X×*]\s*(?=\S)/g, "$1x").split(/[\s,;]+/).filter(Boolean).flatMap((word) => {
      const [, times, card] = word.match(/^(?:(\d{1,3})x)?(.+)$/);
      const known = [...document.querySelectorAll("[data-card]")].find((key) => key.dataset.card.toUpperCase() === card);
      const rank = known?.dataset.card ?? (card === "JOKER" ? "JK" : card.replace(/[SHDC♠♥♦♣]$|^[SHDC♠♥♦♣]/, "").replace(/^T$/, "10"));
      return Array(Math.min(Number(times || 1), 120)).fill(rank);
    });

  const worthOf = (rank) => document.querySelector(`[data-card="${CSS.escape(rank)}"]`)?.dataset.points;

  const worth = (field) => {
    const cards = input(pairOf(field), "cards")?.value.trim();
    if (cards) {
      const points = ranksOf(cards).map(worthOf);
      return points.includes(undefined) ? null : points.reduce((sum, point) => sum + Number(point), 0);
    }
    const points = (input(pairOf(field), "points") ?? field).value.trim();
    return points ? sumOf(points) : null;
  };

  const refresh = () => {
    const here = pairOf(target());
    for (const hand of hands()) {
      for (const pair of pairs(hand)) {
        const cards = input(pair, "cards")?.value.trim();
        const points = input(pair, "points")?.value.trim();
        pair.dataset.shows = cards && points ? "both" : pair === here ? mode : cards ? "cards" : points ? "points" : mode;
        if (!input(pair, "cards")) pair.dataset.shows = "points";
      }
      hand.classList.toggle("is-out", isOut(hand));
      hand.classList.toggle("is-current", hand === current && typed(hand).length > 0);
      const sum = hand.querySelector(".sum");
      if (!sum) continue;
      const now = isOut(hand) ? 0 : worth(hand.querySelector("input[data-adds]"));
      const before = Number(hand.dataset.total);
      sum.textContent = now === null ? "" : `${isOut(hand) ? "out" : `= ${now}`} → ${before + now}`;
    }
    const held = ranksOf(input(here, "cards")?.value ?? "");
    for (const key of document.querySelectorAll("[data-card]")) {
      const count = held.filter((rank) => rank === key.dataset.card).length;
      const badge = key.querySelector("b");
      badge.hidden = count === 0;
      badge.textContent = count;
      key.dataset.label ??= key.getAttribute("aria-label");
      key.setAttribute("aria-label", count ? `${key.dataset.label}, ${count} in this hand` : key.dataset.label);
    }
    const last = nextField() === null;
    for (const next of document.querySelectorAll("[data-next]")) next.textContent = last ? "Save" : "Next";
    for (const keys of ["points", "cards"]) {
      const panel = document.querySelector(`.keys-${keys}`);
      if (panel) panel.hidden = keys !== mode;
    }
  };

  // Of the two inputs of a hand the one that the keypad is for.
  const shown = (field) => (field && input(pairOf(field), mode)) ?? field;

  // The input of a row to go to: the one at fault, or the first that is blank.
  const entryOf = (hand) => {
    const wrong = typed(hand).find((field) => field.matches('[aria-invalid="true"]'));
    return wrong ?? shown(typed(hand).find((field) => isNeeded(field) && isBlank(field)) ?? typed(hand)[0]);
  };

  // Go on as the hand was begun, in cards or in points.
  const adopt = (field) => {
    const pair = pairOf(field);
    if (field?.matches('[aria-invalid="true"]')) mode = field === input(pair, "cards") ? "cards" : "points";
    else if (input(pair, "cards")?.value.trim()) mode = "cards";
    else if (input(pair, "points")?.value.trim()) mode = "points";
  };

  const choose = (hand, { focus = true } = {}) => {
    current = hand;
    const field = hand && entryOf(hand);
    adopt(field);
    refresh();
    if (field && focus) shown(field).focus({ preventScroll: true });
  };

  const write = (target, text) => {
    target.value = text;
    target.dispatchEvent(new Event("input", { bubbles: true }));
  };

  const target = () => {
    const active = document.activeElement;
    if (active?.matches?.(".in input:not([type])")) return active;
    return current && entryOf(current);
  };

  const press = (key) => {
    const field = target();
    if (!field) return;
    const hand = field.closest(".hand");
    field.focus({ preventScroll: true }); // the next key is for the same input
    if (hand && isOut(hand) && isNeeded(field)) clearOut();
    if (key === "delete") {
      const text = field.value.trimEnd();
      write(field, field.closest(".in-cards") ? text.replace(/\S+$/, "").trimEnd() : text.slice(0, -1));
    } else {
      write(field, field.value + key);
    }
  };

  const addCard = (rank) => {
    const field = input(pairOf(target()), "cards");
    if (!field) return;
    field.focus({ preventScroll: true });
    if (current && isOut(current)) clearOut();
    write(field, `${field.value.trim()} ${rank}`.trim());
  };

  const removeCard = (rank) => {
    const field = input(pairOf(target()), "cards");
    if (!field) return;
    const ranks = ranksOf(field.value);
    const at = ranks.lastIndexOf(rank);
    if (at >= 0) write(field, ranks.filter((_, i) => i !== at).join(" "));
  };

  const move = (from, part) => {
    const to = input(pairOf(from), part);
    if (!to) return;
    to.value = from.value;
    from.value = "";
    mode = part;
    refresh();
    to.focus({ preventScroll: true });
  };

  const clearOut = () => {
    for (const mark of document.querySelectorAll(".out-mark.clears input")) mark.checked = false;
  };

  // A wrong tap on Out costs nothing: the hand gets its text back when somebody else went out.
  const setAside = () => {
    for (const hand of hands()) {
      for (const field of typed(hand).filter(isNeeded)) {
        if (isOut(hand)) {
          field.dataset.kept = field.value || field.dataset.kept || "";
          field.value = "";
        } else if (field.dataset.kept && isBlank(field)) {
          field.value = field.dataset.kept;
          delete field.dataset.kept;
        }
      }
    }
  };

  // Who presses Next on a blank means it: what may be left out is for the server to say.
  const whole = (field) => pairOf(field) ?? field;
  const isPassed = (field) => "passed" in whole(field).dataset;

  // The next input that still wants something, after the one that has the focus; null for none.
  const nextField = () => {
    const here = target();
    const all = [...document.querySelectorAll("#entry .in input:not([type])")];
    const wanted = all.filter((field) => {
      const hand = field.closest(".hand");
      if (hand && isOut(hand)) return false;
      const isOther = field === here || (pairOf(here) !== null && pairOf(field) === pairOf(here));
      return !isOther && isNeeded(field) && isBlank(field) && !isPassed(field) && shown(field) === field;
    });
    const after = wanted.find((field) => here && here.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING);
    return after ?? wanted[0] ?? null;
  };

  const next = () => {
    const here = target();
    if (here && isBlank(here)) whole(here).dataset.passed = "";
    const field = nextField();
    if (field === null) {
      form().requestSubmit();
    } else {
      current = field.closest(".hand");
      refresh();
      field.focus({ preventScroll: true });
      field.closest(".hand, .choices")?.scrollIntoView({ block: "nearest" });
    }
  };

  const start = () => {
    const pad = document.getElementById("keypad");
    if (!pad) return;
    pad.hidden = false;
    for (const field of document.querySelectorAll("#entry .in input:not([type])")) field.inputMode = "none";
    const wrong = document.querySelector('.hand:has([aria-invalid="true"])');
    const anchored = location.hash ? document.querySelector(`.hand${CSS.escape(location.hash).replace("\\#", "#")}`) : null;
    const first = wrong ?? anchored ?? hands().find((hand) => !isFilled(hand)) ?? hands()[0];
    choose(first, { focus: Boolean(wrong || anchored) });
    wrong?.scrollIntoView({ block: "center" }); // clear of the keypad
    if (wrong) return;
    const answer = document.querySelector('.choices [aria-invalid="true"]');
    answer?.focus({ preventScroll: true });
    (answer?.closest(".choice, .once") ?? document.querySelector("#entry .problems"))?.scrollIntoView({ block: "center" });
  };

  document.addEventListener("click", (event) => {
    const key = event.target.closest("#keypad button");
    if (!key) return;
    if (key.dataset.key) press(key.dataset.key);
    else if (key.dataset.card && !key.dataset.held) addCard(key.dataset.card);
    else if (key.dataset.mode) {
      const field = target();
      mode = key.dataset.mode;
      refresh();
      shown(field)?.focus({ preventScroll: true });
      refresh();
    } else if ("next" in key.dataset) next();
    delete key.dataset.held;
  });

  // A long press, or the context menu key, takes one card of that rank away.
  let timer = 0;
  document.addEventListener("pointerdown", (event) => {
    const key = event.target.closest("[data-card]");
    if (!key) return;
    delete key.dataset.held; // a finger that stayed long made no click to end with
    timer = setTimeout(() => {
      key.dataset.held = "1";
      removeCard(key.dataset.card);
    }, LONG_PRESS);
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) document.addEventListener(end, () => clearTimeout(timer));
  document.addEventListener("contextmenu", (event) => {
    if (event.target.closest("[data-card]")) event.preventDefault();
  });
  // Keys must not take the focus from the input they write to.
  document.addEventListener("mousedown", (event) => {
    if (event.target.closest("#keypad button")) event.preventDefault();
  });

  document.addEventListener("focusin", (event) => {
    const hand = event.target.closest(".hand");
    if (hand && event.target.matches(".in input:not([type])")) {
      current = hand;
      if (input(pairOf(event.target), "cards")) mode = event.target.closest(".in-cards") ? "cards" : "points";
      else if (!pairOf(event.target)) mode = "points";
      refresh();
    }
  });
  document.addEventListener("input", (event) => {
    if (!event.target.closest("#entry")) return;
    // Who types letters means cards, who types 37 or a sum means points, whichever input is shown.
    delete event.target.dataset.kept;
    const { value } = event.target;
    if (event.target.closest(".in-points") && input(pairOf(event.target), "cards") && /[^\d\s+−-]/.test(value)) move(event.target, "cards");
    else if (event.target.closest(".in-cards") && /^(?!10$)\d{2,}$|^\d+\+/.test(value)) move(event.target, "points");
    refresh();
  });
  document.addEventListener("change", (event) => {
    if (event.target.matches(".out-mark.clears input")) {
      for (const other of excluding()) if (other.dataset.excludes === event.target.name) other.checked = false;
      setAside();
      // Arrow keys pass from mark to mark; the focus must stay with them.
      const focus = !event.target.matches(":focus-visible");
      choose(hands().find((other) => !isFilled(other)) ?? event.target.closest(".hand"), { focus });
    } else if (event.target.matches("input[data-excludes]") && event.target.checked) {
      clearOut();
      setAside();
      const focus = !event.target.matches(":focus-visible");
      choose(hands().find((hand) => !isFilled(hand)) ?? current, { focus });
    }
  });
  // A second tap on an answer takes it back.
  document.addEventListener("pointerdown", (event) => {
    const answer = event.target.closest(".segments label, .out-mark:not(.clears)")?.querySelector('input[type="radio"]');
    if (answer) answer.dataset.was = answer.checked ? "1" : "";
  });
  document.addEventListener("click", (event) => {
    if (!event.target.matches('.segments input, .out-mark:not(.clears) input[type="radio"]') || !event.target.dataset.was) return;
    event.target.dataset.was = "";
    const none = document.querySelector(`.segments .none input[name="${CSS.escape(event.target.name)}"]`);
    if (none) none.checked = true;
    else event.target.checked = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.matches(".in input:not([type])")) {
      event.preventDefault();
      next();
    }
  });

  const offline = (isOffline) => {
    const note = document.getElementById("offline");
    if (note) note.hidden = !isOffline;
  };
  document.addEventListener("htmx:sendError", () => offline(true));
  document.addEventListener("htmx:beforeRequest", () => offline(false));
  document.addEventListener("htmx:afterSettle", start);
  start();
})();
