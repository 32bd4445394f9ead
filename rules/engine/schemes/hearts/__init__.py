"""Hearts: the hearts and the queen of spades count against the players who take them.

Scoring as described by John McLeod (Hearts, pagat.com); spot hearts, and the three penalty spades
of Black Maria, as described by han-tyumi (Naibi).
"""

from rules.engine.schemes.hearts.checks import HeartsChecks
from rules.engine.schemes.hearts.figures import HeartsFigures
from rules.engine.schemes.hearts.words import HeartsWords

__all__ = ["HeartsFigures", "HeartsScheme"]


class HeartsScheme(HeartsChecks, HeartsWords):
    """Points for the hearts, spades and perhaps a diamond that each side took.

    Partners count what they took together, and shoot the moon together.
    """

    name = "hearts"
    Figures = HeartsFigures
    uses_past = True
    limits_points = True
