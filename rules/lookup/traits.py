"""The properties of a text that don’t depend on the question."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from math import log

from rules.lookup.asking import is_negative
from rules.lookup.words import Token

_PERMITS = frozenset({"may", "can", "allow", "could", "ani"})
_OBLIGES = frozenset({"must", "requir", "need", "oblig", "onli"})
_PEOPLE = frozenset({"player", "dealer", "whoever", "winner", "left", "side", "partner", "bidder"})
_AMOUNTS = frozenset({"unlimit", "none", "noth"})
_CONDITIONS = frozenset({"if", "when", "after", "whoever", "onc", "while"})


@dataclass(frozen=True, slots=True)
class Traits:
    """The stems of a text, the logarithm of its length, and what kind of statement it makes."""

    stems: AbstractSet[str]
    length: float
    permits: bool
    forbids: bool
    obliges: bool
    conditional: bool
    people: bool
    figure: bool


def traits_of(text: str, words: Sequence[Token]) -> Traits:
    """Return the properties of a text that has these words."""
    terms = [word.term for word in words]
    stems = frozenset(terms)
    return Traits(
        stems=stems,
        length=log(1 + len(terms)),
        permits=not _PERMITS.isdisjoint(stems),
        forbids=is_negative(terms),
        obliges=not _OBLIGES.isdisjoint(stems),
        conditional=not _CONDITIONS.isdisjoint(stems),
        people=not _PEOPLE.isdisjoint(terms[:8]),
        # “One” is rarely meant as a number.
        figure=any(term.isdecimal() and term != "1" for term in terms)
        or not _AMOUNTS.isdisjoint(stems)
        or any(char.isdecimal() for char in text),
    )
