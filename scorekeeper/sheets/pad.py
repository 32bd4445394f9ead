"""The pad of a sheet: the heights that its rows need, and its rows and columns on each page."""

from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.printing.papers import PrintOptions
from scorekeeper.sheets.columns import (
    PADDING,
    Columns,
    brought_label,
    carried_label,
    notes_of,
)
from scorekeeper.sheets.measure import MM_PER_POINT, Fonts
from scorekeeper.sheets.printed_page import (
    PlacedCell,
    PlacedRow,
    PlacedSum,
    PrintedPage,
    PrintedSide,
)
from scorekeeper.sheets.ruling import Rows, ruling
from scorekeeper.sheets.scores import TIGHT
from scorekeeper.sheets.sheet import Sheet, SheetRow

CLEAR = 1.0  # the space in a row besides its lines, in millimetres
ABOVE = 0.4  # the space above the marks
FIGURE = 0.24  # the height of a digit, in millimetres per point of its size


class Pad:
    """The table of a sheet, whose columns have been fitted to a page."""

    def __init__(
        self, sheet: Sheet, printing: PrintOptions, columns: Columns, fonts: Fonts
    ) -> None:
        self.sheet, self.printing, self.columns, self.fonts = sheet, printing, columns, fonts
        self.type = printing.type

    def sums_height(self) -> float:
        """Return the height of all rows of sums."""
        return sum(self.sum_height(row.label) for row in self.sheet.sums)

    def sum_height(self, label: str) -> float:
        """Return the height of a row of sums with this label."""
        padding = TIGHT if self.sheet.head_columns == 1 else PADDING
        width = self.columns.before - 2 * padding
        size = self.columns.label_size
        lines = self.fonts.bold.lines(label, size, width)
        height = lines * size * 1.25 * MM_PER_POINT + CLEAR
        return round(max(self.type.sum_height, height), 2)

    def need(self, row: SheetRow) -> float:
        """Return the minimum height of a row."""
        sizes, width = self.type, self.columns.contract - 2 * PADDING
        needs = [sizes.row_least]
        if self.columns.contract:
            words = self.fonts.regular.lines(row.unbroken_contract, sizes.contract, width)
            notes = " ".join(notes_of(self.sheet, self.printing, row))
            lines = self.fonts.regular.lines(notes, sizes.note, width)
            needs.append(words * sizes.contract_line + lines * sizes.note_line + CLEAR)
        if row.cards:
            needs.append(sizes.card_height + (sizes.note_line if row.cut else 0) + CLEAR)
        return max(needs)

    def part(
        self,
        group: Sequence[int],
        begin: int,
        heights: Sequence[float],
        *,
        is_first: bool,
        is_last: bool,
    ) -> PrintedPage:
        """Return a page with the columns of a ``group`` of sides and the rows from ``begin``."""
        sheet, end = self.sheet, begin + len(heights)
        placed = tuple(
            self._placed(row, group, height)
            for row, height in zip(sheet.rows[begin:end], heights, strict=True)
        )
        brought = () if is_first else (self._sum(brought_label(), self._totals(begin), group),)
        sums = [(row.label, row.values) for row in sheet.sums]
        if not is_last:
            sums = [(carried_label(), self._totals(end))]
        leaf = PrintedPage(
            sides=tuple(self._side(at) for at in group),
            columns=(*self.columns.before_classes, *("score",) * len(group)),
            labels=self.columns.score(len(group)).labels,
            brought=brought,
            rows=placed,
            sums=tuple(self._sum(label, values, group) for label, values in sums),
            is_first=is_first,
        )
        return replace(leaf, ruling=self._ruling(leaf))

    def rules(self, leaves: Sequence[PrintedPage]) -> dict[str, str]:
        """Return the styles of the pages by selector."""
        rules = {
            f".pad-{leaf.number}": f'background-image: url("{leaf.ruling}")'
            for leaf in leaves
            if leaf.ruling
        }
        for row in (row for leaf in leaves for row in leaf.rows):
            sizes, figure = self.type, self.columns.score_size * FIGURE
            below = min(sizes.below_height, row.height - sizes.mark_height - figure)
            line = max(0.0, row.height - sizes.mark_height - below - ABOVE)
            rules[f".{row.height_class}"] = f"height: {row.height}mm; line-height: {line:.2f}mm"
            rules[f".{row.height_class} .told"] = f"padding-bottom: {max(0, below):.2f}mm"
        for sum_row in (row for leaf in leaves for row in (*leaf.brought, *leaf.sums)):
            rules[f".{sum_row.height_class}"] = f"height: {sum_row.height}mm"
        return rules

    def _side(self, at: int) -> PrintedSide:
        name = self.columns.names[at]
        return PrintedSide(at + 1, name.lines, name.size_class if name in self.columns.long else "")

    def _ruling(self, leaf: PrintedPage) -> str:
        sizes = self.type
        rows = Rows(
            names=sizes.names_height,
            head=sizes.names_height + sizes.part_height,
            brought=sum(row.height for row in leaf.brought),
            deals=tuple(row.height for row in leaf.rows),
            under=tuple(sizes.note_line if row.row.cut else 0.0 for row in leaf.rows),
            signs=tuple(tuple(cell.signs for cell in row.cells) for row in leaf.rows),
            sums=tuple(row.height for row in leaf.sums),
        )
        return ruling(self.columns.grid(len(leaf.sides)), rows, sizes)

    def _placed(self, row: SheetRow, group: Sequence[int], height: float) -> PlacedRow:
        scores, gaps = self.columns.scores, self.columns.score(len(group)).gaps
        cells = (row.cells[at] for at in group)
        return PlacedRow(
            row,
            notes_of(self.sheet, self.printing, row),
            self._noted(row),
            tuple(
                PlacedCell(
                    f"{cell.signs} {cell.words}".strip() if cell.words else "",
                    "" if cell.words else cell.signs,
                    scores.text(cell, gaps),
                )
                for cell in cells
            ),
            height,
        )

    def _noted(self, row: SheetRow) -> tuple[str, ...]:
        columns, texts = self.columns, row.noted or ("",) * len(self.sheet.noted)
        return tuple(map(columns.noted_text, texts, columns.noted))

    def _totals(self, deals: int) -> tuple[str, ...]:
        """Return the totals of the sides after ``deals`` deals, blank if they aren’t known."""
        return tuple(cell.total for cell in self.sheet.rows[deals - 1].cells)

    def _sum(self, label: str, values: Sequence[str], group: Sequence[int]) -> PlacedSum:
        return PlacedSum(label, tuple(values[at] for at in group), self.sum_height(label))
