"""The figures of hearts."""

from typing import Annotated, Literal

from pydantic import Field

from rules.engine.contracts import Frozen

HEARTS = 13
Worth = Annotated[int, Field(ge=0, le=500)]


class HeartsFigures(Frozen):
    """The values of the cards, and of taking all of them.

    ``heart`` is the value of each heart, unless ``spots`` gives a value for each rank. ``queen``,
    ``king`` and ``ace`` are the values of these spades. Shooting the moon is worth ``moon``, and
    ``moon_by`` is how it is scored; taking every trick is worth ``sun``. The side that takes the
    ``bonus_card``, a diamond, scores ``bonus``, and with ``bonus_for_moon`` a moon needs that card.
    A total of exactly ``drop_at`` drops to ``drop_to``.
    """

    heart: Worth = 0
    spots: dict[str, Worth] = {}
    queen: Worth = 0
    king: Worth = 0
    ace: Worth = 0
    moon: Worth = 0
    moon_by: Literal["choice", "subtract", "add", "add-unless-it-loses"] = "choice"
    sun: Worth = 0
    bonus_card: Literal["", "jack", "ten"] = ""
    bonus: Annotated[int, Field(ge=-500, le=0)] = 0
    bonus_for_moon: bool = False
    drop_at: Worth = 0
    drop_to: Worth = 0
