"""The values of the games of Skat, their results, and the announcements."""

from typing import Annotated

from pydantic import Field

from rules.engine.contracts import Frozen
from rules.engine.schemes.base import Worth

SUITS = ("diamonds", "hearts", "spades", "clubs")  # from the lowest up
GRAND, NULL = "grand", "null"
GAMES = (*SUITS, GRAND, NULL)
JACKS, TRUMPS = 4, 11
CARD_POINTS = 120
# The results and the announcements, each with the factors that it adds.
MADE, LOST = ("made", "schneider", "schwarz"), ("lost", "lost-schneider", "lost-schwarz")
RESULTS = dict(zip((*MADE, *LOST), (0, 1, 2, 0, 1, 2), strict=True))
ANNOUNCED = {"schneider": 1, "schwarz": 2, "ouvert": 3}
OUVERT = "ouvert"
DOUBLINGS = {"kontra": 2, "re": 4}


class SkatFigures(Frozen):
    """The base values of the games, the values of null games, and the rules that a group adds.

    A lost game costs its value times ``lost``. Tournaments add ``won_extra`` for each game won and
    deduct ``lost_extra`` for each game lost, after which every other player gets ``defending``, or
    ``defending_four`` if four play. ``kontra``: the defenders may double the game, and the declarer
    may redouble it. ``ramsch``: if everyone passes, all play alone, and the player with the most
    card points loses them. A player who takes them all wins ``march``.
    """

    diamonds: Worth
    hearts: Worth
    spades: Worth
    clubs: Worth
    grand: Worth
    null: Worth
    null_hand: Worth
    null_ouvert: Worth
    null_ouvert_hand: Worth
    lost: Annotated[int, Field(ge=1, le=2)]
    won_extra: Worth = 0
    lost_extra: Worth = 0
    defending: Worth = 0
    defending_four: Worth = 0
    kontra: bool = False
    ramsch: bool = False
    march: Worth = 0


def most_matadors(game: str) -> int:
    """Return how many top trumps a game can be played with or without."""
    return JACKS if game == GRAND else TRUMPS


def most_factors(game: str) -> int:
    """Return the highest factor of a game: every matador, the game itself, and all six extras."""
    return most_matadors(game) + 1 + 6
