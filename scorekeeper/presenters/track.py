"""The pegging track of games such as cribbage, as coordinates in distances between two holes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.engine.schemes import scheme_of
from scorekeeper.queries.board import Scoreboard

STREET = 30  # holes in a street, as on most boards
FIVES, FIVE_GAP = 5, 0.6  # holes between two gaps, and the width of a gap
EDGE = 0.6  # room for pegs at the edges


@dataclass(frozen=True, slots=True)
class Peg:
    """A peg of side ``number`` (counting from 1); ``is_front`` if it is at the side’s total."""

    x: float
    y: int
    number: int
    is_front: bool


@dataclass(frozen=True, slots=True)
class Street:
    """The holes from ``first`` to ``last``, in a lane for each side."""

    first: int
    last: int
    lanes: int
    pegs: tuple[Peg, ...]

    @property
    def holes(self) -> str:
        """The holes as an SVG path, with a dot at each."""
        places = [_x(hole) for hole in range(1, self.last - self.first + 2)]
        return "".join(f"M{x} {y}h.01" for y in range(self.lanes) for x in places)

    @property
    def frame(self) -> str:
        """The view box of the SVG; all streets have the same width."""
        return f"{-EDGE} {-EDGE} {self.width} {self.height}"

    @property
    def width(self) -> float:
        return round(_x(STREET + 1) + 2 * EDGE, 2)

    @property
    def height(self) -> float:
        return round(self.lanes - 1 + 2 * EDGE, 2)


@dataclass(frozen=True, slots=True)
class Track:
    """A track with a lane for each side, in the order of the columns."""

    streets: tuple[Street, ...]

    @property
    def ratio(self) -> float:
        """The height of all streets divided by their width."""
        return sum(street.height / street.width for street in self.streets)


def board_track(board: Scoreboard) -> Track | None:
    """Return the track of a game with the current totals; None if its points aren’t pegged."""
    scheme = scheme_of(board.ruleset, board.player_count)
    if not scheme.has_track:
        return None
    earlier = board.seating.starts, *board.state.running
    back = earlier[-2] if board.state.deals else {}
    return pegging_track(
        scheme.target, [(back.get(column.key, 0), column.total) for column in board.columns]
    )


def pegging_track(holes: int, pegs: Sequence[tuple[int, int]]) -> Track:
    """Return a track with ``holes`` holes.

    ``pegs`` has each side’s total before its last points and its total now. A peg at 0 is not on
    the track yet. If only one hole is left for the last street, it is added to the one before.
    """
    starts = list(range(1, holes + 1, STREET))
    if len(starts) > 1 and starts[-1] == holes:
        starts.pop()
    ends = [start - 1 for start in starts[1:]] + [holes]
    return Track(
        tuple(
            Street(first, last, len(pegs), tuple(_pegs(first, last, holes, pegs)))
            for first, last in zip(starts, ends, strict=True)
        )
    )


def _pegs(first: int, last: int, holes: int, pegs: Sequence[tuple[int, int]]) -> Iterator[Peg]:
    for lane, (back, front) in enumerate(pegs):
        for hole, is_front in ((back, False), (min(front, holes), True)):
            if first <= hole <= last:
                yield Peg(_x(hole - first + 1), lane, lane + 1, is_front)


def _x(hole: int) -> float:
    """Return the position of a hole of a street, counting from 1."""
    return round(hole - 1 + (hole - 1) // FIVES * FIVE_GAP, 2)
