"""The figures of gin, as the catalogue or a group sets them."""

from typing import Annotated

from pydantic import Field

from rules.engine.contracts import Frozen

Bonus = Annotated[int, Field(ge=0, le=1000)]
Boxes = Annotated[int, Field(ge=0, le=10)]
Times = Annotated[int, Field(ge=1, le=10)]


class GinFigures(Frozen):
    """What the hands and the game are worth.

    ``knock``: the most deadwood to knock with, 0 where only gin ends a hand; ``upcard``: the first
    upcard sets it instead (Oklahoma), and then an ace may mean ``ace_means_gin``. ``gin``,
    ``big_gin`` (0 where there is none) and ``undercut``: points besides those of the count.
    ``box``: points at the end for each hand won; ``undercut_boxes`` and ``gin_boxes``: further
    boxes for these. ``game``: points for reaching the target, or ``shutout`` where the other has
    nothing and that is not 0; ``shutout_times``: by how much the whole total then counts.
    ``spade``: how often a hand counts after a spade was turned up. ``columns``: races run side by
    side (Hollywood).
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
