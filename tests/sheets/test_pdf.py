import hashlib
import shutil
import subprocess
import time
from dataclasses import replace
from threading import Thread

import pytest
from django.conf import settings
from django.core.cache import caches
from django.utils import translation

from rules.engine.catalogue import catalogue
from rules.reference.rule_texts import rule_texts
from scorekeeper.printing.papers import PrintOptions
from scorekeeper.sheets import pdf as press
from scorekeeper.sheets.booklet import booklet
from scorekeeper.sheets.card import contract_card
from scorekeeper.sheets.layout import blank_sheet
from scorekeeper.sheets.pdf import BusyError, cached_sheet, render_pdf, render_png, sheet_key
from tests.conftest import DEBUG
from tests.sheets.geometry import frame_of, read_pages
from tests.sheets.pdfs import fonts_of, text_of
from tests.sheets.samples import sheet_of

A4 = PrintOptions()


def blank(slug, names):
    return blank_sheet(catalogue().variant(slug).standard, names)


def test_a_sheet_has_title_language_and_tags():
    pdf = render_pdf(blank("liverpool-rummy", [""] * 3), A4)

    assert frame_of(pdf) == {
        "title": "Liverpool Rummy: score sheet",
        "language": "en",
        "tagged": True,
    }
    assert b"/CreationDate" not in pdf


def test_a_sheet_is_set_in_our_own_fonts():
    pdf = render_pdf(blank("liverpool-rummy", ["Ann", "Łucja", "Γιώργος"]), A4)

    assert fonts_of(pdf) == {"Scorepad": True, "Scorepad-Bold": True, "Suits": True}


def test_an_unknown_number_of_cards_is_left_blank_to_write_in():
    pdf = render_pdf(blank("hollywood-rummy", [""] * 4), A4)

    # Our sources don’t say how many cards are dealt in hand 7.
    text = text_of(pdf)
    assert "6onesetof3,tworunsof4117threerunsof4Total" in text


def test_each_copy_is_a_sheet_with_its_number():
    pdf = render_pdf(blank("euchre", ["", ""]), PrintOptions("a5-pair", copies=3))

    # A piece of paper has two pages, so the third page is on a second piece.
    first, second = read_pages(pdf)
    assert [first.text.count(f"copy {number} of 3") for number in (1, 2, 3)] == [1, 1, 0]
    assert [second.text.count(f"copy {number} of 3") for number in (1, 2, 3)] == [0, 0, 1]


def test_the_picture_of_a_sheet_is_as_wide_as_asked():
    png = render_png(blank("euchre", ["Ann & Cai", "Bob & Dee"]), PrintOptions(picture=True), 840)

    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(png[16:20], "big") == 840


def all_in_one():
    """A sheet with every possible part: QR code, chart, symbols, ticks and long names."""
    return sheet_of("progressive-rummy", 5, "filled")


def test_the_same_sheet_gives_the_same_bytes():
    first = render_pdf(all_in_one(), A4)
    caches["sheets"].clear()

    again = render_pdf(all_in_one(), A4)

    assert all_in_one().address
    assert all_in_one().chart
    assert again == first


def test_a_machine_without_any_fonts_gives_the_same_bytes(python, tmp_path):
    fontless = tmp_path / "fonts.conf"
    fontless.write_text("<fontconfig></fontconfig>")
    program = (
        "import django, hashlib; django.setup()\n"
        "from tests.sheets.test_pdf import A4, all_in_one, render_pdf\n"
        "print(hashlib.sha256(render_pdf(all_in_one(), A4)).hexdigest())"
    )

    # The order of sets differs in the other process, too.
    run = python("-W", "error", "-c", program, FONTCONFIG_FILE=str(fontless), **DEBUG)

    here = hashlib.sha256(render_pdf(all_in_one(), A4)).hexdigest()
    assert (run.stderr, run.stdout.strip()) == ("", here)


def test_the_key_of_a_sheet_changes_with_what_is_on_it_and_how_it_is_printed():
    sheet = blank("may-i", ["", "", ""])
    others = [
        (blank("may-i", ["", "", "", ""]), A4),
        (blank("may-i", ["Ann", "", ""]), A4),
        (replace(sheet, house_rules=("No jokers",)), A4),
        (replace(sheet, address="https://example.org/"), A4),
        (replace(sheet, chart=all_in_one().chart), A4),
        (sheet, PrintOptions("letter")),
        (sheet, PrintOptions(turn="landscape")),
        (sheet, PrintOptions(large=True)),
        (sheet, PrintOptions(copies=2)),
        (sheet, PrintOptions(picture=True)),
    ]

    keys = {sheet_key(*printed) for printed in others}

    assert len(keys) == 10
    assert sheet_key(sheet, A4) not in keys
    assert sheet_key(blank("may-i", ["", "", ""]), PrintOptions()) == sheet_key(sheet, A4)


def test_each_language_has_sheets_of_its_own(settings):
    sheet = blank("may-i", ["", "", ""])
    english = sheet_key(sheet, A4)
    assert cached_sheet("of a language", lambda: "English") == "English"

    settings.LANGUAGE_CODE = "de"
    with translation.override("de"):
        assert sheet_key(sheet, A4) != english
        assert cached_sheet("of a language", lambda: "German") == "German"


def test_a_sheet_that_waits_too_long_is_refused(monkeypatch):
    monkeypatch.setattr(press, "LONGEST_WAIT", 0.01)

    with press._drawing, pytest.raises(BusyError):
        render_pdf(blank("may-i", ["", "Nobody drew this", ""]), A4)


def test_a_sheet_is_drawn_between_the_copies_of_another(monkeypatch):
    turns, laid_out = [], press._laid_out

    def count(sheet, page, *template, is_last):
        turns.append(sheet.names[1])
        return laid_out(sheet, page, *template, is_last=is_last)

    monkeypatch.setattr(press, "_laid_out", count)
    monkeypatch.setattr(press, "HANDOVER", 0.05)
    monkeypatch.setattr(press, "PART", 1)
    sheet, on_two = blank("may-i", ["", "Copied", ""]), PrintOptions("a5-pair", copies=4)
    copies = Thread(target=render_pdf, args=[sheet, on_two])
    copies.start()
    while not turns:
        time.sleep(0.001)

    render_pdf(blank("may-i", ["", "Alone", ""]), A4)

    copies.join()
    assert turns == ["Copied", "Alone", "Copied"]


def test_pages_of_copies_are_laid_out_once_and_look_the_same(monkeypatch):
    sheet, paper, laid_out = all_in_one(), PrintOptions(copies=3), []
    fitted, draw = press.fit_sheet(sheet, paper), press._laid_out

    def count(sheet, page, *template, is_last):
        laid_out.append((len(page.pages), *template))
        return draw(sheet, page, *template, is_last=is_last)

    monkeypatch.setattr(press, "_laid_out", count)
    with press._drawing:
        pdf = press._draw(sheet, fitted)
        assert laid_out == [(2,), (6, press.FOLIOS)]
        monkeypatch.setattr(press, "_one_copy", lambda page: page)
        assert press._draw(sheet, fitted) == pdf


def test_who_comes_when_others_wait_already_is_told_at_once():
    answers = []

    def ask(name):
        try:
            answers.append((name, render_pdf(blank("may-i", ["", name, ""]), A4)[:5]))
        except BusyError:
            answers.append((name, b"busy"))

    with press._drawing:
        waiting = [Thread(target=ask, args=[name]) for name in ("Ann", "Bob", "Cai")]
        for thread in waiting:
            thread.start()
        while press._queue._value:
            time.sleep(0.001)
        start = time.monotonic()
        ask("Dee")
        took = time.monotonic() - start
    for thread in waiting:
        thread.join()

    assert took < 0.1
    assert answers[0] == ("Dee", b"busy")
    assert sorted(answers[1:]) == [("Ann", b"%PDF-"), ("Bob", b"%PDF-"), ("Cai", b"%PDF-")]


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
        press._renderer().fetcher.fetch(address)


def test_letters_of_a_name_are_never_markup():
    sheet = blank("may-i", ["<b>Bob & Co</b>", "", ""])

    assert "<b>Bob&Co</b>" in text_of(render_pdf(sheet, A4))


# Checks with another program


def rules_of(make, slug):
    variant = catalogue().variant(slug)
    return make(variant, variant.standard, rule_texts().sections(variant), None)


PRINTED = {
    "blank": lambda: render_pdf(blank("contract-rummy", [""] * 4), A4),
    "filled, with chart and code": lambda: render_pdf(all_in_one(), A4),
    "large": lambda: render_pdf(all_in_one(), PrintOptions("letter", large=True)),
    "two-up": lambda: render_pdf(blank("hearts", [""] * 4), PrintOptions("half-letter", copies=3)),
    "picture": lambda: render_pdf(all_in_one(), PrintOptions(picture=True)),
    "names from elsewhere": lambda: render_pdf(blank("euchre", ["王小明", "محمد"]), A4),
    "booklet": lambda: render_pdf(rules_of(booklet, "hearts"), "a5"),
    "card": lambda: render_pdf(rules_of(contract_card, "telefunken"), "a6"),
}


@pytest.mark.qpdf
@pytest.mark.parametrize("printed", PRINTED)
def test_qpdf_finds_nothing_wrong(printed, tmp_path):
    program = shutil.which("qpdf")
    if program is None:
        pytest.fail("qpdf is not installed. Run ./dev test, which installs it.", pytrace=False)
    path = tmp_path / "sheet.pdf"
    path.write_bytes(PRINTED[printed]())

    run = subprocess.run([program, "--check", path], capture_output=True, check=False, text=True)

    assert (run.stderr, run.returncode) == ("", 0)
    assert "No syntax or stream encoding errors found" in run.stdout


def test_a_language_from_right_to_left_keeps_names_and_lines_together(settings):
    sheet = blank("may-i", ["Ann", "Bob", "Cai"])
    (english,) = read_pages(render_pdf(sheet, A4))

    settings.LANGUAGE_CODE = "ar"
    with translation.override("ar"):
        (arabic,) = read_pages(render_pdf(sheet, A4))

    assert places_of(sheet.names, arabic) == places_of(sheet.names, english)
    assert arabic.shapes == english.shapes


def places_of(names, page):
    return {line.text: line.box for line in page.lines if line.text in names}
