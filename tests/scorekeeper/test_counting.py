"""Counting points up and down from the pad, without entering a round."""

import pytest

from rules.engine.catalogue import catalogue
from scorekeeper.models import Game
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
