"""Euchre: the makers, who called trump, play against the others for tricks.

Scoring of the common American game (Euchre, Wikipedia) with its house rules (Euchre variations,
Wikipedia). Without partners, the maker plays against everyone else.
"""

from rules.engine.rulesets import Opening
from rules.engine.schemes.base import Scheme
from rules.engine.schemes.euchre.figures import EuchreFigures
from rules.engine.schemes.euchre.points import EuchreScoring
from rules.engine.schemes.euchre.words import EuchrePaper, EuchreWords

__all__ = ["EuchreFigures", "EuchreScheme"]


class EuchreScheme(Scheme):
    """Points for a hand, which depend on who called trump, who went alone, and the makers’ tricks.

    If a player reneged, the tricks don’t count. A hand that was not played is entered without
    points, so that the deal passes to the next player.
    """

    name = "euchre"
    Figures = EuchreFigures
    scoring_class = EuchreScoring
    paper_class = EuchrePaper
    words_class = EuchreWords
    uses_past = True
    usual_opening = Opening(first="next", does="speaks first")
