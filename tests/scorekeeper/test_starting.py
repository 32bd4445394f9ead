"""Starting a game: the players, the current rules, and the same form sent twice."""

import pytest

from rules.engine.catalogue import catalogue
from rules.engine.errors import RulesError
from scorekeeper.models import Change, Game, Player
from scorekeeper.services.changes import ChangeContext
from scorekeeper.services.games import start_game
from tests.factories import GameFactory, GroupFactory, PlayerFactory

TOO_FEW_FIGURES = "With 3 players, enter 2 payments, from second place to last."


def start(owner, key="one", **said):
    """Start a game of Progressive Rummy. Arguments override the defaults."""
    usual = {
        "group": owner.group,
        "variant": catalogue().variant("progressive-rummy"),
        "names": ["Ann", "Bob", "Cai"],
        "options": {},
        "first_dealer": 1,
    }
    return start_game(**(usual | said), context=ChangeContext(owner.user, owner.name, 0, key))


def test_a_game_seats_its_people_in_order(owner):
    game = start(owner, names=["Cai", "Ann", "Bob"], first_dealer=3)

    assert list(game.sides.values_list("number", "name")) == [(1, "Cai"), (2, "Ann"), (3, "Bob")]
    assert list(game.seats.values_list("position", "side__number", "player__name")) == [
        (1, 1, "Cai"),
        (2, 2, "Ann"),
        (3, 3, "Bob"),
    ]
    assert (game.first_dealer, game.version, game.state) == (3, 1, "playing")


def test_a_game_keeps_the_rules_it_was_started_by(owner):
    game = start(owner, options={"kitty-split": True, "custom-settlement": [1, 2, 3, 4]})

    stored = Game.objects.get(pk=game.pk)
    assert stored.ruleset["options"] == {"kitty-split": True, "custom-settlement": [1, 2, 3, 4]}
    assert stored.ruleset["settlement"] == {
        "unit": {"one": "penny", "many": "pennies"},
        "step": 2,
        "pays": [1, 2, 3, 4],
        "kitty": [2, 1],
        "shares": "whole",
    }
    assert stored.ruleset["scoring"]["values"]["2"] == 20
    assert len(stored.ruleset["deals"]) == 15


def test_the_start_is_the_first_change(owner):
    game = start(owner, names=["Ann", "Bob", "Cai"], options={"kitty-split": True})

    change = Change.objects.get(game=game)
    assert (change.version, change.kind, change.key, change.deal) == (1, "start", "one", None)
    assert change.before is None
    assert change.after == {
        "format": 2,
        "options": {"kitty-split": True},
        "patches": {},
        "players": ["Ann", "Bob", "Cai"],
        "follows": "",
    }
    assert (change.by, change.by_name) == (owner.user, "Phone 1")


def test_people_of_the_table_are_known_whatever_the_case(owner):
    ann = PlayerFactory(group=owner.group, name="Ann")
    other_table = PlayerFactory(group=GroupFactory(), name="Bob")

    game = start(owner, names=["ANN", "bob", "Cai"])

    seats = game.seats.select_related("player")
    assert seats[0].player == ann
    assert seats[1].player != other_table
    assert sorted(owner.group.players.values_list("name", flat=True)) == ["Ann", "Cai", "bob"]


@pytest.mark.parametrize("names", [("Дмитрий", "ДМИТРИЙ"), ("Ümit", "ümit"), ("Straße", "STRASSE")])
def test_people_are_known_whatever_the_case_in_any_script(owner, names):
    start(owner, key="one", names=[names[0], "Bob", "Cai"])

    start(owner, key="two", names=[names[1], "Bob", "Cai"])

    assert sorted(owner.group.players.values_list("name", flat=True)) == sorted(
        [names[0], "Bob", "Cai"]
    )


@pytest.mark.parametrize("names", [("Ǆep", "džep"), ("Ann", "Anne"), ("Zoë", "Zoe")])
def test_names_that_differ_may_sit_at_one_table(owner, names):
    start(owner, names=[*names, "Cai"])

    assert set(owner.group.players.values_list("name", flat=True)) == {*names, "Cai"}


@pytest.mark.parametrize(
    "names",
    [
        *(("Σας", "ΣΑΣ"), ("ǅep", "ǆep"), ("Straße", "STRASSE"), ("İnci", "inci")),
        ("Ann", "Ann\u200d"),
    ],
)
def test_names_that_differ_only_in_case_or_invisibly_may_not(owner, names):
    with pytest.raises(RulesError) as refused:
        start(owner, names=[*names, "Cai"])

    assert str(refused.value) == "Two players have the same name. Change one of the names."


def test_the_same_key_starts_one_game(owner):
    first = start(owner, key="one", names=["Ann", "Bob", "Cai"])

    again = start(owner, key="one", names=["Ann", "Bob", "Cai"])
    other = start(owner, key="two", names=["Ann", "Bob", "Cai"])

    assert again == first
    assert other != first
    assert Game.objects.count() == 2


def test_the_same_key_at_another_table_starts_another_game(owner):
    first = start(owner, key="one")
    elsewhere = GroupFactory().members.get()

    other = start(elsewhere, key="one")

    assert other != first
    assert other.group == elsewhere.group


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (
            {"names": ["Ann", "Bob"]},
            "Progressive Rummy is for 3 to 5 players, not 2. Change the players.",
        ),
        (
            {"names": list("abcdef")},
            "Progressive Rummy is for 3 to 5 players, not 6. Change the players.",
        ),
        (
            {"names": ["Ann", "Bob", "ANN"]},
            "Two players have the same name. Change one of the names.",
        ),
        ({"first_dealer": 4}, "The first dealer isn’t one of the players. Choose another."),
        ({"first_dealer": 0}, "The first dealer isn’t one of the players. Choose another."),
        ({"options": {"joker-25": True}}, "Progressive Rummy has no option “joker-25”."),
        ({"options": {"custom-settlement": [2]}}, TOO_FEW_FIGURES),
    ],
)
def test_what_makes_no_game_is_refused_and_leaves_nothing(owner, said, sentence):
    with pytest.raises(RulesError) as refused:
        start(owner, **said)

    assert str(refused.value) == sentence
    assert (Game.objects.count(), Player.objects.count(), Change.objects.count()) == (0, 0, 0)


def test_every_variant_can_be_started(group):
    for slug, variant in catalogue().variants.items():
        names = [f"Player {number}" for number in range(variant.standard.players.max)]
        game = GameFactory(group=group, variant=slug, names=names)

        assert game.ruleset["slug"] == slug

    assert Game.objects.count() == len(catalogue().variants) >= 8
