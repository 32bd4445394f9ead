"""Numbers in a side’s cell. A letter’s width is half its size."""

import string
from dataclasses import replace

import pytest

from rules.engine.catalogue import catalogue
from scorekeeper.printing.papers import USUAL
from scorekeeper.sheets.layout import blank_sheet
from scorekeeper.sheets.measure import FontMetrics, Fonts, Widths
from scorekeeper.sheets.scores import Scores
from scorekeeper.sheets.sheet import SheetCell

HALF_EM = FontMetrics(Widths({ord(letter): 0.5 for letter in f"{string.printable}−●☐"}))
FACES = Fonts(HALF_EM, HALF_EM, HALF_EM, "".__contains__)


def scores_of(slug, *cells):
    sheet = blank_sheet(catalogue().variant(slug).standard, ["", "", ""])
    row = replace(sheet.rows[0], cells=cells or (SheetCell(),) * 3)
    return Scores(replace(sheet, rows=(row,)), USUAL, FACES)


def test_figures_stand_under_figures():
    ten = SheetCell(points="10", total="120")
    five = SheetCell(points="5", total="−15")
    scores = scores_of("any-game", ten, five, SheetCell())

    # At 14 points, a digit is 2.469 mm wide. “points” needs 8.29, and three digits of the total
    # need 8.84. The points get 0.58 of the 22.87 that are left of 40.
    column = scores.column(40.0, 14.0)

    assert column.edges == (pytest.approx(21.55, abs=0.01),)
    # The total has 11.04 to spare in 18.45. The middle of its field is 13.82, or almost six digits,
    # from the end of two digits that are centred in the points’ field.
    assert column.after == pytest.approx(5.52, abs=0.01)
    assert column.gaps == (6,)
    assert scores.text(ten, column.gaps) == "10      120"
    assert scores.text(five, column.gaps) == " 5      −15"
    assert scores.text(SheetCell(), column.gaps) == ""


def test_a_mark_of_what_was_corrected_moves_no_figure():
    right = SheetCell(points="10", total="120")
    wrong = replace(right, is_corrected=True)
    scores = scores_of("any-game", right, wrong, right)

    assert scores.text(right, (2,)) == "10   120"
    assert scores.text(wrong, (2,)) == "10*  120"


def test_what_is_noted_stands_before_the_points():
    cell = SheetCell(points="13", total="113", noted=("3", "3"))
    scores = scores_of("oh-hell", cell, replace(cell, noted=("10", "")), SheetCell())

    assert [field.label for field in scores.fields] == ["Bid", "Made", "points", "total"]
    assert scores.text(cell, (2, 1, 3)) == " 3  3 13   113"
    assert scores.text(replace(cell, noted=("10", "")), (2, 1, 3)) == "10    13   113"


def test_labels_stand_over_the_middle_of_their_fields():
    # Fields of 23.2 and 16.8 and letters of 1.147: “points”, 6.88, starts 8.16 or 7 spaces from the
    # left; “total”, 5.73, ends 5.53 from the right and starts at 28.74, which is 12 more.
    assert (
        scores_of("any-game").column(40.0, 14.0).labels == " " * 7 + "points" + " " * 12 + "total"
    )


def test_an_empty_side_has_more_room_for_points_than_for_totals():
    column = scores_of("any-game").column(40.0, 14.0)

    # “points” needs 8.29 and “total” needs 7.11. Of the remaining 24.6, 0.58 is 14.27.
    assert column.edges == (pytest.approx(22.56, abs=0.01),)


def test_figures_are_as_large_as_the_narrowest_field_allows():
    cell = SheetCell(points="−1250", total="10480")
    scores = scores_of("any-game", cell, cell, cell)

    # Six digits and five digits, each 0.1764 mm times its size plus a thirtieth, and 1.2 to spare.
    assert scores.size(40.0) == 14
    assert scores.size(24.0) == 11.3
    assert scores.size(8.0) == USUAL.figure
