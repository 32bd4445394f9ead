"""The figures of spades, as the catalogue or a group sets them."""

from typing import Annotated

from pydantic import Field

from rules.engine.contracts import Frozen

SUIT = 13  # spades in the pack
Worth = Annotated[int, Field(ge=0, le=1000)]
Tricks = Annotated[int, Field(ge=0, le=SUIT)]


class SpadesFigures(Frozen):
    """What bids are worth and which are allowed; 0 is for what a game does not have.

    ``trick``: each trick of a contract. ``bag``: each trick beyond it. ``bags``: so many of them,
    over several deals, cost ``bags_cost``. ``most_bags``: with more of them a contract is set.
    ``nil`` and ``blind_nil``: made or failed; the latter is for a side ``blind_nil_behind`` points
    behind. ``failed_nil_helps``: the tricks of a failed nil are the partner’s. ``least`` and
    ``most``: the contract of a side. ``ten``: a contract of ten, with ``ten_wins`` the game for all
    the tricks. ``blind``: by how much a contract bid blind is multiplied. ``blind_seven``: a
    contract of seven bid blind. ``one_nil``: one player of each side bids nil. ``mirror``: players
    bid the spades they hold.
    """

    trick: Worth
    bag: Worth = 0
    bags: Annotated[int, Field(ge=0, le=100)] = 0
    bags_cost: Annotated[int, Field(ge=-1000, le=0)] = 0
    most_bags: Tricks | None = None
    nil: Worth = 0
    blind_nil: Worth = 0
    blind_nil_behind: Worth = 0
    failed_nil_helps: bool = False
    least: Tricks = 0
    most: Tricks = 0
    ten: Worth = 0
    ten_wins: bool = False
    blind: Annotated[int, Field(ge=0, le=10)] = 0
    blind_seven: Worth = 0
    one_nil: bool = False
    mirror: bool = False
