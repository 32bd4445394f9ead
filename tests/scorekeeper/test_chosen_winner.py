"""Choosing the winner of a tie, or by another condition than points, on the pages of a game."""

import pytest

from rules.engine.own_games import Design, DesignItem
from scorekeeper.models import Game, Result
from scorekeeper.presenters.result import result_words
from scorekeeper.queries.board import scoreboard
from scorekeeper.queries.exports import games_of
from scorekeeper.queries.meetings import head_to_head
from scorekeeper.queries.person_statistics import person_statistics
from scorekeeper.services.months import keep_months
from scorekeeper.services.own_games import make_own_game
from scorekeeper.sheets.filled import filled_sheet
from tests.factories import GameFactory, RoundFactory, rescored, stop_game
from tests.scorekeeper.pages import Page, get, notices, text_of
from tests.scorekeeper.player_changes import at, data_of, enter, standing
from tests.scorekeeper.test_exports import brought_back, everything


def ended(group, *points):
    """Return a game that was ended after one round with these points of Ann, Bob and Cai."""
    game = GameFactory(group=group, variant="any-game", names=("Ann", "Bob", "Cai"))
    texts = {f"points-{side}": text for side, text in enumerate(points, 1)}
    RoundFactory(game=game, deal=1, texts=texts)
    return stop_game(game)


def choices(page):
    """Return the buttons under “Who won?”, with a star for the one that is chosen."""
    buttons = page.all("button", class_="chip")
    return [text_of(each) + "*" * (each.attributes["aria-pressed"] == "true") for each in buttons]


def choose(phone, game, side):
    action = f"{at(game)}table/winner/"
    form = get(phone, at(game)).form(action)
    return Page(phone.post(action, form | {"number": str(side)}, follow=True))


def winner(page):
    return page.texts("p", class_="winner")


def test_a_tie_is_decided_taken_back_and_decided_again(phone, group):
    game = ended(group, "10", "30", "30")
    page = get(phone, at(game))
    assert (winner(page), choices(page)) == (
        ["Bob and Cai win by 20"],
        ["Shared*", "Bob", "Cai", "Ann"],
    )

    page = choose(phone, game, 3)
    assert winner(page) == ["Cai wins the tie"]
    assert choices(page) == ["Shared", "Bob", "Cai*", "Ann"]
    assert standing(phone, game) == {"Ann": (10, 3), "Bob": (30, 2), "Cai": (30, 1)}
    assert list(Result.objects.filter(is_winner=True).values_list("side__name")) == [("Cai",)]

    page = Page(phone.post(f"{at(game)}undo/", page.form(f"{at(game)}undo/"), follow=True))
    assert winner(page) == ["Bob and Cai win by 20"]
    page = Page(phone.post(f"{at(game)}redo/", page.form(f"{at(game)}redo/"), follow=True))
    assert winner(page) == ["Cai wins the tie"]

    assert winner(choose(phone, game, 0)) == ["Bob and Cai win by 20"]
    log = [text_of(line) for line in get(phone, f"{at(game)}changes/").one(class_="log").children]
    actions = ("chose", "redid a choice of", "undid a choice of", "chose", "finished")
    for line, action in zip(log, actions, strict=False):
        assert line.startswith(f"Phone 1 {action} the ")
    assert log[0].endswith(" Winner Cai → not entered")


def test_only_those_who_are_tied_are_offered_in_a_game_with_rules(phone, group):
    game = GameFactory(group=group, names=("Ann", "Bob", "Cai"), played=1)
    RoundFactory(game=game, deal=2, texts={"out": "2", "left-points-1": "10", "left-points-3": "5"})
    stop_game(game)
    assert choices(get(phone, at(game))) == ["Shared*", "Ann", "Bob"]

    page = choose(phone, game, 3)

    assert notices(page) == ["That player can’t be chosen. Choose one of the names."]
    assert winner(choose(phone, game, 2)) == ["Bob wins the tie"]


def test_the_winner_by_another_condition_is_chosen_when_the_points_say_otherwise(phone, group):
    game = ended(group, "10", "30", "20")
    page = get(phone, at(game))
    assert choices(page) == ["By points*", "Ann", "Bob", "Cai"]
    assert page.one("details", id="winner").attributes.get("open") is None

    page = choose(phone, game, 1)

    assert winner(page) == ["Ann was chosen as the winner"]
    assert standing(phone, game) == {"Ann": (10, 1), "Bob": (30, 2), "Cai": (20, 3)}
    watched = get(phone, f"/watch/{game.code}/{game.watch_token}/")
    assert winner(watched) == ["Ann was chosen as the winner"]
    assert choices(watched) == []
    screen = get(phone, f"/table/{group.pk}/{group.watch_token}/screen/")
    assert winner(screen) == ["Ann was chosen as the winner"]
    past = get(phone, f"/groups/{group.pk}/history/")
    assert past.texts(class_="past-result") == ["Ann won with 10 by choice"]
    board = scoreboard(games_of(group).get())
    assert filled_sheet(board).outcome == "Ann was chosen as the winner"
    assert result_words(board).startswith("Any game: Ann was chosen as the winner after 1 round.")


@pytest.mark.parametrize(
    ("side", "corrected", "places"),
    [
        (3, "29", {"Ann": (10, 3), "Bob": (30, 1), "Cai": (29, 2)}),  # the tie is gone
        (1, "29", {"Ann": (10, 1), "Bob": (30, 2), "Cai": (29, 3)}),  # chosen whatever the points
    ],
)
def test_a_correction_ends_a_tie_and_with_it_the_choice(phone, group, side, corrected, places):
    game = ended(group, "10", "30", "30")
    choose(phone, game, side)

    enter(phone, game, 1, **{"points-3": corrected})
    assert standing(phone, game) == places
    assert rescored() == (1, 0)

    enter(phone, game, 1, **{"points-3": "30"})  # the tie is back, and the choice with it
    assert data_of(phone, game)["winners"] == [("Ann", "Bob", "Cai")[side - 1]]


def test_an_own_game_is_won_by_whoever_is_chosen_and_comes_back_from_a_file(phone, group):
    design = Design(name="Longest road", items=(DesignItem("Points"),), least=2, most=4)
    own = make_own_game(group=group, design=design, key="k")
    game = GameFactory(group=group, variant=own.slug, names=("Ann", "Bob"))
    RoundFactory(game=game, deal=1, texts={"item1-1": "4", "item1-2": "6"})
    stop_game(game)

    choose(phone, game, 1)

    assert everything(brought_back(group)) == everything(group)
    ann = group.players.get(name="Ann")
    assert "1 of 1" in get(phone, f"/groups/{group.pk}/players/{ann.pk}/").words


def test_the_winner_is_chosen_only_at_the_end(phone, group):
    game = GameFactory(group=group, variant="any-game", names=("Ann", "Bob"))
    RoundFactory(game=game, deal=1, texts={"points-1": "5", "points-2": "5"})
    action = f"{at(game)}table/winner/"
    assert get(phone, at(game)).forms(action) == []

    page = Page(phone.post(action, {"version": "2", "key": "k", "number": "1"}, follow=True))

    assert notices(page) == ["The game isn’t over yet. End it, then choose the winner."]


# Games in which all win or lose together


def together(phone, *, won, points=()):
    """Start Pandemic, enter a round if there are ``points``, and press “We won” or “We lost”."""
    form = get(phone, "/games/new/any-game/").form("/games/new/any-game/")
    named = {"figures-name": "Pandemic", "start-wins": "together", "start-deals": "no-dealer"}
    phone.post("/games/new/any-game/", form | named | {"name-1": "Ann", "name-2": "Bob"})
    game = Game.objects.latest("pk")
    if points:
        texts = {f"points-{side}": text for side, text in enumerate(points, 1)}
        RoundFactory(game=game, deal=1, texts=texts)
    page = get(phone, at(game))
    assert {"We won", "We lost"} <= set(page.texts("button"))
    assert not any("leading" in cell.attributes.get("class", "") for cell in page.all("td"))
    have_won, have_lost = page.forms(f"{at(game)}table/stop/")
    form = have_won if won else have_lost
    return game, Page(phone.post(f"{at(game)}table/stop/", form, follow=True))


@pytest.mark.parametrize(
    ("won", "headline", "result"),
    [(True, "Ann and Bob win together", "Won"), (False, "Ann and Bob lose together", "Lost")],
)
def test_a_game_against_the_game_is_won_or_lost_from_its_pad(phone, group, won, headline, result):
    game, page = together(phone, won=won)

    assert winner(page) == [headline]
    assert page.texts("p", class_="muted")[0] == ""
    assert (page.all(class_="podium"), page.texts("tr", class_="places")) == ([], [])
    assert page.texts("span", class_="place") == ["", ""]
    assert (page.texts("span", class_="number"), page.texts(class_="pad-key")) == (["", ""], [])
    assert "hidden" in page.one(id="pad").attributes
    home = get(phone, "/")
    assert "Same players: Ann, Bob." in home.texts("p", class_="hint")  # nobody deals
    assert standing(phone, game) == {"Ann": (0, None), "Bob": (0, None)}
    assert data_of(phone, game)["winners"] == (["Ann", "Bob"] if won else [])
    rows = Result.objects.order_by("side").values_list("place", "is_winner")
    assert list(rows) == [(None, won)] * 2
    assert get(phone, f"/groups/{group.pk}/history/").texts(class_="past-result") == [result]
    watched = get(phone, f"/watch/{game.code}/{game.watch_token}/")
    assert winner(watched) == [headline]
    assert filled_sheet(scoreboard(Game.objects.get())).outcome == headline
    assert everything(brought_back(group)) == everything(group)

    page = Page(phone.post(f"{at(game)}undo/", page.form(f"{at(game)}undo/"), follow=True))
    assert (winner(page), data_of(phone, game)["state"]) == ([], "playing")


def test_games_against_the_game_say_nothing_about_luck(phone, group):
    together(phone, won=False)
    together(phone, won=True)

    player = group.players.get(name="Ann")
    page = get(phone, f"/groups/{group.pk}/players/{player.pk}/")

    assert page.texts("p", class_="lead") == ["Ann won 1 of 2 games."]
    assert "By luck alone" not in page.texts("dt")


def test_won_and_lost_are_swapped_after_the_end(phone, group):
    game, page = together(phone, won=False, points=("12", "9"))
    assert page.texts("p", class_="muted")[:1] == ["21 points after 1 round."]
    assert choices(page) == ["Lost*", "Won"]
    assert page.texts("p", class_="pad-key") == ["tap a round to see its scoring or fix it"]

    page = choose(phone, game, 1)

    assert (winner(page), choices(page)) == (["Ann and Bob win together"], ["Lost", "Won*"])
    newest = get(phone, f"{at(game)}changes/").one(class_="log").children[0]
    assert text_of(newest).endswith(" Winner everyone")
    assert rescored() == (1, 0)


def test_playing_together_counts_neither_for_nor_against_anybody(phone, group):
    together(phone, won=True)
    together(phone, won=False)
    game = GameFactory(group=group, variant="any-game", names=("Ann", "Bob"))
    RoundFactory(game=game, deal=1, texts={"points-1": "5", "points-2": "9"})
    stop_game(game)
    ann, bob = group.players.order_by("name")

    statistics = person_statistics(ann, keep_months(group=group))

    # One of three games was won; by chance, that would be the one won together and half the other.
    tally = statistics.tally
    assert (tally.games, tally.wins, tally.expected) == (3, 1, 1.5)
    assert (tally.average_place, [(o.ahead, o.behind) for o in statistics.opponents]) == (
        2,
        [(0, 1)],
    )
    against = head_to_head(ann, bob, keep_months(group=group))
    assert (against.ahead, against.behind, against.tied) == (0, 1, 0)
    page = get(phone, f"/groups/{group.pk}/players/{ann.pk}/")
    assert page.texts("dd")[:2] == ["3", "1"]  # games and wins
    assert get(phone, f"/groups/{group.pk}/years/2026/").status == 200
