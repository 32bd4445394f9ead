"""Nothing on a sheet is cut off, overlaps or runs off the paper.

``./dev sheets-check`` checks every game on every paper size in every language. Long runs check a
sheet of each game in each language, and other runs a sheet of each scoring scheme, of each kind and
with each setting.
"""

import os
from dataclasses import replace
from itertools import combinations, product
from string import ascii_letters

import pytest
from django.conf import settings
from django.utils import translation
from weasyprint import HTML

from rules.engine.catalogue import catalogue
from rules.reference.game_words import translated_ruleset
from scorekeeper.presenters.chart import totals_chart
from scorekeeper.printing.papers import PAPERS, PrintOptions
from scorekeeper.queries.board import scoreboard
from scorekeeper.sheets.filled import filled_sheet
from scorekeeper.sheets.layout import blank_sheet
from scorekeeper.sheets.pdf import fit_sheet, render_pdf
from tests.conftest import DEBUG
from tests.factories import GameFactory
from tests.pseudo import ACCENTED
from tests.sampling import by_day, covering
from tests.sheets import geometry
from tests.sheets.geometry import BLACK, Box, Drawn, Line, faults_of, read_pages
from tests.sheets.samples import KINDS, chart_of, filled, sheet_of, tables_of, widest

ALL = "SCOREKEEPER_ALL_SHEETS" in os.environ
PRINTS = [PrintOptions(paper, large=large) for paper, large in product(PAPERS, (False, True))]
TURNED = [replace(printing, turn=turn) for printing in PRINTS for turn in ("portrait", "landscape")]
OTHERS = [*TURNED, PrintOptions("a5-pair", copies=3), PrintOptions(picture=True)]


def samples(slug):
    """Yield every sheet of a game as (slug, players, kind, print options)."""
    every = [(kind, players) for kind in KINDS for players in tables_of(slug, kind)]
    made = [(slug, players, kind, printing) for (kind, players), printing in product(every, PRINTS)]
    return made + [(slug, tables_of(slug, "filled")[-1], "filled", printing) for printing in OTHERS]


def chosen():
    """Return the sheets to check, each with its language: all of them, or at most one for each game
    in each language, of varying kinds.
    """
    made = [
        [(language, *sample) for sample in samples(slug)]
        for slug, (language, _name) in product(catalogue().variants, settings.LANGUAGES)
    ]
    if ALL:
        return [sample for samples_of_game in made for sample in samples_of_game]
    return covering([each[37 * number % len(each)] for number, each in enumerate(made)], features)


def features(sample):
    """Return what decides how a sheet is laid out."""
    language, slug, _, kind, printing = sample
    scheme = catalogue().variant(slug).standard.scoring.scheme
    sizes = printing.paper, printing.large, printing.turn
    others = scheme, (printing.copies, printing.picture)
    return {*others, *combinations(sizes, 2), *product((kind, language), sizes[:2])}


def id_of(value):
    if not isinstance(value, PrintOptions):
        return str(value)
    said = [
        value.paper,
        value.turn,
        *(word for word in ("large", "picture") if getattr(value, word)),
    ]
    return "-".join(filter(None, said))


# Signs in a legend were higher than its lines, suits were not beside a title that only just needed
# a second line, numbers before wide minus signs were not between their lines, and a legend had more
# lines than measured.
FOUND = [
    ("en", "spades", 4, "filled", PrintOptions("a4", large=True)),
    ("de", "wizard-style", 6, "named", PrintOptions("half-letter")),
    ("de", "gin-rummy", 2, "filled", PrintOptions("half-letter", turn="portrait")),
    (
        *("es", "indian-rummy-pool-101", 6, "filled"),
        PrintOptions("half-letter", turn="landscape", large=True),
    ),
]


@pytest.mark.parametrize(
    ("language", "slug", "players", "kind", "printing"), [*chosen(), *FOUND], ids=id_of
)
def test_nothing_is_cut_overlaps_or_runs_off(language, slug, players, kind, printing):
    with translation.override(language):
        assert faults_of(sheet_of(slug, players, kind), printing) == []


@pytest.mark.usefixtures("_pseudo_languages")
@pytest.mark.parametrize(
    ("slug", "printing"),
    covering(
        product(("contract-rummy", "euchre", "canasta"), PRINTS),
        lambda case: {case[1], (case[0], case[1].large)},
    ),
    ids=id_of,
)
def test_texts_that_are_forty_percent_longer_fit(monkeypatch, slug, printing):
    # Some accents reach below the line.
    monkeypatch.setattr("tests.pseudo._ACCENTS", {letter: letter for letter in ascii_letters})
    with translation.override(ACCENTED):
        ruleset = translated_ruleset(catalogue().variant(slug).standard)
        names = ["Bartholomew", "Ann", "", ""][: 4 // ruleset.players.team]

        assert faults_of(blank_sheet(ruleset, names), printing) == []


# Large type has the least room. The best orientation is one of the two, and a leaf of A5 is like
# each leaf of a pair.
@pytest.mark.parametrize(
    "printing",
    by_day(
        [*TURNED[2:4], *sorted(PRINTS, key=lambda each: not each.large), *TURNED[:2]],
        lambda each: PAPERS[each.paper].beside == 1 and (each.turn or "landscape"),
    ),
    ids=id_of,
)
def test_twelve_players_and_fifteen_deals_fit_every_paper(printing):
    assert faults_of(widest("progressive-rummy"), printing) == []


@pytest.mark.parametrize(
    ("slug", "printing"),
    [
        ("shanghai-rummy", PrintOptions("a5")),
        ("liverpool-rummy", PrintOptions("half-letter", large=True)),
        ("may-i", PrintOptions("a4", copies=2)),
        ("contract-rummy", PrintOptions(picture=True)),
        ("progressive-rummy", PrintOptions(picture=True)),
    ],
    ids=str,
)
def test_twelve_players_fit_other_games_too(slug, printing):
    assert faults_of(widest(slug), printing) == []


# Games in progress


@pytest.mark.django_db
@pytest.mark.parametrize(
    "printing",
    [PrintOptions(), PrintOptions("a5"), PrintOptions("half-letter", large=True)],
    ids=id_of,
)
def test_a_long_game_fits_with_its_chart_and_its_corrections(printing):
    game = GameFactory(deals=40, played=23)
    board = scoreboard(game)
    corrected = {3: [board.columns[1].key]}
    sheet = replace(
        filled_sheet(board, corrected=corrected),
        chart=totals_chart(board),
        address="https://example.org/games/abcdefgh/",
    )

    assert faults_of(sheet, printing) == []
    text = "".join(page.text for page in read_pages(render_pdf(sheet, printing)))
    assert text.count("10*") == 1


def told_of(sums):
    return [(row.label, row.values) for row in sums]


@pytest.mark.django_db
def test_totals_are_carried_from_leaf_to_leaf():
    sheet = filled_sheet(scoreboard(GameFactory(deals=40, played=40)))

    leaves = fit_sheet(sheet, PrintOptions("a5", turn="portrait")).leaves

    # Ann goes out in every deal, and the others hold ten points each.
    pads = [leaf for leaf in leaves if leaf.rows]
    ends = [leaf.rows[-1].row.number for leaf in pads]
    totals = [("0", *[str(10 * end)] * 3) for end in ends[:-1]]
    assert len(pads) > 1
    assert [told_of(leaf.sums) for leaf in pads[:-1]] == [
        [("Carried over", total)] for total in totals
    ]
    assert [told_of(leaf.brought) for leaf in pads] == [
        [],
        *([("Brought forward", total)] for total in totals),
    ]
    assert [label for label, _ in told_of(pads[-1].sums)] == ["Total", "Place"]
    assert ends[-1] == 40


# Names in other scripts

OTHER_SCRIPTS = (
    "王小明",
    "محمد عبد الرحمن",
    "😀🎉",
    "ตัวอย่าง",
    "हिन्दी नाम",
    "﷽",
    "王" * 24,
    "م" * 24,
    "😀" * 24,
    "ﷺ" * 24,
    "김" * 24,
    "𝔚𝔬𝔩𝔣",
)

FORMS = (PrintOptions(), PrintOptions(large=True), PrintOptions("a5"))


def faults_of_other_scripts(forms):
    """Return the layout errors on sheets with these names."""
    sheet = filled(blank_sheet(catalogue().variant("any-game").standard, OTHER_SCRIPTS))
    sheet = replace(sheet, chart=chart_of(OTHER_SCRIPTS, 15))
    return [fault for printing in forms for fault in faults_of(sheet, printing, foreign=True)]


def test_names_in_other_scripts_leave_ink_and_stand_in_their_columns():
    assert faults_of_other_scripts(FORMS) == []


def test_so_they_do_on_a_machine_without_any_fonts(python, tmp_path):
    fontless = tmp_path / "fonts.conf"
    fontless.write_text("<fontconfig></fontconfig>")
    program = (
        "import django; django.setup()\n"
        "from tests.sheets.test_geometry import FORMS, faults_of_other_scripts\n"
        "print(faults_of_other_scripts(FORMS[:1]))"  # paper and fonts have nothing in common
    )

    run = python("-c", program, FONTCONFIG_FILE=str(fontless), **DEBUG)

    assert (run.stdout, run.returncode) == ("[]\n", 0), run.stderr


# Errors that the checks find

HERE = Box(50, 50, 60, 53)


@pytest.fixture(scope="module")
def upright():
    """A sheet that fills one page of A4."""
    return fit_sheet(blank_sheet(catalogue().variant("euchre").standard, ["", ""]), PrintOptions())


def page_with(*lines, shapes=(), size=12.0, colours=(BLACK,)):
    return Drawn(
        width=210.0,
        height=297.0,
        lines=tuple(Line(f"text {at}", box, size) for at, box in enumerate(lines, 1)),
        shapes=tuple(shapes),
        colours=frozenset(colours),
    )


@pytest.mark.parametrize(
    ("page", "faults"),
    [
        (page_with(HERE, Box(59.8, 50, 70, 53)), []),
        (
            page_with(HERE, Box(59.6, 51, 70, 54)),
            ["“text 1” and “text 2” overlap, 50.0–60.0 across, 50.0–53.0 down"],
        ),
        (page_with(HERE, shapes=[Box(60, 0, 60.2, 200), Box(40, 53, 90, 53.2)]), []),
        (
            page_with(HERE, shapes=[Box(59, 0, 59.2, 200)]),
            ["“text 1” and a rule overlap, 50.0–60.0 across, 50.0–53.0 down"],
        ),
        (
            page_with(HERE, shapes=[Box(40, 51.4, 90, 51.6)]),
            ["“text 1” and a rule overlap, 50.0–60.0 across, 50.0–53.0 down"],
        ),
        (page_with(HERE, shapes=[Box(49, 49, 61, 54)]), []),
        (
            page_with(HERE, shapes=[Box(49, 49, 58, 54)]),
            ["“text 1” and a rule overlap, 50.0–60.0 across, 50.0–53.0 down"],
        ),
    ],
)
def test_the_check_finds_what_overlaps(page, faults):
    assert list(geometry.overlaps(page)) == faults


@pytest.mark.parametrize(
    ("page", "faults"),
    [
        (page_with(Box(10, 10, 200, 287)), []),
        (
            page_with(Box(9.6, 50, 20, 53)),
            ["“text 1” is in the margin, 9.6–20.0 across, 50.0–53.0 down"],
        ),
        (
            page_with(Box(50, 285, 60, 287.5)),
            ["“text 1” is in the margin, 50.0–60.0 across, 285.0–287.5 down"],
        ),
        (
            page_with(shapes=[Box(12, 50, 200.5, 50.2)]),
            ["a rule is in the margin, 12.0–200.5 across, 50.0–50.2 down"],
        ),
        (replace(page_with(), width=215.9), ["215.9 x 297.0 mm"]),
    ],
)
def test_the_check_finds_what_runs_off(upright, page, faults):
    assert list(geometry.paper_faults(page, PrintOptions(), upright)) == faults


def test_the_check_finds_what_crosses_the_middle_of_two_leaves(upright):
    leaf = replace(upright, width=148.5, height=210.0)
    middle = Box(148.5, 0, 148.6, 210)
    page = replace(page_with(Box(140, 50, 150, 53), shapes=[middle]), width=297.0, height=210.0)

    assert list(geometry.paper_faults(page, PrintOptions("a5-pair"), leaf)) == [
        "“text 1” is in the margin, 140.0–150.0 across, 50.0–53.0 down"
    ]


def test_the_check_finds_small_type_other_colours_and_what_is_clipped():
    page = page_with(HERE, size=15.9, colours=(BLACK, (255, 0, 0, 255)))
    clipped = replace(page, lines=(replace(page.lines[0], is_cut=True),))

    assert list(geometry.size_faults(page, PrintOptions(large=True))) == [
        "“text 1” has 15.9 points"
    ]
    assert list(geometry.size_faults(page, PrintOptions())) == []
    assert list(geometry.colour_faults(page)) == ["colours [(255, 0, 0, 255)]"]
    assert list(geometry.cut_faults(page)) == []
    assert list(geometry.cut_faults(clipped)) == [
        "“text 1” is cut off, 50.0–60.0 across, 50.0–53.0 down"
    ]


def test_the_check_reads_a_page_as_it_is_drawn():
    html = (
        "<style>@page { size: 100mm 80mm; margin: 0 } * { margin: 0 }"
        "div { position: absolute; left: 20mm; top: 30mm; width: 40mm; height: 10mm;"
        " border-top: 0.5mm solid red; overflow: hidden; font: 20mm/20mm Scorepad }</style>"
        "<div>HH</div>"
    )

    (page,) = read_pages(HTML(string=html).write_pdf())

    assert (round(page.width), round(page.height)) == (100, 80)
    (rule,) = [box for box in page.shapes if box.height < 1]
    edges = (rule.left, rule.top, rule.right, rule.bottom)
    assert [round(edge, 1) for edge in edges] == [20, 30, 60, 30.5]
    (line,) = page.lines
    assert (line.text, round(line.size, 1), line.is_cut) == ("HH", 56.7, True)
    assert line.box.bottom < 40.6
    assert page.colours == {BLACK, (255, 0, 0, 255)}
