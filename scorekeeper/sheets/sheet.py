"""A score sheet as data: its rows, cells and sums, ready to be fitted to a page."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from rules.engine.schemes.base import SheetColumn
from scorekeeper.presenters.chart import Chart
from scorekeeper.presenters.track import Track

DOT, BOX, TICKED_BOX, TICK, CORRECTED, AWAY = "●", "☐", "☒", "✓", "*", "—"
NO_BREAK = "\u00a0"


@dataclass(frozen=True, slots=True)
class SheetCell:
    """The cell of a side in a deal.

    ``takes`` has a checkbox for each take allowed, True if it is ticked. ``cut`` is the checkbox
    for a perfect cut, or None if this side doesn’t cut. ``noted`` has a text for each of the
    sheet’s ``parts``. A side that was away has a total only if it joined or returned with one.
    """

    points: str = ""
    total: str = ""
    deals: bool = False
    is_out: bool = False
    is_corrected: bool = False
    is_away: bool = False
    takes: tuple[bool, ...] = ()
    cut: bool | None = None
    noted: tuple[str, ...] = ()

    @property
    def signs(self) -> str:
        """The small marks above the points."""
        boxes = "".join(box_mark(ticked) for ticked in self.takes)
        return DOT * self.deals + boxes + TICK * self.is_out + AWAY * self.is_away

    @property
    def words(self) -> str:
        """The text next to the signs."""
        return "" if self.cut is None else cut_text(box_mark(self.cut))


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One deal, or a box with a ``label``.

    ``cut`` is the number of cards in a perfect cut, or 0 in games without one. ``noted`` has a text
    for each of the sheet’s ``noted`` columns.
    """

    number: int
    contract: str
    cards: int
    cut: int
    notes: tuple[str, ...]
    cells: tuple[SheetCell, ...]
    noted: tuple[str, ...] = ()
    label: str = ""

    @property
    def head(self) -> str:
        """The text in the row’s first column."""
        return self.label or str(self.number)

    @property
    def unbroken_contract(self) -> str:
        """The contract with no-break spaces, so that it can wrap only after a comma."""
        return self.contract.replace(" ", NO_BREAK).replace(f",{NO_BREAK}", ", ")


@dataclass(frozen=True, slots=True)
class SumRow:
    """A row below the deals, with a value or a blank for each side."""

    label: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A score sheet.

    ``names`` has an entry for each column, empty if the name is to be written in by hand. ``noted``
    are extra columns for each deal, and ``parts`` are extra columns for each side. Rows after the
    first ``least_rows`` only fill the page. ``values`` are pairs of ranks and points, ``pays`` are
    pairs of places and final payments, ``signs`` are pairs of marks and meanings, and ``facts`` are
    pairs of labels and texts. ``has_suits`` is false for games without cards. ``address`` is the
    URL of the game, printed as a QR code. ``location`` is where the game was played, if known. If
    ``is_read``, photographs of the sheet are read: its address is the URL of this sheet, and its
    first page has marks in the corners.
    """

    title: str
    subtitle: str
    deal_word: str
    names: tuple[str, ...]
    noted: tuple[SheetColumn, ...]
    parts: tuple[SheetColumn, ...]
    rows: tuple[SheetRow, ...]
    least_rows: int
    sums: tuple[SumRow, ...]
    values_label: str
    values: tuple[tuple[str, str], ...]
    pays_label: str
    pays: tuple[tuple[str, str], ...]
    signs: tuple[tuple[str, str], ...]
    facts: tuple[tuple[str, str], ...]
    house_rules: tuple[str, ...]
    has_suits: bool = True
    outcome: str = ""
    played_on: str = ""
    location: str = ""
    code: str = ""
    address: str = ""
    is_read: bool = False
    chart: Chart | None = None
    track: Track | None = None

    @property
    def has_boxes(self) -> bool:
        """Whether the rows are boxes, which have no running totals."""
        return any(row.label for row in self.rows)

    @property
    def has_contracts(self) -> bool:
        """Whether any row has a contract or special rules."""
        return any(row.contract or row.notes for row in self.rows)

    @property
    def asks_contracts(self) -> bool:
        """Whether any row has a contract."""
        return any(row.contract for row in self.rows)

    @property
    def contract_head(self) -> str:
        """The head of the column with contracts or special rules."""
        if self.has_boxes:
            return _("Scores")
        return _("Contract") if self.asks_contracts else _("Rules")

    @property
    def head_columns(self) -> int:
        """The number of columns before the sides."""
        return 1 + self.has_contracts + self.has_cards + len(self.noted)

    @property
    def has_cards(self) -> bool:
        """Whether any row shows the number of cards dealt."""
        return any(row.cards for row in self.rows)

    @property
    def house_text(self) -> str:
        """The house rules on one line; empty if there are none."""
        return house_rules_text(self.house_rules)


def house_rules_text(house_rules: Sequence[str]) -> str:
    """Return the house rules on one line; empty if there are none."""
    if not house_rules:
        return ""
    return _("House rules: {rules}").format(rules=", ".join(house_rules))


def cut_text(box: str, space: str = NO_BREAK) -> str:
    """Return the checkbox for a perfect cut with its text."""
    # Translators: next to a box to tick for a player who cuts the pack perfectly. The points are
    # right below it, so choose a word without descenders such as g.
    return _("cut {box}").format(box=box).replace(" ", space)


def box_mark(ticked: bool) -> str:
    return TICKED_BOX if ticked else BOX
