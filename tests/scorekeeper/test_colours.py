"""Each person’s colour: kept from game to game, readable, and distinct for the colour-blind."""

import re
from itertools import combinations
from math import dist
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from scorekeeper.queries.seating import COLOURS, seating_of
from tests.factories import GameFactory, PlayerFactory
from tests.scorekeeper.pages import get

RULE = re.compile(r"\.colour-(\d+) \{ --person: light-dark\((#\w{6}), (#\w{6})\); \}")
# The colour of a disc’s initial, and the backgrounds of discs and lines: page, sheet and tint.
INITIAL = {"light": "#fffdf7", "dark": "#1a1815"}
GROUNDS = {"light": ("#f8f4ea", "#fffdf7", "#e6efe8"), "dark": ("#1a1815", "#24211d", "#24382f")}
# Matrices for the colours seen by people who lack one kind of cone (Machado, Oliveira and Fernandes
# 2009).
SIGHT = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red cones": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green cones": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no blue cones": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def palette(scheme):
    css = Path(finders.find("css/app.css")).read_text()
    found = {
        int(number): {"light": light, "dark": dark} for number, light, dark in RULE.findall(css)
    }
    assert list(found) == list(range(1, COLOURS + 1))
    return [found[number][scheme] for number in found]


def linear(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def luminance(colour):
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    darker, lighter = sorted(map(luminance, (one, other)))
    return (lighter + 0.05) / (darker + 0.05)


def seen(colour, sight):
    """Return the colour in CIELAB."""
    red, green, blue = linear(colour)
    red, green, blue = (
        min(1, max(0, row[0] * red + row[1] * green + row[2] * blue)) for row in sight
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    x, y, z = (
        each ** (1 / 3) if each > 0.008856 else 7.787 * each + 16 / 116 for each in (x, y, z)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_initials_and_lines_have_enough_contrast(scheme):
    for colour in palette(scheme):
        assert contrast(colour, INITIAL[scheme]) >= 4.5, colour
        for ground in GROUNDS[scheme]:
            assert contrast(colour, ground) >= 3, (colour, ground)


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_two_colours_look_alike(scheme, sight):
    for one, other in combinations(palette(scheme), 2):
        assert dist(seen(one, SIGHT[sight]), seen(other, SIGHT[sight])) >= 12, (one, other)


def colours(game):
    """Return the number of each player’s colour, by name."""
    seating = seating_of(game)
    return {seating.called(seat): seating.colours[seat.position] for seat in seating.seats}


def test_a_person_keeps_a_colour_from_game_to_game(group):
    assert colours(GameFactory(group=group)) == {"Ann": 1, "Bob": 2, "Cai": 3, "Dee": 4}

    other = GameFactory(group=group, names=("Dee", "Eve", "Ann"))

    assert colours(other) == {"Dee": 4, "Eve": 5, "Ann": 1}


def test_two_in_one_game_never_have_the_same_colour(group):
    for number in range(1, 15):
        PlayerFactory(group=group, name=f"P{number}")

    # The thirteenth would have the first colour, and the fourteenth the second.
    game = GameFactory(group=group, variant="any-game", names=("P14", "P1", "P13", "P3"))

    assert colours(game) == {"P1": 1, "P3": 3, "P13": 2, "P14": 4}


def test_partners_have_a_disc_each_and_equal_initials_get_two_letters(phone, group):
    game = GameFactory(group=group, variant="euchre", names=("Ann", "Bob", "Alf", "Dee"))

    page = get(phone, f"/games/{game.code}/")

    discs = [each.attributes for each in page.all("i") if "disc" in each.attributes["class"]]
    assert [(each["data-initials"], set(each["class"].split())) for each in discs] == [
        ("An", {"disc", "colour-1"}),
        ("Al", {"disc", "colour-3"}),
        ("B", {"disc", "colour-2"}),
        ("D", {"disc", "colour-4"}),
    ]


@pytest.mark.parametrize(
    ("names", "initials"),
    [
        (("Ann", "Bob"), ["A", "B"]),
        (("Ann", "Alf", "Bob"), ["An", "Al", "B"]),
        (("Grandma", "Grandpa", "Bo"), ["Gm", "Gp", "B"]),
        (("Grandma", "Grandpa", "Greta"), ["Gm", "Gp", "Ge"]),
        (("Ann", "Anna"), ["An", "Aa"]),
        (("Ann B", "Ann C"), ["AB", "AC"]),
        (("Gm", "Grandma", "Grandpa"), ["Gm", "Gr", "Gp"]),
    ],
)
def test_initials_tell_players_apart(group, names, initials):
    game = GameFactory(group=group, variant="any-game", names=names)

    assert list(seating_of(game).initials.values()) == initials


def test_rows_for_entries_have_the_colours_of_their_players(phone, group):
    spades = GameFactory(group=group, variant="spades")
    canasta = GameFactory(group=group, variant="canasta")

    def rows(game):
        page = get(phone, f"/games/{game.code}/rounds/1/")
        classes = [set(row.attributes["class"].split()) for row in page.all("fieldset")]
        return [each - {"hand", "wide"} for each in classes if "hand" in each]

    assert rows(spades) == [{"colour-1"}, {"colour-2"}, {"colour-3"}, {"colour-4"}]
    assert rows(canasta) == [{"colour-1"}, {"colour-2"}]


def named(scheme):
    """Return the colours in ``app.css`` by the names of their variables."""
    css = Path(finders.find("css/app.css")).read_text()
    light, dark = css.split("@media screen and (prefers-color-scheme: dark)")[:2]
    found = dict(re.findall(r"--([\w-]+): (#\w{6});", light))
    return found | (dict(re.findall(r"--([\w-]+): (#\w{6});", dark)) if scheme == "dark" else {})


def test_the_browser_and_the_installed_app_have_the_colours_of_the_pages(phone):
    light, dark = named("light"), named("dark")

    themes = {
        each.attributes["media"]: each.attributes["content"]
        for each in get(phone, "/").all("meta")
        if each.attributes.get("name") == "theme-color"
    }
    manifest = phone.get("/manifest.webmanifest").json()

    assert themes == {
        "(prefers-color-scheme: light)": light["sheet"],
        "(prefers-color-scheme: dark)": dark["sheet"],
    }
    assert manifest["background_color"] == light["paper"]
    assert manifest["theme_color"] == light["sheet"]


def mixed(colour, ground, share):
    """Return the mixture of two colours in sRGB, as ``color-mix`` makes it."""
    pairs = [(int(colour[at : at + 2], 16), int(ground[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(one * share + other * (1 - share)):02x}" for one, other in pairs)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_leader_and_the_current_deal_are_visible(scheme):
    """Both are marked by bars and fields in the accent colour, and the fields have outlines."""
    colours = named(scheme)

    for ground in ("paper", "sheet", "tint"):
        assert contrast(colours["accent"], colours[ground]) >= 3
        assert contrast(colours["strong-line"], colours[ground]) >= 3
    assert contrast(colours["on-accent"], colours["accent"]) >= 4.5


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_row_that_is_out_can_be_read(scheme):
    colours = named(scheme)
    row = mixed(colours["accent"], colours["sheet"], 0.2)

    assert contrast(colours["ink"], row) >= 4.5
    assert contrast(colours["soft"], row) >= 4.5
    assert contrast(colours["accent"], row) >= 3
