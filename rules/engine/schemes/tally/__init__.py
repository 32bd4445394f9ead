"""Tally: the game’s file lists what to enter for a deal, and what each thing is worth.

This is how to add a counting game without writing Python: each number, tick or name that is entered
is multiplied by its value. Bids, contracts and boxes used up are too complex for a list, so they
have schemes of their own.
"""

from rules.engine.schemes.tally.checks import TallyChecks
from rules.engine.schemes.tally.figures import TallyFigures
from rules.engine.schemes.tally.words import TallyWords

__all__ = ["TallyFigures", "TallyScheme"]


class TallyScheme(TallyChecks, TallyWords):
    """Points for a list of items: each amount that was entered, times its value."""

    name = "tally"
    Figures = TallyFigures
    uses_past = True
