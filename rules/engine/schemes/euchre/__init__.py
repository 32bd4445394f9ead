"""Euchre: the makers, who called trump, play against the others for tricks.

Scoring of the common American game (Euchre, Wikipedia) with its house rules (Euchre variations,
Wikipedia). Without partners, the maker plays against everyone else.
"""

from rules.engine.rulesets import Opening
from rules.engine.schemes.base import Scheme
from rules.engine.schemes.euchre.figures import EuchreFigures
from rules.engine.schemes.euchre.points import EuchreScoring
from rules.engine.schemes.euchre.words import EuchrePaper, EuchreWords

SCHEME = Scheme(
    "euchre",
    EuchreFigures,
    EuchreScoring,
    EuchrePaper,
    EuchreWords,
    uses_past=True,
    usual_opening=Opening(first="next", does="speaks first"),
)
