"""The lines of a pad and the outlines of its cards, as one picture behind the table.

If they were the borders of boxes, drawing a sheet would take 10% longer.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from urllib.parse import quote

from scorekeeper.printing.papers import TypeScale
from scorekeeper.sheets.measure import MM_PER_POINT
from scorekeeper.sheets.sheet import AWAY, BOX, DOT, TICK, TICKED_BOX

# Line widths in points: around the pad, under its head, between sides, between rows, within a side,
# and for outlines.
EDGE, HEAD, SIDE, ROW, WITHIN, OUTLINE = 1.5, 1.0, 0.6, 0.4, 0.25, 0.5
# The beginning of a picture’s data URL.
PICTURE = "data:image/svg+xml,"
# The sizes of signs, in ems, chosen to match the letters in the legend.
DOT_SIZE, BOX_SIZE, TICK_SIZE, DASH_SIZE, DASH_HEIGHT = 0.79, 0.72, 0.7, 0.8, 0.14
# The distances from one sign to the next and from the top to the middle of a sign, in ems, and the
# margins in the cell, in millimetres.
SIGN_STEP, SIGN_MIDDLE = 0.95, 0.46
MARKS_LEFT, MARKS_TOP = 0.6, 0.4
CORNER = 0.8  # the radius of a card’s corners, in millimetres


@dataclass(frozen=True, slots=True)
class Grid:
    """The positions of the columns of a pad, in millimetres.

    ``columns`` are the right edges of the columns before the sides. ``hand`` is the index of the
    column with the number of cards dealt. ``side`` is the width of each side, ``sides`` is their
    number, and ``within`` are the positions of the lines that divide a side, from its left edge.
    """

    columns: tuple[float, ...]
    hand: int | None
    side: float
    sides: int
    within: tuple[float, ...]

    @property
    def edges(self) -> list[float]:
        """The left edges of the sides."""
        return [self.columns[-1] + self.side * at for at in range(self.sides)]

    @property
    def width(self) -> float:
        return self.columns[-1] + self.side * self.sides


@dataclass(frozen=True, slots=True)
class Rows:
    """The heights of the rows of a pad, in millimetres.

    There are heights for the names, the whole head, the totals brought forward, the deals and the
    sums. ``under`` has the height of the text below the outline of each deal’s card, and ``signs``
    has the marks of each side in each deal.
    """

    names: float
    head: float
    brought: float
    deals: tuple[float, ...]
    under: tuple[float, ...]
    signs: tuple[tuple[str, ...], ...]
    sums: tuple[float, ...]

    @property
    def height(self) -> float:
        return self.head + self.brought + sum(self.deals) + sum(self.sums)


def ruling(grid: Grid, rows: Rows, sizes: TypeScale) -> str:
    """Return a picture of the pad’s lines as a data URL."""
    paths = {
        EDGE: _level(grid, (0, rows.height)),
        HEAD: _level(grid, _heads(rows)),
        ROW: _level(grid, _rows(rows)),
        SIDE: "".join(_columns(grid, rows)),
        WITHIN: "".join(_within(grid, rows)),
        OUTLINE: "".join((*_cards(grid, rows, sizes), *_signs(grid, rows, sizes, _outlined))),
    }
    drawn = "".join(
        f'<path d="{path}" stroke-width="{width * MM_PER_POINT:.3f}"/>'
        for width, path in paths.items()
        if path
    )
    filled = "".join(_signs(grid, rows, sizes, _filled))
    if filled:
        drawn += f'<path d="{filled}" fill="#000" stroke="none"/>'
    size = f"{grid.width:.2f} {rows.height:.2f}"
    width, height = size.split()
    picture = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm"'
        f' viewBox="0 0 {size}" fill="none" stroke="#000">{drawn}</svg>'
    )
    return f"{PICTURE}{quote(picture)}"


def _heads(rows: Rows) -> tuple[float, ...]:
    """Return the vertical positions at which one part of the pad ends and another begins."""
    deals = rows.head + rows.brought + sum(rows.deals)
    return (rows.head, deals) if rows.sums else (rows.head,)


def _rows(rows: Rows) -> list[float]:
    """Return the vertical positions of the lines between rows, within each part of the pad."""
    first = [rows.brought] if rows.brought else []
    deals = _between(rows.head, (*first, *rows.deals))
    return [*deals, *_between(rows.height - sum(rows.sums), rows.sums)]


def _between(start: float, heights: Sequence[float]) -> list[float]:
    """Return the vertical positions at which these rows end, without the end of the last one."""
    return [start + height for height in accumulate(heights[:-1])]


def _level(grid: Grid, heights: Sequence[float]) -> str:
    return "".join(f"M0 {height:.2f}H{grid.width:.2f}" for height in heights)


def _upright(place: float, above: float, below: float) -> str:
    return f"M{place:.2f} {above:.2f}V{below:.2f}"


def _columns(grid: Grid, rows: Rows) -> Iterator[str]:
    """Yield the lines between columns. Rows of totals have only the lines between sides."""
    begin = rows.head + rows.brought
    for place in grid.columns[:-1]:
        yield _upright(place, 0, rows.head if rows.brought else begin + sum(rows.deals))
        if rows.brought:
            yield _upright(place, begin, begin + sum(rows.deals))
    for place in grid.edges:
        yield _upright(place, 0, rows.height)


def _within(grid: Grid, rows: Rows) -> Iterator[str]:
    """Yield the lines that divide the sides."""
    begin = rows.head + rows.brought
    for edge in grid.edges:
        for place in grid.within:
            if rows.brought:
                yield _upright(edge + place, rows.names, rows.head)
            above = begin if rows.brought else rows.names
            yield _upright(edge + place, above, begin + sum(rows.deals))


def _cards(grid: Grid, rows: Rows, sizes: TypeScale) -> Iterator[str]:
    """Yield the outlines of cards, each centred in its cell together with the text below it."""
    if grid.hand is None:
        return
    left = grid.columns[grid.hand - 1]
    left += (grid.columns[grid.hand] - left - sizes.card_width) / 2
    across, down = sizes.card_width - 2 * CORNER, sizes.card_height - 2 * CORNER
    corner = f"{CORNER} {CORNER} 0 0 1"
    above = rows.head + rows.brought
    for height, under in zip(rows.deals, rows.under, strict=True):
        top = above + (height - sizes.card_height - under) / 2
        yield (
            f"M{left + CORNER:.2f} {top:.2f}h{across:.2f}a{corner} {CORNER} {CORNER}"
            f"v{down:.2f}a{corner} -{CORNER} {CORNER}h-{across:.2f}a{corner} -{CORNER} -{CORNER}"
            f"v-{down:.2f}a{corner} {CORNER} -{CORNER}z"
        )
        above += height


def _signs(
    grid: Grid, rows: Rows, sizes: TypeScale, draw: Callable[[str, float, float, float], str]
) -> Iterator[str]:
    """Yield the marks of all sides as paths; ``draw`` draws a sign around a point."""
    em = sizes.mark * MM_PER_POINT
    above = rows.head + rows.brought + MARKS_TOP + SIGN_MIDDLE * em
    for height, marks in zip(rows.deals, rows.signs, strict=True):
        for left, signs in zip(grid.edges, marks, strict=True):
            for at, sign in enumerate(signs):
                yield draw(sign, left + MARKS_LEFT + (at + 0.5) * sign_step(sizes), above, em)
        above += height


def sign_step(sizes: TypeScale) -> float:
    """Return the distance between one sign and the next, in millimetres."""
    return SIGN_STEP * sizes.mark * MM_PER_POINT


def marks_width(signs: str, sizes: TypeScale) -> float:
    """Return how far these marks reach into a cell, in millimetres; 0 without any."""
    return MARKS_LEFT + len(signs) * sign_step(sizes) if signs else 0.0


def _outlined(sign: str, x: float, y: float, em: float) -> str:
    """Return the path of a box, a ticked box or a tick; empty for other signs."""
    if sign == TICK:
        size = TICK_SIZE * em
        left, top = x - size / 2, y - size / 2
        return (
            f"M{left:.2f} {top + 0.6 * size:.2f}l{0.35 * size:.2f} {0.4 * size:.2f}"
            f"l{0.65 * size:.2f} -{size:.2f}"
        )
    if sign not in (BOX, TICKED_BOX):
        return ""
    size = BOX_SIZE * em
    left, top = x - size / 2, y - size / 2
    box = f"M{left:.2f} {top:.2f}h{size:.2f}v{size:.2f}h-{size:.2f}z"
    if sign == BOX:
        return box
    return (
        f"{box}M{left:.2f} {top:.2f}l{size:.2f} {size:.2f}"
        f"M{left:.2f} {top + size:.2f}l{size:.2f} -{size:.2f}"
    )


def _filled(sign: str, x: float, y: float, em: float) -> str:
    """Return the path of a dot or a dash; empty for other signs."""
    if sign == AWAY:
        wide, high = DASH_SIZE * em, DASH_HEIGHT * em
        return f"M{x - wide / 2:.2f} {y:.2f}h{wide:.2f}v{high:.2f}h-{wide:.2f}z"
    if sign != DOT:
        return ""
    radius = DOT_SIZE * em / 2
    half = f"a{radius:.2f} {radius:.2f} 0 0 1"
    return f"M{x - radius:.2f} {y:.2f}{half} {2 * radius:.2f} 0{half} -{2 * radius:.2f} 0z"
