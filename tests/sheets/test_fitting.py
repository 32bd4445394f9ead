"""Fitting sheets to their paper.

The numbers were worked out by hand from the values in papers.py.
"""

import re
from dataclasses import replace

import pytest

from rules.engine.catalogue import catalogue
from rules.engine.snapshots import load_ruleset
from scorekeeper.printing.papers import LARGE, PAPERS, USUAL, PrintOptions
from scorekeeper.sheets.columns import Name, _fit_names
from scorekeeper.sheets.layout import blank_sheet
from scorekeeper.sheets.measure import FontMetrics, Widths
from scorekeeper.sheets.page_breaks import stretch
from scorekeeper.sheets.pdf import fit_sheet
from scorekeeper.sheets.sheet import SheetCell, SumRow
from tests.sheets.samples import chart_of, filled, widest

A4 = PrintOptions()
# A letter’s width is half its size: 2.117 mm at 12 points, 1.235 mm at 7.
HALF_EM = FontMetrics(Widths({ord(letter): 0.5 for letter in "abc -…"}))


def blank(slug, names):
    return blank_sheet(catalogue().variant(slug).standard, names)


def page_for(slug, players, printing=A4):
    return fit_sheet(blank(slug, [""] * players), printing)


def many_deals(count):
    plain = catalogue().variant("contract-rummy").standard.model_dump(mode="json")
    plain["deals"] = [{**plain["deals"][0], "number": number} for number in range(1, count + 1)]
    return load_ruleset(plain)


def size_of(page, selector):
    """Return the size in points set by the page’s stylesheet."""
    rule = next(line for line in page.css.splitlines() if line.startswith(f"{selector} {{"))
    return float(re.search(r"font-size: ([\d.]+)pt", rule)[1])


# Orientation


@pytest.mark.parametrize(
    ("slug", "sides", "printing", "size"),
    [
        ("contract-rummy", 4, A4, (210, 297)),
        ("contract-rummy", 5, PrintOptions("letter"), (215.9, 279.4)),
        ("progressive-rummy", 5, A4, (210, 297)),
        ("may-i", 5, A4, (210, 297)),
        ("may-i", 8, A4, (297, 210)),
        ("contract-rummy-eight", 8, PrintOptions("letter"), (279.4, 215.9)),
        ("any-game", 12, A4, (297, 210)),
        # The number of deals is unknown, and portrait has room for more of them.
        ("euchre", 2, A4, (210, 297)),
        ("hearts", 4, A4, (210, 297)),
        ("contract-rummy", 4, PrintOptions(turn="landscape"), (297, 210)),
        ("may-i", 8, PrintOptions(turn="portrait"), (210, 297)),
        # In portrait, not even one side fits in large print.
        (
            "progressive-rummy",
            5,
            PrintOptions("half-letter", "portrait", large=True),
            (215.9, 139.7),
        ),
    ],
    ids=str,
)
def test_a_leaf_is_upright_until_the_columns_grow_narrow(slug, sides, printing, size):
    page = page_for(slug, sides, printing)

    assert (page.width, page.height) == size


@pytest.mark.parametrize("paper", PAPERS)
def test_every_paper_keeps_a_margin_of_more_than_ten_millimetres(paper):
    assert PAPERS[paper].margin > 10


# Names


@pytest.mark.parametrize(
    ("names", "size", "lines"),
    [
        # 9 letters take 19.05 mm of 20
        (["abcabcabc", "ab"], 12, (("abcabcabc",), ("ab",))),
        # 10 letters take 21.2 mm, and 19.4 at 11 points
        (["abcabcabca", "ab"], 11, (("abcabcabca",), ("ab",))),
        # 12 letters fit in one line at 9 points, in two at 11
        (["abcab cabcab"], 11, (("abcab", "cabcab"),)),
        (["abcabc-abcabc"], 11, (("abcabc-", "abcabc"),)),
        # 14 letters that can’t be broken: the largest size is 8 points, in 19.75 mm
        (["abcabcabcabcab"], 8, (("abcabcabcabcab",),)),
        # 24 letters: 16 of them at 7 points take 19.76 mm
        (["a" * 24, "ab"], 7, (("a" * 16, "a" * 8), ("ab",))),
        # of 51 letters, 48 fit in three lines of 16, and the ellipsis replaces one of these
        (["a" * 51, "ab"], 7, (("a" * 16, "a" * 16, "a" * 15 + "…"), ("ab",))),
        ([""], 12, ((),)),
    ],
)
def test_names_shrink_then_wrap_then_are_cut(names, size, lines):
    fitted = tuple(Name(each, size) for each in lines)

    assert _fit_names(names, 20.0, HALF_EM, USUAL) == (size, fitted)


@pytest.mark.parametrize(
    ("names", "stand"),
    [
        # Eight letters at 16 points take 22.58 mm, eleven at 12 points 23.28
        (["abcabcab", "ab"], [(("abcabcab",), 16), (("ab",), 16)]),
        # Nine take 25.4 mm at 16 points and 22.23 at 14
        (["abcabcabc", "ab"], [(("abcabcabc",), 14), (("ab",), 16)]),
        (["abcabcabcab abc", "ab"], [(("abcabcabcab", "abc"), 12), (("ab",), 16)]),
        # Twelve don’t even fit at 12 points: eleven letters, and one on the second line
        (["abcabcabcabc", "ab"], [(("abcabcabcab", "c"), 12), (("ab",), 16)]),
    ],
)
def test_in_large_print_a_long_name_alone_is_set_smaller_before_it_is_broken(names, stand):
    size, fitted = _fit_names(names, 23.5, HALF_EM, LARGE)

    assert size == 16
    assert [(name.lines, name.size) for name in fitted] == stand


def test_a_long_name_has_its_own_size_on_the_sheet():
    names = ["Maximiliane von Hohen", "Bob", "Cleo", "Dee"]

    page = fit_sheet(blank("hearts", names), PrintOptions(large=True))

    assert names_of(page) == [("Maximiliane", "von Hohen"), ("Bob",), ("Cleo",), ("Dee",)]
    assert [side.size_class for side in page.leaves[0].sides] == ["name-140", "", "", ""]
    assert ".names .name-140 { font-size: 14.0pt }" in page.css


def names_of(page):
    return [side.name for side in page.leaves[0].sides]


def sides_of(leaf):
    return [side.number for side in leaf.sides]


def test_short_names_stand_large_in_one_line():
    page = fit_sheet(blank("contract-rummy", ["Ann", "Bob", "", "Dee"]), A4)

    assert page.name_size == 12
    assert names_of(page) == [("Ann",), ("Bob",), (), ("Dee",)]


def test_a_word_that_cannot_fit_ends_in_an_ellipsis():
    page = fit_sheet(widest("may-i"), A4)

    assert page.name_size == 7
    assert names_of(page)[11][-1].endswith("…")
    assert names_of(page)[4] == ("Nguyễn Thị", "Ánh Nguyệt Ýê")


def test_the_ellipsis_of_a_hebrew_name_is_on_its_left():
    # A guessed letter is 0.8 and a point 0.5 times the size, so two letters fit into 7.5 mm.
    assert HALF_EM.chop("יוסף", 10, 7.5, 1) == ["יו…\u200f"]
    assert HALF_EM.chop("abcabc", 10, 5.5, 1) == ["ab…"]


@pytest.mark.parametrize(
    ("printing", "hints"),
    [
        (PrintOptions("a5"), ()),
        (PrintOptions(large=True), ()),
        (PrintOptions("letter", large=True), ()),
        (
            PrintOptions("a5", large=True),
            ("Large print works best on A4 or US Letter. Here, each copy takes 5 pages.",),
        ),
    ],
)
def test_large_print_on_small_paper_is_advised_against(printing, hints):
    names = ["Ann", "Bob", "Cai", "Dee"]

    assert fit_sheet(blank("contract-rummy", names), printing).hints == hints


# Rows


def test_rows_fill_the_leaf():
    page = page_for("contract-rummy", 4)

    # 297 minus two margins of 12, title 11, subtitle 4, lines 8, gap 4, names 11, parts 4.5 and
    # folio 4.5
    assert page.room == 226
    # minus two rows of totals of 8.5, a gap of 4 and a legend of seven lines of 3.5 leave 180.5 for
    # seven rows
    assert [row.height for row in page.leaves[0].rows] == [25.78] * 7


def test_a_row_that_needs_more_gets_it():
    assert stretch([8, 8, 14, 8], 42) == (9.33, 9.33, 14, 9.33)
    assert stretch([8, 8], 10) == (8, 8)
    # This is slightly less than available, so that the rows never add up to more.
    assert stretch([8, 8], 31) == (15.49, 15.49)


def test_a_game_of_a_hundred_deals_goes_on_overleaf():
    page = fit_sheet(blank_sheet(many_deals(100), [""] * 4), A4)

    # A row needs 8 for its card. The first page has 226 minus 8.5 for the carry line, the next
    # pages have 242 minus 17, and the last has 242 minus 8.5, the totals of 17 and a legend of
    # 28.5. So four pages are enough, and 26 + 27 + 27 + 20 rows of 8.15 fill them. With 8.4, the
    # next larger height to try, three pages would have 25 + 26 + 26 rows, and the other 23 need
    # more than the 188 of the last page.
    assert [len(leaf.rows) for leaf in page.leaves] == [26, 27, 27, 20]
    assert [bool(leaf.brought) for leaf in page.leaves] == [False, True, True, True]
    assert [[row.label for row in leaf.sums] for leaf in page.leaves] == [
        *[["Carried over"]] * 3,
        ["Total", "Place"],
    ]
    assert [len(leaf.legend) for leaf in page.leaves] == [0, 0, 0, 3]
    assert [leaf.is_first for leaf in page.leaves] == [True, False, False, False]
    assert [leaf.folio for leaf in page.leaves] == [""] * 4
    assert [leaf.folio for (leaf,) in page.pages] == [
        f"page {number} of 4 · Contract Rummy" for number in (1, 2, 3, 4)
    ]


def test_an_open_game_has_as_many_rows_as_fit():
    page = page_for("any-game", 4)

    # 226 minus totals of 17, a gap of 4 and a one-line legend of 3.5 leaves 201.5, or 21 rows of
    # 9.5
    assert len(page.leaves[0].rows) == 21


def test_a_row_of_one_deal_has_its_sums_below_it():
    plain = catalogue().variant("contract-rummy").standard.model_dump(mode="json")
    sheet = blank_sheet(load_ruleset(plain | {"deals": plain["deals"][:1]}), [""] * 4)

    (leaf,) = fit_sheet(sheet, A4).leaves

    assert len(leaf.rows) == 1
    assert [row.label for row in leaf.sums] == ["Total", "Place"]


# Columns


def test_sides_that_have_no_room_stand_on_a_leaf_of_their_own():
    page = page_for("any-game", 12, PrintOptions("a5"))

    assert [sides_of(leaf) for leaf in page.leaves] == [[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12]]
    assert [len(leaf.sums) for leaf in page.leaves] == [2, 2]


def test_contracts_and_rules_give_way_to_sides():
    page = page_for("hearts", 4, PrintOptions(large=True, turn="portrait"))
    leaves = [sides_of(leaf) for leaf in page.leaves if leaf.rows]

    # 186 minus 12 for the deal, 18 for the moon and 30 for its rules leaves 31.5 for each of four
    # sides, which need 30.5 in large print.
    assert leaves == [[1, 2, 3, 4]]


def test_what_is_noted_has_a_share_of_what_is_to_spare():
    wide, narrow = page_for("euchre", 2), page_for("indian-rummy", 10)

    # 12 for a name and 0.8 extra
    assert "col.noted-0 { width: 21.60mm }" in wide.css
    assert "col.noted-0 { width: 21.60mm }" not in narrow.css


def test_figures_shrink_until_they_fit():
    wide = fit_sheet(filled(blank("any-game", [""] * 12)), PrintOptions(turn="landscape"))
    few = fit_sheet(filled(blank("any-game", ["", ""])), A4)

    assert size_of(few, ".deals .told") == 14
    # A column of 21.7 mm has room for “−1250*” and one more digit, and for “10480”, with 1.2 mm to
    # spare. That leaves 20.5, or 19.88 without a thirtieth, so each of twelve characters may take
    # 1.657, which is 0.45 em at 10.4 points.
    assert size_of(wide, ".deals .told") == 10.4


def test_no_figures_have_their_usual_size():
    cell = SheetCell()
    sheet = blank("any-game", ["", ""])
    empty = replace(sheet, rows=tuple(replace(row, cells=(cell, cell)) for row in sheet.rows))

    assert size_of(fit_sheet(empty, PrintOptions("a5")), ".deals .told") == 14


def test_a_long_label_of_a_sum_has_two_lines():
    sheet = replace(blank("any-game", ["", ""]), sums=(SumRow("Settlement (pennies)", ("", "")),))

    page = fit_sheet(sheet, PrintOptions("a5"))

    # One column, as wide as the longer word, is to the left of the sides’ columns.
    (row,) = page.leaves[0].sums
    assert (row.label, row.values) == ("Settlement (pennies)", ("", ""))
    # Two lines of 9 points, each a quarter taller than its letters, and 1 to spare
    assert row.height == 8.94


# Positions


def test_a_legend_that_has_no_room_stands_overleaf():
    page = page_for("dice-boxes", 4, PrintOptions("a5", turn="portrait"))

    # 129.5 minus 17 for the totals leaves 112.5, which 15 rows of 7.5 fill.
    assert [len(leaf.rows) for leaf in page.leaves] == [15, 0]
    assert [bool(leaf.legend) for leaf in page.leaves] == [False, True]


def test_the_legend_begins_in_its_first_column():
    (leaf,) = page_for("any-game", 4).leaves

    assert [[block.label for block in blocks] for blocks in leaf.legend] == [["●"], [], []]


def labels_of(page):
    return [block.label for leaf in page.leaves for blocks in leaf.legend for block in blocks]


def test_rules_of_a_deal_stand_in_the_legend_of_large_print_where_contracts_have_the_column():
    usual, large = (
        page_for("contract-rummy", 4, PrintOptions(large=large)) for large in (False, True)
    )
    deals = ["Deal 3", "Deal 6", "Deal 7"]

    assert [label for label in labels_of(large) if label.startswith("Deal")] == deals
    assert [bool(row.notes) for leaf in large.leaves for row in leaf.rows] == [False] * 7
    assert [label for label in labels_of(usual) if label.startswith("Deal")] == []
    assert [bool(row.notes) for row in usual.leaves[0].rows] == [
        False, False, True, False, False, True, True,
    ]  # fmt: skip


def test_rules_of_a_deal_stay_in_their_row_where_there_are_no_contracts():
    page = page_for("hearts", 4, PrintOptions(large=True))

    assert page.leaves[0].rows[0].notes == ("Pass three cards to the left.",)
    assert [label for label in labels_of(page) if label.startswith("Deal")] == []


def test_house_rules_stand_under_the_title_where_one_line_does():
    sheet = blank("contract-rummy", [""] * 4)
    short = fit_sheet(replace(sheet, house_rules=("No jokers",)), A4)
    many = fit_sheet(replace(sheet, house_rules=("Many a rule of the house",) * 12), A4)

    assert short.house_text == "House rules: No jokers"
    assert "House rules" not in labels_of(short)
    assert many.house_text == ""
    assert "House rules" in labels_of(many)


def test_a_long_title_shrinks_and_then_wraps():
    sheet = blank("contract-rummy", [""] * 4)
    usual = fit_sheet(sheet, A4)
    long = fit_sheet(replace(sheet, title="Rummy of the Seven Deals " * 2), A4)
    longer = fit_sheet(replace(sheet, title="Rummy of the Seven Deals " * 3), A4)

    assert size_of(usual, "h1") == 26
    assert 15.6 < size_of(long, "h1") < 20
    assert long.room == usual.room
    # Six tenths of 26 points, in two lines of 6.55 instead of one line of 11
    assert size_of(longer, "h1") == 15.6
    assert longer.room == pytest.approx(usual.room + 11 - 2 * 15.6 * 0.42)


def test_a_folio_that_is_too_long_leaves_out_the_title():
    sheet = replace(blank("contract-rummy", [""] * 4), code="abcdefgh")
    usual = fit_sheet(sheet, A4)
    long = fit_sheet(replace(sheet, title="Rummy of the Seven Deals " * 7), PrintOptions(copies=2))

    assert usual.pages[0][0].folio == "Contract Rummy · Game abcdefgh"
    assert [leaf.folio for page in long.pages for leaf in page] == [
        "copy 1 of 2 · Game abcdefgh",
        "copy 2 of 2 · Game abcdefgh",
    ]


def test_two_leaves_stand_beside_each_other_to_be_cut():
    page = page_for("euchre", 2, PrintOptions("a5-pair", copies=3))

    assert [len(leaves) for leaves in page.pages] == [2, 1]
    assert (page.width, page.height) == (148.5, 210)
    assert "@page { size: 297.0mm 210.0mm }" in page.css


def test_a_picture_is_as_high_as_its_rows():
    sheet = replace(blank("contract-rummy", [""] * 4), chart=chart_of(["Ann", "Bob"], 7))
    page = fit_sheet(sheet, PrintOptions(picture=True))

    assert len(page.leaves) == 1
    # The last deal has a line of 4.4 for its contract, three lines of 3 for its rules, and 1 to
    # spare.
    assert [row.height for row in page.leaves[0].rows] == [11, 11, 11, 11, 11, 11, 14.4]
    # Margins 24, title 11, subtitle 4, gap 4, names 11, parts 4.5, folio 4.5, totals 17
    assert page.height == pytest.approx(24 + 11 + 4 + 4 + 11 + 4.5 + 4.5 + 80.4 + 17)
    assert labels_of(page) == []
    assert not page.has_lines
