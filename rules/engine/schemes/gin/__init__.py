"""Gin: a hand is worth the difference of two counts; boxes and bonuses come when the game is over.

Scoring of Gin Rummy and Oklahoma as described by John McLeod (pagat.com); big gin, the doubled
shutout and Hollywood's columns as in han-tyumi's Gin Rummy (naibi).
"""

from rules.engine.schemes.gin.checks import GinChecks
from rules.engine.schemes.gin.figures import GinFigures
from rules.engine.schemes.gin.words import GinWords

__all__ = ["GinFigures", "GinScheme"]


class GinScheme(GinChecks, GinWords):
    """Points for the winner of each hand; boxes and bonuses with the hand that ends the game."""

    name = "gin"
    Figures = GinFigures
    achieved = "won the hand"
    uses_past = True
    adds_at_end = True
