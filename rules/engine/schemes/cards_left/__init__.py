"""Cards left: a player who goes out scores 0, and the others count the cards left in hand.

Scoring of the contract rummies as described by Magnus and Greg Petras (Contract Rummy, pagat.com).
A winner who collects, going rummy and a blocked deal are scored as in the basic games (Rummy and
Crazy Eights, pagat.com).
"""

from rules.engine.schemes.base import Scheme
from rules.engine.schemes.cards_left.figures import CardsLeftFigures
from rules.engine.schemes.cards_left.points import CardsLeftScoring
from rules.engine.schemes.cards_left.words import CardsLeftPaper, CardsLeftWords

SCHEME = Scheme(
    "cards-left",
    CardsLeftFigures,
    CardsLeftScoring,
    CardsLeftPaper,
    CardsLeftWords,
    starts_offline=True,
    counts_hands=True,
)
