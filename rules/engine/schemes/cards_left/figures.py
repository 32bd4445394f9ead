"""The figures of cards left, as the catalogue or a group sets them."""

from typing import Annotated, Literal

from pydantic import Field

from rules.engine.contracts import Frozen

Bonus = Annotated[int, Field(ge=-500, le=500)]


class CardsLeftFigures(Frozen):
    """What a game adds to counting cards; nothing of it is so in the plain form.

    ``collects``: the winner of a deal scores what the losers hold, or they pay it (``cash``), in
    place of penalties. ``blocked``: the cards may run out, and then ``all`` count what they hold,
    or the smallest hand collects the ``differences``. ``rummy``: by how much going out in a single
    turn multiplies the deal. ``at_once``: points for laying down and going out in one turn.
    ``caller``: points for going out. ``false_call``: points for saying so wrongly.
    ``missing_card``: points for each card that a hand has too few. ``wild``: what a card of the
    deal's own wild ranks costs. ``last_turn``: when somebody goes out the others have one more
    turn, after which their hands may come to nothing as well. ``zero_left``: something left may
    count nothing, such as the double blank, so that 0 does not say that somebody went out.
    ``take``: points for each discard taken out of turn. ``suited``: what single cards cost, such
    as ``2H``, where they differ from the others of their rank.
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
