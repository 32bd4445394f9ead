"""Skat: one declarer against the others, for the value of the game that is played.

Scoring of Skat as described by han-tyumi (Naibi) and in the International Laws of Skat.
"""

from rules.engine.rulesets import Opening
from rules.engine.schemes.base import Scheme
from rules.engine.schemes.skat.figures import SkatFigures
from rules.engine.schemes.skat.points import SkatScoring
from rules.engine.schemes.skat.words import SkatPaper, SkatWords

SCHEME = Scheme(
    "skat",
    SkatFigures,
    SkatScoring,
    SkatPaper,
    SkatWords,
    usual_opening=Opening(first="next", does="leads"),
)
