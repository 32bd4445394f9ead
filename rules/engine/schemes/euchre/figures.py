"""The figures of euchre."""

from typing import Annotated

from pydantic import Field

from rules.engine.contracts import Frozen

Points = Annotated[int, Field(ge=0, le=1000)]


class EuchreFigures(Frozen):
    """The points of a hand, and the house rules that affect it.

    The makers need ``needed`` tricks. ``make``: points for makers who take enough tricks, but not
    all. ``sweep``: for makers who take them all. ``alone`` and ``alone_sweep``: the same for a lone
    maker. ``euchre``: for each defending side if the makers fail. ``defender``: for a lone defender
    if the makers fail; ``defender_sweep``: if that defender also takes every trick. ``renege``: for
    a renege; ``renege_alone``: for one in a hand with a lone player. ``called_game``: for a lone
    sweep that was called before the cards were seen.

    ``stick``: the dealer must call trump if everyone else passes. ``no_trump``: a player may name
    no trump. ``no_hearts``: hearts are never trumps. ``mcevoy``: a hand of only nines and tens may
    be shown and redealt. ``dirty_clubs``: if clubs are turned up, the dealer’s side must call them.
    ``assist_alone``: a partner who assists goes alone.
    """

    needed: Annotated[int, Field(ge=1, le=13)]
    make: Points
    sweep: Points
    euchre: Points
    renege: Points
    alone: Points = 0
    alone_sweep: Points = 0
    defender: Points = 0
    defender_sweep: Points = 0
    renege_alone: Points = 0
    called_game: Points = 0
    stick: bool = False
    no_trump: bool = False
    no_hearts: bool = False
    mcevoy: bool = False
    dirty_clubs: bool = False
    assist_alone: bool = False
