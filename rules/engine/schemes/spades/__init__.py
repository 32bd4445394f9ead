"""Spades: each side bids a number of tricks, and overtricks are bags that add up.

Scoring as described by John McLeod (Spades, pagat.com) and han-tyumi (Naibi).
"""

from rules.engine.rulesets import Opening
from rules.engine.schemes.base import Scheme
from rules.engine.schemes.spades.figures import SpadesFigures
from rules.engine.schemes.spades.points import SpadesScoring
from rules.engine.schemes.spades.words import SpadesPaper, SpadesWords

SCHEME = Scheme(
    "spades",
    SpadesFigures,
    SpadesScoring,
    SpadesPaper,
    SpadesWords,
    uses_past=True,
    usual_opening=Opening(first="next", does="leads"),
)
