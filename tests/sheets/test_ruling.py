"""The background image of a pad: positions of its lines, cards and marks, worked out by hand."""

from urllib.parse import unquote
from xml.etree import ElementTree as ET

import pytest

from scorekeeper.printing.papers import USUAL
from scorekeeper.sheets.ruling import PICTURE, Grid, Rows, ruling

# A column of 10 mm, then two sides of 20, each divided after 12.
TWO = Grid(columns=(10.0,), hand=None, side=20.0, sides=2, within=(12.0,))
# No marks for one side in two deals.
ONE = (("",), ("",))


def rows(**changed):
    usual = {
        "names": 11.0,
        "head": 15.5,
        "brought": 0.0,
        "deals": (10.0, 12.0),
        "under": (0.0, 0.0),
        "signs": (("", ""), ("", "")),
        "sums": (8.5, 9.0),
    }
    return Rows(**usual | changed)


def drawn(grid, rows):
    """Return the image’s paths by their width in points. Dots have width 0."""
    address = ruling(grid, rows, USUAL)
    assert address.startswith(PICTURE)
    picture = ET.fromstring(unquote(address.removeprefix(PICTURE)))
    size = (picture.get("width"), picture.get("height"), picture.get("viewBox"))
    paths = {
        round(float(path.get("stroke-width", 0)) * 72 / 25.4, 2): path.get("d") for path in picture
    }
    return size, paths


def test_lines_stand_between_rows_and_columns():
    size, paths = drawn(TWO, rows())

    assert size == ("50.00mm", "55.00mm", "0 0 50.00 55.00")
    assert paths == {
        1.5: "M0 0.00H50.00M0 55.00H50.00",
        1.0: "M0 15.50H50.00M0 37.50H50.00",
        0.4: "M0 25.50H50.00M0 46.00H50.00",
        0.6: "M10.00 0.00V55.00M30.00 0.00V55.00",
        0.25: "M22.00 11.00V37.50M42.00 11.00V37.50",
    }


def test_what_is_brought_forward_has_no_columns_but_sides():
    grid = Grid(columns=(10.0, 25.0), hand=None, side=20.0, sides=1, within=(12.0,))

    _, paths = drawn(grid, rows(brought=8.5, sums=(), signs=ONE))

    assert paths == {
        1.5: "M0 0.00H45.00M0 46.00H45.00",
        1.0: "M0 15.50H45.00",
        0.4: "M0 24.00H45.00M0 34.00H45.00",
        0.6: "M10.00 0.00V15.50M10.00 24.00V46.00M25.00 0.00V46.00",
        0.25: "M37.00 11.00V15.50M37.00 24.00V46.00",
    }


def test_cards_stand_in_the_middle_of_their_cells_with_what_is_under_them():
    grid = Grid(columns=(10.0, 18.0), hand=1, side=20.0, sides=1, within=())

    _, paths = drawn(grid, rows(under=(0.0, 3.0), signs=ONE))

    # A card 5.4 wide, in a column 8 wide that starts at 10, starts at 11.3, and its upper edge
    # starts 0.8 further right. A card 7 high is 1.5 below the line at 15.5 in a row of 10, and 1
    # below the line at 25.5 in a row of 12 with 3 below it.
    first, second = paths[0.5].split("z")[:2]
    assert first.startswith("M12.10 17.00h3.80a")
    assert second.startswith("M12.10 26.50h3.80a")
    assert "v5.40a" in first


@pytest.mark.parametrize(
    ("sign", "outline", "dot"),
    [
        # 8 points are 2.822 mm. The centre is 1.341 to the right of a corner at 10.6, 15.9, and
        # 1.298 below it.
        ("●", None, "M10.83 17.20a"),
        ("☐", "M10.92 16.18h2.03v2.03h-2.03z", None),
        ("☒", "M10.92 16.18h2.03v2.03h-2.03zM10.92 16.18l2.03 2.03M10.92 18.21l2.03 -2.03", None),
        ("—", None, "M10.81 17.20h2.26v0.40h-2.26z"),
        ("✓", "M10.95 17.40l0.69 0.79l1.28 -1.98", None),
    ],
)
def test_marks_stand_in_the_corner_of_their_side(sign, outline, dot):
    _, paths = drawn(TWO, rows(signs=((sign, ""), ("", ""))))

    assert paths.get(0.5) == outline
    assert (paths.get(0) or "").startswith(dot or "")
    assert bool(paths.get(0)) == bool(dot)
