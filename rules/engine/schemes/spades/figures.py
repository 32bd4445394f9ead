"""The figures of spades, as the catalogue or a group sets them."""

from typing import Annotated

from pydantic import Field

from rules.engine.contracts import Frozen
from rules.engine.schemes.base import Worth

SUIT = 13  # spades in the pack
Tricks = Annotated[int, Field(ge=0, le=SUIT)]


class SpadesFigures(Frozen):
    """The values of bids and the limits for them; 0 if a game doesn’t have them.

    ``trick``: for each trick of a contract. ``bag``: for each bag, a trick beyond the contract.
    ``bags_cost``: the penalty for every ``bags`` bags, which add up over several deals.
    ``most_bags``: a contract with more bags than this is set. ``nil`` and ``blind_nil``: added if
    made and deducted if failed; a side may bid blind nil only if it is ``blind_nil_behind`` points
    behind. ``failed_nil_helps``: the tricks of a failed nil count for the partner. ``least`` and
    ``most``: limits for the contract of a side. ``ten``: for a contract of ten. ``ten_wins``: a
    contract of ten with every trick wins the game. ``blind``: the multiplier for a contract bid
    blind. ``blind_seven``: for a contract of seven bid blind. ``one_nil``: exactly one player of
    each side bids nil. ``mirror``: players bid the number of spades they hold.
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
