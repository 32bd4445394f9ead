"""Facts of further sheets, and where the data or the words of our pages have each figure of theirs.

A sheet may speak of several of our games, and of house rules. A *context* names what a figure is
read from: ``carioca-chile+joker-30`` is Carioca in Chile with that option; ``+long-form=1500``
answers it. A *path* leads to a figure there, as in the texts of the reference (``values.Joker``),
or to one worked out from the data: see ``figures_at``.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from rules.cards import STANDARD
from rules.contracts import NUMBERS, Contract, Deal, Special
from rules.facts import cut_size, facts, values_of
from rules.library import figures_of, library
from rules.rulesets import Ruleset
from rules.wording import SECTIONS

FILE = Path(__file__).parents[1] / "data" / "facts_more.json"

# The games of ours that a sheet speaks of, the one that it speaks of most first.
SHEETS = {
    "12-Step Rummy": ("12-step-rummy",),
    "6-7-8-9-10": ("6-7-8-9-10",),
    "Block Rummy": ("block-rummy",),
    "California Rummy": ("california-rummy",),
    "Carioca": ("carioca", "carioca-chile"),
    "Central American Loba": ("central-american-loba",),
    "Combination Rummy": ("combination-rummy",),
    "Continental Rummy": ("continental-rummy", "continental-rummy-chips"),
    "Crazy Eights": ("crazy-eights", "crazy-eights-countdown"),
    "Crummy Rummy": ("crummy-rummy", "crummy-rummy-five"),
    "Deuces Wild Rummy": ("deuces-wild-rummy",),
    "Gin Rummy (with Oklahoma and Hollywood scoring)": ("gin-rummy", "oklahoma-gin"),
    "Hearts": ("hearts", "spot-hearts", "black-maria"),
    "Hollywood Rummy": ("hollywood-rummy",),
    "Indian Rummy (points, pool, deals)": (
        *("indian-rummy", "indian-rummy-pool-101", "indian-rummy-pool-201"),
        "indian-rummy-deals",
    ),
    "Joker Rummy": ("joker-rummy",),
    "King Rummy": ("king-rummy",),
    "Liverpool Rummy as commonly played": ("liverpool-rummy-common",),
    "Mao": ("mao",),
    "Pay Me": ("pay-me",),
    "Push Rummy": ("push-rummy", "cap-it"),
    "Rummy 500": ("rummy-500",),
    "Russian Rummy": ("russian-rummy",),
    "3-5-8 / Sergeant Major": ("sergeant-major",),
    "Spades": ("spades", "spades-solo"),
    "Telefunken": ("telefunken", "telefunken-ecuador"),
    "Toonerville Rook": ("toonerville-rook",),
    "Zioncheck": ("zioncheck", "zioncheck-family"),
    "Canasta": ("canasta", "canasta-singles"),
    "Hand and Foot": ("hand-and-foot",),
    "Phase 10-style": ("phase-rummy",),
    "Five Crowns-style": ("five-suit-rummy",),
    "Three Thirteen": ("three-thirteen",),
    "Cribbage": ("cribbage",),
    "Pinochle (single deck, partnership auction)": ("pinochle",),
    "Oh Hell / Wizard-style": ("oh-hell", "wizard-style"),
    "Whist": ("whist",),
    "500": ("five-hundred",),
    "Pitch": ("pitch",),
    "President": ("president",),
    "Golf (card)": ("golf",),
    "Skyjo-style": ("column-golf",),
    "Skip-Bo-style": ("skip-stock",),
    "Yahtzee-style": ("dice-boxes",),
    "Farkle": ("farkle",),
    "Dominoes (Mexican Train)": ("mexican-train",),
    "Scrabble": ("word-tiles",),
    "Cricket darts": ("cricket-darts",),
}


@dataclass(frozen=True)
class Fact:
    """``value`` is the cell of a table, or None, or figures that ``text`` names; ``nth`` counts the
    facts of the sheet with the same text.
    """

    id: str
    game: str
    topic: str
    text: str
    value: Any
    nth: int

    @property
    def slugs(self) -> tuple[str, ...]:
        return SHEETS[self.game]

    @property
    def said(self) -> str:
        """The words in which the figures stand, without ids of house rules and sources."""
        text = self.value if isinstance(self.value, str) else self.text
        return re.sub(r"`[^`]*`|\bsource \d", " ", text)


def load_facts() -> dict[str, list[Fact]]:
    """The facts of each sheet."""
    sheets: dict[str, list[Fact]] = {game: [] for game in SHEETS}
    for plain in json.loads(FILE.read_text("utf-8")):
        known = sheets[plain["game"]]
        nth = sum(fact.text == plain["fact"] for fact in known)
        known.append(
            Fact(plain["id"], plain["game"], plain["topic"], plain["fact"], plain["value"], nth)
        )
    return sheets


# Figures of the data


@cache
def ruleset_of(context: str) -> Ruleset:
    slug, *options = context.split("+")
    chosen: dict[str, Any] = {}
    for option in options:
        name, asked, answer = option.partition("=")
        chosen[name] = int(answer) if asked else True
    return library().variant(slug).ruleset(chosen)


@cache
def figures_at(context: str) -> dict[str, Any]:
    """Every figure of the rules in that context.

    Besides those of the texts there are, by the size of the table, the cards dealt to each
    (``dealt.4``), those in play (``total.4``), those left over (``left.4``), those of a perfect cut
    (``cut.4``) and the total that ends the game (``target.4``); the ``least`` and the ``most``
    players who use so many packs (``packs.2.most``); the ``first`` and the ``last`` deal with so
    many cards (``dealing.10.last``); and the cards of a whole pack (``pack``).
    """
    rules = ruleset_of(context)
    return {
        **figures_of(rules),
        **_by_table(rules),
        **_by_number(rules),
        "values": values_of(rules),
    }


def _by_table(rules: Ruleset) -> dict[str, Any]:
    first, sizes = rules.deals[0], rules.players.counts
    found: dict[str, Any] = {"target": {str(n): rules.end.target_for(n) for n in sizes}}
    if rules.deck is None:
        return found
    total = {n: len(rules.deck.deck(n)) for n in sizes}
    dealt = {n: rules.cards_dealt(first, n) for n in sizes}
    return found | {
        "total": {str(n): total[n] for n in sizes},
        "dealt": {str(n): dealt[n] for n in sizes},
        "left": {str(n): total[n] - n * dealt[n] for n in sizes},
        "cut": {str(n): cut_size(first, n) for n in sizes},
        "pack": sum(copies for _, copies in rules.deck.deck(sizes[0]).pack),
    }


def _by_number(rules: Ruleset) -> dict[str, Any]:
    packs: dict[str, list[int]] = {}
    dealing: dict[str, list[int]] = {}
    for players in rules.players.counts if rules.deck else ():
        packs.setdefault(str(rules.deck.by_players[players].packs), []).append(players)
    for deal in rules.deals:
        dealing.setdefault(str(deal.cards), []).append(deal.number)
    return {
        "packs": {n: {"least": min(sizes), "most": max(sizes)} for n, sizes in packs.items()},
        "dealing": {n: {"first": min(deals), "last": max(deals)} for n, deals in dealing.items()},
    }


def figure(context: str, path: str) -> int:
    """The figure at ``path``, a sum where ``&`` joins several. Raises LookupError where none is."""
    return sum(_figure(figures_at(context), single) for single in path.split("&"))


def _figure(figures: Mapping[str, Any], path: str) -> int:
    found: Any = figures
    for step in path.split("."):
        found = found[int(step) - 1] if isinstance(found, list | tuple) else found[step]
    if not isinstance(found, int):
        raise KeyError(path)
    return found


# Numbers in words

_TEENS = "eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
NUMBER_WORDS = {
    **{word: number for number, word in enumerate(NUMBERS) if number},
    **{word: number for number, word in enumerate(_TEENS, 11)},
    **{word: number * 10 for number, word in enumerate(_TENS, 2)},
}
_DIGITS = r"\d[\d,]*(?:\.\d+)?"
_NUMBER = re.compile(rf"{_DIGITS}|\b(?:{'|'.join(NUMBER_WORDS)})(?=s?\b)", re.IGNORECASE)


def digits(text: str) -> list[float]:
    """The numbers that stand in digits, signs left out; ``1,495`` is one of them."""
    return [number_of(found) for found in re.findall(_DIGITS, text)]


def numbers(text: str) -> set[float]:
    """The numbers that stand in digits or in words, ``sevens`` among them."""
    return {number_of(found) for found in _NUMBER.findall(text)}


def number_of(word: str) -> float:
    if word.casefold() in NUMBER_WORDS:
        return NUMBER_WORDS[word.casefold()]
    number = float(word.rstrip(",").replace(",", ""))
    return int(number) if number.is_integer() else number


# Tables: a fact is a cell, ``round 3: deal`` with its value

SIZES = {"set": 3, "trio": 3, "book": 3, "t": 3, "run": 4, "escalera": 4, "straight": 4, "e": 4}
SETS = ("set", "trio", "book", "t")
_MELDS = re.compile(
    r"(?:(\d+|one|two|three|five|royal) ?)?(?:pure )?(?<![a-z])(set|trio|book|run|escalera|straight|[te])s?"
    r"(?: of (\d+))?\b",
    re.IGNORECASE,
)
ROYAL_RUN = 13


def contract_of(text: str) -> Contract:
    """The contract in the words of a sheet: ``2 sets of 3``, ``run of 4 + set of 3``, ``1E 1T``."""
    sets: list[int] = []
    runs: list[int] = []
    for count, noun, size in _MELDS.findall(text.replace("pair of aces", "")):
        kind = noun.casefold()
        royal = count == "royal"
        of = ROYAL_RUN if royal else int(size or SIZES[kind])
        many = int(number_of(count)) if count and not royal else 1
        (sets if kind in SETS else runs).extend([of] * many)
    return Contract(sets=tuple(sets), runs=tuple(runs), pairs=text.count("pair of aces"))


def same_contract(deal: Deal, text: str) -> bool:
    """Whether a deal asks for it, whatever the order of its melds."""
    asked, told = deal.contract, contract_of(text)
    return [sorted(asked.sets), sorted(asked.runs), asked.pairs] == [
        sorted(told.sets),
        sorted(told.runs),
        told.pairs,
    ]


def same_buys(deal: Deal, text: str) -> bool:
    """Whether a deal lets the discard be taken in that way."""
    takes = deal.takes
    anybody = takes.limit is None
    return {
        "none": takes.limit == 0,
        "push": takes.limit == 0,
        "unlimited": anybody,
        "yes": anybody,
        "before laying down": anybody,
        "with permission": anybody,
        "chips": anybody,
        "chips (Ecuador: none)": anybody,
        "pass-left": takes.extra == 1,
        "1 penalty card": anybody and takes.extra == 1,
        "1 penalty card each": anybody and takes.extra == 1,
        "as Contract Rummy": takes == library().variant("contract-rummy").standard.deal(1).takes,
        "source 3: 2 extra cards": anybody and takes.extra == 2,
    }[text]


def same_special(deal: Deal, text: str) -> bool:
    """Whether a deal has the number of cards to lay down, and the rules, that a cell names."""
    cards = re.match(r"(\d+)(?: cards)?(?: down| to open)?\b", text)
    wanted = {
        "no discard": Special.NO_DISCARD,
        "whole hand": Special.WHOLE_HAND,
        "shed all": Special.WHOLE_HAND,
        "all at once": Special.WHOLE_HAND,
        "all cards": Special.WHOLE_HAND,
    }
    told = {special for words, special in wanted.items() if words in text}
    return (bool(cards) or bool(told)) and (
        told <= set(deal.special) and (not cards or deal.contract.size == int(cards[1]))
    )


def same_cards(deal: Deal, text: str) -> bool:
    return digits(text)[0] == deal.cards


def same_wild(deal: Deal, text: str) -> bool:
    return deal.wild == (text,)


COLUMNS = {
    "deal": same_cards,
    "cards": same_cards,
    "sets/runs": same_contract,
    "buys": same_buys,
    "special": same_special,
    "extra wild rank": same_wild,
}
HANDS = {"Six": 1, "Seven": 2, "Eight": 3, "Nine": 4, "Ten": 5}
# What a column of a table is about, where its game has more than one form.
CONTEXTS = {
    ("Carioca", "Argentina (7)"): "carioca",
    ("Carioca", "Chile (9)"): "carioca-chile",
    ("Carioca", "Chile (8)"): "carioca-chile+rounds-8",
    ("Carioca", "App (8)"): "carioca-chile+rounds-8+four-trios-first",
    ("Carioca", "Argentina"): "carioca",
    ("Carioca", "Chile A"): "carioca-chile",
    ("Carioca", "Chile B"): "carioca-chile+joker-30",
    ("Carioca", "Chile C"): "carioca-chile+joker-30+banded-values",
    ("Carioca", "Swedish app"): "carioca-chile+court-cards-by-number",
    ("Crummy Rummy", "A deal"): "crummy-rummy",
    ("Crummy Rummy", "A sets/runs"): "crummy-rummy",
    ("Crummy Rummy", "B deal"): "crummy-rummy-five",
    ("Crummy Rummy", "B sets/runs"): "crummy-rummy-five",
    ("Telefunken", "Venezuela"): "telefunken",
    ("Telefunken", "Ecuador"): "telefunken-ecuador",
    ("Liverpool Rummy as commonly played", "Wikipedia"): "liverpool-rummy-common",
    ("Liverpool Rummy as commonly played", "class page"): "liverpool-rummy-common+deal-10-12",
    ("Liverpool Rummy as commonly played", "4 program"): "liverpool-rummy-common+deal-7-to-13",
    ("Liverpool Rummy as commonly played", "5 program"): "liverpool-rummy-common+deal-11",
    ("Liverpool Rummy as commonly played", "answer site"): "liverpool-rummy-common+deal-7-to-14",
    ("Liverpool Rummy as commonly played", "value", 1): (
        "liverpool-rummy-common+banded-values+joker-15"
    ),
    ("Liverpool Rummy as commonly played", "value", 2): (
        "liverpool-rummy-common+banded-values+joker-20"
    ),
    ("Pay Me", "pip"): "pay-me+pip-values",
    ("Rummy 500", "5/10/15 scheme"): "rummy-500+values-5-10-15",
    ("Zioncheck", "six-hand game"): "zioncheck",
    ("Zioncheck", "seven-hand family game"): "zioncheck-family",
}
# Cells that tell of another form than their column does.
CONTEXTS_OF_CELLS = {
    **dict.fromkeys(
        (
            f"deuces-wild-rummy-0{number}"
            for number in (10, 11, 14, 17, 20, 23, 26, 29, 31, 32, 33, 34)
        ),
        "deuces-wild-rummy+rounds-10",
    ),
    "carioca-049": "carioca-chile",
    "carioca-050": "carioca-chile",
    "crummy-rummy-028": "crummy-rummy-five",
    **dict.fromkeys((f"zioncheck-{number:03}" for number in range(22, 45)), "zioncheck-family"),
}


def context_of(fact: Fact, column: str) -> str:
    return (
        CONTEXTS_OF_CELLS.get(fact.id)
        or CONTEXTS.get((fact.game, column, fact.nth))
        or CONTEXTS.get((fact.game, column))
        or fact.slugs[0]
    )


def cell_is_ours(fact: Fact) -> bool | None:
    """Whether the data has what a cell says; None where it is no cell of a known table."""
    if not isinstance(fact.value, str):
        return None
    for pattern, is_ours in _TABLES:
        if found := pattern.fullmatch(fact.text):
            return is_ours(fact, *found.groups())
    return None


def _deal_cell(fact: Fact, number: str, column: str) -> bool | None:
    kind = column.removeprefix("A ").removeprefix("B ")
    is_same = COLUMNS.get(kind, same_contract if (fact.game, column) in CONTEXTS else None)
    rules = ruleset_of(context_of(fact, column))
    return is_same and is_same(rules.deal(HANDS.get(number) or int(number)), fact.value)


def _source_cell(fact: Fact, source: str, number: str) -> bool:
    name = source if source.endswith("program") else source[2:]
    return same_cards(ruleset_of(context_of(fact, name)).deal(int(number)), fact.value)


def _hand_cell(fact: Fact, first: str, last: str | None, column: str) -> bool:
    rules = ruleset_of(context_of(fact, column))
    if fact.value == "not played":
        return rules.length == int(first) - 1
    deals = range(int(first), int(last or first) + 1)
    return all(same_cards(rules.deal(number), fact.value) for number in deals)


def _card_cell(fact: Fact, ranks: str, column: str) -> bool | None:
    if fact.topic != "scoring":
        return None
    values = values_of(ruleset_of(context_of(fact, column)))
    found = ranks_in(ranks)
    if fact.value == "none used":
        return not set(found) & set(values)
    return {rank: values.get(rank) for rank in found} == worth_of(found, fact.value)


def ranks_in(text: str) -> list[str]:
    """The ranks that a sheet names: ``10 J Q K``, ``2-7, 9``, ``joker``."""
    found: list[str] = []
    for word in re.split(r"[ ,/]+", text):
        first, _, last = word.partition("-")
        known = {rank.casefold(): rank for rank in STANDARD}
        start = STANDARD.index(known[first.casefold()])
        stop = STANDARD.index(known[(last or first).casefold()])
        found.extend(STANDARD[start : stop + 1])
    return found


def worth_of(ranks: list[str], text: str) -> dict[str, int]:
    """What each rank counts: ``number``, ``10``, one figure for each, or bands of them."""
    if text == "number":
        return {rank: int(rank) for rank in ranks}
    if ":" in text:
        bands = [band.split(":") for band in text.split(", ")]
        return {rank: int(worth) for span, worth in bands for rank in ranks_in(span)}
    worths = [int(worth) for worth in digits(text)]
    return dict(zip(ranks, worths * len(ranks) if len(worths) == 1 else worths, strict=False))


_TABLES = (
    (re.compile(r"round (\w+): (.+)"), _deal_cell),
    (re.compile(r"source (\d [\w ]+): (?:round )?(\d)"), _source_cell),
    (re.compile(r"Hand (\d)(?:-(\d))?: Cards each \((.+)\)"), _hand_cell),
    (re.compile(r"card (.+): (.+)"), _card_cell),
)


# Figures in sentences, and in tables of one game: where each number stands, in its order. ``_`` is
# the number of a rank, a deal or a thing that is no figure; ``w`` is told in the words of our page.
ROWS = {
    "12-step-rummy-003": "12-step-rummy: packs.2.least packs.2.most",
    "12-step-rummy-004": "12-step-rummy: total.5",
    "12-step-rummy-005": "12-step-rummy: deals.1.cards",
    "6-7-8-9-10-003": "6-7-8-9-10: players.best packs.1.most players.max",
    "6-7-8-9-10-004": "6-7-8-9-10: total.2",
    "6-7-8-9-10-005": "6-7-8-9-10: deals.1.cards",
    "block-rummy-002": "block-rummy: total.2 dealt.2 dealt.3 dealt.5",
    "block-rummy-004": "block-rummy: melds.set_min w melds.run_min",
    "block-rummy-007": "block-rummy: values.A values.J",
    "california-rummy-004": "california-rummy: total.3",
    "california-rummy-005": "california-rummy: deals.1.cards",
    "california-rummy-028": "california-rummy: values.J values.A values.Joker",
    "carioca-003": "carioca: players.min w players.max",
    "carioca-004": "carioca: players.min",
    "carioca-005": "carioca-chile: players.min players.max",
    "carioca-006": "carioca-chile: players.max",
    "carioca-007": "carioca: total.2",
    "carioca-008": "carioca+no-jokers: total.2 carioca+two-jokers: total.2",
    "carioca-009": "carioca: deals.1.cards deals.7.cards",
    "carioca-010": "carioca-chile: deals.1.cards",
    "carioca-011": "carioca+deal-12: deals.1.cards",
    "carioca-012": "carioca: deals.1.cards carioca+deal-13-last: deals.7.cards",
    "carioca-051": "carioca-chile+extra-clown-run: deals.10.runs.1",
    "carioca-057": "carioca+perla-bonuses: figures.take",
    "carioca-059": "carioca-chile+red-twos-wild: figures.suited.2H values.2",
    "carioca-062": "carioca-chile+lay-down-and-out-minus-10: figures.at_once",
    "carioca-063": "carioca+perla-bonuses: figures.at_once",
    "carioca-085": "carioca+perla-bonuses: cut_bonus figures.at_once figures.take",
    "central-american-loba-004": "central-american-loba: players.min w players.max",
    "central-american-loba-005": "central-american-loba: pack total.2",
    "central-american-loba-006": "central-american-loba: deals.1.cards",
    "central-american-loba-038": "central-american-loba: deals.count",
    "central-american-loba-043": (
        "central-american-loba+joker-50: values.Joker central-american-loba: values.Joker"
    ),
    "central-american-loba-044": "central-american-loba+court-and-ace-10: values.Q",
    "combination-rummy-003": (
        "combination-rummy: deck.by_players.4.packs deck.by_players.5.packs packs.3.least "
        "packs.3.most deck.by_players.7.packs packs.4.least packs.4.most"
    ),
    "combination-rummy-004": (
        "combination-rummy: deals.1.cards _ combination-rummy+deal-9-first: deals.1.cards "
        "combination-rummy: deals.2.cards deals.3.cards "
        "combination-rummy+deal-11-third: deals.3.cards combination-rummy: deals.4.cards "
        "combination-rummy+deal-12-from-4: deals.4.cards "
        "combination-rummy: deals.5.cards deals.6.cards deals.7.cards"
    ),
    "combination-rummy-029": (
        "combination-rummy: values.J values.A values.Joker combination-rummy+joker-20: values.Joker"
    ),
    "continental-rummy-004": "continental-rummy-chips: players.min players.max",
    "continental-rummy-005": "continental-rummy: players.min players.max",
    "continental-rummy-006": (
        "continental-rummy-chips: packs.2.most packs.3.least packs.3.most packs.4.least "
        "packs.4.most"
    ),
    "continental-rummy-007": (
        "continental-rummy: packs.2.most deck.by_players.4.packs packs.3.least packs.3.most "
        "deck.by_players.6.packs packs.4.least packs.4.most deck.by_players.8.packs"
    ),
    "continental-rummy-009": "continental-rummy-chips: deals.1.cards",
    "continental-rummy-010": "continental-rummy: deals.1.cards",
    "continental-rummy-011": "continental-rummy+deal-11: deals.1.cards",
    "continental-rummy-013": "continental-rummy-chips: deals.1.cards",
    "continental-rummy-045": (
        "continental-rummy+deal-7-to-13: deals.1.cards deals.2.cards deals.3.cards deals.4.cards "
        "deals.5.cards deals.6.cards deals.7.cards"
    ),
    "continental-rummy-047": "continental-rummy: melds.set_min melds.run_min",
    "continental-rummy-052": "continental-rummy-chips: deals.1.cards",
    "continental-rummy-054": "continental-rummy-chips: figures.going_out",
    "continental-rummy-055": "continental-rummy-chips: figures.deuce",
    "continental-rummy-056": "continental-rummy-chips: figures.joker",
    "continental-rummy-057": "continental-rummy-chips: figures.none_wild",
    "continental-rummy-058": "continental-rummy-chips: figures.first_turn",
    "continental-rummy-059": "continental-rummy-chips: figures.no_draw",
    "continental-rummy-060": "continental-rummy-chips: figures.one_suit",
    "continental-rummy-062": (
        "continental-rummy: _ _ values.2 _ values.K values.A values.Joker figures.missing_card"
    ),
    "continental-rummy-063": "continental-rummy+lay-down-and-out-minus-10: figures.at_once",
    "crazy-eights-002": "crazy-eights: players.min players.max",
    "crazy-eights-003": "crazy-eights: dealt.3 dealt.2",
    "crazy-eights-020": "crazy-eights: end.target_each target.2 target.4 target.7",
    "crazy-eights-023": "crazy-eights-countdown: end.target",
    "crummy-rummy-004": "crummy-rummy: players.min",
    "crummy-rummy-005": "crummy-rummy-five: players.min players.max",
    "crummy-rummy-035": "crummy-rummy: deals.2.runs.1 deals.5.runs.1 _ deals.1.sets.1",
    "deuces-wild-rummy-004": (
        "deuces-wild-rummy: packs.3.least packs.3.most packs.4.least packs.4.most"
    ),
    "deuces-wild-rummy-005": (
        "deuces-wild-rummy: deals.1.cards dealing.10.first dealing.10.last deals.5.cards "
        "dealing.12.first dealing.12.last"
    ),
    "deuces-wild-rummy-006": "deuces-wild-rummy+rounds-10: deals.1.cards",
    "deuces-wild-rummy-038": "deuces-wild-rummy: values.Joker values.A values.J values.2",
    "gin-rummy-003": "gin-rummy: players.max",
    "gin-rummy-004": "gin-rummy: total.2 values.A values.J",
    "gin-rummy-005": "gin-rummy: dealt.2",
    "gin-rummy-006": "gin-rummy: dealt.2",
    "gin-rummy-007": "gin-rummy: end.target",
    "gin-rummy-008": "gin-rummy: melds.set_min w melds.run_min",
    "gin-rummy-010": "gin-rummy: figures.knock",
    "gin-rummy-014": "gin-rummy: figures.undercut",
    "gin-rummy-015": "gin-rummy+undercut-25: figures.undercut",
    "gin-rummy-016": "gin-rummy: figures.gin",
    "gin-rummy-017": "gin-rummy+gin-25: figures.gin",
    "gin-rummy-018": "gin-rummy: figures.box",
    "gin-rummy-019": "gin-rummy+box-25: figures.box",
    "gin-rummy-020": "gin-rummy: figures.game",
    "gin-rummy-021": "gin-rummy: figures.game",
    "gin-rummy-022": "gin-rummy: figures.shutout figures.game",
    "gin-rummy-024": "gin-rummy+big-gin-31: figures.big_gin gin-rummy+big-gin-25: figures.big_gin",
    "gin-rummy-025": (
        "gin-rummy+gin-25: figures.gin gin-rummy+undercut-20: figures.undercut "
        "gin-rummy+gin-25+undercut-25+box-25: figures.gin figures.undercut figures.box "
        "gin-rummy: end.target"
    ),
    "gin-rummy-026": "oklahoma-gin: values.J",
    "gin-rummy-029": "oklahoma-gin: end.target",
    "gin-rummy-033": "gin-rummy: end.target",
    "hearts-003": "hearts: players.best players.min players.max",
    "hearts-004": "hearts: total.4 _ _ _",
    "hearts-006": "hearts: dealt.4 dealt.3 dealt.5 dealt.6",
    "hearts-009": "hearts: end.target",
    "hearts-012": "hearts: figures.heart",
    "hearts-013": "hearts: figures.queen",
    "hearts-014": "hearts: figures.moon",
    "hearts-015": "hearts: w figures.moon figures.moon",
    "hearts-017": "hearts+jack-of-diamonds: figures.bonus",
    "hearts-018": "hearts+shoot-the-sun-52: figures.sun",
    "hearts-021": "spot-hearts: figures.spots.J figures.spots.A figures.queen end.target",
    "hearts-022": "black-maria: figures.queen figures.king figures.ace",
    "hearts-023": "hearts: end.target",
    "hollywood-rummy-004": "hollywood-rummy: total.4",
    "hollywood-rummy-005": "hollywood-rummy: deals.1.cards dealing.11.first dealing.11.last",
    "hollywood-rummy-027": "hollywood-rummy: melds.set_min melds.run_min",
    "hollywood-rummy-031": (
        "hollywood-rummy+contract-rummy-values: values.J values.A contract-rummy: values.Joker"
    ),
    "indian-rummy-001": "indian-rummy: dealt.2",
    "indian-rummy-002": "indian-rummy: packs.2.least packs.2.most packs.3.least packs.3.most",
    "indian-rummy-003": "indian-rummy-pool-101: players.min players.max",
    "indian-rummy-004": "indian-rummy: pack total.2 total.7",
    "indian-rummy-006": "indian-rummy: dealt.2",
    "indian-rummy-007": "indian-rummy: dealt.2",
    "indian-rummy-008": "indian-rummy: melds.run_min _ _ melds.set_min w",
    "indian-rummy-013": "indian-rummy: figures.first_drop",
    "indian-rummy-014": "indian-rummy: figures.later_drop",
    "indian-rummy-015": "indian-rummy+cap-80: figures.full",
    "indian-rummy-016": "indian-rummy-pool-101: figures.first_drop",
    "indian-rummy-017": "indian-rummy-pool-101: figures.later_drop",
    "indian-rummy-018": "indian-rummy-pool-101: figures.full",
    "indian-rummy-019": "indian-rummy-pool-201: figures.first_drop",
    "indian-rummy-020": "indian-rummy-pool-201: figures.later_drop",
    "indian-rummy-021": "indian-rummy-pool-201: figures.full",
    "indian-rummy-022": "indian-rummy+wrong-show-80: figures.wrong_show",
    "indian-rummy-024": "indian-rummy: _ values.A _ _ values.Joker",
    "indian-rummy-030": "indian-rummy+round-to-5: figures.round_to indian-rummy+cap-80: figures.full",
    "indian-rummy-032": (
        "indian-rummy-pool-101: end.out_at indian-rummy-pool-201: end.out_at "
        "indian-rummy-pool-101: end.out_at indian-rummy-pool-201: end.out_at"
    ),
    "indian-rummy-033": (
        "indian-rummy-pool-101+rejoin-allowed: figures.rejoin end.out_at "
        "indian-rummy-pool-201+rejoin-allowed: figures.rejoin end.out_at"
    ),
    "joker-rummy-004": "joker-rummy: players.min players.max",
    "joker-rummy-005": "joker-rummy: total.3 packs.2.least packs.2.most total.5",
    "joker-rummy-007": "joker-rummy: deals.1.cards deals.5.cards",
    "joker-rummy-027": "joker-rummy: values.J values.A values.Joker",
    "joker-rummy-028": "joker-rummy: values.Joker joker-rummy+joker-20: values.Joker",
    "king-rummy-003": "king-rummy: players.min players.max",
    "king-rummy-004": "king-rummy: total.3",
    "king-rummy-005": "king-rummy: deals.1.cards",
    "king-rummy-020": "king-rummy: melds.set_min melds.run_min deals.count",
    "king-rummy-024": "king-rummy: deals.count",
    "king-rummy-025": "king-rummy: values.J values.A values.Joker",
    "liverpool-rummy-common-003": "liverpool-rummy-common: packs.2.least packs.2.most",
    "liverpool-rummy-common-050": "liverpool-rummy-common: melds.set_min melds.run_min",
    "liverpool-rummy-common-051": (
        "liverpool-rummy-common+exact-melds: melds.set_min melds.run_min deals.count"
    ),
    "liverpool-rummy-common-055": "liverpool-rummy-common: deals.count",
    "mao-003": "mao: players.min players.max",
    "mao-004": "mao: total.4",
    "mao-005": "mao: dealt.4",
    "pay-me-004": (
        "pay-me: total.2 packs.1.most packs.2.least packs.2.most packs.3.least packs.3.most"
    ),
    "pay-me-006": "pay-me: deals.1.cards _ deals.11.cards deals.count",
    "pay-me-007": (
        "pay-me+round-12-aces: deals.12.cards pay-me+round-13-fifteen-cards: deals.13.cards"
    ),
    "pay-me-031": "pay-me: melds.set_min melds.run_min",
    "pay-me-044": (
        "pay-me+caller-minus-5: figures.caller pay-me+exact-cut-minus-10: cut_bonus "
        "pay-me+false-call-50: figures.false_call"
    ),
    "pay-me-045": "pay-me: deals.count",
    "push-rummy-003": "push-rummy: players.max",
    "push-rummy-004": "push-rummy: total.4",
    "push-rummy-005": (
        "push-rummy: deals.1.cards deals.2.cards deals.3.cards deals.4.cards deals.5.cards"
    ),
    "push-rummy-023": "push-rummy: melds.set_min w melds.run_min",
    "push-rummy-034": "cap-it: deals.1.cards players.max deals.5.runs.1 deals.5.runs.2",
    "rummy-500-003": "rummy-500: players.min players.max",
    "rummy-500-004": "rummy-500: pack",
    "rummy-500-006": "rummy-500: dealt.3 dealt.2",
    "rummy-500-007": "rummy-500: end.target",
    "rummy-500-008": "rummy-500: melds.set_min w melds.run_min",
    "rummy-500-018": "rummy-500: values.A figures.ace_low _ _",
    "rummy-500-019": "rummy-500+values-5-10-15: values.A figures.ace_low",
    "rummy-500-022": "rummy-500+going-out-25: figures.going_out",
    "rummy-500-023": "rummy-500: end.target",
    "rummy-500-024": "rummy-500+must-go-out-to-win: end.target",
    "russian-rummy-005": "russian-rummy: deals.1.cards",
    "sergeant-major-003": (
        "sergeant-major: players.best figures.quotas.4.dealer figures.quotas.4.left "
        "figures.quotas.4.opposite figures.quotas.4.right"
    ),
    "sergeant-major-004": "sergeant-major: total.3 dealt.3 left.3",
    "sergeant-major-006": "sergeant-major: figures.quotas.3.dealer",
    "sergeant-major-007": "sergeant-major+quota-9-5-2: figures.quotas.3.dealer",
    "sergeant-major-008": "sergeant-major+quota-8-6-3: figures.quotas.3.dealer",
    "sergeant-major-009": "sergeant-major+quota-9-5-3: figures.quotas.3.dealer",
    "sergeant-major-010": "sergeant-major: figures.quotas.3.left",
    "sergeant-major-011": "sergeant-major+quota-9-5-2: figures.quotas.3.left",
    "sergeant-major-012": "sergeant-major+quota-8-6-3: figures.quotas.3.left",
    "sergeant-major-013": "sergeant-major+quota-9-5-3: figures.quotas.3.left",
    "sergeant-major-014": "sergeant-major: figures.quotas.3.right",
    "sergeant-major-015": "sergeant-major+quota-9-5-2: figures.quotas.3.right",
    "sergeant-major-016": "sergeant-major+quota-8-6-3: figures.quotas.3.right",
    "sergeant-major-017": "sergeant-major+quota-9-5-3: figures.quotas.3.right",
    "sergeant-major-024": "sergeant-major: figures.outright",
    "sergeant-major-025": (
        "sergeant-major+quota-9-5-2: figures.quotas.3.dealer figures.quotas.3.left "
        "figures.quotas.3.right sergeant-major+end-10-points: end.target "
        "sergeant-major+end-20-points: end.target "
        "sergeant-major+end-15-either-way: end.target end.floor"
    ),
    "sergeant-major-026": "sergeant-major+quota-8-6-3: total.3 sergeant-major+end-10-points: end.target",
    "sergeant-major-027": "sergeant-major+end-18-deals: end.deals",
    "spades-003": "spades: players.max _ _ _",
    "spades-004": "spades: total.4 dealt.4",
    "spades-005": "spades: end.target",
    "spades-006": "spades: w dealt.4",
    "spades-007": "spades: w figures.blind_nil_behind",
    "spades-009": "spades: figures.trick figures.bag",
    "spades-010": "spades: figures.trick",
    "spades-011": "spades: figures.bags_cost",
    "spades-012": "spades: figures.nil figures.nil",
    "spades-013": "spades: figures.blind_nil figures.blind_nil",
    "spades-016": "spades: end.target",
    "spades-018": (
        "spades+new-york-set-on-three-bags: figures.least figures.most figures.most figures.ten "
        "dealt.4 figures.most"
    ),
    "spades-019": "spades+barmore: figures.blind_seven",
    "telefunken-004": "telefunken: players.max",
    "telefunken-005": "telefunken: total.4 w",
    "telefunken-006": "telefunken: deals.1.cards cut.4",
    "telefunken-040": "telefunken: melds.set_min melds.run_min",
    "telefunken-055": (
        "telefunken+exact-cut-minus-25: cut_bonus telefunken+exact-cut-minus-50: cut_bonus"
    ),
    "toonerville-rook-005": "toonerville-rook: players.min players.max",
    "toonerville-rook-006": "toonerville-rook: pack",
    "toonerville-rook-042": "toonerville-rook: deals.2.runs.1 _ _ _ deals.1.sets.1",
    "zioncheck-053": "zioncheck-family: values.Q values.A values.Joker w",
    "zioncheck-058": (
        "zioncheck: deals.1.cards deals.2.cards deals.3.cards deals.4.cards deals.5.cards "
        "deals.6.cards"
    ),
    "family-canasta-001": (
        "canasta: players.max canasta-singles: players.min players.max canasta: total.4 end.target"
    ),
    "family-canasta-002": (
        "canasta: values.Joker values.2 values.A _ values.8 _ _ values.7 values.3"
    ),
    "family-canasta-003": (
        "canasta: figures.item.natural.worth figures.item.mixed.worth figures.item.out.worth "
        "figures.item.out.worth&figures.item.concealed.gives"
    ),
    "family-canasta-004": "canasta: figures.item.red_threes.worth figures.item.red_threes.prices.4",
    "family-canasta-005": (
        "canasta: figures.opening.levels.1.least figures.opening.levels.2.at "
        "figures.opening.levels.2.least w figures.opening.levels.3.least w "
        "figures.opening.levels.4.least figures.opening.levels.4.at"
    ),
    "family-canasta-007": "canasta+samba: end.target figures.item.samba.worth",
    "family-hand-and-foot-001": (
        "hand-and-foot: players.max hand-and-foot+single-players: players.min "
        "hand-and-foot+sides-of-three: players.max"
    ),
    "family-hand-and-foot-004": (
        "hand-and-foot: figures.opening.deals.1 figures.opening.deals.2 figures.opening.deals.3 "
        "figures.opening.deals.4"
    ),
    "family-hand-and-foot-005": (
        "hand-and-foot: values.Joker values.2 values.A _ values.8 _ _ values.7 "
        "hand-and-foot+aces-15+nines-5: values.Joker values.2 values.A _ values.10 _ _ values.9"
    ),
    "family-hand-and-foot-006": (
        "hand-and-foot: figures.item.clean.worth figures.item.dirty.worth"
    ),
    "family-hand-and-foot-007": "hand-and-foot: figures.item.wild.worth",
    "family-hand-and-foot-008": "hand-and-foot: figures.item.out.worth",
    "family-hand-and-foot-009": (
        "hand-and-foot: figures.item.red_laid.worth figures.item.red_held.worth"
    ),
    "family-hand-and-foot-010": "hand-and-foot+red-three-500: figures.item.red_held.worth w",
    "family-hand-and-foot-011": (
        "hand-and-foot+quota-2-2-1: figures.item.out.needs.1.least figures.item.out.needs.2.least "
        "figures.item.out.needs.3.least"
    ),
    "family-hand-and-foot-012": (
        "hand-and-foot+quota-1-1: figures.item.out.needs.1.least figures.item.out.needs.2.least"
    ),
    "family-phase-10-style-001": "phase-rummy: total.2 deals.1.cards",
    "family-phase-10-style-004": "phase-rummy: _ _ values.1 _ _ values.10 values.Skip values.Wild",
    "family-phase-10-style-006": "phase-rummy: figures.last",
    "family-five-crowns-style-001": "five-suit-rummy: players.min players.max pack _",
    "family-five-crowns-style-002": "five-suit-rummy: deals.count deals.1.cards deals.11.cards",
    "family-five-crowns-style-003": (
        "five-suit-rummy: values.J values.Q values.K figures.wild values.Joker"
    ),
    "family-three-thirteen-001": "three-thirteen: deals.count deals.1.cards deals.11.cards",
    "family-three-thirteen-002": "three-thirteen: values.A values.2 values.10 values.J",
    "family-cribbage-001": (
        "cribbage: players.min players.max cribbage+partners: players.max cribbage: end.target"
    ),
    "family-cribbage-004": "cribbage: end.target",
    "family-cribbage-005": "cribbage: figures.skunk figures.double_skunk",
    "family-pinochle-single-deck-partnership-auction-001": "pinochle: total.4 dealt.4",
    "family-pinochle-single-deck-partnership-auction-002": (
        "pinochle: _ figures.rate.ace figures.rate.last_trick figures.item.tricks.total "
        "pinochle+counter-scheme: figures.rate.ace figures.rate.ten figures.rate.king "
        "figures.rate.queen figures.rate.jack"
    ),
    "family-pinochle-single-deck-partnership-auction-003": (
        "pinochle: figures.rate.run figures.rate.double_run figures.rate.royal_marriage "
        "figures.rate.marriage figures.rate.dix figures.rate.pinochle "
        "figures.rate.double_pinochle figures.rate.aces figures.rate.double_aces "
        "figures.rate.kings figures.rate.double_kings figures.rate.queens "
        "figures.rate.double_queens figures.rate.jacks figures.rate.double_jacks"
    ),
    "family-pinochle-single-deck-partnership-auction-005": (
        "pinochle: end.target pinochle+game-1500: end.target"
    ),
    "family-pinochle-single-deck-partnership-auction-006": (
        "pinochle+double-deck: figures.item.tricks.total end.target"
    ),
    "family-oh-hell-wizard-style-001": "oh-hell: players.min players.max",
    "family-oh-hell-wizard-style-002": "oh-hell: figures.exact figures.miss",
    "family-oh-hell-wizard-style-003": (
        "oh-hell+scheme-trick-plus-10: figures.trick figures.exact"
    ),
    "family-oh-hell-wizard-style-004": "oh-hell+scheme-squared: figures.exact",
    "family-oh-hell-wizard-style-006": (
        "wizard-style: total.3 total.3 _ figures.exact figures.bid figures.miss"
    ),
    "family-whist-001": "whist: players.max figures.item.tricks.total figures.item.tricks.worth",
    "family-whist-002": (
        "whist: end.target whist+game-7: end.target whist+game-9: end.target "
        "whist+game-10: end.target"
    ),
    "family-whist-003": (
        "whist: figures.item.honours.prices.3 figures.item.honours.prices.4 "
        "figures.item.honours.not_from end.target"
    ),
    "family-500-001": (
        "five-hundred: players.max total.4 figures.base figures.suit figures.trick figures.misere "
        "figures.open_misere"
    ),
    "family-500-002": ("five-hundred: figures.all_tricks figures.all_tricks figures.defender"),
    "family-500-003": "five-hundred: end.target end.floor",
    "family-pitch-001": (
        "pitch: figures.points.high&figures.points.low&figures.points.jack&figures.points.game "
        "_ w w w w w"
    ),
    "family-pitch-002": "pitch: figures.smudge",
    "family-pitch-003": "pitch: end.target",
    "family-president-001": (
        "president: players.min players.max figures.item.president.worth figures.item.vice.worth w"
    ),
    "family-golf-card-001": (
        "golf: figures.rows figures.columns end.deals golf+eighteen-holes: end.deals"
    ),
    "family-golf-card-002": ("golf: values.K _ values.2 values.A values.3 values.10 values.J w"),
    "family-golf-card-003": "golf+joker-minus-5: values.2",
    "family-skyjo-style-001": "column-golf: total.2 values.-2 values.0 values.-1 values.12",
    "family-skyjo-style-002": (
        "column-golf: dealt.2 figures.columns figures.rows players.min players.max"
    ),
    "family-skyjo-style-006": "column-golf: end.target",
    "family-skip-bo-style-001": (
        "skip-stock: players.min players.max w figures.item.stock.most "
        "skip-stock+stock-10: figures.item.stock.most skip-stock+stock-15: figures.item.stock.most "
        "skip-stock: deals.1.cards"
    ),
    "family-skip-bo-style-002": (
        "skip-stock: figures.item.won.worth figures.item.stock.gives figures.item.stock.worth"
    ),
    "family-skip-bo-style-003": "skip-stock: end.target",
    "family-yahtzee-style-001": "dice-boxes: end.deals",
    "family-yahtzee-style-002": "dice-boxes: figures.bonus_from figures.bonus",
    "family-yahtzee-style-003": (
        "dice-boxes: figures.box.full_house.fixed figures.box.small_straight.fixed "
        "figures.box.large_straight.fixed figures.box.five_alike.fixed"
    ),
    "family-yahtzee-style-004": (
        "dice-boxes: figures.extra figures.box.five_alike.fixed figures.box.five_alike.fixed"
    ),
    "family-farkle-002": (
        "farkle: _ figures.rate.one _ figures.rate.five figures.rate.three_ones figures.rate.three "
        "figures.rate.straight figures.rate.three_pairs end.target"
    ),
    "family-dominoes-mexican-train-002": "mexican-train: deals.count",
    "family-scrabble-001": "word-tiles: figures.item.seven.worth",
    "family-scrabble-002": (
        "word-tiles: figures.rate.one figures.rate.two figures.rate.three figures.rate.four "
        "figures.rate.five figures.rate.eight figures.rate.ten figures.rate.blank"
    ),
    "family-cricket-darts-002": "cricket-darts: figures.rate.bull",
}


# Where a page may tell a figure, by topic: sections of its words, parts of its data.
EVERYWHERE = tuple(SECTIONS)
PLACES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "names and aliases": (("names", "options"), ()),
    "origin": (("history", "names"), ()),
    "players": (("players",), ("players", "deck")),
    "cards": (("cards", "players"), ("deck", "total", "pack")),
    "wild cards": (("jokers", "cards", "melds", "contracts"), ("deck",)),
    "melds": (("melds", "contracts", "jokers"), ("melds",)),
    "turn": (("turn", "cards", "melds", "taking-the-discard", "going-out"), ()),
    "deal": (("deal", "cards"), ("dealt", "deals")),
    "object": (("object", "end"), ("deals", "end")),
    "contracts table": (("contracts", "special-rounds"), ("deals",)),
    "taking the discard out of turn": (("taking-the-discard", "options"), ("deals",)),
    "going out": (("going-out", "special-rounds"), ("deals",)),
    "end of game and winner": (("end", "object"), ("deals", "end")),
}


@cache
def places(topic: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return PLACES.get(topic, (EVERYWHERE, ("deals", "deck", "end", "figures", "values")))


@cache
def words_of(slug: str, keys: tuple[str, ...]) -> str:
    """What the page of a game says in those sections, its house rules and its readings."""
    variant = library().variant(slug)
    told = [
        rule.text
        for section in library().sections(variant)
        if section.key in keys
        for rule in section.rules
    ]
    offered = [f"{option.label}. {option.explanation}" for option in variant.options]
    return " ".join((variant.name, *variant.aliases, *told, *offered, *variant.readings))


@cache
def known_numbers(slug: str, topic: str) -> frozenset[float]:
    """The numbers that the page of a game has for a topic, in words or as data."""
    keys, parts = places(topic)
    figures = figures_at(slug)
    data = {number for part in parts for number in _numbers_in(figures.get(part))}
    return frozenset(data | numbers(words_of(slug, keys)))


def _numbers_in(plain: Any) -> Iterator[float]:
    if isinstance(plain, Mapping):
        for key, value in plain.items():
            yield from _numbers_in(int(key) if str(key).isdecimal() else None)
            yield from _numbers_in(value)
    elif isinstance(plain, list | tuple):
        for value in plain:
            yield from _numbers_in(value)
    elif isinstance(plain, int) and not isinstance(plain, bool):
        yield abs(plain)
