"""Gin: points for each hand, and boxes and bonuses at the end of the game.

Scoring of Gin Rummy and Oklahoma as described by John McLeod (pagat.com); big gin, the doubled
shutout and the columns of Hollywood as in Gin Rummy by han-tyumi (naibi).
"""

from rules.engine.schemes.base import Scheme
from rules.engine.schemes.gin.figures import GinFigures
from rules.engine.schemes.gin.points import GinScoring
from rules.engine.schemes.gin.words import GinPaper, GinWords

SCHEME = Scheme("gin", GinFigures, GinScoring, GinPaper, GinWords, uses_past=True, adds_at_end=True)
