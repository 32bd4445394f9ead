"""The course of a game: who led, and from which place the winner came back."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from rules.engine.game import GameState

MIN_DEALS = 3  # shorter games have no course worth telling
BACK = 3  # the best place from which winning is a comeback


@dataclass(frozen=True, slots=True)
class Comeback:
    """The winner’s place after ``deal``, in the second half of a game."""

    place: int
    deal: int


@dataclass(frozen=True, slots=True)
class Lead:
    """A side that led alone after each deal from ``first`` to ``last``."""

    side: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Course:
    """What happened on the winner’s way to the end; a part is None if it isn’t worth telling.

    ``lead`` belongs to the winner if they led from the first deal to the last. Otherwise, it
    belongs to the side that the winner overtook for good in the next deal.
    """

    comeback: Comeback | None = None
    lead: Lead | None = None


def course_of(states: Sequence[GameState], winner: str) -> Course:
    """Return the course of a game that ``winner`` won alone, from its state after each deal.

    Nothing is worth telling about a game of fewer than ``MIN_DEALS`` deals or of a single side.
    """
    if len(states) < MIN_DEALS or states[-1].leaders != (winner,) or len(states[-1].places) == 1:
        return Course()
    return Course(_comeback(states, winner), _lead(states, winner))


def _comeback(states: Sequence[GameState], winner: str) -> Comeback | None:
    """Return the worst place of the winner in the second half, and the last deal with it."""
    places = [
        (standing.place, deal)
        for deal, state in enumerate(states, 1)
        if 2 * deal >= len(states)
        for standing in state.places
        if standing.side == winner
    ]
    place, deal = max(places)
    return Comeback(place, deal) if place >= BACK else None


def _lead(states: Sequence[GameState], winner: str) -> Lead | None:
    """Return the winner’s lead if it lasted the whole game, or the lead that they ended.

    A lead of a single deal counts only if it was lost in the last deal of the game.
    """
    leaders = [state.leaders for state in states]
    own = len(list(takewhile(lambda at: at == (winner,), reversed(leaders))))
    last = len(states) - own
    if not last:
        return Lead(winner, 1, len(states))
    others = leaders[:last]
    if len(others[-1]) > 1 or winner in others[-1]:
        return None
    length = len(list(takewhile(lambda at: at == others[-1], reversed(others))))
    is_told = length > 1 or own == 1
    return Lead(others[-1][0], last - length + 1, last) if is_told else None
