"""Photographs of blank sheets that have been filled in by hand."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import QueryDict
from django.urls import reverse

from rules.engine.catalogue import catalogue
from scorekeeper.forms.printed_sheets import BlankSheetForm
from scorekeeper.printing.requests import unnamed_query
from scorekeeper.sheets.pdf import fit_sheet, render_png
from scorekeeper.sheets.places import LAYOUT
from scorekeeper.sheets.requested import requested_blank
from tests.factories import GameFactory
from tests.scorekeeper.pages import Page

cv2 = pytest.importorskip("cv2")
np = pytest.importorskip("numpy")

WIDTH = 2100  # pixels
ROWS = ((30, 0, 47, 25), (12, 35, 0, 64), (0, 28, 73, 46))
BROWN = (60, 80, 120)


def sheet_of(slug, query):
    """Return the blank sheet at this query as a picture, and the places of its boxes."""
    variant = catalogue().variant(slug)
    wanted = BlankSheetForm.of_variant(variant, QueryDict(query)).requested()
    path = reverse("order-sheet", args=[slug]) + unnamed_query(wanted, LAYOUT)
    sheet = requested_blank(wanted, address=f"https://cards.example.org{path}")
    png = render_png(sheet, wanted.printing, WIDTH)
    picture = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    return picture, fit_sheet(sheet, wanted.printing).places


def write(picture, places, box, text):
    """Write a number into a box, with strokes like those of a pen."""
    scale = picture.shape[1] / places.width
    at = round((box.left + 1.2) * scale), round((box.top + box.bottom) / 2 * scale + 3 * scale)
    cv2.putText(
        picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.25 * scale, (120, 50, 20), 6, cv2.LINE_AA
    )


def photographed(picture):
    """Return the page on a table, seen from the side and under uneven light, as a JPEG."""
    height, width = picture.shape[:2]
    corners = [[160, 210], [1790, 120], [1880, 2480], [90, 2390]]
    page = [[0, 0], [width, 0], [width, height], [0, height]]
    way = cv2.getPerspectiveTransform(np.float32(page), np.float32(corners))
    photo = np.full((2600, 2000, 3), BROWN, np.uint8)
    cv2.warpPerspective(picture, way, (2000, 2600), photo, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
    light = np.linspace(1.0, 0.55, 2000)[None, :, None]
    blurred = cv2.GaussianBlur(photo, (0, 0), 1) * light
    return cv2.imencode(".jpg", blurred.astype(np.uint8))[1].tobytes()


@pytest.fixture(scope="module")
def photo():
    picture, places = sheet_of("contract-rummy", "players=4&names=A,B,C,D")
    for boxes, numbers in zip(places.points, ROWS, strict=False):
        for box, number in zip(boxes, numbers, strict=True):
            write(picture, places, box, str(number))
    return photographed(picture)


def send(client, game, data, name="photo"):
    url = reverse("sheet-photo", args=[game.code])
    return Page(client.post(url, {name: SimpleUploadedFile("sheet.jpg", data)}))


def test_what_is_written_on_a_photograph_is_in_the_grid(phone, group, photo):
    game = GameFactory(group=group)

    page = send(phone, game, photo)

    sent = page.form(reverse("from-paper", args=[game.code]))
    assert {name: text for name, text in sent.items() if name.startswith("cell-") and text} == {
        f"cell-{deal}-{key}": str(number)
        for deal, numbers in enumerate(ROWS, 1)
        for key, number in enumerate(numbers, 1)
    }
    assert not game.rounds.exists()
    saved = phone.post(reverse("from-paper", args=[game.code]), sent)
    assert saved.status_code == 302, Page(saved).texts("p", class_="problem")
    assert game.rounds.count() == 3


@pytest.mark.parametrize(
    ("variant", "players", "problem"),
    [
        ("may-i", 4, "This is the sheet of another game."),
        ("contract-rummy", 3, "This sheet has a different number of columns."),
    ],
)
def test_sheets_that_do_not_fit_the_game(phone, group, photo, variant, players, problem):
    game = GameFactory(group=group, variant=variant, names=("Ann", "Bob", "Cai", "Dee")[:players])

    page = send(phone, game, photo)

    assert page.status == 422
    assert problem in page.words


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"GIF89a",
        b"\xff\xd8\xff",
        b"\xff\xd8\xff" + b"\x00" * 99,
        b"\x89PNG\r\n\x1a\n" + b"\xff" * 40,
    ],
)
def test_other_files_are_refused(phone, game, data):
    assert send(phone, game, data).status == 422


def test_a_blank_page_has_no_code(phone, game):
    data = cv2.imencode(".png", np.full((400, 300), 255, np.uint8))[1].tobytes()

    assert "The QR code of the sheet can’t be read." in send(phone, game, data).words
