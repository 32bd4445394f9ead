"""Skat: one declarer against the others, for the value of the game that is played.

Scoring of Skat as described by han-tyumi (Naibi) and in the International Laws of Skat.
"""

from rules.engine.rulesets import Opening
from rules.engine.schemes.base import Scheme
from rules.engine.schemes.skat.figures import SkatFigures
from rules.engine.schemes.skat.points import SkatScoring
from rules.engine.schemes.skat.words import SkatPaper, SkatWords

__all__ = ["SkatFigures", "SkatScheme"]


class SkatScheme(Scheme):
    """The value of the declarer’s game: added if it is made, and usually deducted twice if not.

    If the bid is entered, a game that is worth less than the bid is lost.
    """

    name = "skat"
    Figures = SkatFigures
    scoring_class = SkatScoring
    paper_class = SkatPaper
    words_class = SkatWords
    usual_opening = Opening(first="next", does="leads")
