"""Numbers in a page’s rule texts, and the corresponding values in the catalogue.

Each reader handles one kind of statement, and yields the number in the text and the value in the
data. In a rule that varies, the question is skipped, and so is everything after the first sentence
of its reading.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rules.engine.rulesets import Ruleset
from rules.engine.variants import Variant
from rules.reference.rule_texts import RuleTexts, Section, rule_texts
from rules.reference.statements import READING, StatementKind
from tests.provenance.facts_more import NUMBER_WORDS, number_of

_N = rf"(?:\d+|(?:{'|'.join(NUMBER_WORDS)})\b)"
# “three or four”, “up to five”, “five or more”
_SIZES = rf"(?P<upto>up to )?\b(?P<low>{_N})(?: (?:or|to) (?P<high>{_N}))?(?P<more> or more| on\b)?"

# How a sentence about a house rule begins.
_OF_HOUSE_RULES = ("Where ", "If you play with ")


@dataclass(frozen=True)
class Told:
    """A rule without its label and emphasis. ``owner`` is the game that the text comes from.

    ``has_own_figures`` means that the text has numbers that the data doesn’t have.
    """

    owner: str
    section: str
    id: str
    words: str
    mark: StatementKind = StatementKind.PLAIN
    has_own_figures: bool = False

    @property
    def place(self) -> str:
        return f"{self.owner}:{self.section}-{self.id}"

    @cached_property
    def statement(self) -> str:
        """The text that describes this game.

        It leaves out the question of a rule that varies, descriptions of what other groups do, and
        sentences about house rules, which begin with “Where” or “If you play with”.
        """
        if self.mark == StatementKind.VARIES:
            _, _, answer = self.words.partition(READING)
            return re.split(r"(?<=[.;]) ", answer)[0]
        sentences = re.split(r"(?<=[.]) ", self.words)
        return " ".join(each for each in sentences if not each.startswith(_OF_HOUSE_RULES))

    @property
    def is_example(self) -> bool:
        return self.mark == StatementKind.EXAMPLE


def told(
    variant: Variant, ruleset: Ruleset | None = None, texts: RuleTexts | None = None
) -> Iterator[Told]:
    """Yield every rule on a game’s page, by default from the catalogue."""
    return told_in((texts or rule_texts()).sections(variant, ruleset))


def told_in(sections: Iterable[Section]) -> Iterator[Told]:
    """Yield every rule in these sections."""
    for section in sections:
        for rule in section.rules:
            said = rule.statement
            words = said.body.replace("**", "").replace("−", "-")
            name = rule.anchor.removeprefix(f"{section.key}-")
            yield Told(rule.owner.slug, section.key, name, words, said.mark, rule.has_own_figures)


@dataclass(frozen=True)
class Stated:
    """A number in a text and its value in the data: one value, or any of several."""

    said: Any
    known: Any

    @property
    def agrees(self) -> bool:
        return (
            self.said in self.known
            if isinstance(self.known, frozenset)
            else (self.said == self.known)
        )


# Readers for statements that stay true under house rules. Statements about the whole stock don’t.
HOUSE = (
    *("card_values", "number_of_players", "by_table", "cards_dealt", "taking", "melds", "target"),
)

Reader = Callable[[Ruleset, Told], Iterator[Stated]]


# Card values

RANKS = {
    **{word: str(number) for word, number in NUMBER_WORDS.items() if 2 <= number <= 10},
    "joker": "Joker",
    "ace": "A",
    "king": "K",
    "queen": "Q",
    "jack": "J",
    "deuce": "2",
}
_RANK_WORD = "|".join(RANKS)
_COSTS = re.compile(r"\b(?:costs?|counts?|worth)\b")
# “two stock cards” and “one pack” are not ranks, and a red three is not an ordinary three.
_TOKEN = re.compile(
    rf"(?P<rank>(?<!red )\b(?:{_RANK_WORD})(?=(?:e?s)?\b)"
    r"(?!e?s? (?:more|stock|cards?|packs?|players|others|jokers?|of|tricks?)\b))"
    r"|(?P<to>\bto\b)|(?P<number>-?\d+)|(?P<stop>[.;:?])",
    re.IGNORECASE,
)
_FOR_A_RANK = re.compile(rf"(?: points?)? for (?:an?|the) ({_RANK_WORD})\b")


def card_values(rules: Ruleset, rule: Told) -> Iterator[Stated]:
    """Read “An ace costs 15, a king, queen or jack 10; 2 for a two; twos to sevens 5 each.”"""
    values = rules.scoring.values
    if not values or rule.is_example or rule.section == "options":
        return
    for sentence in re.split(r"(?<=[.;]) ", rule.statement):
        if verb := _COSTS.search(sentence):
            yield from _values_in(sentence, verb.end(), values)


def _values_in(sentence: str, verb: int, values: dict[str, int]) -> Iterator[Stated]:
    ranks: list[str] = []
    is_range = False
    for token in _TOKEN.finditer(sentence):
        if token["rank"]:
            rank = RANKS[token["rank"].casefold()]
            ranks.extend(_up_to(rank, ranks[-1], list(values)) if is_range else [rank])
            is_range = False
        elif token["to"]:
            is_range = bool(ranks)
        elif token["number"] and token.start() > verb:
            number = int(token["number"])
            if named := _FOR_A_RANK.match(sentence, token.end()):
                ranks = [RANKS[named[1]]]
            yield from (Stated((rank, number), (rank, values.get(rank))) for rank in ranks)
            ranks, is_range = [], False
        elif token["stop"]:
            ranks, is_range = [], False


def _up_to(last: str, first: str, order: list[str]) -> list[str]:
    return order[order.index(first) + 1 : order.index(last) + 1]


_COUNTED = re.compile(
    rf"\b(an?|another|{'|'.join(NUMBER_WORDS)}) (?:(?:more|black|natural|lone|low|high) )?"
    rf"({_RANK_WORD})(?:e?s)?\b"
)
_SUM = re.compile(r"\b(?:costs?|counts?|makes?|is worth|are worth) (-?\d+(?: [+-] \d+)+) = ")


def card_sums(rules: Ruleset, rule: Told) -> Iterator[Stated]:
    """Read “For example, two aces and a three cost 15 + 15 + 3 = 33.” Leave out examples of house
    rules, which contain “where” or “if”, and examples with cards that are not named in words.
    """
    values = rules.scoring.values
    found = _SUM.search(rule.words) if values and rule.is_example else None
    if not found or re.search(r"\bwhere\b|\bif\b|\bwith those\b|\bround of\b", rule.words):
        return
    cards = [
        values.get(RANKS[rank])
        for count, rank in _COUNTED.findall(rule.words[: found.start()])
        for _ in range(int(number_of(count)) if count in NUMBER_WORDS else 1)
    ]
    terms = [int(term) for term in re.findall(r"\d+", found[1])]
    if len(cards) == len(terms):
        yield Stated(terms, cards)


# Players and cards

_PLAY = re.compile(rf"{_SIZES} (?:people|players)? ?(?:can |may )?play\b", re.IGNORECASE)
_A_TABLE = re.compile(
    rf"(?:\b(?:with|for|of) |^|[.;:,] ){_SIZES} (?:people|players)\b(?! (?:may|tie|took|each|who))",
    re.IGNORECASE,
)
_ITS_CARDS = re.compile(
    r"(?<!of )(?<!\+ )\b(?P<figure>\d+)(?: (?P<noun>pack|joker|card)s?)?(?: each)?"
    rf"(?: (?:is|are) (?:used|shuffled together))? (?:for )?(?:(?<=for )|(?=up to )){_SIZES}"
    r"(?= players\b|[,;.]| and\b|$)",
    re.IGNORECASE,
)
_IT_HAS = re.compile(
    rf"{_SIZES}(?:(?<=or more)| players)(?: (?:use|have|get|are dealt))? (?P<figure>\d+)\b(?! \+)"
    r"(?: (?P<noun>pack|joker|card)s?)?",
    re.IGNORECASE,
)
_OF_A_PACK = re.compile(r" of \d+(?: cards)?\b")
# “One pack for every two players”
_SHARE = re.compile(r"\bone pack\b[^.:]*\b(?:for every|more than|for each)\b[^.:]*", re.IGNORECASE)
_LEFT = re.compile(rf"\b(?P<figure>\d+) with {_SIZES}", re.IGNORECASE)
_NOUN = re.compile(r"\b(pack|joker|card)s?\b", re.IGNORECASE)
_PACKS = re.compile(rf"\b({_N}) (?:whole |printed )?(pack|joker)s?\b", re.IGNORECASE)
_TOTAL = re.compile(r"\b(\d{2,3}) cards\b(?! each| are dealt)|\bmakes? (\d{2,3})\b")


def number_of_players(rules: Ruleset, rule: Told) -> Iterator[Stated]:
    """Read “3 to 5 people can play”, “4 people play”."""
    counts = rules.players.counts
    found = _PLAY.search(rule.statement) if rule.section == "players" else None
    if (
        not found
        or not found["low"].isdecimal()
        or re.search("as a rule|[Uu]sually|packs", rule.statement)
    ):
        return
    if found["more"]:
        yield Stated(int(found["low"]), counts[0])
        return
    low, high = int(found["low"]), int(number_of(found["high"] or found["low"]))
    alone = rules.players.best if low == high else None
    yield Stated((low, high), frozenset({(counts[0], counts[-1]), (alone, alone)}))


def tables(rules: Ruleset, rule: Told) -> Iterator[Stated]:
    """Read “With three or four players” as numbers of players that the game allows."""
    if rule.section == "options" or rule.statement.startswith("These rules have no "):
        return
    for found in _A_TABLE.finditer(rule.statement):
        for size in filter(None, (found["low"], found["high"])):
            yield Stated(int(number_of(size)), frozenset(rules.players.counts))


def by_table(rules: Ruleset, rule: Told) -> Iterator[Stated]:
    """Read “2 packs for three or four players, 3 for five”, “two players get 10 cards each”."""
    if rules.deck is None or rule.is_example or rule.section not in ("cards", "deal"):
        return
    words = "" if rule.id.startswith("stock") else _OF_A_PACK.sub("", rule.statement)
    for pattern in (_ITS_CARDS, _IT_HAS):
        for found in pattern.finditer(words):
            noun = (found["noun"] or _noun_before(words, found.start())).casefold()
            for size in _sizes(rules, found) if noun else ():
                yield Stated(
                    (size, noun, int(found["figure"])),
                    frozenset((size, noun, n) for n in _cards_of(rules, size, noun, rule.section)),
                )


def _noun_before(words: str, place: int) -> str:
    named = [found[1] for found in _NOUN.finditer(words, 0, place)]
    return named[-1] if named else ""


def _sizes(rules: Ruleset, found: re.Match[str]) -> list[int]:
    counts = rules.players.counts
    low = counts[0] if found["upto"] else int(number_of(found["low"]))
    high = counts[-1] if found["more"] else int(number_of(found["high"] or found["low"]))
    return [size for size in range(low, high + 1) if size in counts]


def _cards_of(rules: Ruleset, size: int, noun: str, section: str) -> set[int]:
    packs = rules.deck.by_players[size]
    if noun == "card":
        return _dealt(rules, size) if section == "deal" else {len(rules.deck.deck(size))}
    return {packs.packs} if noun == "pack" else {packs.jokers}


def _dealt(rules: Ruleset, size: int) -> set[int]:
    hands = (*rules.deals, *(rules.deck.hands.get(size, ()) if rules.deck else ()))
    return {hand if isinstance(hand, int) else rules.cards_dealt(hand, size) for hand in hands}


def stock(rules: Ruleset, rule: Told) -> Iterator[Stated]:
    """Read “Cards left in the stock: 75 with three players, 66 with four.”"""
    if rules.deck is None or rule.section != "deal" or not rule.id.startswith("stock"):
        return
    for found in _LEFT.finditer(rule.statement):
        for size in _sizes(rules, found):
            total = len(rules.deck.deck(size))
            left = {total - size * cards - up for cards in _dealt(rules, size) for up in (0, 1)}
            yield Stated(int(found["figure"]), frozenset(left))


def packs_and_jokers(rules: Ruleset, rule: Told) -> Iterator[Stated]:
    """Read “2 packs”, “4 jokers” or, for each pack, “two jokers”; “108 cards in all”."""
    if rules.deck is None or rule.is_example or rule.section != "cards":
        return
    sizes = [rules.deck.by_players[size] for size in rules.players.counts]
    decks = [rules.deck.deck(size) for size in rules.players.counts]
    printed = dict(decks[0].pack).get("Joker", 0)
    known = {
        "pack": {size.packs for size in sizes},
        "joker": {each for size in sizes for each in (size.jokers, size.jokers // size.packs)},
    }
    known["joker"].add(printed)
    for found in _PACKS.finditer(_SHARE.sub("", rule.statement)):
        noun = found[2].casefold()
        yield Stated((int(number_of(found[1])), noun), frozenset((n, noun) for n in known[noun]))
    pack = sum(copies for _, copies in decks[0].pack)
    totals = {*map(len, decks), pack, pack + sizes[0].jokers // sizes[0].packs}
    for found in _TOTAL.finditer(rule.statement):
        yield Stated(int(found[1] or found[2]), frozenset(totals))


# Deals

_HOW_MANY = re.compile(rf"\b({_N}) (?:deals|hands|rounds|contracts)\b(?! of \d)", re.IGNORECASE)
_DEAL = r"\b(?:[Dd]eal|[Hh]and|[Rr]ound|[Ss]tep|[Pp]hase)s?"
_NUMBERED = re.compile(rf"{_DEAL} (\d+)(?: (?:to|and|or) (\d+)\b(?! in))?(?! cards)")
_CARDS_IN = re.compile(
    rf"\b(\d+)(?: cards)?(?: each)? in {_DEAL} (\d+)(?: to (\d+))?\b", re.IGNORECASE
)
_IN_CARDS = re.compile(
    rf"{_DEAL} (\d+)(?:, \d+)*(?: (?:to|and) (\d+))?(?::| each player is dealt) (\d+) cards"
)
_DEALT = re.compile(
    r"\b(\d+) cards (?:each|are dealt)|\b(?:is|are) dealt (\d+)\b|\b(\d+) cards in every"
)
_TAKES = re.compile(rf"\b(?:contract|that) of {_DEAL} (\d+) takes (\d+)\b")
_TAKE = re.compile(rf"\bcontracts of {_DEAL} 1 to (\d+) take ((?:\d+(?:, | and ))+\d+)")


def number_of_deals(rules: Ruleset, rule: Told) -> Iterator[Stated]:
    """Read “The lowest total after seven deals”; “in deal 7”."""
    if rule.is_example or rule.section in ("options", "history"):
        return
    last = rules.length or rules.scoring.figures.get("last")
    if last is None:
        return
    for found in _HOW_MANY.finditer(rule.statement):
        yield Stated(int(number_of(found[1])), last)
    for found in _NUMBERED.finditer(rule.statement):
        for number in filter(None, found.groups()):
            yield Stated(int(number), frozenset(range(1, last + 1)))


def cards_dealt(rules: Ruleset, rule: Told) -> Iterator[Stated]:
    """Read “10 cards each”, “12 in deal 4”, “deals 1, 2 and 3: 10 cards are dealt”."""
    if rule.is_example or rule.section != "deal" or rule.id.startswith("stock"):
        return
    sizes = rules.players.counts
    every = {cards for size in sizes for cards in _dealt(rules, size)}
    # ``by_table`` reads numbers of cards by number of players.
    of_any = "" if re.search(r"\bplayers? (?:get|are|for)\b", rule.statement) else rule.statement
    for found in _DEALT.finditer(of_any):
        yield Stated(int(next(filter(None, found.groups()))), frozenset(every))
    in_deals = [(found[1], found[2], found[3]) for found in _CARDS_IN.finditer(rule.statement)]
    in_deals += [(found[3], found[1], found[2]) for found in _IN_CARDS.finditer(rule.statement)]
    for cards, first, last in in_deals:
        for number in range(int(first), int(last or first) + 1):
            yield Stated(int(cards), rules.cards_dealt(rules.deal(number), sizes[0]))


def contract_sizes(rules: Ruleset, rule: Told) -> Iterator[Stated]:
    """Read “The contract of deal 1 takes 6 cards, that of deal 7 takes 12.”"""
    for found in _TAKES.finditer(rule.statement):
        yield Stated(int(found[2]), rules.deal(int(found[1])).contract.size)
    for found in _TAKE.finditer(rule.statement):
        said = [int(cards) for cards in re.findall(r"\d+", found[2])]
        yield Stated(said, [deal.contract.size for deal in rules.deals[: int(found[1])]])


# Taking the discard, melds, the end

_MOST_TAKES = re.compile(rf"\bat most ({_N}) ", re.IGNORECASE)
_STOCK_CARDS = re.compile(r"\bdraws? (\d+) (?:more|card)|\b(\d+) (?:blind )?cards? from the stock")
_SMALLEST = re.compile(
    r"\b(?:at least |is )(\d+)(?: or \d+)?(?: or more)? cards of (one rank|the same suit|one suit)"
)
_MOST_WILD = re.compile(r"\b[Aa]t most (\d+) joker|\b(\d+) jokers? at most")
_REACH = re.compile(
    r"\b(?:reach(?:es)?(?: or passes)?|short of|first to) (\d+)\b|\b(?:with|to) (\d+) points\b"
)


def taking(rules: Ruleset, rule: Told) -> Iterator[Stated]:
    """Read “At most 2 buys in a deal”, “you draw 1 more from the stock”."""
    if rule.is_example or rule.section != "taking-the-discard":
        return
    takes = [deal.takes for deal in rules.deals]
    for found in _MOST_TAKES.finditer(rule.statement):
        if rule.statement.startswith((rules.words.take.many, rules.words.take.one), found.end()):
            yield Stated(int(number_of(found[1])), frozenset(take.limit for take in takes))
    for found in _STOCK_CARDS.finditer(rule.statement):
        yield Stated(int(found[1] or found[2]), frozenset(take.extra for take in takes))


def melds(rules: Ruleset, rule: Told) -> Iterator[Stated]:
    """Read “A run is at least 4 cards of the same suit”, “at most 1 joker in a meld”."""
    if rules.melds is None or rule.is_example:
        return
    for found in _SMALLEST.finditer(rule.statement):
        known = rules.melds.set_min if found[2] == "one rank" else rules.melds.run_min
        yield Stated(int(found[1]), known)
    for found in _MOST_WILD.finditer(rule.statement):
        yield Stated(int(found[1] or found[2]), rules.melds.max_wild)


def target(rules: Ruleset, rule: Told) -> Iterator[Stated]:
    """Read “The game ends when somebody reaches 100 points.”"""
    end = rules.end
    known = frozenset({end.target, end.target_each, end.out_at} - {0})
    if rule.is_example or rule.section not in ("object", "end") or not known:
        return
    for found in _REACH.finditer(rule.statement):
        yield Stated(int(found[1] or found[2]), known)


READERS: dict[str, Reader] = {
    reader.__name__: reader
    for reader in (
        *(card_values, card_sums, number_of_players, tables, by_table, stock, packs_and_jokers),
        *(number_of_deals, cards_dealt, contract_sizes, taking, melds, target),
    )
}


def faults(rules: Ruleset, rule: Told, readers: Iterable[str] = READERS) -> list[str]:
    """Return the differences between a rule and the game’s data: ``target: 101``."""
    return [
        f"{name}: {stated.said}"
        for name in readers
        for stated in READERS[name](rules, rule)
        if not stated.agrees
    ]


# Numbers written in a file, although a placeholder would be possible

_PEOPLE = rf"(?: (?:to|or) (?:{_N}|{{}}))?(?: or more)? (?:people|players) (?:can |may )?play\b"
_LITERAL = {
    "players": (("players",), rf"\b({_N}){_PEOPLE}"),
    "cards": (
        ("deal",),
        rf"(?<!ds 1 to )\b({_N})(?: cards?)? (?:each|are dealt)\b|\bdealt (\d+)\b",
    ),
    "deals": (
        ("names", "players", "deal", "object", "contracts", "end"),
        rf"\b({_N}) (?:deals|hands|rounds|contracts)\b(?! of \d)",
    ),
    "packs": (("names", "cards"), rf"\b({_N}) (?:whole )?(?:packs?|jokers?)\b"),
    "target": (
        ("object", "end"),
        rf"\breach(?:es)?(?: or passes)? ({_N})\b|\b(?:to|with) ({_N}) points\b",
    ),
    "cost": (
        ("cards", "scoring"),
        r"\b(?:costs?|counts?|worth) ([1-9]\d*)\b|\b([1-9]\d*) points?\b",
    ),
    "takes": (("taking-the-discard",), rf"\bat most ({_N})\b|\bdraws? ({_N}) (?:more|cards?)\b"),
}
# The size of a pack, the number of players per pack, the size of several packs.
_OF_PACKS = re.compile(
    r"\b(?:each|every) pack\b[^.:]*|\bone pack (?:of \d+|with|more|for each)\b[^.:]*|"
    rf"\bwith (?:its |their )?{_N} (?:packs?|jokers?)[^.]*|"
    rf"\b{_N} packs (?:of 52 and|with) {_N} jokers? (?:make|are)\b[^.]*",
    re.IGNORECASE,
)


def literals(rule: Told) -> list[str]:
    """Return the numbers written in a rule’s file that the data could provide: ``deals: six``."""
    if rule.is_example:
        return []
    words = re.sub(r"\{[^}]*\}", "{}", rule.statement.replace("**", ""))
    return [
        f"{kind}: {next(filter(None, found.groups()))}"
        for kind, (sections, pattern) in _LITERAL.items()
        if rule.section in sections
        for found in re.finditer(pattern, _OF_PACKS.sub("", words), re.IGNORECASE)
    ]
