"""Where the boxes of a blank sheet’s first page are, to read a photograph of it.

All places are in millimetres from the top left corner of the page, taken from the same layout from
which the sheet is drawn.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from scorekeeper.sheets.head import QR
from scorekeeper.sheets.ruling import Grid

# Increase this when the boxes of any sheet move, because sheets printed earlier can’t be read then.
LAYOUT = "1"
CORNER = 3.2  # the side of the square in each corner, in millimetres
INWARD = 3.0  # from the margin to the middle of such a square


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in millimetres."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Places:
    """The places of everything on a page of ``width`` by ``height``.

    ``grid`` has the columns of the pad, ``parts`` is the number of fields before the points of each
    side, and ``deals`` is the top of the first deal. ``rows`` and ``sums`` are the heights of rows.
    ``marks`` has the width of the marks printed in each side’s box, by row, and ``mark_height``
    their height.
    """

    width: float
    height: float
    margin: float
    grid: Grid
    parts: int
    deals: float
    rows: tuple[float, ...]
    sums: tuple[float, ...]
    marks: tuple[tuple[float, ...], ...]
    mark_height: float

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """The middles of the squares in the corners, clockwise from the top left."""
        return tuple(_corners(self.width, self.height, self.margin))

    @property
    def code(self) -> Box:
        """The QR code."""
        right = self.width - self.margin
        return Box(right - QR, self.margin, right, self.margin + QR)

    @property
    def points(self) -> tuple[tuple[Box, ...], ...]:
        """The boxes for points, by row and side."""
        bounds = (0.0, *self.grid.within, self.grid.side)
        left, right = bounds[self.parts], bounds[self.parts + 1]
        tops = accumulate(self.rows, initial=self.deals)
        return tuple(
            tuple(
                Box(self.margin + edge + left, top, self.margin + edge + right, top + height)
                for edge in self.grid.edges
            )
            for top, height in zip(tops, self.rows, strict=False)
        )

    @property
    def totals(self) -> tuple[Box, ...]:
        """The boxes for the final totals, by side."""
        top = self.deals + sum(self.rows)
        return tuple(
            Box(
                self.margin + edge,
                top,
                self.margin + edge + self.grid.side,
                top + self.sums[0],
            )
            for edge in self.grid.edges
        )


def corner_rules(margin: float) -> Iterator[str]:
    """Yield the styles of the squares in the corners, clockwise from the top left."""
    near = margin - INWARD - CORNER / 2
    size = f"width: {CORNER}mm; height: {CORNER}mm"
    for across, down in (
        ("left", "top"),
        ("right", "top"),
        ("right", "bottom"),
        ("left", "bottom"),
    ):
        yield f"{across}: {near:.2f}mm; {down}: {near:.2f}mm; {size}"


def _corners(width: float, height: float, margin: float) -> Iterator[tuple[float, float]]:
    near = margin - INWARD
    yield from ((near, near), (width - near, near))
    yield from ((width - near, height - near), (near, height - near))
