"""Hearts: the hearts and the queen of spades count against the players who take them.

Scoring as described by John McLeod (Hearts, pagat.com); spot hearts, and the three penalty spades
of Black Maria, as described by han-tyumi (Naibi).
"""

from rules.engine.schemes.base import Scheme
from rules.engine.schemes.hearts.figures import HeartsFigures
from rules.engine.schemes.hearts.points import HeartsScoring
from rules.engine.schemes.hearts.words import HeartsPaper, HeartsWords

SCHEME = Scheme("hearts", HeartsFigures, HeartsScoring, HeartsPaper, HeartsWords, uses_past=True)
