"""House rules that are chosen together: what each says, and what is left of it beside the other.

Two options contradict each other if one sets a value that the other sets differently, or if one is
about something that the other takes out of the game. They then have to exclude each other.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations
from typing import Any

from rules.engine.cards import Card, Rank
from rules.engine.rulesets import Ruleset
from rules.engine.variants import Option, Variant
from rules.reference.facts import facts
from tests.provenance.figures_in_words import Told
from tests.rules.played import usual_answer
from tests.rules.scored import entry_fields
from tools.game.cues import ELSEWHERE

# Values that an option may set after another: round-the-corner runs include high and low aces, and
# four partners are two sides, as two players are.
_INCLUDED = {("melds.ace", "low-or-high", "round"), ("players.max", 2, 4)}
# A sentence with one of these words is about other rules, or says that something doesn’t apply.
_LIMITED = re.compile(
    r"\b(?:no|not|never|without|nobody|none|neither|leave out|unless|whether|some|0|if you play|"
    r"other game|"
    r"(?:as a|by) house rule)\b|n’t",
    re.IGNORECASE,
)
_CONDITION = re.compile(r"\bif\b[^,]*", re.IGNORECASE)


def answers(variant: Variant, *options: Option) -> Mapping[str, Any]:
    """Return a typical choice of these options, with those that they require."""
    return variant.with_required({option.id: usual_answer(option) for option in options})


def pairs(variant: Variant) -> Iterator[tuple[Option, Option]]:
    """Yield the options that can be chosen together, two by two, in the order of the catalogue."""
    for one, other in combinations(variant.options, 2):
        if not one.bars(other):
            yield one, other


def overridden(one: Option, other: Option) -> Iterator[str]:
    """Yield the paths of the values that ``one`` sets and ``other``, after it, sets differently."""
    for path in one.patch.keys() & other.patch.keys():
        first, second = one.patch[path], other.patch[path]
        is_included = isinstance(first, str | int) and (path, first, second) in _INCLUDED
        if first != second and not path.endswith("+") and not is_included:
            yield path


@dataclass(frozen=True)
class Effect:
    """What people see of rules: the facts, the rule texts and the entry fields."""

    rules: Ruleset
    told: tuple[Told, ...]

    @cached_property
    def shown(self) -> tuple[object, ...]:
        """All that is shown, apart from the list of house rules."""
        return (
            {(fact.key, fact.text) for fact in facts(self.rules) if fact.key != "options"},
            {(rule.place, rule.words) for rule in self.told if rule.section != "options"},
            [entry_fields(self.rules, 1, count) for count in self.rules.players.counts],
        )

    @cached_property
    def missing(self) -> tuple[re.Pattern[str], ...]:
        """The words for things that the game doesn’t have."""
        return tuple(
            words
            for scheme, words, holds in _THINGS
            if scheme in ("", self.rules.scoring.scheme) and not holds(self.rules)
        )

    @cached_property
    def values(self) -> Ruleset:
        """The rules without the record of the options that were chosen."""
        return self.rules.model_copy(update={"options": {}})


def is_idle(option: Option, standard: Effect, alone: Effect, beside: Effect, both: Effect) -> bool:
    """Return whether an option changes nothing that is shown beside another.

    ``beside`` is the effect of the other option, and ``both`` that of the two. An option that only
    sets values which the other sets as well is not idle, because what it says is true.
    """
    says_the_same = option.patch and both.values == beside.values
    return both.shown == beside.shown and alone.shown != standard.shown and not says_the_same


def _figure(name: str, least: int = 1) -> Callable[[Ruleset], bool]:
    """Return whether a figure of the scheme is a word, or true, or at least ``least``."""

    def holds(rules: Ruleset) -> bool:
        figure = rules.scoring.figures.get(name)
        return figure >= least if isinstance(figure, int) else bool(figure)

    return holds


def _any_of(*conditions: Callable[[Ruleset], bool]) -> Callable[[Ruleset], bool]:
    return lambda rules: any(holds(rules) for holds in conditions)


def _has_jokers(rules: Ruleset) -> bool:
    decks = [rules.deck_of(players) for players in rules.players.counts]
    return any(deck is None or deck.copies(Card(Rank.JOKER)) for deck in decks)


# What a sentence may speak of, in which scheme, and when a game has it.
_THINGS: tuple[tuple[str, re.Pattern[str], Callable[[Ruleset], bool]], ...] = tuple(
    (scheme, re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE), holds)
    for scheme, pattern, holds in (
        ("", "jokers?", _has_jokers),
        ("", "(?:the )?lowest total wins", lambda rules: rules.end.wins == "lowest"),
        ("", "(?:the )?highest total wins", lambda rules: rules.end.wins == "highest"),
        (
            "cards-left",
            "only the winner",
            lambda rules: rules.scoring.figures.get("collects") == "winner",
        ),
        (
            "cards-left",
            "pays? the winner",
            lambda rules: rules.scoring.figures.get("collects") == "cash",
        ),
        ("cribbage", "muggins", _figure("muggins")),
        ("cribbage", "double.skunk(?:s|ed)?", _figure("double_skunk")),
        ("cribbage", "skunk(?:s|ed)?", _figure("skunk")),
        ("euchre", "Benny", _has_jokers),
        ("euchre", "McEvoy", _figure("mcevoy")),
        ("euchre", "dirty clubs", _figure("dirty_clubs")),
        ("gin", "undercuts?|knock(?:s|ed|er|ing)?", _figure("knock")),
        ("hearts", "bonus (?:card|diamond)", _figure("bonus_card")),
        ("hearts", "the sun", _figure("sun")),
        ("hearts", "drops? to", _figure("drop_at")),
        ("pitch", "smudge", _figure("smudge")),
        ("skat", "kontra", _figure("kontra")),
        ("skat", "Ramsch", _figure("ramsch")),
        ("spades", "nil", _figure("nil")),
        ("spades", "bags?", _any_of(_figure("bag"), _figure("bags"), _figure("most_bags"))),
        (
            *("spades", "blind"),
            _any_of(_figure("blind_nil"), _figure("blind", 2), _figure("blind_seven")),
        ),
        ("spades", "mirror", _figure("mirror")),
    )
)


def absent(missing: Collection[re.Pattern[str]], rule: Told) -> Iterator[str]:
    """Yield the words of a rule for things that are ``missing``."""
    if not missing or rule.is_example or rule.section in ELSEWHERE or rule.has_own_figures:
        return
    for words in missing:
        yield from _spoken_of(words, rule.statement)


@cache
def _spoken_of(words: re.Pattern[str], text: str) -> tuple[str, ...]:
    """Return the words for a thing in a text, except in sentences about games that have it."""
    return tuple(
        found[0]
        for sentence in re.split(r"(?<=[.;:]) ", text)
        if not _LIMITED.search(sentence)
        and not any(words.search(clause) for clause in _CONDITION.findall(sentence))
        for found in words.finditer(sentence)
    )
