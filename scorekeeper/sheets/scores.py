"""How the points of a deal and the running total stand beside each other in a cell.

They are one text, figures under figures: two would make a sheet full of them take a third longer.
"""

from dataclasses import dataclass

from scorekeeper.sheets.layout import BOX, CORRECTED, DOT, TICKED_BOX, Sheet, SheetCell
from scorekeeper.sheets.measure import SAFETY, Faces, shrink
from scorekeeper.sheets.papers import Type

# Millimetres.
TIGHT = 0.6
POINTS_LEAST, TOTAL_LEAST = 8.0, 6.5
SPACED = 0.15  # letter-spacing of the marks
POINTS_SHARE = 0.58  # of a cell in which nothing is written yet
LONGEST = 5  # figures of points or a total that have room in any case
LABELS = ("points", "total")


@dataclass(frozen=True, slots=True)
class ScoreColumn:
    """The column of a side’s scores: millimetres of its ``width``, from its left to the line
    between points and totals, and from the totals to its right; ``gap`` is in figures.
    """

    width: float
    divider: float
    after: float
    gap: int


class Scores:
    """The points and totals of ``sheet``. ``least`` is the width that they need."""

    def __init__(self, sheet: Sheet, sizes: Type, faces: Faces) -> None:
        self.sheet, self.type, self.faces = sheet, sizes, faces
        cells = [cell for row in sheet.rows for cell in row.cells]
        self.has_marks = any(cell.is_corrected for cell in cells)
        longest = max(len(cell.points) for cell in cells)
        self.points = longest + self.has_marks if longest else 0
        self.total = max(len(cell.total) for cell in cells)
        labels = [faces.regular.needs(label, sizes.part) + 2 * TIGHT for label in LABELS]
        figure = self._figure(sizes.figure) / SAFETY
        points, total = max(LONGEST, self.points) + 0.5, max(LONGEST, self.total) + 0.5
        self.left = max(POINTS_LEAST, labels[0], self._marks_width())
        self.right = max(TOTAL_LEAST, labels[1])
        before, beside = points * figure + TIGHT, total * figure + TIGHT
        self.least = max(self.left, before) + max(self.right, beside)

    def size(self, width: float) -> float:
        """The size, in points, at which all figures fit into ``width``."""
        sizes = self.type
        figure = self._figure(sizes.score)
        return min(
            shrink(sizes.score, sizes.figure, figures * figure, room)
            for figures, room in (
                (self.points + 1 + self.total, width - 2 * TIGHT),
                (self.points + 0.5, width - self.right - TIGHT),
                (self.total + 0.5, width - self.left - TIGHT),
            )
        )

    def column(self, width: float, size: float) -> ScoreColumn:
        """How figures of ``size`` stand in a column of ``width``: about half of what they leave
        free is between them.
        """
        if not self.points:
            divider = min(max(width * POINTS_SHARE, self.left), width - self.right)
            return ScoreColumn(width, divider, 0.0, 0)
        figure = self._figure(size)
        spare = width / figure - self.points - self.total
        most_beside = 2 * ((width - self.left - TIGHT) / figure - self.total)
        most_before = 2 * ((width - self.right - TIGHT) / figure - self.points)
        gap = max(1, int(min(spare / 2, most_beside, most_before)))
        points, total = (self.points + gap / 2) * figure, (self.total + gap / 2) * figure
        middle = (width + points - total) / 2
        divider = min(max(middle, self.left), width - max(self.right, total + TIGHT))
        return ScoreColumn(width, divider, width - divider - total, gap)

    def text(self, cell: SheetCell, gap: int) -> str:
        """The figures of ``cell``, with spaces that are as wide as figures."""
        if not cell.points:
            return ""
        mark = CORRECTED if cell.is_corrected else " " * self.has_marks
        return f"{cell.points}{mark}{cell.total:>{gap + self.total}}"

    def rules(self, sides: int, column: ScoreColumn, size: float) -> dict[str, str]:
        """What a stylesheet has to say of that column where so many sides stand on a leaf."""
        points, total, space = (
            self.faces.regular.width(text, self.type.part) for text in (*LABELS, " ")
        )
        before = (column.divider - points) / 2
        between = (column.divider + column.width - total) / 2 - before - points - space
        return {
            f".of-{sides} col.score": f"width: {column.width:.2f}mm",
            f".of-{sides} .labels": f"padding-left: {before:.2f}mm; word-spacing: {between:.2f}mm",
            f".of-{sides} .told": f"padding-right: {column.after:.2f}mm;"
            f" word-spacing: {self._figure(size) - self.faces.regular.width(' ', size):.3f}mm",
        }

    def _figure(self, size: float) -> float:
        """Millimetres of a figure."""
        return self.faces.regular.width("0", size)

    def _marks_width(self) -> float:
        """What stands over the points at most."""
        sheet, size = self.sheet, self.type.mark
        widest = 0.0
        for row in sheet.rows[: sheet.least_rows or len(sheet.names)]:
            for cell in row.cells:
                signs = sum(char in f"{DOT}{BOX}{TICKED_BOX}" for char in cell.marks)
                words = "".join(char for char in cell.marks if char.isalpha() or char.isspace())
                width = signs * (self.faces.signs.width(BOX, size) + SPACED)
                widest = max(widest, width + self.faces.regular.needs(words, size))
        return widest + 2 * TIGHT
