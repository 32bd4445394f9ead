"""Home-made games: two files in a folder named by a setting, without any Python."""

import pytest
from django.core.checks import run_checks

from rules.engine.catalogue import catalogue
from scorekeeper.models import Game
from tests.games import games_in
from tests.scorekeeper.pages import Page, get, pad_of, send, text_of
from tests.scorekeeper.test_made_games import enter
from tests.sheets.pdfs import text_of as printed

FACTS = """
slug = "jam-session"
name = "Jam Session"
family = "kitchen"
summary = "Jars of jam, the odd wasp, and twenty points to win."
aliases = ["Preserves"]
players = { min = 2, max = 4 }
readings = ["A basket that takes somebody to twenty is played to its end."]

[words]
deal = { one = "basket", many = "baskets" }

[scoring]
scheme = "tally"

[[scoring.figures.items]]
id = "jam"
label = "Jars of jam"
ask = "count"
required = true
worth = 3
most = 9

[[scoring.figures.items]]
id = "wasp"
label = "Wasp"
ask = "flag"
worth = -2

[[scoring.figures.items]]
id = "golden"
label = "Golden quince"
ask = "one-side"
mark = "Quince"
worth = 5

[end]
wins = "highest"
target = 20

[[deals]]

[[options]]
id = "short"
label = "Short session"
explanation = "Ten points win."
patch = { "end.target" = 10 }

[[sources]]
title = "Our kitchen"
"""

WORDS = """
## object

- Boil the most jam; {end.target} points win.

## scoring

- Each jar counts {figures.item.jam.worth}, a wasp {figures.item.wasp.worth}.
"""


@pytest.fixture
def folder(few, tmp_path):
    """A folder with Jam Session’s two files, which the site has loaded beside a few games."""
    for name, text in (("catalogue/jam-session.toml", FACTS), ("reference/jam-session.md", WORDS)):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    with games_in(tmp_path, few):
        yield tmp_path


def begin(client, **typed):
    answer = send(client, "/games/new/jam-session/", {"name-1": "Ann", "name-2": "Bob"} | typed)
    assert answer.status_code == 302
    return Game.objects.latest("pk")


def test_a_game_of_ones_own_stands_among_the_others(folder, client):
    for url in ("/games/new/", "/rules/", "/sheets/"):
        assert "Jam Session" in get(client, url).html
    slugs = [variant["slug"] for variant in client.get("/rules.json").json()["variants"]]
    assert "jam-session" in slugs
    assert "contract-rummy" in slugs
    assert run_checks() == []


def test_a_game_of_ones_own_is_looked_up(folder, client):
    page = get(client, "/rules/jam-session/")

    text = " ".join(page.texts("main"))
    assert "Jam Session" in page.texts("h1")
    assert "Boil the most jam; 20 points win." in text
    assert "Each jar counts 3, a wasp −2." in text
    assert "Our kitchen" in text
    data = client.get("/rules/jam-session.json").json()
    assert (data["name"], data["family"], data["end"]["target"]) == ("Jam Session", "kitchen", 20)
    assert [option["id"] for option in data["options"]] == ["short"]


def test_a_game_of_ones_own_is_played_to_its_end(folder, client, db):
    game = begin(client, dealer="2")
    page = get(client, f"/games/{game.code}/rounds/1/")
    assert page.texts("h1") == ["Basket 1"]
    assert page.texts("legend") == ["Ann", "Bob"]

    # 4 × 3 = 12; 2 × 3 + 5 = 11.
    enter(client, game, 1, jam_1="4", jam_2="2", golden="2")
    # 12 + 3 - 2 = 13; 11 + 3 × 3 = 20.
    enter(client, game, 2, jam_1="1", wasp_1="on", jam_2="3")

    page = get(client, f"/games/{game.code}/")
    assert page.texts("p", class_="winner") == ["Bob wins by 7"]
    assert pad_of(page) == [
        ["Basket", "Ann", "Bob"],
        ["1", "12 12", "golden quince, 11 (Bob dealt) 11"],
        ["2", "1 (Ann dealt) 13", "9 20"],
        ["Total", "13", "20"],
        ["Place", "2nd", "★ 1st"],
    ]
    data = client.get(f"/games/{game.code}.json").json()
    assert data["deals"][1]["points"] == [
        {"name": "Ann", "points": 1, "because": "Jars of jam: 1 × 3; Wasp"},
        {"name": "Bob", "points": 9, "because": "Jars of jam: 3 × 3"},
    ]


def test_an_entry_that_its_file_forbids_is_refused(folder, client, db):
    game = begin(client)

    page = Page(send(client, f"/games/{game.code}/rounds/1/", {"jam-1": "10"}))

    assert page.status == 422
    assert page.described("jam-1") == "Ann can’t have 10 under “Jars of jam”. Enter at most 9."
    assert page.described("jam-2") == (
        "Nothing has been entered for Bob under “Jars of jam”. Enter a number, or 0 for none."
    )


def test_its_options_and_figures_are_house_rules_like_any_other(folder, client, db):
    game = begin(client, **{"option-short": "on", "save-as": "Sunday"})

    enter(client, game, 1, jam_1="4", jam_2="2")

    page = get(client, f"/games/{game.code}/")
    assert page.texts("p", class_="house") == ["House rules: Short session"]
    assert page.texts("p", class_="winner") == ["Ann wins by 6"]
    assert "Sunday" in get(client, "/games/new/jam-session/").texts("button")
    target = begin(client, **{"set-end.target": "30"})
    assert target.ruleset["end"]["target"] == 30


def test_a_game_of_ones_own_is_printed(folder, client, db):
    blank = printed(client.get("/sheets/jam-session.pdf?names=Ann,Bob,Cai").content)
    game = begin(client)
    enter(client, game, 1, jam_1="4", jam_2="2", golden="2")
    filled = printed(client.get(f"/games/{game.code}/sheet.pdf").content)

    for text in (blank, filled):
        assert "JamSession" in text
        assert "Basket" in text
    assert "Cai" in blank
    assert "1basketplayed" in filled


def test_a_game_goes_on_when_its_files_are_gone(folder, client, db):
    game = begin(client)
    enter(client, game, 1, jam_1="4", jam_2="2")
    (folder / "catalogue/jam-session.toml").unlink()
    catalogue.cache_clear()

    enter(client, game, 2, jam_1="3", jam_2="1")

    page = get(client, f"/games/{game.code}/")
    assert page.texts("p", class_="winner") == ["Ann wins by 12"]
    assert "21" in pad_of(page)[-2]
    for url in ("/games/new/jam-session/", "/rules/jam-session/", "/sheets/jam-session.pdf"):
        assert client.get(url).status_code == 404
    rules = get(client, f"/games/{game.code}/rules/")
    assert rules.status == 404
    assert "The rules of this game are no longer in the catalogue." in " ".join(rules.texts("p"))
    assert client.get(f"/games/{game.code}/sheet.pdf").status_code == 200
    again = Page(client.post(f"/games/{game.code}/rematch/", {"key": "m"}))
    assert again.status == 404


def test_a_file_with_a_mistake_is_named_before_the_site_starts(folder):
    path = folder / "catalogue/jam-session.toml"
    path.write_text(FACTS.replace('scheme = "tally"', 'scheme = "jam"'), "utf-8")
    catalogue.cache_clear()

    (error,) = run_checks()

    assert error.id == "scorekeeper.E001"
    assert error.msg.startswith(
        "jam-session.toml:14: scoring.scheme: There is no scheme “jam”. Use one of bids, boxes, "
    )


def test_a_text_without_its_figure_is_named_before_the_site_starts(folder):
    (folder / "reference/jam-session.md").write_text("## object\n\n- Boil {end.jars}.\n", "utf-8")
    catalogue.cache_clear()

    (error,) = run_checks()

    assert error.msg == (
        "reference/jam-session.md:3: Rule “object-1”: the text uses {end.jars}, which is not a "
        "value. Did you mean {end.deals}?"
    )


def test_without_the_folder_there_is_no_such_game(client):
    assert client.get("/rules/jam-session/").status_code == 404


def test_the_shelves_of_the_first_page_are_those_that_there_are(folder, client):
    assert "Jam Session" in get(client, "/").texts("a")
    catalogue.cache_clear()
    (folder / "catalogue/jam-session.toml").unlink()

    assert "Jam Session" not in get(client, "/").texts("a")


# Any game, under a custom name

ANY = "/games/new/any-game/"


def test_the_name_of_any_game_is_asked_first(client):
    page = get(client, ANY)

    asked = [field.attributes.get("name") for field in page.all("input")]
    assert asked.index("figures-name") < asked.index("name-1")
    assert "option-name" not in asked
    assert page.texts("label")[0] == "Name of the game"
    assert page.described("figures-name") == "The name shown on the score pad and in its history."
    assert page.loose_ends() == []


def test_what_is_written_there_is_its_name_and_stored_as_ever(client, db):
    answer = send(client, ANY, {"figures-name": " Kitchen  darts ", "name-1": "Ann"})

    game = Game.objects.get()
    assert answer.url == f"/games/{game.code}/"
    assert game.ruleset["name"] == "Kitchen darts"
    assert game.ruleset["options"] == {"name": "Kitchen darts"}


def test_without_a_name_it_is_any_game(client, db):
    send(client, ANY, {"name-1": "Ann"})

    game = Game.objects.get()
    assert (game.ruleset["options"], game.ruleset["name"]) == ({}, "Any game")


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("x" * 61, "That name is too long. Use at most 60 characters."),
        (
            "A\u202edarts",
            "That name contains a character that can’t be printed. Enter the name without it.",
        ),
    ],
)
def test_a_name_that_cannot_be_is_refused_beside_it(client, db, typed, sentence):
    page = Page(send(client, ANY, {"figures-name": typed, "name-1": "Ann"}))

    assert page.status == 422
    assert page.texts(id="figures-name-problem") == [sentence]
    assert page.described("figures-name").endswith(sentence)
    assert (page.form(ANY)["figures-name"], page.form(ANY)["name-1"]) == (typed, "Ann")
    assert "open" not in page.one("details", id="house-rules").attributes
    assert Game.objects.count() == 0


def test_the_name_alone_changes_no_house_rules(client, db):
    page = Page(send(client, ANY, {"figures-name": "Darts", "dealer": "13", "name-1": "Ann"}))

    assert page.status == 422
    assert page.form(ANY)["figures-name"] == "Darts"
    assert text_of(page.one("details", id="house-rules").children[0]) == "House rules: standard"


def test_a_name_stays_when_house_rules_without_one_are_taken(client, db):
    rules = {"option-target": "on", "figures-target": "50", "save-as": "To fifty"}
    send(client, ANY, rules | {"name-1": "Ann"})
    send(client, ANY, rules | {"name-1": "Ann", "figures-name": "Darts", "save-as": "Darts night"})
    form = get(client, ANY).form(ANY) | {"figures-name": "Bowls"}
    chips = {
        text_of(chip): chip.attributes["formaction"]
        for chip in get(client, ANY).all("button", class_="chip")
        if "formaction" in chip.attributes
    }

    taken = {name: Page(client.post(url, form)).form(ANY) for name, url in chips.items()}

    names = {name: sent["figures-name"] for name, sent in taken.items()}
    assert names == {"standard": "Bowls", "To fifty": "Bowls", "Darts night": "Darts"}
