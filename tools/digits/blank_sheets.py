"""Blank sheets of several games, as pages to write on."""

from dataclasses import dataclass

import cv2
import numpy as np
from django.http import QueryDict
from django.urls import reverse

from rules.engine.catalogue import catalogue
from scorekeeper.forms.printed_sheets import BlankSheetForm
from scorekeeper.printing.papers import PrintOptions
from scorekeeper.sheets.pdf import fit_sheet, render_png
from scorekeeper.sheets.places import Places
from scorekeeper.sheets.requested import readable_blank
from scorekeeper.sheets.sheet import Sheet
from tools.digits.handwriting import MM, Page

SITE = "https://cards.example.org"
# Sheets of different sizes, with rows of different heights, and with and without printed marks.
SHEETS = (
    ("contract-rummy", "players=4"),
    ("may-i", "players=5"),
    ("any-game", "players=4&paper=letter"),
    ("progressive-rummy", "players=4"),
    ("golf", "players=3&paper=a5"),
)


@dataclass(frozen=True, slots=True)
class BlankSheet:
    """The first page of a blank sheet of a game, and the places of its boxes."""

    slug: str
    page: Page
    places: Places


def blank_sheet(slug: str, query: str, scale: float = MM) -> BlankSheet:
    """Return the blank sheet of a game with the options of this query string.

    Its page has ``scale`` pixels for each millimetre.
    """
    sheet, printing = _requested(slug, query)
    places = places_of(slug, query)
    png = render_png(sheet, printing, round(places.width * scale))
    picture = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    return BlankSheet(slug, np.asarray(picture, np.float32), places)


def places_of(slug: str, query: str) -> Places:
    """Return where the boxes of that sheet are."""
    return fit_sheet(*_requested(slug, query)).places


def _requested(slug: str, query: str) -> tuple[Sheet, PrintOptions]:
    variant = catalogue().variant(slug)
    wanted = BlankSheetForm.of_variant(variant, QueryDict(query)).requested()
    url = SITE + reverse("order-sheet", args=[slug])
    return readable_blank(wanted, url), wanted.printing
