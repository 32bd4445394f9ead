"""The printed chart of a game, with lines in millimetres and texts in the sheet’s type."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import ceil

from scorekeeper.presenters.chart import TOP, Chart
from scorekeeper.printing.papers import TypeScale
from scorekeeper.sheets.measure import SAFETY, FontMetrics

# Millimetres: the space between texts and lines, the space between two texts, and half the width
# of a number’s box.
GAP, APART, HALF = 2.0, 1.5, 12.0
INSET = 1.2
# The largest share of the width for names, and the ratio of height to width.
NAMES_SHARE, HEIGHT_SHARE = 0.3, 1.0


@dataclass(frozen=True, slots=True)
class PlacedLine:
    """A line of the chart: its points in SVG notation, its marks and its name."""

    number: int
    points: str
    marks: tuple[tuple[float, float], ...]
    name: str


@dataclass(frozen=True, slots=True)
class Plot:
    """The chart as drawn; sizes are in millimetres.

    ``frame`` is the view box of the SVG. ``levels`` are the vertical positions of the horizontal
    lines with their numbers, ``deals`` are the horizontal positions of the deals with their
    numbers, and ``rules`` are the chart’s CSS rules.
    """

    width: float
    height: float
    frame: str
    lines: tuple[PlacedLine, ...]
    levels: tuple[tuple[float, str], ...]
    deals: tuple[tuple[float, str], ...]
    rules: tuple[tuple[str, str], ...]


def named(chart: Chart, names: Iterable[str]) -> Chart:
    """Return the chart with other ``names`` for its lines."""
    lines = zip(chart.lines, names, strict=True)
    return replace(chart, lines=tuple(replace(line, name=name) for line, name in lines))


def fit_plot(
    chart: Chart,
    width: float,
    height: float,
    sizes: TypeScale,
    font: FontMetrics,
    *,
    inset: float = INSET,
) -> Plot:
    """Return the chart, fitted into ``width`` and ``height`` with all its texts.

    ``inset`` is the room around the lines for their thickness and their marks.
    """
    size, step = sizes.legend, sizes.legend_line

    def wide(text: str) -> float:
        return font.needs(text, size)

    before = max(wide(text) for _, text in chart.y_ticks) + GAP
    after = min(max(wide(line.name) for line in chart.lines), width * NAMES_SHARE) + GAP
    field = width - before - after
    below = GAP + step
    high = min(height - below, max(field * HEIGHT_SHARE, len(chart.lines) * step))
    across = field / (chart.right - chart.left)
    down = high / (chart.bottom - TOP)

    def x(place: float) -> float:
        return round((place - chart.left) * across, 2)

    def y(place: float) -> float:
        return round((place - TOP) * down, 2)

    corners = [
        [(x(float(a)), y(float(b))) for a, b in (pair.split(",") for pair in line.points.split())]
        for line in chart.lines
    ]
    lines = tuple(
        PlacedLine(
            number=line.number,
            points=" ".join(f"{a},{b}" for a, b in places),
            marks=tuple((x(a), y(b)) for a, b in line.marks),
            name=font.chop(line.name, size, (after - GAP) * SAFETY + 0.01, 1)[0],
        )
        for line, places in zip(chart.lines, corners, strict=True)
    )
    widest = max((wide(text) for _, text in chart.x_ticks), default=0.0)
    deals = _thinned([(x(at), text) for at, text in chart.x_ticks], widest + APART, -1)
    zero = next((at for at, (_, text) in enumerate(chart.y_ticks) if text == "0"), 0)
    levels = _thinned([(y(at), text) for at, text in chart.y_ticks], step, zero)
    rules = {".plot": f"height: {high + below:.2f}mm"}
    rules[".plot svg"] = (
        f"left: {before - inset:.2f}mm; top: {-inset}mm;"
        f" width: {field + 2 * inset:.2f}mm; height: {high + 2 * inset:.2f}mm"
    )
    rules[".level"] = f"width: {before - GAP:.2f}mm"
    rules[".deal"] = f"top: {high + GAP:.2f}mm; width: {2 * HALF}mm"
    rules[".side"] = f"left: {before + field + GAP:.2f}mm; width: {after - GAP:.2f}mm"
    tops = _spread([places[-1][1] for places in corners], step, high)
    rules |= {f".side-{at}": f"top: {top - step / 2:.2f}mm" for at, top in enumerate(tops, 1)}
    rules |= {
        f".level-{at}": f"top: {place - step / 2:.2f}mm" for at, (place, _) in enumerate(levels, 1)
    }
    rules |= {
        f".deal-{at}": f"left: {before + place - HALF:.2f}mm"
        for at, (place, _) in enumerate(deals, 1)
    }
    frame = f"{-inset} {-inset} {field + 2 * inset:.2f} {high + 2 * inset:.2f}"
    return Plot(round(field, 2), round(high, 2), frame, lines, levels, deals, tuple(rules.items()))


def _thinned(
    ticks: Sequence[tuple[float, str]], apart: float, among: int
) -> tuple[tuple[float, str], ...]:
    """Return every nth tick, so that the distance between ticks is at least ``apart``.

    The tick with the index ``among`` is included.
    """
    if len(ticks) < 2:
        return tuple(ticks)
    every = ceil(apart / abs(ticks[1][0] - ticks[0][0]))
    return tuple(tick for at, tick in enumerate(ticks) if (at - among) % every == 0)


def _spread(wanted: Sequence[float], step: float, lowest: float) -> list[float]:
    """Return positions near those in ``wanted``, at least ``step`` apart and at most ``lowest``."""
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    placed: dict[int, float] = {}
    top = float("-inf")
    for at in order:
        top = placed[at] = max(wanted[at], top + step)
    bottom = lowest + step
    for at in reversed(order):
        bottom = placed[at] = min(placed[at], bottom - step)
    return [placed[at] for at in range(len(wanted))]
