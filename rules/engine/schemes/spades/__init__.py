"""Spades: each side bids a number of tricks, and overtricks are bags that add up.

Scoring as described by John McLeod (Spades, pagat.com) and han-tyumi (Naibi).
"""

from rules.engine.rulesets import Opening
from rules.engine.schemes.base import Scheme
from rules.engine.schemes.spades.figures import SpadesFigures
from rules.engine.schemes.spades.points import SpadesScoring
from rules.engine.schemes.spades.words import SpadesPaper, SpadesWords

__all__ = ["SpadesFigures", "SpadesScheme"]


class SpadesScheme(Scheme):
    """Points for each side’s contract, nils and bags.

    The contract is the sum of the bids, with 0 for nil. Bags are the tricks taken beyond the
    contract, and the tricks of a failed nil.
    """

    name = "spades"
    Figures = SpadesFigures
    scoring_class = SpadesScoring
    paper_class = SpadesPaper
    words_class = SpadesWords
    uses_past = True
    usual_opening = Opening(first="next", does="leads")
