"""Cards left: a player who goes out scores 0, and the others count the cards left in hand.

Scoring of the contract rummies as described by Magnus and Greg Petras (Contract Rummy, pagat.com).
A winner who collects, going rummy and a blocked deal are scored as in the basic games (Rummy and
Crazy Eights, pagat.com).
"""

from rules.engine.schemes.base import Scheme
from rules.engine.schemes.cards_left.figures import CardsLeftFigures
from rules.engine.schemes.cards_left.points import CardsLeftScoring
from rules.engine.schemes.cards_left.words import CardsLeftPaper, CardsLeftWords

__all__ = ["CardsLeftFigures", "CardsLeftScheme"]


class CardsLeftScheme(Scheme):
    """Penalty points for the cards left in each hand when a deal ends.

    Partners have a hand each. If one of them goes out, the other’s cards don’t count (Push,
    pagat.com).
    """

    name = "cards-left"
    Figures = CardsLeftFigures
    scoring_class = CardsLeftScoring
    paper_class = CardsLeftPaper
    words_class = CardsLeftWords
