"""What stands on a leaf of a score sheet, as its templates draw it."""

from dataclasses import dataclass

from scorekeeper.sheets.layout import SheetRow
from scorekeeper.sheets.legend import Legend


@dataclass(frozen=True, slots=True)
class Side:
    """A side on a leaf: which it is, the lines of its name, and the class of their size where that
    is not the one of all names.
    """

    number: int
    name: tuple[str, ...]
    size_class: str = ""


@dataclass(frozen=True, slots=True)
class PlacedCell:
    """A side's box in a deal as it is drawn: marks as text where there are words among them, else
    as signs, and what is written in it.
    """

    marks: str
    signs: str
    figures: str


@dataclass(frozen=True, slots=True)
class PlacedRow:
    """A deal on a leaf: its cells there, its special rules where they stand there, what is noted of
    it, cut to fit, and its height, which has a class of its own.
    """

    row: SheetRow
    notes: tuple[str, ...]
    noted: tuple[str, ...]
    cells: tuple[PlacedCell, ...]
    height: float

    @property
    def height_class(self) -> str:
        return f"h{self.height * 100:.0f}"


@dataclass(frozen=True, slots=True)
class PlacedSum:
    """A row over or under the deals with a value for each side on the leaf."""

    label: str
    values: tuple[str, ...]
    height: float

    @property
    def height_class(self) -> str:
        return f"s{self.height * 100:.0f}"


@dataclass(frozen=True, slots=True)
class PrintedPage:
    """One side of a leaf: a part of the pad, a part of the legend, or the chart.

    ``number`` counts the leaves of a copy. ``columns`` are the classes of the table's columns,
    ``labels`` stand over the figures of each side, and ``ruling`` is the address of the lines.
    Where the pad goes on from one leaf to another, ``brought`` has the totals above the rows, and
    ``sums`` those below.
    """

    number: int = 0
    sides: tuple[Side, ...] = ()
    columns: tuple[str, ...] = ()
    labels: str = ""
    ruling: str = ""
    brought: tuple[PlacedSum, ...] = ()
    rows: tuple[PlacedRow, ...] = ()
    sums: tuple[PlacedSum, ...] = ()
    legend: Legend = ()
    is_first: bool = False
    has_chart: bool = False
    folio: str = ""
