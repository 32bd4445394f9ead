"""Where the boxes of a blank sheet’s first page are, to read a photograph of it.

All places are in millimetres from the top left corner of the page, taken from the same layout from
which the sheet is drawn.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from itertools import accumulate, chain

from django.utils.functional import cached_property

from scorekeeper.sheets.head import QR
from scorekeeper.sheets.ruling import Grid

CORNER = 3.2  # the side of the square in each corner, in millimetres
INWARD = 3.0  # from the margin to the middle of such a square


@dataclass(frozen=True, slots=True)
class PrintedBox:
    """A rectangle in millimetres."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True)
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

    @cached_property
    def version(self) -> str:
        """What identifies these places: it changes when anything moves by a tenth of a millimetre.

        It is printed in the QR code, so that sheets with other places aren’t read.
        """
        boxes = (self.code, *self.totals, *chain.from_iterable(self.points))
        edges = [(box.left, box.top, box.right, box.bottom) for box in boxes]
        sizes = [self.mark_height, *chain.from_iterable((*edges, *self.corners, *self.marks))]
        tenths = [round(10 * size) for size in (self.width, self.height, *sizes)]
        return blake2b(repr(tenths).encode(), digest_size=4).hexdigest()

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """The middles of the squares in the corners, clockwise from the top left."""
        return tuple(_corners(self.width, self.height, self.margin))

    @property
    def code(self) -> PrintedBox:
        """The QR code."""
        right = self.width - self.margin
        return PrintedBox(right - QR, self.margin, right, self.margin + QR)

    @property
    def points(self) -> tuple[tuple[PrintedBox, ...], ...]:
        """The boxes for points, by row and side."""
        bounds = (0.0, *self.grid.within, self.grid.side)
        left, right = bounds[self.parts], bounds[self.parts + 1]
        tops = accumulate(self.rows, initial=self.deals)
        return tuple(
            tuple(
                PrintedBox(self.margin + edge + left, top, self.margin + edge + right, top + height)
                for edge in self.grid.edges
            )
            for top, height in zip(tops, self.rows, strict=False)
        )

    @property
    def totals(self) -> tuple[PrintedBox, ...]:
        """The boxes for the final totals, by side."""
        top = self.deals + sum(self.rows)
        return tuple(
            PrintedBox(
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
