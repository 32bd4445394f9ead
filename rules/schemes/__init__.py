"""Ways of counting: one module each. A scheme says what a deal is asked for and how that counts."""

from typing import Any

from rules.rulesets import Ruleset
from rules.schemes.base import Line, Mark, Past, Scheme, Scored
from rules.schemes.cards_left import CardsLeftScheme

SCHEMES: dict[str, type[Scheme[Any]]] = {scheme.name: scheme for scheme in (CardsLeftScheme,)}


def scheme_of(ruleset: Ruleset, players: int) -> Scheme[Any]:
    """The way of counting that the ruleset names, for so many players."""
    return SCHEMES[ruleset.scoring.scheme](ruleset, players)


__all__ = ["SCHEMES", "Line", "Mark", "Past", "Scheme", "Scored", "scheme_of"]
