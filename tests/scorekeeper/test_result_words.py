"""The result of a game as plain text."""

from datetime import date

import pytest

from scorekeeper.presenters.result import result_words
from scorekeeper.queries.board import scoreboard
from tests.factories import GameFactory, RoundFactory
from tests.scorekeeper.pages import get

EVENING = date(2026, 11, 20)


def dated(game, **fields):
    for name, value in fields.items():
        setattr(game, name, value)
    game.save()
    return scoreboard(game)


def test_a_finished_game(finished):
    board = dated(finished, played_on=EVENING)  # finished today, after a correction

    assert result_words(board, location="Grandma’s", address="https://example.org/w/").split(
        "\n"
    ) == [
        "Progressive Rummy: Ann wins by 150 after 15 deals.",
        "",
        "1st Ann 0",
        "2nd Bob 150",
        "2nd Cai 150",
        "2nd Dee 150",
        "",
        "20 Nov 2026, Grandma’s",
        "https://example.org/w/",
    ]


def test_a_game_in_progress(game):
    board = dated(game, played_on=EVENING)

    lines = result_words(board).split("\n")

    assert lines[0] == "Contract Rummy: Ann is in the lead after 2 of 7 deals."
    assert lines[2:4] == ["1st Ann 0", "2nd Bob 20"]
    assert lines[-1] == "20 Nov 2026"


@pytest.mark.parametrize(
    ("points", "first"),
    [
        (("5", "5"), "Any game: Ann and Bob are in the lead after 1 round."),
        (("-5", "3"), "Any game: Bob is in the lead after 1 round."),
    ],
)
def test_a_game_without_a_fixed_length(group, points, first):
    game = GameFactory(group=group, variant="any-game", names=("Ann", "Bob"))
    RoundFactory(
        game=game, deal=1, texts={f"points-{side}": each for side, each in enumerate(points, 1)}
    )

    assert result_words(scoreboard(game)).split("\n")[0] == first


def test_numbers_stay_after_hebrew_and_arabic_names(group):
    game = GameFactory(group=group, variant="any-game", names=("Ann", "יוסף", "محمد"))
    RoundFactory(game=game, deal=1, texts={"points-1": "30", "points-2": "-5", "points-3": "12"})

    lines = result_words(scoreboard(game)).split("\n")

    assert lines[2:5] == ["1st Ann 30", "2nd \u2068محمد\u2069 12", "3rd \u2068יוסף\u2069 −5"]


def test_partners_lead_in_the_plural(group):
    game = GameFactory(group=group, variant="euchre", names=("Ann", "Bob", "Cai", "Dee"))
    RoundFactory(game=game, deal=1, texts={"makers": "1", "tricks": "3"})

    lines = result_words(scoreboard(game)).split("\n")

    assert lines[0].startswith("Euchre: Ann & Cai are in the lead after 1 ")
    assert lines[2:4] == ["1st Ann & Cai 1", "2nd Bob & Dee 0"]


def test_a_game_without_a_result_shares_its_links(phone, group):
    game = GameFactory(group=group)

    page = get(phone, f"/games/{game.code}/share/")

    assert page.status == 200
    assert page.all("textarea") == []
    assert page.one("input", aria_label="Watch link")
