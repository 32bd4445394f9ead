"""The pad of a game with boxes: a row for each box, with the points of each side, and its turns."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from json import dumps

from rules.engine.inputs import Flag, Points
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
    deals = board.stored.past(board.state.deals).deals
    for scored in (*deals, board.so_far) if board.so_far else deals:
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


def waiting(board: Scoreboard) -> Sequence[str]:
    """Return the keys of the sides that haven’t filled a box in the next round, in their order."""
    row = board.next_row
    filled = {line.side for line in board.so_far.lines} if board.so_far else set()
    return [key for key in row.table.keys if key not in filled] if row else []


def may_have_extra(board: Scoreboard) -> Collection[str]:
    """Return the keys of the sides for which every tick of a turn is possible by now."""
    words = scheme_of(board.ruleset, board.player_count).words
    past = board.stored.past(board.state.deals)
    return [column.key for column in board.columns if not words.impossible(column.key, past)]


@dataclass(frozen=True, slots=True)
class TurnKeys:
    """The inputs of a turn: the ids of its fields, and the points of each box as JSON."""

    points: str
    values: str
    extra: str
    extra_label: str


def turn_keys(board: Scoreboard) -> TurnKeys | None:
    """Return the inputs of a turn in the next round; None if the pad’s rows aren’t boxes."""
    row, scheme = board.next_row, scheme_of(board.ruleset, board.player_count)
    if row is None or not scheme.paper.boxes.rows:
        return None
    fields = {type(field.kind): field for field in scheme.scoring.fields(row.deal)}
    points, tick = fields[Points], fields.get(Flag)
    kind = points.kind
    values = dict(kind.values) if isinstance(kind, Points) else {}
    return TurnKeys(points.id, dumps(values), tick.id if tick else "", tick.label if tick else "")
