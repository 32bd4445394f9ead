"""Names with characters that no system font has."""

import logging
import subprocess
import sys

import pytest

from rules.engine.catalogue import catalogue
from scorekeeper.printing.papers import PrintOptions
from scorekeeper.sheets.fitting import fit_page
from scorekeeper.sheets.glyphs import (
    has_font,
    names_hint,
    numbered_names,
    printed,
    printed_name,
    unprinted,
)
from scorekeeper.sheets.layout import blank_sheet
from scorekeeper.sheets.measure import FontMetrics, Fonts, Widths
from scorekeeper.sheets.pdf import fit_sheet, render_pdf
from tests.sheets.pdfs import text_of

PLAIN = FontMetrics(Widths(dict.fromkeys([*range(32, 127), ord("ë")], 0.5)))
# A system whose only font has one smiling face and some Greek.
FACES = Fonts(PLAIN, PLAIN, FontMetrics(Widths({ord("♥"): 1.0})), others="☺αβγ".__contains__)
MANY = ["🎉Zoë🎲", "李小龙", "Li 李", "👩\u200d🚀 Ann", "☺️", "1️⃣", "😀", "Ёжик", "محمد", "한국"]

# Eight threads of a new process ask at once, and take turns as often as possible.
AT_ONCE = """
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from scorekeeper.sheets.glyphs import has_font
import weasyprint.text.ffi

def ask(number):
    together.wait()
    return has_font("A")

together = Barrier(8)
sys.setswitchinterval(1e-6)
with ThreadPoolExecutor(8) as pool:
    print(len(set(pool.map(ask, range(8)))))
"""


@pytest.mark.parametrize(
    ("name", "stands"),
    [
        ("Ann", "Ann"),
        ("🎉Zoë🎲", "Zoë"),
        ("🎉 Zoë 🎲 B", "Zoë B"),
        ("👩\u200d🚀 Ann", "Ann"),
        ("👍🏽Bo", "Bo"),
        ("❤️1", "1"),
        ("☺️ Ann", "☺️ Ann"),
        ("A♥B", "A♥B"),
        ("Li 李", "Li"),
        ("αβγ", "αβγ"),
        ("♥🎉", ""),
        ("🎉", ""),
        ("李小龙", ""),
        ("", ""),
    ],
)
def test_what_has_no_font_is_left_out_of_a_name(name, stands):
    assert printed_name(name, FACES) == stands


@pytest.mark.parametrize(
    ("names", "told", "packages"),
    [
        (["Ann", "🎉Zoë🎲", "☺️", ""], "", ""),
        (["Ann", "李小龙"], "“李小龙”", "fonts-noto-cjk"),
        (
            ["Li 李", "🎉🎲", "Ёж"],
            "“Li 李”, “🎉🎲” and “Ёж”",
            "fonts-noto, fonts-noto-cjk and fonts-noto-color-emoji",
        ),
    ],
)
def test_names_that_lose_a_letter_or_all_are_told_with_what_would_help(names, told, packages):
    hint = (
        f"This server has no font for some letters of {told}. Write them by hand."
        f" On Debian, installing {packages} would help."
    )

    assert names_hint(names, FACES) == (hint if told else "")


def test_a_name_of_which_nothing_is_left_is_called_by_its_column():
    assert numbered_names(["Ann", "李", "🎉Zoë", "李小龙", ""], FACES) == [
        ("李小龙", "No. 4"),
        ("李", "No. 2"),
    ]


def test_spaces_and_signs_without_a_shape_need_no_font():
    assert unprinted("A\u00a0\u200d\ufe0f\n B", FACES) == ""
    assert printed("<b>李&amp;A</b>", FACES) == "<b>&amp;A</b>"


def test_no_font_has_a_character_that_there_is_not():
    assert not has_font("\u0378")


def test_no_crossed_out_box_is_drawn(caplog):
    sheet = blank_sheet(catalogue().variant("any-game").standard, MANY)

    with caplog.at_level(logging.WARNING, "weasyprint"):
        pdf = render_pdf(sheet, PrintOptions(turn="landscape"))

    assert "Zoë" in text_of(pdf)
    assert [record.getMessage() for record in caplog.records if "notdef" in record.msg] == []


def test_the_page_tells_of_names_that_are_not_whole():
    names = ["🎉Zoë🎲", "Ann", "", ""]

    page = fit_sheet(
        blank_sheet(catalogue().variant("contract-rummy").standard, names), PrintOptions()
    )

    assert page.hints == ()
    assert [side.name[-1:] for side in page.leaves[0].sides][1:] == [("Ann",), (), ()]


def test_the_sheet_says_which_columns_have_to_be_named_by_hand():
    sheet = blank_sheet(catalogue().variant("any-game").standard, ["李", "Ann", "🎉", "Li 李"])
    page = fit_page(sheet, PrintOptions(), FACES)

    (leaf,) = page.leaves
    blocks = [block for column in leaf.legend for block in column]
    assert (blocks[0].label, blocks[0].text) == (
        "No. 1 and No. 3",
        "These names can’t be printed here. Write them by hand.",
    )
    assert [(side.number, side.name) for side in leaf.sides] == [
        (1, ()),
        (2, ("Ann",)),
        (3, ()),
        (4, ("Li",)),
    ]


def test_a_sheet_that_prints_every_name_says_nothing_of_fonts():
    sheet = blank_sheet(catalogue().variant("any-game").standard, ["Ann", "", "🎉Zoë"])

    (leaf,) = fit_page(sheet, PrintOptions(), FACES).leaves

    assert not [block for column in leaf.legend for block in column if "font" in block.text]


def test_the_first_requests_for_sheets_may_come_at_once():
    for _ in range(3):
        asked = subprocess.run(
            [sys.executable, "-c", AT_ONCE], capture_output=True, text=True, check=False
        )
        assert (asked.stdout, asked.returncode) == ("1\n", 0), asked.stderr
