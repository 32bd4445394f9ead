"""The figures for cards left in hand, as the catalogue or a group sets them."""

from typing import Annotated, Literal

from pydantic import Field

from rules.engine.contracts import Frozen

Bonus = Annotated[int, Field(ge=-500, le=500)]


class CardsLeftFigures(Frozen):
    """Scoring rules in addition to the values of the cards left. The basic form has none.

    ``collects``: instead of penalties for the losers, the ``winner`` of a deal scores what they
    have left, or they pay it in ``cash``. ``blocked``: if the cards run out, ``all`` players count
    what they have, or the smallest hand collects the ``differences``. ``rummy``: the multiplier for
    going out in a single turn. ``at_once``: points for laying down and going out in one turn.
    ``caller``: points for going out. ``false_call``: points for a false call. ``missing_card``:
    points for each card that a hand is short. ``wild``: the value of a card of the deal’s own wild
    ranks. ``last_turn``: after a player goes out, the others have one more turn, so their hands may
    also come to 0. ``zero_left``: something left in hand may count 0, such as the double blank, so
    a total of 0 doesn’t mean that the player went out. ``take``: points for each discard taken out
    of turn. ``suited``: the values of single cards, such as ``2H``, that differ from the others of
    their rank. ``doubles``: the highest double of a domino set, such as 12 for the double-twelve.
    """

    collects: Literal["", "winner", "cash"] = ""
    blocked: Literal["", "all", "differences"] = ""
    rummy: Annotated[int, Field(ge=0, le=10)] = 0
    at_once: Bonus = 0
    caller: Bonus = 0
    false_call: Bonus = 0
    missing_card: Bonus = 0
    wild: Bonus = 0
    last_turn: bool = False
    zero_left: bool = False
    take: Bonus = 0
    suited: dict[str, Bonus] = {}
    doubles: Annotated[int, Field(ge=0, le=18)] = 0
