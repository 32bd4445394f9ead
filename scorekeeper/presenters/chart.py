"""Charts as coordinates: totals after each deal (for paper and screens), shares, and counts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.presenters.people import first_coin
from scorekeeper.queries.board import Scoreboard
from scorekeeper.queries.seating import Coin

WIDTH, HEIGHT = 480, 300
LEFT, RIGHT, TOP, BOTTOM = 44, 96, 12, 28
APART = 7.5  # the minimum distance between two discs, in percent of the chart’s height
MOST_MARKS = 15  # with more deals than this, there is no room to mark and number each of them


@dataclass(frozen=True, slots=True)
class ChartLine:
    """A line of the chart: the totals of one side.

    ``points`` is in SVG notation. ``marks`` has a point for each deal if there is room.
    """

    name: str
    number: int
    points: str
    marks: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """The lines of a chart, and its ticks as pairs of a position and a label."""

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
    running = board.stored.folded.running
    if not running:
        return None
    values = [total for totals in running for total in totals.values()]
    starts = board.seating.starts(board.ruleset.unit)
    values += starts.values()
    low, high = min(0, *values), max(0, *values)
    step = _step(high - low)
    low, high = (low // step) * step, max(-(-high // step) * step, step)

    def x(deal: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * deal / len(running), 1)

    def y(total: int) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - total) / (high - low), 1)

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
        first = (x(begin), y(starts[column.key]))
        path = " ".join(f"{px},{py}" for px, py in (first, *marks))
        lines.append(ChartLine(column.name, number, path, shown))
    return Chart(
        lines=tuple(lines),
        x_ticks=tuple((x(deal), str(deal)) for deal in range(every, len(running) + 1, every)),
        y_ticks=tuple(
            (y(total), board.ruleset.points_text(total)) for total in range(low, high + 1, step)
        ),
    )


@dataclass(frozen=True, slots=True)
class ScreenLine:
    """A line on the screen, with a coin at its end.

    ``end`` is the position of the coin, in percent of the height.
    """

    coin: Coin
    points: str
    marks: tuple[tuple[float, float], ...]
    end: float


@dataclass(frozen=True, slots=True)
class ScreenChart:
    """A chart for a page, in which the lines stretch, but texts and marks keep their size.

    ``view_box`` is the area that contains the points of the lines. All other positions are in
    percent. ``levels`` and ``deals`` are the ticks of the axes, as pairs of a position and a label.
    """

    view_box: str
    lines: tuple[ScreenLine, ...]
    levels: tuple[tuple[float, str], ...]
    deals: tuple[tuple[float, str], ...]


def screen_chart(board: Scoreboard) -> ScreenChart | None:
    """Return the chart of totals for a game’s page; None before the first deal."""
    chart = totals_chart(board)
    if chart is None:
        return None
    wide, high = chart.right - chart.left, chart.bottom - TOP

    def across(x: float) -> float:
        return round(100 * (x - chart.left) / wide, 2)

    def down(y: float) -> float:
        return round(100 * (y - TOP) / high, 2)

    wanted = [down(float(line.points.rpartition(",")[2])) for line in chart.lines]
    lines = (
        ScreenLine(
            coin=first_coin(board, column.key),
            points=line.points,
            marks=tuple((across(x), down(y)) for x, y in line.marks),
            end=end,
        )
        for column, line, end in zip(board.columns, chart.lines, _spread(wanted), strict=True)
    )
    return ScreenChart(
        view_box=f"{chart.left} {TOP} {wide} {high}",
        lines=tuple(lines),
        levels=tuple((down(y), text) for y, text in reversed(chart.y_ticks)),
        deals=tuple((across(x), text) for x, text in chart.x_ticks),
    )


def _spread(wanted: Sequence[float]) -> list[float]:
    """Return positions near those in ``wanted``, from 0 to 100 and at least ``APART`` apart."""
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    placed = list(wanted)
    lowest = 0.0
    for at in order:
        placed[at] = max(wanted[at], lowest)
        lowest = placed[at] + APART
    highest = 100.0
    for at in reversed(order):
        placed[at] = round(min(placed[at], highest), 2)
        highest = placed[at] - APART
    return placed


def share_chart(shares: Mapping[str, Sequence[float]], ends: tuple[str, str]) -> ScreenChart:
    """Return a chart of shares from 0 to 1 with a line for each name.

    All lines have the same number of values. ``ends`` are the texts below the first and the last
    value.
    """
    last = len(next(iter(shares.values()))) - 1
    discs = _spread([100 * (1 - values[-1]) for values in shares.values()])
    lines = tuple(
        ScreenLine(
            coin=Coin(number, name[:1]),
            points=" ".join(
                f"{round(100 * at / last, 1)},{round(100 * (1 - share), 1)}"
                for at, share in enumerate(values)
            ),
            marks=(),
            end=disc,
        )
        for number, ((name, values), disc) in enumerate(zip(shares.items(), discs, strict=True), 1)
    )
    return ScreenChart(
        view_box="0 0 100 100",
        lines=lines,
        levels=tuple((100 - percent, str(percent)) for percent in (100, 75, 50, 25, 0)),
        deals=((0, ends[0]), (100, ends[1])),
    )


@dataclass(frozen=True, slots=True)
class ChartBar:
    """A bar of a chart: its label and number, and its position and size in percent of the chart."""

    label: str
    number: int
    x: float
    y: float
    width: float
    height: float


def chart_bars(numbers: Mapping[str, int]) -> tuple[ChartBar, ...]:
    """Return a bar for each label, with gaps between them; the highest bar fills the chart."""
    highest, step = max(numbers.values(), default=0) or 1, 100 / max(1, len(numbers))
    return tuple(
        ChartBar(
            label,
            number,
            x=round(step * (at + 0.15), 2),
            y=round(100 - 100 * number / highest, 2),
            width=round(step * 0.7, 2),
            height=round(100 * number / highest, 2),
        )
        for at, (label, number) in enumerate(numbers.items())
    )


def _step(span: int) -> int:
    """Return a round number for the distance between ticks, so that there are about five ticks."""
    for step in (5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000):
        if span / step <= 6:
            return step
    return 10_000
