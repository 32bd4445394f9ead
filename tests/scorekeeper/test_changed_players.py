"""Pages and sheets for games whose players have changed."""

import pytest

from scorekeeper.models import Game
from scorekeeper.queries.board import scoreboard
from scorekeeper.queries.people import names_at_last_game
from scorekeeper.sheets.filled import filled_sheet
from tests.factories import GameFactory
from tests.sampling import by_day
from tests.scorekeeper.pages import get
from tests.scorekeeper.player_changes import (
    CHANGING,
    DRAWN,
    EIGHT,
    NAMES,
    PAGES,
    at,
    change,
    data_of,
    enter,
)


@pytest.mark.parametrize(
    "variant",
    by_day(CHANGING, lambda variant: variant.standard.scoring.scheme),
    ids=lambda variant: variant.slug,
)
def test_a_full_table_where_one_took_anothers_place_has_every_page(phone, group, variant):
    most = variant.standard.players.max
    game = GameFactory(group=group, variant=variant.slug, names=NAMES[:most])
    change(game, "leave", side=2)
    change(game, "join", name="Zoe", start=0)

    for address in PAGES:
        page = get(phone, address.format(game=game))
        assert page.status == 200, address
        assert page.loose_ends() == []
    assert data_of(phone, game)["players"][-1]["name"] == "Zoe"
    assert scoreboard(Game.objects.get(pk=game.pk)).player_count == most


@pytest.mark.parametrize("slug", ["contract-rummy", "progressive-rummy", "shanghai-rummy"])
def test_the_sheet_of_such_a_table_has_all_columns_and_tells_of_those_who_play(phone, group, slug):
    game = GameFactory(group=group, variant=slug, names=EIGHT[:5], played=1)
    change(game, "leave", side=2)
    change(game, "join", name="Zoe", start=25)
    others = {f"left-points-{number}": "10" for number in (3, 4, 5, 6)}
    enter(phone, game, 2, out="1", **others)

    sheet = filled_sheet(scoreboard(Game.objects.get(pk=game.pk)))

    assert sheet.names == ("Ann", "Bob", "Cai", "Dee", "Eve", "Zoe")
    assert sheet.subtitle.startswith("Five players · ")
    assert [[cell.total for cell in row.cells] for row in sheet.rows[:2]] == [
        ["0", "10", "10", "10", "10", "25"],
        ["0", "", "20", "20", "20", "35"],
    ]
    for address in DRAWN:
        assert phone.get(address.format(game=game)).status_code == 200, address


def test_hands_that_depend_on_the_table_are_those_of_who_played_them(phone, group):
    # In Oh Hell, hands have at most ten cards with five players, and at most thirteen with four.
    game = GameFactory(group=group, variant="oh-hell", names=EIGHT[:5])
    told = {f"bid-{seat}": "0" for seat in range(1, 6)} | {
        f"tricks-{seat}": "2" for seat in range(1, 6)
    }
    enter(phone, game, 1, **told)
    change(game, "leave", side=2)

    board = scoreboard(Game.objects.get(pk=game.pk))
    sheet = filled_sheet(board)

    assert [row.cards for row in board.rows[:2]] == [10, 12]
    assert [row.cards for row in sheet.rows[:3]] == [10, 12, 11]
    assert board.state.length == len(sheet.rows) == 25


def test_what_was_noted_at_a_smaller_table_stands_on_the_sheet_of_a_larger_one(phone, group):
    # Seventeen cards are dealt to each of three players, but only ten to each of five.
    game = GameFactory(group=group, variant="oh-hell", names=EIGHT[:3])
    told = {"bid-1": "12", "tricks-1": "12", "bid-2": "0", "tricks-2": "3"}
    enter(phone, game, 1, **told, **{"bid-3": "0", "tricks-3": "2"})
    change(game, "join", name="Dee", start=0)
    change(game, "join", name="Eve", start=0)

    sheet = filled_sheet(scoreboard(Game.objects.get(pk=game.pk)))

    assert [cell.noted for cell in sheet.rows[0].cells] == [
        ("12", "12"),
        ("0", "3"),
        ("0", "2"),
        ("", ""),
        ("", ""),
    ]
    assert [row.cards for row in sheet.rows[:2]] == [17, 9]


def test_a_seat_that_was_left_is_not_proposed_for_the_next_game(phone, group):
    game = GameFactory(group=group, names=EIGHT[:5], played=1)
    change(game, "leave", side=2)
    change(game, "join", name="Zoe")

    assert names_at_last_game(group, "contract-rummy") == ["Ann", "Cai", "Dee", "Eve", "Zoe"]
    form = get(phone, "/games/new/contract-rummy/").form("/games/new/contract-rummy/")
    assert [form[f"name-{seat}"] for seat in range(1, 6)] == ["Ann", "Cai", "Dee", "Eve", "Zoe"]


def test_nobody_is_offered_to_leave_where_too_few_would_go_on(phone, group):
    game = GameFactory(group=group, names=EIGHT[:4], played=1)
    action = f"{at(game)}table/leave/"
    assert len(get(phone, f"{at(game)}table/").forms(action)) == 4

    change(game, "leave", side=4)  # the game needs at least three

    assert get(phone, f"{at(game)}table/").forms(action) == []
