// The entry panel: a keypad, card keys, sums while typing. The plain form works without it.
(() => {
  "use strict";

  const LONG_PRESS = 500;
  const TYPED = ".in input:not([type])";
  let mode = "points";
  let current = null; // the row that is being entered
  let edited = null; // the input whose text is being typed; in any other the first digit replaces the text

  const form = () => document.getElementById("entry");
  const hands = () => [...document.querySelectorAll(".hand")];
  const pairs = (hand) => [...hand.querySelectorAll(".pair")];
  const input = (pair, part) => pair?.querySelector(`.in-${part} input`) ?? null;
  const isOut = (hand) => hand.querySelector(".out-mark.clears input:checked") !== null;
  const inputs = () => [...document.querySelectorAll(`#entry ${TYPED}`)];
  const typed = (hand) => [...hand.querySelectorAll(TYPED)];
  // A hand is typed as cards or as points: either will do, and only one of the two is shown.
  const pairOf = (field) => field?.closest(".pair") ?? null;
  const isNeeded = (field) => !("optional" in field.dataset);
  const isBlank = (field) =>
    !field.value.trim() && !["points", "cards"].some((part) => input(pairOf(field), part)?.value.trim());
  // Whoever is out has nothing else to report, or not this: the ticks that say so.
  const sparing = (field) => {
    const hand = field.closest(".hand");
    if (!hand) return [];
    const says = (mark) => mark.checked && (mark.type === "checkbox" || mark.value === hand.dataset.key);
    return [...hand.querySelectorAll(".out-mark.clears input"), ...document.getElementsByName(field.dataset.unless ?? "")].filter(says);
  };
  const isSpared = (field) => sparing(field).length > 0;
  const isWanted = (field) => isNeeded(field) && isBlank(field) && !isSpared(field);
  // All bids come before the first tricks.
  const isAhead = (field) => "ahead" in field.dataset;
  const isDue = (field) => isWanted(field) && (isAhead(field) || !inputs().some((each) => isAhead(each) && isWanted(each)));
  const isFilled = (hand) => !typed(hand).some(isDue);
  const excluding = () => [...document.querySelectorAll("input[data-excludes]")];

  const sumOf = (text) => {
    const plain = text.replace(/\s+/g, "").replace(/−/g, "-").replace(/[+-]$/, "");
    if (!/^[+-]?\d{1,6}([+-]\d{1,6})*$/.test(plain)) return null;
    return plain.match(/[+-]?\d+/g).reduce((sum, term) => sum + Number(term), 0);
  };

  const figure = (points) => String(points).replace("-", "−");

  // The key of a card by its name, or by the letter with which a name such as Wild begins.
  const keyOf = (card) => {
    const keys = [...document.querySelectorAll("[data-card]")];
    const names = keys.map((key) => key.dataset.card.toUpperCase());
    const at = names.indexOf(card);
    return keys[at < 0 ? names.findIndex((name) => /^[A-Z]{3}/.test(name) && name[0] === card) : at];
  };

  const ranksOf = (text) =>
    text.toUpperCase().replace(/\//g, " / ").replace(/(\d)\s*[X×*]\s*(?=\S)/g, "$1x").split(/[\s,;]+/).filter(Boolean).flatMap((word) => {
      const [, times, card] = word.match(/^(?:(\d{1,3})x)?(.+)$/);
      const rank = keyOf(card)?.dataset.card ?? (card === "JOKER" ? "JK" : card.replace(/[SHDC♠♥♦♣]$|^[SHDC♠♥♦♣]/, "").replace(/^T$/, "10"));
      return Array(Math.min(Number(times || 1), 120)).fill(rank);
    });

  const worthOf = (rank) => document.querySelector(`[data-card="${CSS.escape(rank)}"]`)?.dataset.points;

  // The columns of a grid, typed one after the other, or row by row with / between the rows.
  const columnsOf = (field) => {
    const ranks = ranksOf(field.value);
    const rows = ranks.join(" ").split("/").map((row) => row.split(" ").filter(Boolean));
    const size = rows.length > 1 ? 1 : Number(field.dataset.rows);
    const columns = Array.from({ length: Math.ceil(Math.max(...rows.map((row) => row.length)) / size) });
    return columns.map((_, at) => rows.flatMap((row) => row.slice(at * size, (at + 1) * size)));
  };

  // The cards that count: in a grid equal ones cancel, in a column or two by two. Null for not yet.
  const countedOf = (field) => {
    if ("apart" in field.dataset) return null;
    const cards = ranksOf(field.value).filter((rank) => rank !== "/");
    if (field.dataset.cancel === "pairs") return [...new Set(cards)].filter((rank) => cards.filter((card) => card === rank).length % 2);
    if (field.dataset.cancel !== "column") return cards;
    const columns = columnsOf(field);
    if (columns.some((column) => column.length !== Number(field.dataset.rows))) return null;
    return columns.filter((column) => new Set(column).size > 1).flat();
  };

  const laidOut = (field) => columnsOf(field).map((column) => column.join(" ")).join(" | ");

  const worth = (field) => {
    const cards = input(pairOf(field), "cards")?.value.trim();
    if (cards) {
      const counted = countedOf(input(pairOf(field), "cards"));
      if (counted === null) return null;
      const points = counted.map(worthOf);
      return points.includes(undefined) ? null : points.reduce((sum, point) => sum + Number(point), 0);
    }
    const points = (input(pairOf(field), "points") ?? field).value.trim();
    return points ? sumOf(points) : null;
  };

  // What a row comes to for its side so far; null where something is missing.
  const scored = (hand) => {
    const fields = new Map([...hand.querySelectorAll("input[data-adds]")].map((field) => [whole(field), field]));
    const each = [...fields.values()].map((field) => {
      const now = isSpared(field) ? 0 : worth(field);
      return now === null && isNeeded(field) ? null : now * field.dataset.adds;
    });
    return each.length === 0 || each.includes(null) ? null : each.reduce((sum, points) => sum + points, 0);
  };

  const total = (hand) => {
    const points = scored(hand);
    return points === null ? "" : ` → ${figure(Number(hand.dataset.total) + points)}`;
  };

  const addUp = (hand) => {
    const below = hand.querySelector(".comes-to");
    if (below) below.textContent = total(hand);
    for (const sum of hand.querySelectorAll(".sum")) {
      const field = sum.parentElement.querySelector("input");
      const now = worth(field);
      const sums = now === null ? "" : `= ${figure(now)}`;
      const known = isSpared(field) ? "out" : field.dataset.cancel === "column" ? `${laidOut(field)} ${sums}`.trim() : sums;
      sum.textContent = known && !below ? known + total(hand) : known;
    }
  };

  // What the last to bid may not: the bids would come to the tricks. Once they are played it is late.
  const hookOf = (note, fields) => {
    const dealer = form().elements.dealer;
    const at = "hooked" in note.dataset ? fields.findIndex((field) => field.closest(".hand").dataset.key === dealer?.value) : -1;
    const isPlayed = inputs().some((field) => !isAhead(field) && !isBlank(field));
    if (at < 0 || isPlayed || fields.some((field, i) => i !== at && isBlank(field))) return "";
    const open = fields.reduce((rest, field, i) => rest - (i === at ? 0 : worth(field)), Number(note.dataset.whole));
    return open < 0 ? "" : `; ${dealer.selectedOptions[0].text} may not bid ${open}`;
  };

  // What is left of the tricks, or of the hearts, for those who have not said, or what was bid.
  const shareOut = (note) => {
    const fields = [...document.querySelectorAll(`#entry [name^="${note.dataset.of}-"]`)];
    const left = fields.reduce((rest, field) => rest - (worth(field) ?? 0), Number(note.dataset.whole));
    let words = left < 0 ? `${-left} too many` : `${left || "none"} left`;
    if (fields.some(isAhead)) words = `${note.dataset.whole - left} of ${note.dataset.whole}${hookOf(note, fields)}`;
    note.textContent = fields.every(isBlank) ? "" : `${note.dataset.label}: ${words}`;
  };

  const refresh = () => {
    const here = pairOf(target());
    for (const hand of hands()) {
      for (const pair of pairs(hand)) {
        const has = (part) => input(pair, part)?.value.trim() || (pair === here && mode === part);
        pair.dataset.shows = has("cards") && has("points") ? "both" : has("cards") ? "cards" : has("points") ? "points" : mode;
        if (!input(pair, "cards")) pair.dataset.shows = "points";
        pair.classList.toggle("is-spared", isSpared(pair.querySelector("input")));
      }
      for (const field of typed(hand).filter((each) => isNeeded(each) && !pairOf(each))) {
        field.dataset.hint ??= field.placeholder;
        field.placeholder = isSpared(field) ? "0" : field.dataset.hint;
        field.closest(".in").classList.toggle("is-spared", isSpared(field));
      }
      hand.classList.toggle("is-out", isOut(hand));
      hand.classList.toggle("is-current", hand === current && typed(hand).length > 0);
      addUp(hand);
    }
    showSelected();
    document.querySelectorAll(".left-over").forEach(shareOut);
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
      if (panel) panel.hidden = keys !== (input(here, mode) ? mode : "points");
    }
  };

  // Of the two inputs of a hand the one that the keypad is for.
  const shown = (field) => (field && input(pairOf(field), mode)) ?? field;

  // The input of a row to go to: the one at fault, or the first that is blank.
  const entryOf = (hand) => {
    const wrong = typed(hand).find((field) => field.matches('[aria-invalid="true"]'));
    return wrong ?? shown(typed(hand).find(isDue) ?? typed(hand).find(isWanted) ?? typed(hand)[0]);
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
    edited = null;
    const field = hand && entryOf(hand);
    adopt(field);
    refresh();
    if (field && focus) shown(field).focus({ preventScroll: true });
  };

  // What was mended is at fault no longer; its sentence leaves its place, so that nothing jumps.
  const mend = (field) => {
    const fields = pairOf(field) ? [...pairOf(field).querySelectorAll("input")] : [...document.getElementsByName(field.name)];
    const wrong = fields.filter((each) => each.matches('[aria-invalid="true"]'));
    for (const each of wrong) {
      const asked = each.closest("[aria-describedby]");
      if (asked) document.getElementById(asked.getAttribute("aria-describedby")).classList.add("mended");
      asked?.removeAttribute("aria-describedby");
      each.removeAttribute("aria-invalid");
    }
    if (wrong.length && !document.querySelector('#entry [aria-invalid="true"]')) {
      for (const anyway of document.querySelectorAll('[name="overrule"]')) anyway.disabled = true;
    }
  };

  const write = (target, text) => {
    target.value = text;
    target.dispatchEvent(new Event("input", { bubbles: true }));
  };

  const target = () => {
    const active = document.activeElement;
    if (active?.matches?.(TYPED)) return active;
    return current && entryOf(current);
  };

  // The first digit in a filled input replaces the figure. Cards are added to the hand instead.
  const isReplaced = (field) => field !== edited && field.value.trim() !== "" && !field.closest(".in-cards");

  const showSelected = () => {
    const here = target();
    for (const field of inputs()) field.toggleAttribute("data-selected", field === here && isReplaced(field));
  };

  // Keep the text of an input that is selected as a whole, and go on at its end.
  const edit = (field) => {
    edited = field;
    field.setSelectionRange(field.value.length, field.value.length);
    refresh();
  };

  const press = (key) => {
    const field = target();
    if (!field) return;
    const text = isReplaced(field) && /\d/.test(key) ? "" : field.value;
    edited = field;
    field.focus({ preventScroll: true }); // the next key is for the same input
    askAfterAll(field);
    if (key === "delete") {
      const filled = text.trimEnd();
      write(field, field.closest(".in-cards") ? filled.replace(/\S+$/, "").trimEnd() : filled.slice(0, -1));
    } else {
      write(field, text + key);
    }
  };

  const addCard = (rank) => {
    const field = input(pairOf(target()), "cards");
    if (!field) return;
    field.focus({ preventScroll: true });
    askAfterAll(field);
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
    edited = to;
    refresh();
    to.focus({ preventScroll: true });
  };

  const unmark = (name) => {
    for (const mark of document.querySelectorAll(`.out-mark input[name="${name}"]`)) mark.checked = false;
  };
  const spares = (mark) => mark.closest(".clears") !== null || document.querySelector(`[data-unless="${mark.name}"]`) !== null;

  // Who is given something to report is not out.
  const askAfterAll = (field) => {
    if (isNeeded(field)) for (const mark of sparing(field)) mark.checked = false;
  };

  // A wrong tap on Out costs nothing: the hand gets its text back when somebody else went out.
  const setAside = () => {
    for (const hand of hands()) {
      for (const field of typed(hand).filter(isNeeded)) {
        if (isSpared(field)) {
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

  // The next input that still wants something, after the one that has the focus; null for none. All
  // bids come before the first tricks.
  const nextField = () => {
    const here = target();
    const isAlike = (field) => isAhead(field) === (here !== null && isAhead(here));
    const wanted = inputs().filter((field) => {
      const isHere = field === here || (pairOf(here) !== null && pairOf(field) === pairOf(here));
      return !isHere && isWanted(field) && !isPassed(field) && shown(field) === field;
    });
    const isAfter = (field) => here && here.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING;
    const alike = wanted.filter(isAlike);
    return alike.find(isAfter) ?? alike[0] ?? wanted[0] ?? null;
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
    for (const field of inputs()) field.inputMode = "none";
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
      // From what stands beside the hand back to the hand itself.
      (input(pairOf(field) ?? pairs(current ?? form())[0], mode) ?? field)?.focus({ preventScroll: true });
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
    const field = event.target;
    if (!field.matches(TYPED)) return;
    if (field !== edited) edited = null;
    current = field.closest(".hand") ?? current;
    if (input(pairOf(field), "cards")) mode = field.closest(".in-cards") ? "cards" : "points";
    refresh();
    if (isReplaced(field)) field.select();
  });
  document.addEventListener("focusout", showSelected);
  // A tap puts the cursor where the finger was, after the input got the focus.
  let tapped = null; // the input that had the focus already when it was tapped
  document.addEventListener("pointerdown", (event) => {
    const field = event.target.closest(".in")?.querySelector("input:not([type])") ?? null;
    tapped = field === document.activeElement ? field : null;
  });
  document.addEventListener("click", ({ target: field }) => {
    if (!field.matches(TYPED) || !isReplaced(field)) return;
    if (field === tapped) edit(field);
    else field.select();
  });
  document.addEventListener("input", (event) => {
    if (!event.target.closest("#entry")) return;
    // Who types letters means cards, who types 37 or a sum means points, whichever input is shown.
    delete event.target.dataset.kept;
    if (event.target === document.activeElement) edited = event.target;
    mend(event.target);
    const { value } = event.target;
    if (event.target.closest(".in-points") && input(pairOf(event.target), "cards") && /[^\d\s+−-]/.test(value)) move(event.target, "cards");
    else if (event.target.closest(".in-cards") && /^\d{2,}$|^\d+\+/.test(value) && !keyOf(value.trim())) move(event.target, "points");
    refresh();
  });
  document.addEventListener("change", (event) => {
    if (event.target.matches(".out-mark input, .segments input")) {
      if (event.target.matches(".out-mark input")) {
        document.getElementById("mark-problems").classList.add("mended");
        for (const other of excluding()) if (other.dataset.excludes === event.target.name) other.checked = false;
      }
      if (!spares(event.target)) return;
      setAside();
      // Arrow keys pass from mark to mark; the focus must stay with them.
      const focus = !event.target.matches(":focus-visible");
      choose(hands().find((other) => !isFilled(other)) ?? event.target.closest(".hand"), { focus });
    } else if (event.target.matches("input[data-excludes]") && event.target.checked) {
      unmark(event.target.dataset.excludes);
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
    setAside();
    refresh();
  });
  // Who types without having chosen an input means the row that is marked.
  document.addEventListener("keydown", (event) => {
    const isTyped = /^[\da-z+-]$/i.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (isTyped && !event.target.matches("input:not([type='radio'], [type='checkbox']), select")) target()?.focus({ preventScroll: true });
    const field = document.activeElement;
    if (!field.matches(`${TYPED}[data-selected]`) || event.ctrlKey || event.metaKey || event.altKey) return;
    // The browser lets any other key replace what is selected; these edit it, as on the keypad.
    if (/^([+−-]|Backspace|Arrow\w+|Home|End)$/.test(event.key)) edit(field);
  });
  document.addEventListener("reset", () => {
    for (const field of document.querySelectorAll("[data-kept]")) delete field.dataset.kept;
    setTimeout(start);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.matches(TYPED)) {
      event.preventDefault();
      next();
    }
  });

  document.addEventListener("htmx:afterSettle", start);
  start();
})();
