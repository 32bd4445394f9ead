"""Any game under a name of its own: how it starts, and where the name and the answers come back."""

import pytest

from scorekeeper.models import Game
from tests.factories import GameFactory
from tests.scorekeeper.pages import Page, get, names_in, text_of
from tests.scorekeeper.player_changes import at

NEW = "/games/new/any-game/"


def start(phone, **typed):
    """Start Any game with these inputs, and return it."""
    form = get(phone, NEW).form(NEW)
    phone.post(NEW, form | {"name-1": "Ann", "name-2": "Bob"} | typed)
    return Game.objects.get()


def answers(page):
    """Return the answers that are chosen on the page for a new game, and its values."""
    form = page.form(NEW)
    names = ("start-wins", "start-end", "start-deals", "figures-target", "figures-last-in")
    return [form.get(name, "") for name in names]


def test_a_new_game_asks_three_things(phone, group):
    game = start(
        phone,
        **{
            "figures-name": "Skyjo",
            "start-wins": "lowest-wins",
            "start-end": "last-in",
            "figures-last-in": "66",
            "figures-target": "12",
            "start-deals": "no-dealer",
        },
    )

    assert game.ruleset["options"] == {
        "name": "Skyjo", "lowest-wins": True, "last-in": 66, "no-dealer": True,
    }  # fmt: skip
    assert (game.given_name, game.ruleset["opening"]["dealt"]) == ("Skyjo", False)
    page = get(phone, at(game))
    assert page.texts("h1") == ["Skyjo"]
    assert page.texts("p", class_="house") == ["Last player under 66"]
    assert page.all("form", class_="dealers") == []
    assert answers(get(phone, NEW, name="SKYJO")) == [
        "lowest-wins",
        "last-in",
        "no-dealer",
        "",
        "66",
    ]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Uno", ["", "target", "", "500", ""]),
        ("Settlers of Catan", ["", "target", "no-dealer", "10", ""]),
        ("Kitchen darts", ["", "", "", "", ""]),
    ],
)
def test_a_known_name_fills_in_the_answers(client, db, name, expected):
    page = get(client, NEW, name=name)

    assert answers(page) == expected
    assert page.form(NEW)["figures-name"] == name


@pytest.mark.parametrize("said", [{"today": "2026-01-02"}, {"start-deals": "no-dealer"}])
def test_without_a_script_the_usual_answers_are_shown_before_the_game_starts(phone, group, said):
    form = get(phone, NEW).form(NEW) | {"name-1": "Ann", "name-2": "Bob", "figures-name": "Uno"}

    shown = Page(phone.post(NEW, form))

    assert answers(shown) == ["", "target", "", "500", ""]
    assert shown.form(NEW)["name-2"] == "Bob"
    assert "This is how the game is usually played." in shown.texts("p", class_="notice")[0]
    phone.post(NEW, shown.form(NEW) | {"start-end": ""})
    phone.post(NEW, form | said | {"key": "other"})
    assert [sorted(game.ruleset["options"]) for game in Game.objects.order_by("pk")] == [
        ["name"],
        sorted({"name", *said.values()} - {"2026-01-02"}),
    ]


def test_a_named_game_is_suggested_where_games_start(phone, group):
    for name in ("Tichu", "Uno", "tichu"):
        GameFactory(group=group, variant="any-game", names=("Ann", "Bob"), options={"name": name})

    chips = get(phone, "/").all("a", class_="chip")

    assert [(text_of(chip), chip.attributes["href"]) for chip in chips] == [
        ("Uno", "/games/new/any-game/?same&name=Uno")
    ]
    assert names_in(get(phone, "/games/new/"), "favourites") == ["tichu", "Uno"]
