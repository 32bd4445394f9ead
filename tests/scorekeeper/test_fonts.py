"""The pages’ fonts: what each file contains, when it is loaded, and how large it is."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from fontTools.ttLib import TTFont

from tests.scorekeeper.pages import Page

SCRIPTS = {
    "latin": "The quick fox… Łódź, Győr, Çeşme, Reykjavík, Þórr, Škoda, Crăciun “7 − 12” ½ × →",
    "vietnamese": "ễ ị ằ ơ ư",
    "greek": "Θεοδώρα",
    "cyrillic": "Юрий Їжак №",
}
TEXT_FACES = ("alegreya-sans-regular", "alegreya-sans-bold", "alegreya-semibold")


def descriptors() -> list[dict[str, str]]:
    """Return the descriptors of each @font-face rule."""
    text = Path(finders.find("css/fonts.css")).read_text("utf-8")
    return [
        dict(re.findall(r"([\w-]+):\s*([^;]+);", face))
        for face in re.findall(r"@font-face \{([^}]*)\}", text)
    ]


def delivered() -> dict[str, dict[str, str]]:
    """Return the font faces that have a file, by the file’s path in static/."""
    faces = {}
    for face in descriptors():
        if address := re.match(r'url\("\.\./(fonts/[\w-]+\.woff2)"\)', face["src"]):
            faces[address[1]] = face
    return faces


def font(path: str) -> TTFont:
    return TTFont(finders.find(path))


def in_range(face: dict[str, str]) -> set[int]:
    points = set()
    for part in "".join(face["unicode-range"].split()).split(","):
        first, _, last = part.removeprefix("U+").partition("-")
        points |= set(range(int(first, 16), int(last or first, 16) + 1))
    return points


def test_a_file_is_loaded_for_exactly_what_it_holds():
    for path, face in delivered().items():
        held = set(font(path).getBestCmap())
        assert held <= in_range(face), path


@pytest.mark.parametrize("script", SCRIPTS)
@pytest.mark.parametrize("name", TEXT_FACES)
def test_every_face_has_the_letters_of_its_scripts(name, script):
    others = set(font(f"fonts/{name}-latin.woff2").getBestCmap())
    held = set(font(f"fonts/{name}-{script}.woff2").getBestCmap())

    assert {char for char in SCRIPTS[script] if ord(char) not in held | others} == set()


@pytest.mark.parametrize("name", TEXT_FACES)
def test_figures_line_up(name):
    latin = font(f"fonts/{name}-latin.woff2")
    features = {record.FeatureTag: record.Feature for record in features_of(latin)}
    lookups = latin["GSUB"].table.LookupList.Lookup
    figures = [latin.getBestCmap()[ord(figure)] for figure in "0123456789"]
    assert {"lnum", "tnum"} <= features.keys()

    order = sorted({*features["lnum"].LookupListIndex, *features["tnum"].LookupListIndex})
    for index in order:
        for table in lookups[index].SubTable:
            mapping = getattr(table, "ExtSubTable", table).mapping
            figures = [mapping.get(figure, figure) for figure in figures]

    assert len({latin["hmtx"][figure][0] for figure in figures}) == 1


def features_of(file: TTFont):
    return file["GSUB"].table.FeatureList.FeatureRecord


def test_the_first_visit_preloads_what_english_needs(client):
    page = Page(client.get("/"))

    links = [link.attributes for link in page.all("link", rel="preload")]

    paths = [link["href"].removeprefix("/static/") for link in links]
    assert paths == [f"fonts/{name}-latin.woff2" for name in TEXT_FACES]
    assert set(paths) <= delivered().keys()
    assert all(
        link["as"] == "font" and link["type"] == "font/woff2" and "crossorigin" in link
        for link in links
    )
    sizes = [Path(finders.find(path)).stat().st_size for path in [*paths, "fonts/signs.woff2"]]
    assert 40_000 < sum(sizes) <= 90_000


def test_text_is_shown_before_its_font_is_there():
    assert {face["font-display"] for face in delivered().values()} == {"swap"}


@pytest.mark.parametrize(("family", "awaited"), [("Sans", "sans-regular"), ("Serif", "semibold")])
def test_fallbacks_are_as_high_as_the_face_that_replaces_them(family, awaited):
    path = f"fonts/alegreya-{awaited}-latin.woff2"
    lines, scale = font(path)["hhea"], percent(delivered()[path]["size-adjust"])
    fallbacks = [face for face in descriptors() if face["font-family"].startswith(f'"{family} by ')]
    assert len(fallbacks) >= 3

    for face in fallbacks:
        own = percent(face["size-adjust"])
        assert own * percent(face["ascent-override"]) == pytest.approx(
            scale * lines.ascent / 1000, abs=0.001
        )
        assert own * percent(face["descent-override"]) == pytest.approx(
            scale * -lines.descent / 1000, abs=0.001
        )
        assert face["line-gap-override"] == "0%"


def percent(text: str) -> float:
    return float(text.removesuffix("%")) / 100


def test_the_readme_names_every_file():
    folder = Path(finders.find("fonts/README.md")).parent
    text = (folder / "README.md").read_text("utf-8")
    stems = re.findall(r"`([\w*-]+)\.woff2`", text)

    named = {path.name for stem in stems for path in folder.glob(f"{stem}.woff2")}

    assert named == {path.name for path in folder.glob("*.woff2")}


def test_type_has_five_sizes_and_none_is_too_small():
    app = Path(finders.find("css/app.css"))
    text = app.read_text("utf-8")
    sizes = [float(rem) for rem in re.findall(r"--type-\d: ([\d.]+)rem", text.partition("}")[0])]
    assert sizes == sorted(sizes)
    assert len(sizes) == 5
    assert sizes[0] * 16 == 12

    # Paper, pictures and a television have separate type sizes.
    others = ("sheet.css", "booklet.css", "share-card.css", "screen.css", "year-print.css")
    pages = [css.read_text("utf-8") for css in app.parent.glob("*.css") if css.name not in others]
    screen = re.sub(r"font-size: \d+pt", "", "".join(pages))  # sizes in points are for paper
    used = set(re.findall(r"font-size: ([^;]+);", screen))
    size = r"var\(--type-[1-5]\)"
    capped = (
        rf"{size}|min\({size}(, [\d.]+(vw|dvh))+\)|max\(12px, min\({size}, [\d.]+vw\)\)|inherit"
    )
    # The letters of coins are smaller than emoji, whose coins are as large. No coin is smaller than
    # those with the second size.
    assert sizes[1] * 16 * 0.86 >= 12
    assert [size for size in used - {"0.86em"} if not re.fullmatch(capped, size)] == []
    assert screen.count("font-size: 0.86em") == 1
