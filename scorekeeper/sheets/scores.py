"""The content of a side’s cells: notes, the points of the deal and the running total.

Each cell is a single string, padded with spaces that are as wide as digits. If notes, points and
totals had cells of their own, drawing a full sheet would take a third longer.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from django.utils.translation import gettext as _

from scorekeeper.printing.papers import TypeScale
from scorekeeper.sheets.measure import SAFETY, Fonts
from scorekeeper.sheets.ruling import sign_step
from scorekeeper.sheets.sheet import CORRECTED, Sheet, SheetCell

# Millimetres.
TIGHT = 0.6
POINTS_LEAST, TOTAL_LEAST, PART_LEAST = 8.0, 6.5, 6.5
# The share of the spare width that each part of a cell gets.
POINTS_SHARE, TOTAL_SHARE, PART_SHARE = 0.58, 0.42, 0.2
LONGEST = 5  # points and totals always have room for this many characters
# A minus sign is wider than a digit, so those of points and total move the parts before them to the
# left. This is the room that they need, on both sides together, in digits.
MINUS, MOVED = "−", 0.5


@dataclass(frozen=True, slots=True)
class Field:
    """A part of a cell.

    ``figures`` is the maximum number of characters it has on this sheet, and ``longest`` the
    maximum on any sheet. ``least`` is its minimum width in millimetres, and ``share`` is its share
    of the spare width.
    """

    label: str
    figures: int
    longest: int
    least: float
    share: float


@dataclass(frozen=True, slots=True)
class ScoreColumn:
    """The column of a side; sizes are in millimetres.

    ``edges`` are the positions of the lines between its fields, and ``after`` is the space after
    the total. ``gaps`` are the numbers of spaces between the fields; each space is as wide as a
    digit. ``labels`` is the text above the fields.
    """

    width: float
    edges: tuple[float, ...]
    after: float
    gaps: tuple[int, ...]
    labels: str


class Scores:
    """The score cells on ``sheet``; ``least`` is the minimum width for the cells of one side."""

    def __init__(self, sheet: Sheet, sizes: TypeScale, fonts: Fonts) -> None:
        self.sheet, self.type, self.fonts = sheet, sizes, fonts
        self.cells = [cell for row in sheet.rows for cell in row.cells]
        self.is_corrected = any(cell.is_corrected for cell in self.cells)
        self.is_filled = any(cell.points for cell in self.cells)
        first, *others = self._fields()
        first = replace(first, least=max(first.least, self._marks_width()))
        self.fields = (first, *others)
        self.least = sum(self._needs([each.longest for each in self.fields], sizes.figure))
        is_moved = any(MINUS in cell.points + cell.total for cell in self.cells if cell.noted)
        self.beside = 1 + MOVED * is_moved

    def size(self, width: float) -> float:
        """Return the size, in points, at which all numbers fit into ``width``."""
        figures = [each.figures for each in self.fields]
        least, most = round(self.type.figure * 10), round(self.type.score * 10)
        fitting = (
            size / 10
            for size in range(most, least, -1)
            if sum(self._needs(figures, size / 10, self.beside)) <= width
        )
        return next(fitting, self.type.figure)

    def column(self, width: float, size: float) -> ScoreColumn:
        """Return how numbers of this ``size`` are placed in a column of this ``width``.

        Each number is in the middle of its field, or as near to it as spaces allow.
        """
        fields, figure = self.fields, self._figure(size)
        needs = self._needs([each.figures for each in fields], size, self.beside)
        spare = (width - sum(needs)) / sum(each.share for each in fields)
        widths = [need + spare * each.share for need, each in zip(needs, fields, strict=True)]
        edges = tuple(accumulate(widths))
        free = [own - each.figures * figure for own, each in zip(widths, fields, strict=True)]
        left = edges[-1] - free[-1] / 2 - fields[-1].figures * figure
        gaps: list[int] = []
        for edge, room, each in list(zip(edges, free, fields, strict=True))[-2::-1]:
            gap = max(1, round((left - edge + room / 2) / figure))
            gaps.insert(0, gap)
            left -= (gap + each.figures) * figure
        return ScoreColumn(width, edges[:-1], free[-1] / 2, tuple(gaps), self._labels(widths))

    def text(self, cell: SheetCell, gaps: Sequence[int]) -> str:
        """Return the text in ``cell``, with spaces that are as wide as digits."""
        if not cell.points and not cell.total:
            return ""
        mark = CORRECTED if cell.is_corrected else " " * self.is_corrected
        noted = cell.noted or ("",) * len(self.sheet.parts)
        texts = (*noted, f"{cell.points}{mark}", cell.total)[: len(self.fields)]
        told = (f"{text:>{each.figures}}" for text, each in zip(texts, self.fields, strict=True))
        first, *others = told
        return first + "".join(" " * gap + text for gap, text in zip(gaps, others, strict=True))

    def rules(self, sides: int, column: ScoreColumn, size: float) -> dict[str, str]:
        """Return the CSS rules for ``column`` on a page with ``sides`` sides."""
        space = self._figure(size) - self.fonts.regular.width(" ", size)
        return {
            f".of-{sides} col.score": f"width: {column.width:.2f}mm",
            f".of-{sides} .told": f"padding-right: {column.after:.2f}mm;"
            f" word-spacing: {space:.3f}mm",
        }

    def _fields(self) -> Iterator[Field]:
        cells = self.cells
        noted = zip(*(cell.noted for cell in cells if cell.noted), strict=True)
        figures = [max(map(len, texts)) for texts in noted] or [0] * len(self.sheet.parts)
        for part, most in zip(self.sheet.parts, figures, strict=True):
            yield self._field(part.label, most, len(part.longest), PART_LEAST, PART_SHARE)
        points = max(len(cell.points) for cell in cells)
        if self.is_filled:
            points += self.is_corrected
        total = max(len(cell.total) for cell in cells)
        yield self._field(_("points"), points, LONGEST, POINTS_LEAST, POINTS_SHARE)
        if self.sheet.has_boxes:
            return
        yield self._field(_("total"), total, LONGEST, TOTAL_LEAST, TOTAL_SHARE)

    def _field(self, label: str, figures: int, longest: int, least: float, share: float) -> Field:
        width = self.fonts.regular.needs(label, self.type.part) + 2 * TIGHT
        return Field(label, figures, max(longest, figures), max(least, width), share)

    def _needs(self, figures: Sequence[int], size: float, beside: float = 1) -> list[float]:
        """Return the minimum width of each field, given the number of digits in each.

        In the last field, the digits are centred. In the others, they may be off-centre, with room
        for ``beside`` digits on both sides together.
        """
        figure = self._figure(size) / SAFETY
        *before, last = figures
        widths = [(count + beside) * figure if count else 0.0 for count in before]
        widths.append(last * figure + 2 * TIGHT)
        return [max(each.least, width) for each, width in zip(self.fields, widths, strict=True)]

    def _labels(self, widths: Sequence[float]) -> str:
        """Return the labels as one string, each above the middle of its field if there is room."""
        font, size = self.fonts.regular, self.type.part
        space, text = font.width(" ", size), ""
        for each, edge, width in zip(self.fields, accumulate(widths), widths, strict=True):
            left = edge - (width + font.width(each.label, size)) / 2
            apart = 2 if text else 1
            text += " " * max(apart, round((left - font.width(text, size)) / space)) + each.label
        return text

    def _figure(self, size: float) -> float:
        """Return the width of a digit in millimetres."""
        return self.fonts.regular.width("0", size)

    def _marks_width(self) -> float:
        """Return the largest width of the marks above the first field."""
        sheet, size, fonts = self.sheet, self.type.mark, self.fonts
        rows = sheet.rows[: sheet.least_rows or len(sheet.names)]
        marks = {(cell.signs, cell.words) for row in rows for cell in row.cells}
        widths = [
            len(signs) * sign_step(self.type)
            + (fonts.regular.needs(f" {words}", size) if words else 0.0)
            for signs, words in marks
        ]
        return max(widths) + 2 * TIGHT
