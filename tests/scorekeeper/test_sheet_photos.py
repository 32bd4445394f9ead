"""Photographs of blank sheets that have been filled in by hand."""

import sys
from dataclasses import replace

import cv2
import numpy as np
import pytest
import segno
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from scorekeeper.forms.finished_sheets import FinishedSheetForm
from scorekeeper.photos import MOST_PIXELS
from scorekeeper.photos.reading import Reading
from scorekeeper.photos.sheets import checked
from scorekeeper.queries.stored import stored_game
from tests.factories import GameFactory, RoundFactory
from tests.scorekeeper.pages import Page, get
from tools.digits.blank_sheets import SITE, blank_sheet, places_of

NAMES = ("Ann", "Bob", "Cai", "Dee")
ROWS = ((30, 0, 47, 25), (12, 35, 0, 64), (0, 28, 73, 46))
SCALE = 7.5  # pixels for each millimetre
BROWN = (60, 80, 120)


@pytest.fixture
def game(group):
    return GameFactory(group=group)


# The numbers, as they were read


def reading(text):
    """Return a reading: ``47`` is sure, ``47?`` isn’t, and ``1/7`` is 1 rather than 7."""
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


def write(page, box, text):
    """Write a number into a box, with strokes like those of a pen."""
    at = round((box.left + 1.2) * SCALE), round((box.top + box.bottom) / 2 * SCALE + 3 * SCALE)
    cv2.putText(page, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.25 * SCALE, (120, 50, 20), 4)


def photographed(page):
    """Return the page on a table, seen from the side and under uneven light, as a JPEG."""
    height, width = page.shape[:2]
    edges = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    corners = np.array([[130, 170], [1450, 100], [1520, 2010], [70, 1940]], np.float32)
    way = cv2.getPerspectiveTransform(edges, corners)
    size = (1620, 2110)
    small = cv2.warpPerspective(cv2.GaussianBlur(page, (0, 0), 0.8), way, size, borderValue=BROWN)
    light = np.linspace(1.0, 0.55, size[0], dtype=np.float32)[None, :, None]
    return cv2.imencode(".jpg", (small * light).astype(np.uint8))[1].tobytes()


@pytest.fixture(scope="module")
def photo():
    sheet = blank_sheet("contract-rummy", "players=4&names=A,B,C,D", SCALE)
    page = sheet.page.astype(np.uint8)
    for boxes, numbers in zip(sheet.places.points, ROWS, strict=False):
        for box, number in zip(boxes, numbers, strict=True):
            write(page, box, str(number))
    return photographed(page)


def send(client, game, data):
    url = reverse("sheet-photo", args=[game.code])
    return Page(client.post(url, {"photo": SimpleUploadedFile("sheet.jpg", data)}))


def cells(page, game):
    """Return the texts of the grid’s cells that aren’t blank."""
    sent = page.form(reverse("from-paper", args=[game.code]))
    return {name: text for name, text in sent.items() if name.startswith("cell-") and text}


def test_what_is_written_on_a_photograph_is_in_the_grid(phone, game, photo):
    page = send(phone, game, photo)

    assert cells(page, game) == {
        f"cell-{deal}-{key}": str(number)
        for deal, numbers in enumerate(ROWS, 1)
        for key, number in enumerate(numbers, 1)
    }
    assert not game.rounds.exists()
    sent = page.form(reverse("from-paper", args=[game.code]))
    saved = phone.post(reverse("from-paper", args=[game.code]), sent)
    assert saved.status_code == 302, Page(saved).texts("p", class_="problem")
    assert game.rounds.count() == len(ROWS)


def test_deals_that_have_been_entered_are_left_out(phone, game, photo):
    RoundFactory(game=game)

    page = send(phone, game, photo)

    assert cells(page, game) == {
        f"cell-{deal}-{key}": str(number)
        for deal, numbers in enumerate(ROWS[1:], 2)
        for key, number in enumerate(numbers, 1)
    }


@pytest.mark.parametrize(
    "other",
    [
        ("may-i", NAMES, "This is the sheet of another game."),
        ("contract-rummy", NAMES[:3], "This sheet has a different number of columns."),
    ],
)
def test_sheets_that_do_not_fit_the_game(phone, group, photo, other):
    variant, names, problem = other
    game = GameFactory(group=group, variant=variant, names=names)

    page = send(phone, game, photo)

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


def test_a_corner_that_cannot_be_seen(phone, game, photo):
    picture = cv2.imdecode(np.frombuffer(photo, np.uint8), cv2.IMREAD_GRAYSCALE)
    hidden = cv2.imencode(".png", picture[:1700])[1].tobytes()

    assert "A black square in the corners can’t be seen." in send(phone, game, hidden).words


# Sheets


def test_the_version_in_the_code_is_that_of_the_places():
    """If this fails, sheets printed earlier can’t be read any more. Is the change worth that?"""
    places = places_of("any-game", "players=4")

    assert places.version == "01af66f6"
    assert replace(places, deals=places.deals + 0.1).version != places.version
    assert places_of("any-game", "players=4&names=Bartholomew").version == places.version


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
