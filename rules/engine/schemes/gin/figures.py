"""The figures of gin, as the catalogue or a group sets them."""

from typing import Annotated

from pydantic import Field

from rules.engine.contracts import Frozen

Bonus = Annotated[int, Field(ge=0, le=1000)]
Boxes = Annotated[int, Field(ge=0, le=10)]
Times = Annotated[int, Field(ge=1, le=10)]


class GinFigures(Frozen):
    """The points for the hands and for the game.

    ``knock``: the most deadwood to knock with, 0 if only gin ends a hand. ``upcard``: the first
    upcard sets that limit instead (Oklahoma), and an ace may then mean gin only
    (``ace_means_gin``). ``gin``, ``big_gin`` (0 if there is none) and ``undercut``: points added to
    those of the count. ``box``: points at the end for each hand won; ``undercut_boxes`` and
    ``gin_boxes``: extra boxes for these. ``game``: points for reaching the target, or ``shutout``
    if that isn’t 0 and the other player has no points; ``shutout_times``: the multiplier for the
    total in that case. ``spade``: the multiplier for a hand in which a spade was turned up.
    ``columns``: the number of races side by side (Hollywood).
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
