import hashlib
import os
import subprocess
import sys
from io import BytesIO

import pytest
from django.conf import settings
from django.core.cache import cache
from pypdf import PdfReader

from rules.library import library
from scorekeeper.sheets.layout import blank_sheet
from scorekeeper.sheets.pdf import _press, render_pdf, sheet_key
from tests.sheets.pdfs import (
    blank_pdf,
    fonts_of,
    margins_of,
    names_of,
    squeezed,
    tables_of,
    text_of,
)

TABLES = [(slug, players) for slug in library().variants for players in tables_of(slug)]
ALL = [(slug, players, paper) for slug, players in TABLES for paper in ("a4", "letter")]


@pytest.fixture(scope="module", params=ALL, ids=lambda sheet: "-".join(map(str, sheet)))
def sheet(request):
    """Which sheet, and its PDF; of the module, so that all tests of one sheet follow each other."""
    return *request.param, blank_pdf(*request.param)


def test_a_blank_sheet_is_one_page_of_its_paper(sheet):
    _, _, paper, pdf = sheet

    sizes = [sorted(float(side) for side in page.mediabox[2:]) for page in _pages(pdf)]
    assert sizes == [pytest.approx({"a4": [595.3, 841.9], "letter": [612, 792]}[paper], abs=0.1)]


def test_a_blank_sheet_is_set_in_our_own_fonts(sheet):
    *_, pdf = sheet

    assert fonts_of(pdf) == {"Scorepad": True, "Scorepad-Bold": True, "Suits": True}


def test_a_blank_sheet_says_contracts_names_and_suits(sheet):
    slug, players, _, pdf = sheet
    ruleset = library().variant(slug).standard

    text = text_of(pdf)

    said = ["♠♥♦♣", ruleset.name, *names_of(slug, players)]
    said += [ruleset.contract_words(deal) for deal in ruleset.deals]
    said += [rule for deal in ruleset.deals for rule in deal.rules_at(players)]
    assert [words for words in said if squeezed(words) not in text] == []


def test_a_blank_sheet_keeps_clear_of_the_edges(sheet):
    *_, pdf = sheet

    assert min(margins_of(pdf)) >= 10


def _pages(pdf):
    return PdfReader(BytesIO(pdf)).pages


@pytest.mark.parametrize("slug", ["contract-rummy", "progressive-rummy", "liverpool-rummy"])
def test_rows_stretch_to_the_foot_of_the_page(slug):
    _, bottom, _, _ = margins_of(blank_pdf(slug, 4, "a4"))

    assert bottom <= 17


def test_a_sheet_has_title_language_and_tags():
    reader = PdfReader(BytesIO(blank_pdf("liverpool-rummy", 3, "a4")))

    assert reader.metadata.title == "Liverpool Rummy: score sheet"
    assert reader.root_object["/Lang"] == "en"
    assert reader.root_object["/MarkInfo"]["/Marked"].value is True
    assert "/CreationDate" not in reader.metadata


def test_the_same_sheet_gives_the_same_bytes():
    sheet = blank_sheet(library().variant("shanghai-rummy").standard, ["Ann", "", "Cleo"])
    first = render_pdf(sheet, "a4")
    cache.clear()

    again = render_pdf(sheet, "a4")

    assert again == first


def test_a_machine_without_any_fonts_gives_the_same_bytes(tmp_path):
    fontless = tmp_path / "fonts.conf"
    fontless.write_text("<fontconfig></fontconfig>")
    program = (
        "import django, hashlib; django.setup()\n"
        "from tests.sheets.pdfs import blank_pdf\n"
        "print(hashlib.sha256(blank_pdf('may-i', 8, 'letter')).hexdigest())"
    )

    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        capture_output=True,
        check=False,
        cwd=settings.BASE_DIR,
        env={**os.environ, "FONTCONFIG_FILE": str(fontless)},
        text=True,
    )

    here = hashlib.sha256(blank_pdf("may-i", 8, "letter")).hexdigest()
    assert (run.stderr, run.stdout.strip()) == ("", here)


def test_the_key_of_a_sheet_changes_with_what_is_on_it():
    ruleset = library().variant("may-i").standard
    keys = {
        sheet_key(blank_sheet(ruleset, ["", "", ""]), "a4"),
        sheet_key(blank_sheet(ruleset, ["", "", ""]), "letter"),
        sheet_key(blank_sheet(ruleset, ["", "", "", ""]), "a4"),
        sheet_key(blank_sheet(ruleset, ["Ann", "", ""]), "a4"),
        sheet_key(blank_sheet(ruleset, ["", "", ""], ["No jokers"]), "a4"),
    }

    assert len(keys) == 5
    assert sheet_key(blank_sheet(ruleset, ["", "", ""]), "a4") in keys


@pytest.mark.parametrize(
    "address",
    [
        "https://example.org/spy.css",
        "http://127.0.0.1/",
        "data:text/css,p{}",
        "file:///etc/hostname",
        "file://example.org/etc/hostname",
        f"file://{settings.BASE_DIR}/static/../scorekeeper/settings.py",
        f"file://{settings.BASE_DIR}/static/%2e%2e/scorekeeper/settings.py",
    ],
)
def test_a_sheet_reads_nothing_but_static_files(address):
    with pytest.raises(ValueError, match="a sheet may not read"):
        _press().fetcher.fetch(address)


def test_letters_of_a_name_are_never_markup():
    sheet = blank_sheet(library().variant("may-i").standard, ["<b>Bob & Co</b>", "", ""])

    assert "<b>Bob&Co</b>" in text_of(render_pdf(sheet, "a4"))
