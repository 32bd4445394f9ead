"""Hearts: the hearts and the queen of spades count against the players who take them.

Scoring as described by John McLeod (Hearts, pagat.com); spot hearts, and the three penalty spades
of Black Maria, as described by han-tyumi (Naibi).
"""

from rules.engine.schemes.base import Scheme
from rules.engine.schemes.hearts.figures import HeartsFigures
from rules.engine.schemes.hearts.points import HeartsScoring
from rules.engine.schemes.hearts.words import HeartsPaper, HeartsWords

__all__ = ["HeartsFigures", "HeartsScheme"]


class HeartsScheme(Scheme):
    """Points for the hearts, spades and perhaps a diamond that each side took.

    Partners count what they took together, and shoot the moon together.
    """

    name = "hearts"
    Figures = HeartsFigures
    scoring_class = HeartsScoring
    paper_class = HeartsPaper
    words_class = HeartsWords
    uses_past = True
