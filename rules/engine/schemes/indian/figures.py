"""The figures of Indian rummy, as the catalogue or a group sets them."""

from typing import Annotated

from pydantic import Field

from rules.engine.cards import Rank
from rules.engine.contracts import Frozen

Price = Annotated[int, Field(ge=0, le=1000)]
FIRST_DROP, LATER_DROP, FULL, WRONG_SHOW = "first", "later", "full", "wrong"
FIRST_DRAW, DEALT = "first-draw", "dealt"
PRINTED_JOKER = Rank.JOKER.value
PRINTED_WORDS = "printed joker"
MOST_PAPLUS = 2


class IndianFigures(Frozen):
    """What a deal costs the losers, and what a table adds to it.

    ``pays``: the losers pay the winner, instead of being charged. ``first_drop``, ``later_drop``:
    the price of dropping; ``wrong_show`` (0 where there is none): of a wrong declaration; ``full``:
    the most that a hand counts, 0 for no limit. ``round_to``: a hand counts a multiple of it.
    ``first_draw_halves``: what players who have not played count is halved when somebody declares
    after the very first draw. ``dealt_doubles``: it is doubled for those who have played when a
    hand is shown as it was dealt. ``joker_makes_aces_wild``: a printed joker turned up makes the
    aces wild; ``joker_stake``: by how much the deal then counts. ``paplu`` and ``paplu_two``: what
    each opponent pays for one and for two. ``rejoin``: whoever is out may come back while all the
    others have no more than that; 0 where nobody may.
    """

    first_drop: Price
    later_drop: Price
    pays: bool = False
    full: Price = 0
    wrong_show: Price = 0
    round_to: Annotated[int, Field(ge=0, le=100)] = 0
    first_draw_halves: bool = False
    dealt_doubles: bool = False
    joker_makes_aces_wild: bool = False
    joker_stake: Annotated[int, Field(ge=1, le=10)] = 1
    paplu: Price = 0
    paplu_two: Price = 0
    rejoin: Price = 0
