"""The figures of Indian rummy, as the catalogue or a group sets them."""

from typing import Annotated

from pydantic import Field

from rules.engine.cards import Rank
from rules.engine.contracts import Frozen

Price = Annotated[int, Field(ge=0, le=1000)]
FIRST_DROP, LATER_DROP, FULL, WRONG_SHOW = "first", "later", "full", "wrong"
FIRST_DRAW, DEALT = "first-draw", "dealt"
PRINTED_JOKER = Rank.JOKER.value
MOST_PAPLUS = 2


class IndianFigures(Frozen):
    """The points that a deal costs the losers, and the rules that a group adds.

    ``pays``: the losers pay the winner instead of being charged. ``first_drop`` and ``later_drop``:
    the penalties for a first drop and for a middle drop. ``wrong_show``: the penalty for a wrong
    declaration; 0 if there is none. ``full``: the most that a hand counts; 0 for no limit.
    ``round_to``: hands are rounded to a multiple of this number. ``first_draw_halves``: players who
    haven’t played count half if someone declares after the very first draw. ``dealt_doubles``:
    players who have played count double if a hand is declared as it was dealt.
    ``joker_makes_aces_wild``: if a printed joker is turned up, the aces are wild. ``joker_stake``:
    the multiplier for the deal in that case. ``paplu`` and ``paplu_two``: what each opponent pays
    for one paplu and for two. ``rejoin``: a side that is out may rejoin while no other side has
    more than this total; 0 if nobody may rejoin. ``runs``: how many sequences a declaration needs,
    one of them pure.
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
    runs: Annotated[int, Field(ge=1, le=4)] = 2
