"""Sentences that compare cards, or speak of scores below zero, and when they are true.

A cue is a phrase such as “the most expensive cards” or “counts as much as”. The ranks before and
after it are compared as the resolved rules of a game value them. Sentences without ranks, such as
“A score may be below zero”, are compared with the options that use the same words.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from rules.engine.rulesets import Ruleset
from rules.engine.variants import Option
from rules.reference.rule_files import RuleWording
from rules.reference.rule_texts import RuleText
from rules.reference.statements import StatementKind
from tests.provenance.facts_more import NUMBER_WORDS, number_of
from tests.provenance.figures_in_words import RANKS, Told
from tools.game.cues import ELSEWHERE

Values = Mapping[str, int]
Named = tuple[tuple[int, str], ...]  # ranks, each with its number: two kings are (2, "K")
VALUES = "scoring.values"

# What a rank is called in a sentence: “two kings”, “face cards”.
_NAMES = {**{word: (rank,) for word, rank in RANKS.items()}, "face card": ("J", "Q", "K")}
_RANK = re.compile(
    rf"\b(?:({'|'.join(NUMBER_WORDS)}) )?({'|'.join(_NAMES)})(?:e?s)?\b(?! (?:low )?cards?\b)",
    re.IGNORECASE,
)
# The words between a cue and the end of what it is compared with.
_UNTIL = r"(?P<than>[^.,;:]*)"
_MOST = re.compile(r"\bthe most expensive cards?\b|\bcounts? the most\b", re.IGNORECASE)
_COMPARISONS = tuple(
    (re.compile(pattern, re.IGNORECASE), kind)
    for pattern, kind in (
        (_MOST.pattern, "most"),
        (r"\bcounts? (?:the )?least\b", "least"),
        (rf"\bfollowed by {_UNTIL}", "next"),
        (rf"\bcounts? as much as {_UNTIL}", "equal"),
        (rf"\bcounts? no more than {_UNTIL}", "at most"),
        (rf"\bcounts? more than {_UNTIL}", "more"),
        (rf"\bcounts? less than {_UNTIL}", "less"),
    )
)
# An option may make these untrue without changing a value that the data can compare.
SIGNS = re.compile(r"\b(?:below|less than) zero\b|\bnegative\b", re.IGNORECASE)


def values_of(rules: Ruleset) -> Values:
    """Return what each rank of the deck counts; empty if the cards have no values."""
    ranks = rules.deck.ranks if rules.deck else tuple(rules.scoring.values)
    return {rank: worth for rank, worth in rules.scoring.values.items() if rank in ranks}


def untrue(rules: Ruleset, rule: Told) -> Iterator[str]:
    """Yield the words of a rule that compare cards and aren’t true of the values in ``rules``."""
    if rule.is_example or rule.section in ELSEWHERE or rule.has_own_figures:
        return
    for words, kind, one, other in _compared(rule.statement):
        values = values_of(rules)
        if values and not _holds(kind, one, other, values):
            yield words


def is_unlisted_comparison(key: str, wording: RuleWording) -> bool:
    """Return whether a rule compares cards without listing their values as what it assumes."""
    is_elsewhere = key in ELSEWHERE or wording.mark == StatementKind.EXAMPLE
    if is_elsewhere or wording.has_own_figures or VALUES in wording.assumes:
        return False
    return any(_compared(wording.text.replace("**", "")))


@cache
def _compared(text: str) -> tuple[tuple[str, str, Named, Named], ...]:
    """Return each comparison: its words, its kind, the ranks before it, and those after it."""
    return tuple(_comparisons(text))


def _comparisons(text: str) -> Iterator[tuple[str, str, Named, Named]]:
    for cue, kind in _COMPARISONS:
        for found in cue.finditer(text):
            one = _before(text[: found.start()], is_whole=kind in ("most", "least", "next"))
            other = _ranks(found["than"]) if "than" in cue.groupindex else ()
            if kind == "next" and not _MOST.search(text[: found.start()]):
                continue  # the order of the cards, not their values
            if one:
                yield found[0].strip(), kind, one, other


def _before(text: str, *, is_whole: bool) -> Named:
    """Return the ranks in the part of a sentence before a cue or, if it has none, before that.

    The part is the whole sentence, or what comes after its last comma.
    """
    parts = re.split(r"(?<=[.;]) " if is_whole else r"[.,;:] ", text)
    return next(filter(None, map(_ranks, reversed(parts))), ())


def _ranks(text: str) -> Named:
    """Return the ranks that a text names."""
    return tuple(
        (int(number_of(count)) if count else 1, rank)
        for count, name in _RANK.findall(text)
        for rank in _NAMES[name.casefold()]
    )


def _holds(
    kind: str, one: Iterable[tuple[int, str]], other: Iterable[tuple[int, str]], values: Values
) -> bool:
    """Return whether a comparison is true; one with a rank that has no value isn’t."""
    named, than = {rank for _, rank in one}, {rank for _, rank in other}
    if not named | than <= values.keys():
        return False
    if kind in ("most", "least", "next"):
        return _is_extreme(kind, named, than, values)
    left = {count * values[rank] for count, rank in one}
    right = {count * values[rank] for count, rank in other}
    holds = {
        "equal": left == right,
        "more": right and min(left) > max(right),
        "less": right and max(left) < min(right),
        "at most": right and max(left) <= min(right),
    }
    return not right or bool(holds[kind])


def _is_extreme(kind: str, named: set[str], than: set[str], values: Values) -> bool:
    """Return whether exactly the named ranks count the most or the least.

    If ``kind`` is “next”, the ranks ``than`` have to count the most of the others.
    """
    if kind == "next":
        rest = {rank: worth for rank, worth in values.items() if rank not in named}
        return not than or _is_extreme("most", than, set(), rest)
    extreme = (max if kind == "most" else min)(values.values())
    return {rank for rank, worth in values.items() if worth == extreme} == named


def is_unsettled(option: Option, rule: RuleText) -> bool:
    """Return whether a rule speaks of scores below zero under an option that is about them.

    Such a rule needs a text for the option, or the path that the option changes.
    """
    about = f"{option.label} {option.explanation}"
    return bool(SIGNS.search(about) and SIGNS.search(rule.text)) and not rule.option
