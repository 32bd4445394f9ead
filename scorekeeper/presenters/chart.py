"""Charts as coordinates: the totals after each deal, and shares over time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.queries.board import Scoreboard

WIDTH, HEIGHT = 480, 300
LEFT, RIGHT, TOP, BOTTOM = 44, 96, 12, 28
LABEL_GAP = 18
MOST_MARKS = 15  # with more deals, there is no room for a mark and a number at each


@dataclass(frozen=True, slots=True)
class ChartLine:
    """The line of one side’s totals.

    ``points`` is in SVG notation. ``marks`` has a point for each deal if there is room. ``label_y``
    is the vertical position of the name.
    """

    name: str
    number: int
    points: str
    marks: tuple[tuple[float, float], ...]
    label_y: float
    total: int


@dataclass(frozen=True, slots=True)
class Chart:
    """The lines of a chart, and its ticks as pairs of a position and a text."""

    lines: tuple[ChartLine, ...]
    x_ticks: tuple[tuple[float, str], ...]
    y_ticks: tuple[tuple[float, str], ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - BOTTOM


def totals_chart(board: Scoreboard) -> Chart | None:
    """Return the chart of a game’s totals; None before the first deal."""
    running = board.state.running
    if not running:
        return None
    values = [total for totals in running for total in totals.values()]
    values += board.seating.starts.values()
    low, high = min(0, *values), max(0, *values)
    step = _step(high - low)
    low, high = (low // step) * step, max(-(-high // step) * step, step)

    def x(deal: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * deal / len(running), 1)

    def y(total: int) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - total) / (high - low), 1)

    ends = sorted(board.columns, key=lambda column: column.total, reverse=True)
    label_y: dict[str, float] = {}
    lowest = 0.0
    for column in ends:
        lowest = max(y(column.total) + 4, lowest + LABEL_GAP)
        label_y[column.key] = lowest
    over = max(0.0, lowest - HEIGHT + 4)
    every = 1 if len(running) <= MOST_MARKS else _step(len(running))
    lines = []
    for number, column in enumerate(board.columns, 1):
        marks = tuple(
            (x(deal), y(totals[column.key]))
            for deal, totals in enumerate(running, 1)
            if column.key in totals
        )
        shown = marks if every == 1 else ()
        begin = len(running) - len(marks)
        first = (x(begin), y(board.seating.starts[column.key]))
        path = " ".join(f"{px},{py}" for px, py in (first, *marks))
        lines.append(
            ChartLine(column.name, number, path, shown, label_y[column.key] - over, column.total)
        )
    return Chart(
        lines=tuple(lines),
        x_ticks=tuple((x(deal), str(deal)) for deal in range(every, len(running) + 1, every)),
        y_ticks=tuple((y(total), str(total)) for total in range(low, high + 1, step)),
    )


def share_chart(shares: Mapping[str, Sequence[float]], ends: tuple[str, str]) -> Chart:
    """Return a chart of shares between 0 and 1: a line for each name, with the same number of
    values. ``ends`` are the texts below the first and the last value.
    """
    count = len(next(iter(shares.values())))

    def x(place: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * place / (count - 1), 1)

    def y(share: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - share), 1)

    lowest = 0.0
    label_y: dict[str, float] = {}
    for name in sorted(shares, key=lambda name: shares[name][-1], reverse=True):
        lowest = max(y(shares[name][-1]) + 4, lowest + LABEL_GAP)
        label_y[name] = lowest
    lines = []
    for number, (name, values) in enumerate(shares.items(), 1):
        marks = tuple((x(place), y(share)) for place, share in enumerate(values))
        path = " ".join(f"{px},{py}" for px, py in marks)
        percent = round(100 * values[-1])
        lines.append(ChartLine(name, number, path, (), label_y[name], percent))
    return Chart(
        lines=tuple(lines),
        x_ticks=((x(0), ends[0]), (x(count - 1), ends[1])),
        y_ticks=tuple((y(percent / 100), str(percent)) for percent in range(0, 101, 25)),
    )


def _step(span: int) -> int:
    """Return a round number for the distance between ticks, so that there are about five ticks."""
    for step in (5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000):
        if span / step <= 6:
            return step
    return 10_000
