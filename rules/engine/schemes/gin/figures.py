"""The figures of gin, as the catalogue or a group sets them."""

from typing import Annotated

from pydantic import Field

from rules.engine.contracts import Frozen

Bonus = Annotated[int, Field(ge=0, le=1000)]
Boxes = Annotated[int, Field(ge=0, le=10)]
Times = Annotated[int, Field(ge=1, le=10)]


class GinFigures(Frozen):
    """The points for the hands and for the game.

    ``knock``: the most deadwood with which a player may knock; 0 if only gin ends a hand.
    ``upcard``: the first upcard sets that limit instead (Oklahoma); with ``ace_means_gin``, an ace
    allows only gin. ``gin``, ``big_gin`` and ``undercut``: points added to the count; ``big_gin``
    is 0 if the game doesn’t have it. ``box``: points at the end for each hand won.
    ``undercut_boxes`` and ``gin_boxes``: extra boxes for an undercut and for gin. ``game``: points
    for reaching the target. ``shutout``: points instead of ``game`` if the opponent has no points;
    0 if a shutout makes no difference. ``shutout_times``: the multiplier for the total in that
    case. ``spade``: the multiplier for a hand in which a spade was turned up. ``columns``: the
    number of races side by side (Hollywood).
    """

    knock: Bonus
    gin: Bonus
    undercut: Bonus
    box: Bonus
    game: Bonus
    upcard: bool = False
    ace_means_gin: bool = False
    big_gin: Bonus = 0
    undercut_boxes: Boxes = 0
    gin_boxes: Boxes = 0
    shutout: Bonus = 0
    shutout_times: Times = 1
    spade: Times = 1
    columns: Annotated[int, Field(ge=1, le=3)] = 1
