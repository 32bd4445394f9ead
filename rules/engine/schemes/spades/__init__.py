"""Spades: each side bids for a number of tricks, and tricks beyond it are bags that add up.

Scoring as described by John McLeod (Spades, pagat.com) and han-tyumi (Naibi).
"""

from rules.engine.rulesets import Opening
from rules.engine.schemes.spades.checks import SpadesChecks
from rules.engine.schemes.spades.figures import SpadesFigures
from rules.engine.schemes.spades.words import SpadesWords

__all__ = ["SpadesFigures", "SpadesScheme"]


class SpadesScheme(SpadesChecks, SpadesWords):
    """Points for the contract of each side, its nils and its bags.

    The contract is the sum of the bids, of which nil is none; bags are what was taken beyond it and
    what a failed nil took.
    """

    name = "spades"
    Figures = SpadesFigures
    achieved = "made the bid"
    uses_past = True
    usual_opening = Opening(first="next", does="leads")
