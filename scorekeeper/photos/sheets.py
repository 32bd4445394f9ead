"""Reading a photographed sheet into the texts of the grid for finished sheets."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.http import QueryDict
from django.urls import Resolver404, resolve
from django.utils.translation import override

from rules.engine.checking import check_hand
from rules.engine.entries import DealReport
from rules.engine.errors import RulesError
from rules.engine.schemes.scored_deals import Past
from rules.engine.variants import Variant
from scorekeeper.forms.finished_sheets import FinishedSheetForm, PaperRow
from scorekeeper.forms.printed_sheets import BlankSheetForm
from scorekeeper.languages import split_language
from scorekeeper.photos import UnreadablePhotoError
from scorekeeper.photos.reading import UNREADABLE, Reading, read_boxes
from scorekeeper.photos.straightening import read_photo, straightened
from scorekeeper.printing.requests import BadSheetRequestError
from scorekeeper.sheets.pdf import fit_sheet
from scorekeeper.sheets.places import Places
from scorekeeper.sheets.requested import requested_blank

SURE = 0.97  # a number that is less likely is doubtful
LIKELY = 0.02  # a less likely number doesn’t replace one that is impossible, or that doesn’t add up
UNDISPUTED = 0.999  # a number that is doubtful only if its column doesn’t come to the written total


@dataclass(frozen=True, slots=True)
class ReadSheet:
    """The texts read from a sheet by input name, and the names of those perhaps misread."""

    texts: dict[str, str]
    doubtful: frozenset[str]


@dataclass(slots=True)
class _Cell:
    """What may be written in a cell of the grid, the most likely text first, and the one chosen."""

    texts: Sequence[tuple[str, float]]
    text: str
    chance: float

    @property
    def points(self) -> int:
        return int(self.text) if self.text.isdecimal() else 0


def read_sheet(data: bytes, variant: Variant, form: FinishedSheetForm) -> ReadSheet:
    """Return what is written on the photographed sheet, for the inputs of ``form``.

    Raises UnreadablePhotoError, for example if the sheet is that of another game.
    """
    photo = read_photo(data)
    places = _places(photo.text, variant)
    if len(form.players) != places.grid.sides:
        raise UnreadablePhotoError("players")
    page = straightened(photo, places)
    # The page has the first deals of the game, some of which may have been entered.
    rows = [row for row in form.rows if row.number <= len(places.points)]
    boxes = [box for row in rows for box in places.points[row.number - 1]]
    marks = [
        (width, places.mark_height if width else 0)
        for row in rows
        for width in places.marks[row.number - 1]
    ]
    if form.player_totals and places.sums:
        boxes += places.totals
        marks += [(0, 0)] * len(places.totals)
    return checked(form, rows, read_boxes(page, boxes, marks))


def checked(
    form: FinishedSheetForm, rows: Sequence[PaperRow], readings: Sequence[Reading]
) -> ReadSheet:
    """Return the texts for these rows, and for the written totals if their readings follow.

    The game’s own checks choose between readings: a hand that no cards add up to, who went out, and
    the written totals. What they can’t settle is doubtful.
    """
    columns = len(form.players)
    cells: dict[str, _Cell] = {}
    for at, row in enumerate(rows):
        cells |= dict(_row(form, row, readings[at * columns : (at + 1) * columns]))
    for player, reading in zip(form.players, readings[len(rows) * columns :], strict=False):
        total = _Cell(reading.texts, reading.text, reading.chance)
        if form.adds_up and total.text:
            column = [cells[row.cells[player.key].html_name] for row in rows]
            _add_up(column, total, player.total)
        cells[f"total-{player.key}"] = total
    doubtful = frozenset(name for name, cell in cells.items() if cell.chance < SURE)
    texts = {name: cell.text.strip(UNREADABLE) for name, cell in cells.items()}
    return ReadSheet(texts, doubtful)


def _places(text: str, variant: Variant) -> Places:
    """Return where the boxes are on the sheet with this text in its QR code."""
    try:
        address = urlsplit(text)
        language, path = split_language(address.path)
        match, asked = resolve(path), QueryDict(address.query)
    except (ValueError, Resolver404, SuspiciousOperation):
        raise UnreadablePhotoError("code") from None
    if match.url_name != "order-sheet" or match.kwargs.get("slug") != variant.slug:
        raise UnreadablePhotoError("game")
    with override(language or settings.LANGUAGE_CODE):
        try:
            wanted = BlankSheetForm.of_variant(variant, asked).requested()
            sheet = replace(requested_blank(wanted), address=text, is_read=True)
        except BadSheetRequestError:
            raise UnreadablePhotoError("code") from None
        places = fit_sheet(sheet, wanted.printing).places
    if asked.get("layout") != places.version:
        raise UnreadablePhotoError("layout")
    return places


def _row(
    form: FinishedSheetForm, row: PaperRow, readings: Sequence[Reading]
) -> Iterator[tuple[str, _Cell]]:
    """Yield the cells of a row by input name, with numbers that are possible in the game."""
    cells = [
        _possible(form, row, key, reading) for key, reading in zip(row.cells, readings, strict=True)
    ]
    if form.mark_word and any(cell.text for cell in cells):
        _mark_out(cells)
    yield from zip((cell.html_name for cell in row.cells.values()), cells, strict=True)


def _possible(form: FinishedSheetForm, row: PaperRow, key: str, reading: Reading) -> _Cell:
    """Return a cell with the most likely number that is possible, if there is one."""
    texts = [each for each in reading.texts if is_possible(form, row, key, each[0])]
    if not reading.texts or not texts or texts[0][1] < LIKELY:
        return _Cell(reading.texts, reading.text, 0.0 if reading.texts else 1.0)
    text, chance = texts[0]
    # The chances of impossible readings count half: some of them belong to the possible ones.
    impossible = sum(chance for _text, chance in reading.texts) - sum(each[1] for each in texts)
    return _Cell(texts, text, chance / max(1 - impossible / 2, chance))


def is_possible(form: FinishedSheetForm, row: PaperRow, key: str, text: str) -> bool:
    """Return whether a player can have this number in a deal."""
    if text == "0" and form.mark_word:
        return True
    table = form.stored.seating.table(row.number, form.stored.state.next_dealer)
    report = DealReport(row.number, table, row.asked.texts({key: text}))
    try:
        check_hand(form.stored.ruleset, report, {row.asked.input(key, text)}, Past())
    except RulesError:
        return False
    return True


def _mark_out(cells: Sequence[_Cell]) -> None:
    """Make sure that one player is out, usually with a 0 and sometimes with a blank cell."""
    outs = [cell for cell in cells if cell.text == "0"]
    blank = [cell for cell in cells if not cell.text]
    if len(outs) == 1 and not blank:
        return
    if not outs and len(blank) == 1:
        blank[0].text, blank[0].chance = "0", 0.0
        return
    for cell in outs + blank if outs else cells:
        if cell.chance < UNDISPUTED or not cell.text:
            cell.chance = 0.0


def _add_up(column: Sequence[_Cell], total: _Cell, before: int) -> None:
    """Compare a column with its written total, and correct the only number that may be wrong."""
    if any(cell.text == UNREADABLE for cell in (*column, total)):
        return
    off = before + sum(cell.points for cell in column) - total.points
    if not off:
        for cell in (*column, total):
            cell.chance = 1.0
        return
    fixes = [
        (cell, text)
        for cell in column
        for text, chance in cell.texts
        if chance >= LIKELY and text.isdecimal() and int(text) == cell.points - off
    ]
    fixes += [
        (total, text)
        for text, chance in total.texts
        if chance >= LIKELY and text.isdecimal() and int(text) == total.points + off
    ]
    if len(fixes) == 1:
        fixes[0][0].text, fixes[0][0].chance = fixes[0][1], 0.0
        return
    for cell in (*column, total):
        if cell.chance < UNDISPUTED:
            cell.chance = 0.0
