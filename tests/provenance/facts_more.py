"""Facts from additional sheets, and the places of their numbers in our data or texts.

A sheet may cover several of our games, and house rules. A *context* names the rules that a number
is read from: ``carioca-chile+joker-30`` is Carioca in Chile with that option;
``crazy-eights+penalty-scoring=100`` sets an option’s value. A *path* leads to a number in these
rules, as in rule texts (``values.Joker``), or to one calculated from them (see ``figures_at``).
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from rules.engine.cards import STANDARD
from rules.engine.catalogue import catalogue
from rules.engine.contracts import Contract, Deal, Special
from rules.engine.formatting import NUMBERS
from rules.engine.rulesets import Ruleset
from rules.reference.card_facts import values_of
from rules.reference.facts import cut_size
from rules.reference.figures import figures_of
from rules.reference.rule_files import SECTIONS
from rules.reference.rule_texts import rule_texts
from tests.provenance.facts_more_places import CONTEXTS, OFFERED

FILE = Path(__file__).parent / "facts_more.json"

# Our games that a sheet covers, starting with the main one.
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
    """A fact. ``value`` is a table cell, the numbers in ``text``, or None. ``nth`` counts the facts
    on the sheet that have the same text.

    Some facts have their place in our data or texts. ``rules`` is the context of a cell that
    differs from the rest of its column, and ``claimed_of`` that of a form that none of the sheet’s
    games has. ``places`` has the path of each number in order: ``_`` is the number of a rank or a
    deal, or another number that is not a value, and ``w`` is a number in our page’s text.
    ``stated`` has what a fact states without numbers: by context, the value at each path. ``words``
    are in our texts only.
    """

    id: str
    game: str
    topic: str
    text: str
    value: Any
    nth: int
    rules: str = ""
    claimed_of: str = ""
    places: str = ""
    stated: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    words: Sequence[str] = ()

    @property
    def slugs(self) -> tuple[str, ...]:
        return SHEETS[self.game]

    @property
    def said(self) -> str:
        """The text that contains the numbers, without ids of house rules and sources."""
        text = self.value if isinstance(self.value, str) else self.text
        return re.sub(r"`[^`]*`|\bsource \d", " ", text)


def load_facts() -> dict[str, list[Fact]]:
    """Return the facts of each sheet."""
    sheets: dict[str, list[Fact]] = {game: [] for game in SHEETS}
    for plain in json.loads(FILE.read_text("utf-8")):
        known = sheets[plain["game"]]
        nth = sum(fact.text == plain["fact"] for fact in known)
        text = plain.pop("fact")
        del plain["sources"], plain["confidence"]
        known.append(Fact(text=text, nth=nth, **plain))
    return sheets


# Figures of the data


@cache
def ruleset_of(context: str) -> Ruleset:
    slug, *options = context.split("+")
    chosen: dict[str, Any] = {}
    for option in options:
        name, asked, answer = option.partition("=")
        chosen[name] = int(answer) if asked else True
    return catalogue().variant(slug).ruleset(chosen)


@cache
def figures_at(context: str) -> dict[str, Any]:
    """Return every number in the rules of that context, by path.

    In addition to the values that texts use, this includes, for each number of players, the cards
    dealt to each (``dealt.4``), in play (``total.4``), left over (``left.4``) and in a perfect cut
    (``cut.4``), and the total that ends the game (``target.4``). It also includes the fewest and
    the most players who use a number of packs (``packs.2.least``, ``packs.2.most``), the first and
    the last deal with a number of cards (``dealing.10.first``, ``dealing.10.last``), and the number
    of cards in a complete pack (``pack``).
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


def figure(context: str, path: str) -> float:
    """Return the number at ``path``. Numbers joined by ``&`` are added up, and ``/2`` halves the
    sum.

    Raises LookupError if there is none.
    """
    whole, _, parts = path.partition("/")
    found = sum(_figure(figures_at(context), single) for single in whole.split("&"))
    return found / int(parts or 1)


def _figure(figures: Mapping[str, Any], path: str) -> int:
    if path.lstrip("-").isdecimal():
        return int(path)
    found = stands_at(figures, path)
    if not isinstance(found, int):
        raise KeyError(path)
    return found


def stands_at(figures: Any, path: str) -> Any:
    """Return the value at ``path``. Elements of lists are counted from 1."""
    found = figures
    for step in path.split("."):
        found = found[int(step) - 1] if isinstance(found, list | tuple) else found[step]
    return found


# Numbers in words

_TEENS = (
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
    "nineteen",
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
NUMBER_WORDS = {
    **{word: number for number, word in enumerate(NUMBERS) if number},
    **{word: number for number, word in enumerate(_TEENS, 11)},
    **{word: number * 10 for number, word in enumerate(_TENS, 2)},
}
_DIGITS = r"\d[\d,]*(?:\.\d+)?"
_NUMBER = re.compile(rf"{_DIGITS}|\b(?:{'|'.join(NUMBER_WORDS)})(?=s?\b)", re.IGNORECASE)


def digits(text: str) -> list[float]:
    """Return the numbers written in digits, without signs. ``1,495`` is one number."""
    return [number_of(found) for found in re.findall(_DIGITS, text)]


def numbers(text: str) -> set[float]:
    """Return the numbers written in digits or in words, including ``sevens``."""
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
    r"(?:(\d+|one|two|three|five|royal) ?)?(?:pure )?"
    r"(?<![a-z])(set|trio|book|run|escalera|straight|[te])s?(?: of (\d+))?\b",
    re.IGNORECASE,
)
ROYAL_RUN = 13


def contract_of(text: str) -> Contract:
    """Return the contract described on a sheet: ``2 sets of 3``, ``run of 4 + set of 3``, ``1E
    1T``.
    """
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
    """Return whether a deal has this contract, whatever the order of its melds."""
    asked, told = deal.contract, contract_of(text)
    return [sorted(asked.sets), sorted(asked.runs), asked.pairs] == [
        sorted(told.sets),
        sorted(told.runs),
        told.pairs,
    ]


def same_buys(deal: Deal, text: str) -> bool:
    """Return whether a deal allows this number of buys."""
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
        "as Contract Rummy": takes == catalogue().variant("contract-rummy").standard.deal(1).takes,
        "source 3: 2 extra cards": anybody and takes.extra == 2,
    }[text]


def same_special(deal: Deal, text: str) -> bool:
    """Return whether a deal’s cards to lay down and its rules are as described in a cell."""
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


def context_of(fact: Fact, column: str) -> str:
    return (
        fact.rules
        or CONTEXTS.get((fact.game, column, fact.nth))
        or CONTEXTS.get((fact.game, column))
        or fact.slugs[0]
    )


def cell_is_ours(fact: Fact) -> bool | None:
    """Return whether the data agrees with a cell, or None if the table is not known."""
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
    """Return the ranks that a sheet names: ``10 J Q K``, ``2-7, 9``, ``joker``."""
    found: list[str] = []
    for word in re.split(r"[ ,/]+", text):
        first, _, last = word.partition("-")
        known = {rank.casefold(): rank for rank in STANDARD}
        start = STANDARD.index(known[first.casefold()])
        stop = STANDARD.index(known[(last or first).casefold()])
        found.extend(STANDARD[start : stop + 1])
    return found


def worth_of(ranks: list[str], text: str) -> dict[str, int]:
    """Return each rank’s value, given as ``number``, ``10``, one value for each, or in ranges."""
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


# Possible places of a number on a page, by topic: sections of the text, and parts of the data.
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
    """Return the text of these sections on a game’s page, with its house rules and readings."""
    variant = catalogue().variant(slug)
    told = [
        rule.text
        for section in rule_texts().sections(variant)
        if section.key in keys
        for rule in section.rules
    ]
    offered = [f"{option.label}. {option.explanation}" for option in variant.options]
    return " ".join((variant.name, *variant.aliases, *told, *offered, *variant.readings))


@cache
def known_numbers(slug: str, topic: str) -> frozenset[float]:
    """Return the numbers that a game’s page has for a topic, in texts or as data."""
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


# Statements that may occur in any fact, and what they mean for the rules.
Claim = Callable[[Ruleset, re.Match[str]], bool]


def _is_as_long(rules: Ruleset, said: re.Match[str]) -> bool:
    return number_of(said[1]) in (rules.length, rules.scoring.figures.get("last"))


def _has_aces(ace: str) -> Claim:
    return lambda rules, _: rules.melds is None or rules.melds.ace == ace


def _smallest_set(rules: Ruleset, said: re.Match[str]) -> bool:
    return rules.melds is None or rules.melds.set_min == number_of(said[1])


def _smallest_run(rules: Ruleset, said: re.Match[str]) -> bool:
    return rules.melds is None or rules.melds.run_min == number_of(said[1])


def _some_table_has(rules: Ruleset, said: re.Match[str]) -> bool:
    wanted = (number_of(said[1]), number_of(said[2]))
    return rules.deck is not None and wanted in {
        (size.packs, size.jokers) for size in rules.deck.by_players.values()
    }


_WORD = "|".join(NUMBER_WORDS)
CLAIMS: dict[str, Claim] = {
    r"\b(?:low(?:est|er) (?:\w+ ){0,2}(?:total|points)|low(?:est)? wins|fewe(?:st|r)\b.* points|"
    r"lower total)\b": lambda rules, _: rules.end.wins == "lowest",
    r"\bhigh(?:est|er) total\b|\bhigh(?:er)? wins\b": (
        lambda rules, _: rules.end.wins == "highest"
    ),
    rf"(?<!first )(?<!last )\b({_WORD}) (?:deals|hands|rounds|contracts)\b": _is_as_long,
    r"\b(?:counter-|anti-)clockwise\b": lambda rules, _: not rules.players.clockwise,
    r"(?<!-)\bclockwise\b": lambda rules, _: rules.players.clockwise,
    r"\bace (?:low or high|high or low|at either end|either end)\b": _has_aces("low-or-high"),
    r"\bace low only\b": _has_aces("low"),
    rf"\b(?:trio|set|book): ({_WORD}) (?:or more )?of a rank\b": _smallest_set,
    rf"\b(?:escala|escalera|run|straight): ({_WORD}) (?:or more )?in suit\b": _smallest_run,
    rf"\b({_WORD}) decks(?: with| and|,) ({_WORD}) jokers\b": _some_table_has,
}


# Comparing facts with our pages

Answer = tuple[str, bool]


def answers(fact: Fact) -> Iterator[Answer]:
    """Yield, for each part of a fact that our pages cover, its kind (``data``, ``words`` or
    ``number``) and whether the pages agree with it. Yields nothing for other facts.
    """
    for context, stated in fact.stated.items():
        figures = figures_at(context)
        yield "data", all(stands_at(figures, path) == said for path, said in stated.items())
    if fact.words:
        page = " ".join(words_of(slug, EVERYWHERE) for slug in fact.slugs).replace("**", "")
        yield "words", all(fragment in page for fragment in fact.words)
        return
    is_ours = cell_is_ours(fact)
    if is_ours is not None:
        yield "data", is_ours
        return
    if fact.places:
        yield "data", _stand_in(fact.places, digits(fact.said))
    yield from _claims(fact)
    yield from _offers(fact)
    said = numbers(re.sub(_DIGITS, " ", fact.said) if fact.places else fact.said)
    if said:
        known = frozenset().union(*(known_numbers(slug, fact.topic) for slug in fact.slugs))
        yield "number", said <= known
    names = _names_in(fact.text) if fact.topic in ("names and aliases", "origin") else set()
    if names:
        yield "words", all(name.casefold() in _front_of(fact.game) for name in names)


def _stand_in(row: str, said: list[float]) -> bool:
    """Return whether the numbers equal those at a row’s paths."""
    context, found = "", []
    for token in row.split():
        if token.endswith(":"):
            context = token[:-1]
            figures_at(context)
        else:
            found.append((context, token))
    return len(found) == len(said) and all(
        _stands_at(context, path, number)
        for (context, path), number in zip(found, said, strict=True)
    )


def _stands_at(context: str, path: str, number: float) -> bool:
    if path == "_":
        return True
    if path == "w":
        slug, _, _ = context.partition("+")
        return number in numbers(words_of(slug, EVERYWHERE))
    return abs(figure(context, path)) == number


def _claims(fact: Fact) -> Iterator[Answer]:
    if isinstance(fact.value, str):
        return
    contexts = (fact.claimed_of,) if fact.claimed_of else fact.slugs
    for pattern, claim in CLAIMS.items():
        for said in re.finditer(pattern, fact.said, re.IGNORECASE):
            yield "data", all(claim(ruleset_of(context), said) for context in contexts)


def _offers(fact: Fact) -> Iterator[Answer]:
    """Yield the ids of house rules, which are in backticks."""
    ours = {option.id for slug in fact.slugs for option in catalogue().variant(slug).options}
    for name in re.findall(r"`([^`]+)`", fact.text):
        row = OFFERED.get((fact.game, name))
        if row is None:
            yield "data", name in ours
        else:
            paths = len(row.split()) - row.count(":")
            yield "data", _stand_in(row, digits(name) if paths else [])


def _names_in(text: str) -> set[str]:
    """Return the capitalised words that don’t start a sentence."""
    return {name.replace("'", "’") for name in re.findall(r"(?<![.:] )(?<!^)\b[A-Z][\w'’-]+", text)}


@cache
def _front_of(game: str) -> str:
    """Return the texts, the summaries and the sources of a sheet’s games."""
    variants = [catalogue().variant(slug) for slug in SHEETS[game]]
    sources = (source for variant in variants for source in variant.sources)
    return " ".join(
        (
            *(words_of(variant.slug, EVERYWHERE) for variant in variants),
            *(variant.summary for variant in variants),
            *(f"{source.title} {source.author}" for source in sources),
        )
    ).casefold()
