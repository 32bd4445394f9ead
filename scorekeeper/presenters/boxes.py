"""The pad of a game with boxes: a row for each box, with the points of each side."""

from collections import defaultdict
from dataclasses import dataclass, replace

from rules.engine.schemes import Past, scheme_of
from rules.engine.schemes.base import BoxRow
from scorekeeper.queries.board import Scoreboard


@dataclass(frozen=True, slots=True)
class BoxCell:
    """A side’s points in a box, and the numbers of the deals in which it scored them.

    Only a bonus can have several deals, and an empty box has none. ``progress`` is how many points
    the side has towards a bonus, and how many it needs.
    """

    points: int = 0
    deals: tuple[int, ...] = ()
    progress: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class BoxLine:
    """A row of the pad, with a cell for each column."""

    box: BoxRow
    cells: tuple[BoxCell, ...]


def box_lines(board: Scoreboard) -> list[BoxLine]:
    """Return the rows of a pad with boxes; empty if the pad has a row for each deal."""
    boxes = scheme_of(board.ruleset, board.player_count).paper.boxes
    if not boxes.rows:
        return []
    cells: defaultdict[tuple[str, str], BoxCell] = defaultdict(BoxCell)
    past = Past()
    for scored in board.stored.past(board.state.deals).deals:
        past = past.then(scored)
        for place, points in boxes.points(past).items():
            so_far = cells[place]
            number = scored.deal.number
            cells[place] = BoxCell(so_far.points + points, (*so_far.deals, number))
    for column in board.columns:
        for row, progress in boxes.progress(past, column.key).items():
            cells[row, column.key] = replace(cells[row, column.key], progress=progress)
    return [
        BoxLine(box, tuple(cells[box.id, column.key] for column in board.columns))
        for box in boxes.rows
    ]
