"""Tally: the game’s file lists what to enter for a deal, and what each thing is worth.

Use this scheme to add a counting game without writing Python. Each number that is entered is
multiplied by its value; a tick or a name counts as 1. ``TallyFigures`` says what needs a scheme of
its own. A figure that doesn’t belong to a single item has a module with everything about it:
``contract.py`` is the model.
"""

from rules.engine.schemes.base import Scheme
from rules.engine.schemes.tally.figures import TallyFigures
from rules.engine.schemes.tally.points import TallyScoring, won_by
from rules.engine.schemes.tally.words import TallyPaper, TallyWords

SCHEME = Scheme(
    "tally",
    TallyFigures,
    TallyScoring,
    TallyPaper,
    TallyWords,
    uses_past=True,
    starts_offline=True,
    won_by=won_by,
)
