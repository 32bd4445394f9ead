"""Messages for games that, after a correction, were already over before their last deal."""

import pytest

from rules.engine.catalogue import catalogue
from scorekeeper.models import Game
from scorekeeper.queries.board import scoreboard
from scorekeeper.services.house_rules import change_house_rules
from scorekeeper.services.players import come_back, join, leave
from scorekeeper.services.rounds import undo
from tests.factories import ChangeContextFactory, GameFactory, RoundFactory, rescored
from tests.scorekeeper.pages import get, pad_of, send

SAID = "With these scores, {} had already won after round {}. "
ANEW = (
    "If round {last} shouldn’t count, undo the correction and round {last}, "
    "then correct round {deal} again."
)


@pytest.fixture
def game(group):
    """Start Any game to 100, won by the lowest total.

    After six rounds, Ann has 90, Bob 60 and Cai 36.
    """
    game = GameFactory(
        group=group,
        variant="any-game",
        names=("Ann", "Bob", "Cai"),
        options={"lowest-wins": True, "target": 100},
    )
    for deal in range(1, 7):
        play(game, deal, "15", "10", "6")
    return game


def play(game, deal, *points):
    texts = {f"points-{number}": text for number, text in enumerate(points, 1) if text}
    return RoundFactory(game=game, deal=deal, texts=texts)


def correct(phone, game, deal, **typed):
    """Correct a deal, even if a number becomes ten times as large."""
    answer = send(phone, f"/games/{game.code}/rounds/{deal}/", typed | {"overrule": "1"})
    assert answer.status_code == 302


def told(phone, game):
    """Return the message above the pad."""
    return get(phone, f"/games/{game.code}/").texts("p", id="over-earlier")


def test_a_correction_that_ends_the_game_earlier_is_told(phone, game):
    assert told(phone, game) == []

    # Ann has 15 + 55 + 15 + 15 = 100 after round 4, when Bob has 40 and Cai 24.
    correct(phone, game, 2, **{"points-1": "55"})

    page = get(phone, f"/games/{game.code}/")
    said = f"{SAID.format('Cai', 4)}Rounds 5 and 6 still count."
    assert page.texts("p", id="over-earlier") == [said]
    assert page.texts("p", class_="winner") == ["Cai wins by 24"]
    assert pad_of(page)[-2] == ["Total", "130", "60", "36"]
    assert get(phone, f"/watch/{game.code}/{game.watch_token}/").texts("p", id="over-earlier") == [
        said
    ]
    assert rescored() == (6, 0)

    undo(game=game, context=ChangeContextFactory(game=game))

    assert told(phone, game) == []


def test_the_winner_of_then_may_be_another_than_that_of_now(phone, game):
    # After round 5, Ann has 100, Bob 50 and Cai 49. Then Cai scores 60 in the last round.
    correct(phone, game, 5, **{"points-1": "40", "points-3": "25"})
    correct(phone, game, 6, **{"points-3": "60"})

    page = get(phone, f"/games/{game.code}/")
    assert page.texts("p", id="over-earlier") == [
        f"{SAID.format('Cai', 5)}Round 6 still counts. So Bob wins."
    ]
    assert page.texts("p", class_="winner") == ["Bob wins by 49"]


def test_several_winners_and_several_rounds_are_named(phone, game):
    correct(phone, game, 1, **{"points-1": "100", "points-3": "10"})

    assert told(phone, game) == [
        f"{SAID.format('Bob and Cai', 1)}Rounds 2 to 6 still count. So Cai wins."
    ]


def test_a_game_that_goes_on_by_the_last_figures_is_told_too(phone, game):
    correct(phone, game, 3, **{"points-1": "70"})
    correct(phone, game, 6, **{"points-1": "-60"})

    # Ann has 15 + 15 + 70 after round 3. The 70 is new.
    page = get(phone, f"/games/{game.code}/")
    assert page.texts("p", id="over-earlier") == [
        f"{SAID.format('Cai', 3)}Rounds 4 to 6 still count. So the game continues."
    ]
    assert page.all("p", class_="winner") == []
    assert Game.objects.get(pk=game.pk).state == Game.State.PLAYING


def test_a_correction_of_the_deal_that_ended_the_game_is_not_told(phone, game):
    correct(phone, game, 6, **{"points-1": "25"})

    assert told(phone, game) == []
    assert get(phone, f"/games/{game.code}/").texts("p", class_="winner") == ["Cai wins by 24"]


def test_partners_win_in_the_plural(phone, group):
    game = GameFactory(
        group=group, variant="any-game", options={"sides-of-two": True, "target": 100}
    )
    for deal in (1, 2):
        play(game, deal, "10", "20")

    correct(phone, game, 1, **{"points-1": "100"})

    assert told(phone, game) == [
        f"{SAID.format('Ann & Cai', 1)}Round 2 still counts. {ANEW.format(last=2, deal=1)}"
    ]


@pytest.fixture
def rummy(group):
    """Start Any game to 100, won by the highest total.

    After round 3, the totals are 10, 60 and 50. Then Cai scores 60.
    """
    game = GameFactory(
        group=group, variant="any-game", names=("Ann", "Bob", "Cai"), options={"target": 100}
    )
    for deal, points in enumerate(((0, 40, 20), (10, 0, 30), (0, 20, 0), (0, 0, 60)), 1):
        play(game, deal, *map(str, points))
    return game


def test_the_winner_of_then_is_told_beside_the_one_of_now_and_how_to_leave_a_round_out(
    phone, rummy
):
    # Bob has 80 + 20 after round 3, and Cai 110 after round 4.
    correct(phone, rummy, 1, **{"points-2": "80"})

    page = get(phone, f"/games/{rummy.code}/")
    said = f"{SAID.format('Bob', 3)}Round 4 still counts. So Cai wins."
    assert page.texts("p", id="over-earlier") == [f"{said} {ANEW.format(last=4, deal=1)}"]
    assert page.texts("p", class_="winner") == ["Cai wins by 10"]
    watched = get(phone, f"/watch/{rummy.code}/{rummy.watch_token}/")
    assert watched.texts("p", id="over-earlier") == [said]

    for _ in range(2):
        undo(game=rummy, context=ChangeContextFactory(game=rummy))
    correct(phone, rummy, 1, **{"points-2": "80"})

    page = get(phone, f"/games/{rummy.code}/")
    assert page.texts("p", id="over-earlier") == []
    assert page.texts("p", class_="winner") == ["Bob wins by 50"]


def test_what_undo_does_not_lead_to_is_not_advised(phone, rummy):
    correct(phone, rummy, 1, **{"points-2": "80"})
    correct(phone, rummy, 2, **{"points-1": "11"})

    assert told(phone, rummy) == [f"{SAID.format('Bob', 3)}Round 4 still counts. So Cai wins."]


def test_what_somebody_was_charged_who_was_not_back_yet_did_not_end_the_game(phone, group):
    game = GameFactory(
        group=group, variant="any-game", names=("Ann", "Bob", "Cai"), options={"target": 100}
    )
    play(game, 1, "10", "20", "30")
    leave(game=game, side=2, context=ChangeContextFactory(game=game))
    play(game, 2, "5", "", "30")
    come_back(game=game, side=2, total=90, context=ChangeContextFactory(game=game))
    play(game, 3, "1", "1", "1")
    play(game, 4, "1", "1", "1")

    variant, context = catalogue().variant("any-game"), ChangeContextFactory(game=game)
    change_house_rules(
        game=game, variant=variant, options={"target": 85}, patches={}, context=context
    )

    # Bob returned with 90 before round 3, and Cai had 60 after round 2.
    assert told(phone, game) == [f"{SAID.format('Bob', 3)}Round 4 still counts."]


def test_who_was_away_in_a_deal_had_left_then(group):
    game = GameFactory(group=group, variant="indian-rummy-pool-101", names=("Ann", "Bob", "Cai"))
    three = {"declared": "1", "left-points-2": "10", "left-points-3": "20"}
    two = {"declared": "1", "left-points-2": "10"}
    RoundFactory(game=game, deal=1, texts=three)
    leave(game=game, side=3, context=ChangeContextFactory(game=game))
    RoundFactory(game=game, deal=2, texts=two)
    RoundFactory(game=game, deal=3, texts=two)
    come_back(game=game, side=3, context=ChangeContextFactory(game=game))
    join(game=game, name="Dee", start=40, context=ChangeContextFactory(game=game))
    RoundFactory(game=game, deal=4, texts=three | {"left-points-4": "5"})
    leave(game=game, side=2, context=ChangeContextFactory(game=game))

    seating = scoreboard(Game.objects.get(pk=game.pk)).seating
    assert [entrant.left for entrant in seating.entrants_at(1)] == [None, None, None]
    assert [entrant.left for entrant in seating.entrants_at(3)] == [None, None, 1]
    assert [entrant.left for entrant in seating.entrants_at(4)] == [None, None, None, None]
    assert [entrant.left for entrant in seating.entrants_at(5)] == [None, 4, None, None]
