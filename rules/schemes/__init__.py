"""Ways of counting: one module each. A scheme says what a deal is asked for and how that counts."""

from rules.schemes.base import Line, Scheme
from rules.schemes.cards_left import CardsLeftScheme

SCHEMES: dict[str, type[Scheme]] = {scheme.name: scheme for scheme in (CardsLeftScheme,)}

__all__ = ["SCHEMES", "Line", "Scheme"]
