"""Tally: the game’s file lists what a deal is asked for and what each thing is worth.

It is how a counting game is added without Python: the numbers, ticks and names that a side reports
times their worth. What no list can say (bids, contracts, boxes used up) is for other schemes.
"""

from rules.engine.schemes.tally.checks import TallyChecks
from rules.engine.schemes.tally.figures import TallyFigures
from rules.engine.schemes.tally.words import TallyWords

__all__ = ["TallyFigures", "TallyScheme"]


class TallyScheme(TallyChecks, TallyWords):
    """Points by a list: what was reported times what it is worth."""

    name = "tally"
    Figures = TallyFigures
    uses_past = True
