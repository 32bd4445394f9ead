"""Gin: points for each hand, and boxes and bonuses at the end of the game.

Scoring of Gin Rummy and Oklahoma as described by John McLeod (pagat.com); big gin, the doubled
shutout and the columns of Hollywood as in Gin Rummy by han-tyumi (naibi).
"""

from rules.engine.schemes.base import Scheme
from rules.engine.schemes.gin.figures import GinFigures
from rules.engine.schemes.gin.points import GinScoring
from rules.engine.schemes.gin.words import GinPaper, GinWords

__all__ = ["GinFigures", "GinScheme"]


class GinScheme(Scheme):
    """Points for the winner of each hand; boxes and bonuses with the hand that ends the game."""

    name = "gin"
    Figures = GinFigures
    scoring_class = GinScoring
    paper_class = GinPaper
    words_class = GinWords
    uses_past = True
    adds_at_end = True
