"""The content of a score sheet’s page, in the form that its templates use."""

from dataclasses import dataclass

from scorekeeper.sheets.legend import Legend
from scorekeeper.sheets.sheet import SheetRow


@dataclass(frozen=True, slots=True)
class PrintedSide:
    """The head of a side’s column: the side’s number and the lines of its name.

    ``size_class`` is the CSS class of the name’s type size if it differs from the other names’
    size.
    """

    number: int
    name: tuple[str, ...]
    size_class: str = ""


@dataclass(frozen=True, slots=True)
class PlacedCell:
    """A side’s cell in a deal, as drawn.

    Its marks are in ``marks`` if they include words, otherwise in ``signs``. ``figures`` is the
    text with its points and total.
    """

    marks: str
    signs: str
    figures: str


@dataclass(frozen=True, slots=True)
class PlacedRow:
    """The row of a deal on a page.

    ``notes`` are its special rules if they appear in the row. ``noted`` are the texts in its extra
    columns, truncated to fit.
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
    """A row above or below the deals with a value for each side on the page."""

    label: str
    values: tuple[str, ...]
    height: float

    @property
    def height_class(self) -> str:
        return f"s{self.height * 100:.0f}"


@dataclass(frozen=True, slots=True)
class PrintedPage:
    """A page with part of the pad, part of the legend, or the chart.

    ``number`` is the page’s number in a copy. ``columns`` are the CSS classes of the table’s
    columns, ``labels`` is the text above the numbers of each side, and ``ruling`` is the URL of the
    picture with the lines. If the pad continues from another page, ``brought`` has the totals above
    the rows. ``sums`` are the rows below the deals.
    """

    number: int = 0
    sides: tuple[PrintedSide, ...] = ()
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
