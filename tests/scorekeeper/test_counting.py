"""Counting points up and down from the pad, without entering a round."""

import pytest

from rules.engine.catalogue import catalogue
from scorekeeper.models import Game
from scorekeeper.queries.board import scoreboard
from scorekeeper.queries.counting import counted_field
from scorekeeper.queries.integrity import check_games
from tests.factories import GameFactory, RoundFactory
from tests.scorekeeper.pages import Page, get, notices
from tests.scorekeeper.player_changes import at, standing


@pytest.fixture
def game(group):
    return GameFactory(group=group, variant="any-game", names=("Ann", "Bob"))


def tap(phone, game, **typed):
    """Tap a button of the form on the pad, and return the page that follows."""
    action = f"{at(game)}points/"
    return Page(phone.post(action, get(phone, at(game)).form(action) | typed, follow=True))


def test_taps_add_up_in_one_round_and_are_undone_one_by_one(phone, game):
    tap(phone, game, side="1", step="5")
    tap(phone, game, side="2", step="1", other="4")
    tap(phone, game, side="1", step="-", other="3")
    page = tap(phone, game, side="2", step="-1")

    assert standing(phone, game) == {"Ann": (2, 1), "Bob": (0, 2)}
    assert "Undo points in round 1" in page.texts("button")
    assert page.all("i", class_="corrected") == []
    undo = f"{at(game)}undo/"
    for ann, bob in ((2, 1), (5, 1), (5, 0), (0, 0)):
        phone.post(undo, get(phone, at(game)).form(undo))
        totals = {name: total for name, (total, _place) in standing(phone, game).items()}
        assert totals == {"Ann": ann, "Bob": bob}


def test_taps_on_two_phones_both_count_and_one_that_is_sent_twice_counts_once(phone, game):
    action = f"{at(game)}points/"
    old = get(phone, at(game)).form(action)

    for key in ("a", "b", "b"):
        phone.post(action, old | {"key": key, "side": "1", "step": "5"})

    assert standing(phone, game) == {"Ann": (10, 1), "Bob": (0, 2)}
    assert not any(each.problems for each in check_games())


def test_counting_goes_on_in_the_latest_round_up_to_the_target(phone, group):
    game = GameFactory(
        group=group, variant="any-game", names=("Ann", "Bob"), options={"target": 20}
    )
    RoundFactory(game=game, texts={"points-1": "7", "points-2": "12"})
    RoundFactory(game=game, deal=2, texts={"points-1": "1", "points-2": "2"})
    old = get(phone, at(game)).form(f"{at(game)}points/")

    page = tap(phone, game, side="2", step="10")

    assert page.texts("p", class_="winner") == ["Bob wins by 16"]
    assert page.forms(f"{at(game)}points/") == []
    late = Page(
        phone.post(
            f"{at(game)}points/", old | {"key": "late", "side": "1", "step": "1"}, follow=True
        )
    )
    assert notices(late) == ["The game is over. To continue, use Undo first."]
    assert Game.objects.get().rounds.count() == 2


def test_a_tap_can_begin_the_next_round_in_which_the_others_have_zero(phone, game):
    tap(phone, game, side="1", step="5")
    old = get(phone, at(game)).form(f"{at(game)}points/")
    tap(phone, game, side="2", step="1", deal="2")
    # Another phone begins the same round, which exists by now.
    phone.post(f"{at(game)}points/", old | {"key": "b", "side": "1", "step": "10", "deal": "2"})
    tap(phone, game, side="2", step="5")

    assert standing(phone, game) == {"Ann": (15, 1), "Bob": (6, 2)}
    entries = game.rounds.order_by("deal").values_list("entry", flat=True)
    assert list(entries) == [
        {"points-1": "5", "points-2": "0"},
        {"points-1": "10", "points-2": "6"},
    ]
    assert not any(each.problems for each in check_games())


def test_a_round_can_be_begun_without_those_who_are_out(phone, group):
    names = ("Ann", "Bob", "Cai")
    game = GameFactory(group=group, variant="any-game", names=names, options={"last-in": 20})
    RoundFactory(game=game, texts={"points-1": "7", "points-2": "20", "points-3": "1"})

    # Points count against the players, although “Lowest total” wasn’t chosen.
    assert [(column.name, column.place) for column in scoreboard(game).columns] == [
        ("Ann", 2), ("Bob", 3), ("Cai", 1)
    ]  # fmt: skip
    page = tap(phone, game, side="2", step="1", deal="2")
    assert notices(page) == ["That player isn’t in the latest round. Enter the next one first."]
    tap(phone, game, side="3", step="5", deal="2")

    assert game.rounds.get(deal=2).entry == {"points-1": "0", "points-3": "5"}


def test_the_last_round_is_entered_as_a_whole(phone, group):
    game = GameFactory(group=group, variant="any-game", names=("Ann", "Bob"), options={"rounds": 3})

    shown = []
    for deal in (1, 2, 3):
        page = get(phone, at(game))
        (label,) = page.all("label", class_="chip")
        (link,) = page.all("a", class_="chip", href=f"{at(game)}rounds/3/?new")
        shown.append(["hidden" not in part.attributes for part in (label, link)])
        if deal < 3:
            tap(phone, game, side="1", step="1", deal=str(deal))

    assert shown == [[False, False], [True, False], [False, True]]


@pytest.mark.parametrize(
    "typed",
    [
        {"side": "9", "step": "1"},
        {"side": "x", "step": "1"},
        {},
        {"side": "1", "step": "+", "other": "no"},
        {"side": "1", "step": "+", "other": "999999"},
    ],
)
def test_a_tap_that_counts_nothing_says_so_or_changes_nothing(phone, game, typed):
    page = tap(phone, game, **typed)

    assert page.status == 200
    assert standing(phone, game) == {"Ann": (0, None), "Bob": (0, None)}


def test_games_in_which_a_round_is_only_points_can_be_counted():
    variants = catalogue().variants
    counted = {slug for slug, game in variants.items() if counted_field(game.standard)}

    assert counted == {"all-fives", "any-game", "cricket-darts", "farkle", "word-tiles"}
