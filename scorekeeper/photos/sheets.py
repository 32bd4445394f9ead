"""Reading a photographed sheet into the texts of the grid for finished sheets."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.http import QueryDict
from django.urls import Resolver404, resolve

from rules.engine.variants import Variant
from scorekeeper.forms.finished_sheets import FinishedSheetForm, PaperRow
from scorekeeper.forms.printed_sheets import BlankSheetForm
from scorekeeper.photos import UnreadablePhotoError
from scorekeeper.photos.reading import Reading, read_box
from scorekeeper.photos.straightening import Grey, read_photo, straightened
from scorekeeper.printing.requests import BadSheetRequestError
from scorekeeper.sheets.pdf import fit_sheet
from scorekeeper.sheets.places import LAYOUT, Places
from scorekeeper.sheets.requested import requested_blank


@dataclass(frozen=True, slots=True)
class ReadSheet:
    """The texts read from a sheet by input name, and the names of those perhaps misread."""

    texts: dict[str, str]
    doubtful: frozenset[str]


def read_sheet(data: bytes, variant: Variant, form: FinishedSheetForm) -> ReadSheet:
    """Return what is written on the photographed sheet, for the inputs of ``form``.

    Raises UnreadablePhotoError, for example if the sheet is that of another game.
    """
    photo = read_photo(data)
    places = _places(photo.text, variant)
    if len(form.players) != places.grid.sides:
        raise UnreadablePhotoError("players")
    page = straightened(photo, places)
    rows = [
        [
            read_box(page, box, printed=(width, places.mark_height if width else 0))
            for box, width in zip(boxes, widths, strict=True)
        ]
        for boxes, widths in zip(places.points, places.marks, strict=True)
    ]
    return _texts(form, rows, _totals(form, places, page))


def _places(text: str, variant: Variant) -> Places:
    """Return where the boxes are on the sheet with this text in its QR code."""
    address = urlsplit(text)
    asked = QueryDict(address.query)
    try:
        match = resolve(address.path)
    except Resolver404:
        raise UnreadablePhotoError("code") from None
    if match.url_name != "order-sheet" or match.kwargs.get("slug") != variant.slug:
        raise UnreadablePhotoError("game")
    if asked.get("layout") != LAYOUT:
        raise UnreadablePhotoError("layout")
    try:
        wanted = BlankSheetForm.of_variant(variant, asked).requested()
        sheet = requested_blank(wanted, address=text)
    except BadSheetRequestError:
        raise UnreadablePhotoError("code") from None
    return fit_sheet(sheet, wanted.printing).places


def _totals(form: FinishedSheetForm, places: Places, page: Grey) -> list[Reading]:
    if not form.player_totals or not places.sums:
        return [Reading()] * len(form.players)
    return [read_box(page, box) for box in places.totals]


def _texts(
    form: FinishedSheetForm, rows: Sequence[Sequence[Reading]], totals: Sequence[Reading]
) -> ReadSheet:
    """Return the texts for the rows of the form. A blank one usually means that a player is out."""
    texts, unsure = dict[str, str](), set[str]()
    for row in form.rows:
        readings = rows[row.number - 1] if row.number <= len(rows) else ()
        blank = [reading for reading in readings if not reading.text]
        has_out = any(reading.text == "0" for reading in readings)
        for name, reading in zip(_names(row), readings, strict=False):
            is_out = form.mark_word and len(blank) == 1 and not (reading.text or has_out)
            texts[name] = "0" if is_out else reading.text
            if is_out or not reading.is_sure:
                unsure.add(name)
    for at, (player, total) in enumerate(zip(form.players, totals, strict=True)):
        names = [_names(row)[at] for row in form.rows]
        own = player.total + sum(int(texts.get(name) or 0) for name in names)
        if total.text:
            texts[f"total-{player.key}"] = total.text
        if form.adds_up and total.text and int(total.text) == own:
            unsure -= set(names)
    return ReadSheet(texts, frozenset(unsure))


def _names(row: PaperRow) -> list[str]:
    return [cell.html_name for cell in row.cells.values()]
