"""Photographs of blank sheets that have been filled in by hand."""

import sys
from dataclasses import replace

import cv2
import numpy as np
import pytest
import segno
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import override

from rules.engine.catalogue import catalogue
from scorekeeper.forms.finished_sheets import FinishedSheetForm
from scorekeeper.forms.printed_sheets import BlankSheetForm
from scorekeeper.photos import MOST_PIXELS
from scorekeeper.photos.reading import UNREADABLE, Reading
from scorekeeper.photos.sheets import _places, checked
from scorekeeper.queries.stored import stored_game
from scorekeeper.views.sheets import _blank_sheet
from tests.factories import GameFactory, RoundFactory
from tests.photographs import ROWS, SCALE, contract_rummy, photograph
from tests.scorekeeper.pages import Page, get
from tools.digits.blank_sheets import SITE, places_of

NAMES = ("Ann", "Bob", "Cai", "Dee")


@pytest.fixture
def game(group):
    return GameFactory(group=group)


# The numbers, as they were read


def reading(text):
    """Return a reading: ``47`` is sure, ``47?`` isn’t, and ``1/7`` is 1 rather than 7."""
    if text == UNREADABLE:
        return Reading(((UNREADABLE, 0.0),))
    texts = [] if text == "." else text.strip("?").split("/")
    likely = {0: (), 1: (0.9 if "?" in text else 0.99,), 2: (0.6, 0.3)}[len(texts)]
    return Reading(tuple(zip(texts, likely, strict=True)))


@pytest.mark.parametrize(
    ("rows", "totals", "shown", "doubtful"),
    [
        (["30 0 47 25"], "", "30 0 47 25", ""),
        (["30? 0 47 25"], "", "30 0 47 25", "cell-1-1"),
        # No card counts 1, and there is no other reading of the second 1.
        (["1/7 0 1 25"], "", "7 0 1 25", "cell-1-1 cell-1-3"),
        # A blank cell is that of the player who went out, but two of them aren’t.
        (["30 . 47 25"], "", "30 0 47 25", "cell-1-2"),
        (["30 . . 25"], "", "30 . . 25", "cell-1-1 cell-1-2 cell-1-3 cell-1-4"),
        (["30 0 0 25"], "", "30 0 0 25", "cell-1-2 cell-1-3"),
        # Something else than digits has to be typed.
        (["30 0 ? 25"], "", "30 0 . 25", "cell-1-3"),
        (["30 0 ? 25"], "30 0 47 25", "30 0 . 25", "cell-1-3"),
        # The totals settle what is doubtful, and which number was misread.
        (["30? 0 47 25", "12? 35 0 64"], "42 35 47 89", "30 0 47 25 12 35 0 64", ""),
        (["30/80 0 47 25"], "80 0 47 25", "80 0 47 25", "cell-1-1"),
        (["30 0 47 25"], "30/80 0 47 2/25", "30 0 47 25", "total-4"),
        # This total can’t be explained, so every number of its column is doubtful.
        (
            ["30 0 47 25", "12 35 0 64"],
            "43 35 47 89",
            "30 0 47 25 12 35 0 64",
            "cell-1-1 cell-2-1 total-1",
        ),
    ],
)
def test_the_checks_of_the_game_find_misread_numbers(game, rows, totals, shown, doubtful):
    form = FinishedSheetForm(stored=stored_game(game))
    texts = " ".join([*rows, totals]).split()

    read = checked(form, form.rows[: len(rows)], [reading(text) for text in texts])

    cells = [text for name, text in read.texts.items() if name.startswith("cell")]
    assert " ".join(text or "." for text in cells) == shown
    assert read.doubtful == frozenset(doubtful.split())


# Photographs


def send(client, game, data):
    url = reverse("sheet-photo", args=[game.code])
    return Page(client.post(url, {"photo": SimpleUploadedFile("sheet.jpg", data)}))


def cells(page, game):
    """Return the texts of the grid’s cells that aren’t blank."""
    sent = page.form(reverse("from-paper", args=[game.code]))
    return {name: text for name, text in sent.items() if name.startswith("cell-") and text}


def written(first):
    """Return the texts of the rows from this one."""
    return {
        f"cell-{deal}-{key}": str(number)
        for deal, numbers in enumerate(ROWS[first - 1 :], first)
        for key, number in enumerate(numbers, 1)
    }


def test_what_is_written_on_a_photograph_is_in_the_grid(phone, game):
    page = send(phone, game, photograph())

    assert cells(page, game) == written(1)
    # Somebody is out in the last row.
    inputs = [field.attributes for field in page.all("input")]
    doubtful = [field["name"] for field in inputs if "data-doubtful" in field]
    assert doubtful == [f"cell-4-{key}" for key in range(2, 5)]
    assert "Check the numbers marked “?”, then save." in page.words
    assert not game.rounds.exists()
    sent = page.form(reverse("from-paper", args=[game.code])) | {"cell-4-1": ""}
    saved = phone.post(reverse("from-paper", args=[game.code]), sent)
    assert saved.status_code == 302, Page(saved).texts("p", class_="problem")
    assert game.rounds.count() == 3


def test_deals_that_have_been_entered_are_left_out(phone, game):
    RoundFactory(game=game)

    assert cells(send(phone, game, photograph()), game) == written(2)


@pytest.mark.parametrize(
    "other",
    [
        ("may-i", NAMES, "This is the sheet of another game."),
        ("contract-rummy", NAMES[:3], "This sheet has a different number of columns."),
    ],
)
def test_sheets_that_do_not_fit_the_game(phone, group, other):
    variant, names, problem = other
    game = GameFactory(group=group, variant=variant, names=names)

    page = send(phone, game, photograph())

    assert page.status == 422
    assert problem in page.words


def png(side, height=0):
    """Return a white PNG, whose head says that it has this ``height``."""
    data = bytearray(cv2.imencode(".png", np.full((side, side), 255, np.uint8))[1].tobytes())
    data[20:24] = (height or side).to_bytes(4, "big")
    return bytes(data)


def qr(text):
    """Return a PNG with a QR code of this text."""
    rows = np.array([list(row) for row in segno.make(text, micro=False).matrix], np.uint8)
    large = cv2.resize(255 * (1 - np.pad(rows, 4)), None, fx=6, fy=6, interpolation=0)
    return cv2.imencode(".png", large)[1].tobytes()


RUMMY = "/sheets/contract-rummy/?players=4&paper=a4&layout="
FILE, CODE = "This file can’t be read.", "The QR code of the sheet can’t be read."


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "This file is empty."),
        (b"GIF89a", FILE),
        (b"\xff\xd8\xff", FILE),
        (b"\xff\xd8\xff" + b"\x00" * 99, FILE),
        (b"\x89PNG\r\n\x1a\n" + b"\xff" * 40, FILE),
        (png(40)[:60], FILE),
        (png(40, MOST_PIXELS), FILE),
        (png(40), CODE),
        (qr("http://["), CODE),
        (qr("WIFI:S:home;;"), CODE),
        (qr(SITE + "/sheets/contract-rummy/?players=99"), CODE),
        (qr(SITE + "/sheets/contract-rummy/?" + "a&" * 1001), CODE),
        (qr(SITE + "/rules/contract-rummy/"), "This is the sheet of another game."),
        (qr(SITE + RUMMY + "0"), "This sheet was printed by another version of this site."),
    ],
)
def test_other_files_are_refused(phone, game, data, problem):
    page = send(phone, game, data)

    assert page.status == 422
    assert problem in page.words


def test_a_corner_that_cannot_be_seen(phone, game):
    picture = cv2.imdecode(np.frombuffer(photograph(), np.uint8), cv2.IMREAD_GRAYSCALE)
    hidden = cv2.imencode(".png", picture[:1700])[1].tobytes()

    assert "A black square in the corners can’t be seen." in send(phone, game, hidden).words


# Sheets


def test_everything_is_printed_where_its_place_is():
    sheet = contract_rummy()
    places, page = sheet.places, sheet.page[..., 0]

    def darkest(x, y, reach=0.3):
        """Return the darkest pixel near a point in millimetres."""
        rows, columns = (
            slice(*(round((v + by) * SCALE) for by in (-reach, reach))) for v in (y, x)
        )
        return page[rows, columns].min()

    assert len(places.points) == 7
    for boxes in (*places.points, places.totals):
        for box in boxes:
            x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
            edges = ((box.left, y), (x, box.top), (x, box.bottom))
            assert all(darkest(*edge) < 200 for edge in edges), box
            assert darkest(x, y, 2.5) == 255
    for x, y in places.corners:
        assert darkest(x, y) == 0
        assert darkest(x + 2.5, y) == darkest(x, y + 2.5) == 255
    for x in (places.code.left, places.code.right):
        assert darkest(x, places.code.top + 1) == 0


def test_the_version_in_the_code_is_that_of_the_places():
    """If this fails, sheets printed earlier can’t be read any more. Is the change worth that?"""
    places = places_of("any-game", "players=4")

    assert places.version == "01af66f6"
    assert replace(places, deals=places.deals + 0.1).version != places.version
    assert places_of("any-game", "players=4&names=Bartholomew").version == places.version


def test_a_sheet_is_read_in_the_language_in_which_it_was_printed(rf):
    """Its boxes are where the words of that language leave room for them."""
    game, versions = catalogue().variant("contract-rummy"), set()
    for language, page in (("en", "/sheets/"), ("de", "/de/sheets/"), ("es", "/es/sheets/")):
        form = BlankSheetForm.of_variant(game, QueryDict("players=4"))
        with override(language):
            _wanted, sheet = _blank_sheet(rf.get("/"), form)
        assert sheet.address.startswith(f"http://testserver{page}contract-rummy/?players=4&")

        with override("es"):
            versions.add(_places(sheet.address, game).version)
    assert len(versions) > 1


@pytest.fixture
def without_packages(monkeypatch):
    """Make the optional packages unavailable."""
    monkeypatch.setitem(sys.modules, "zxingcpp", None)


def test_there_is_only_the_grid_without_the_packages(phone, game, without_packages):
    page = get(phone, reverse("from-paper", args=[game.code]))

    assert page.form(reverse("from-paper", args=[game.code]))
    assert reverse("sheet-photo", args=[game.code]) not in page.html
    assert phone.get(reverse("sheet-photo", args=[game.code])).status_code == 404
    assert send(phone, game, png(40)).status == 404
