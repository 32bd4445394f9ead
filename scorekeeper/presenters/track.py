"""The pegging track of games such as cribbage; one unit is the distance between two holes.

The keys for what a side pegs during play belong to it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from rules.engine.inputs import Flag, Points
from rules.engine.replay import fields_as_played
from rules.engine.schemes import scheme_of
from scorekeeper.queries.board import Scoreboard

STREET = 30  # holes in a street, as on most boards
FIVES, FIVE_GAP = 5, 0.6  # the number of holes between two gaps, and the width of a gap
EDGE = 0.6  # room for pegs at the edges
KEYS = range(1, 7)  # the points with a key; more are pegged with several


@dataclass(frozen=True, slots=True)
class Peg:
    """A peg in lane ``y``; ``is_front`` is true if the peg shows its side’s current total.

    ``look`` is the CSS class of the side.
    """

    x: float
    y: int
    is_front: bool
    look: str = ""


@dataclass(frozen=True, slots=True)
class Street:
    """The holes from ``first`` to ``last``, in a lane for each side."""

    first: int
    last: int
    lanes: int
    pegs: tuple[Peg, ...]

    @property
    def holes(self) -> str:
        """The holes as an SVG path, with a dot for each."""
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
        """The height of all streets together, divided by their width."""
        return sum(street.height / street.width for street in self.streets)


def board_track(board: Scoreboard, looks: Sequence[str] = ()) -> Track | None:
    """Return the track of a game with the current totals; None if its points aren’t pegged.

    ``looks`` are the CSS classes of the columns.
    """
    scheme = scheme_of(board.ruleset, board.player_count)
    if not scheme.paper.has_track:
        return None
    earlier = board.seating.starts(board.ruleset.unit), *board.stored.folded.running
    back = earlier[-1] if board.so_far else earlier[-2] if board.state.deals else {}
    pegs = [(back.get(column.key, 0), column.total) for column in board.columns]
    return pegging_track(scheme.game.target, pegs, looks)


def pegging_track(holes: int, pegs: Sequence[tuple[int, int]], looks: Sequence[str] = ()) -> Track:
    """Return a track with ``holes`` holes.

    ``pegs`` has each side’s total before its last points and its total now. A peg at 0 is not on
    the track yet. If only one hole is left for the last street, it is added to the previous street.
    """
    starts = list(range(1, holes + 1, STREET))
    if len(starts) > 1 and starts[-1] == holes:
        starts.pop()
    ends = [start - 1 for start in starts[1:]] + [holes]
    placed = list(_pegs(holes, pegs, looks or [""] * len(pegs)))
    return Track(
        tuple(
            Street(
                first,
                last,
                len(pegs),
                tuple(
                    Peg(_x(hole - first + 1), lane, is_front, look)
                    for hole, lane, is_front, look in placed
                    if first <= hole <= last
                ),
            )
            for first, last in zip(starts, ends, strict=True)
        )
    )


def _pegs(
    holes: int, pegs: Sequence[tuple[int, int]], looks: Sequence[str]
) -> Iterator[tuple[int, int, bool, str]]:
    """Yield each peg’s hole and lane, whether it is the front peg, and its look."""
    for lane, ((back, front), look) in enumerate(zip(pegs, looks, strict=True)):
        yield back, lane, False, look
        yield min(front, holes), lane, True, look


def _x(hole: int) -> float:
    """Return the position of a hole in its street; holes are counted from 1."""
    return round(hole - 1 + (hole - 1) // FIVES * FIVE_GAP, 2)


@dataclass(frozen=True, slots=True)
class PegRow:
    """The keys of a side: the points that a key adds, and what has then been pegged in the deal.

    ``total`` includes what has been pegged.
    """

    side: str
    total: int
    label: str
    name: str
    keys: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Pegging:
    """The keys for the next deal.

    ``before_play`` is the name of a tick; it is empty once anything has been pegged.
    """

    rows: tuple[PegRow, ...]
    before_play: str
    label: str


def pegging(board: Scoreboard) -> Pegging | None:
    """Return the keys for what is pegged in the next deal; None if there is no track or no deal."""
    row = board.next_row
    if row is None:
        return None
    scheme = scheme_of(board.ruleset, len(row.table.seats))
    if not scheme.paper.has_track:
        return None
    fields = {type(each.kind): each for each in fields_as_played(board.ruleset, row.deal, scheme)}
    tick, pegged = fields[Flag], fields[Points]
    so_far = board.so_far.entry.of(pegged.id) if board.so_far else {}
    totals = {column.key: column.total for column in board.columns}
    return Pegging(
        rows=tuple(
            PegRow(
                side.key,
                totals[side.key],
                # Translators: followed by the points that a player pegs, as in “Ann pegs 2”
                _("{name} pegs").format(name=side.name),
                pegged.input(side.key),
                tuple((points, so_far.get(side.key, 0) + points) for points in KEYS),
            )
            for side in row.table.sides
        ),
        before_play="" if board.so_far else tick.input(),
        label=tick.label,
    )
