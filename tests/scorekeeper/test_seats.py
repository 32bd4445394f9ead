"""Seats that change during a game. Ann, Bob, Cai and Dee are sides 1 to 4."""

import pytest

from rules.engine.catalogue import catalogue
from rules.engine.errors import RulesError
from scorekeeper.queries.board import scoreboard
from scorekeeper.services.games import play_again
from scorekeeper.services.players import NotHereError, join, move_seat
from scorekeeper.services.rounds import redo, undo
from tests.factories import ChangeContextFactory, GameFactory, RoundFactory, ten_each
from tests.scorekeeper.pages import get, text_of
from tests.scorekeeper.player_changes import at, dealers, press


@pytest.fixture
def game(group):
    """A game with two deals, dealt by Ann and Bob."""
    return GameFactory(group=group, variant="may-i", played=2)


def move(game, side, after):
    move_seat(game=game, side=side, after=after, context=ChangeContextFactory(game=game))
    game.refresh_from_db()


def seats(game, deal):
    return [seat.name for seat in scoreboard(game, deal).rows[deal - 1].table.seats]


def next_dealer(game):
    row = scoreboard(game).next_row
    return row.table.seat(row.dealer).name


def test_a_player_sits_after_another_one_from_the_next_deal_on(game, phone):
    move(game, side=4, after=2)
    assert next_dealer(game) == "Dee"
    for deal in (3, 4, 5):
        RoundFactory(game=game, deal=deal, texts=ten_each(game))

    assert dealers(phone, game)[:5] == ["Ann", "Bob", "Dee", "Cai", "Ann"]
    assert seats(game, 2) == ["Ann", "Bob", "Cai", "Dee"]
    assert seats(game, 3) == ["Ann", "Bob", "Dee", "Cai"]


def test_the_entry_page_lists_the_players_as_they_sit(game, phone):
    move(game, side=4, after=2)

    page = get(phone, f"{at(game)}rounds/3/")

    assert [text_of(legend) for legend in page.all("legend")] == ["Ann", "Bob", "Dee", "Cai"]


def test_a_move_is_undone_and_made_again(game):
    move(game, side=4, after=2)

    undo(game=game, context=ChangeContextFactory(game=game))
    game.refresh_from_db()
    assert next_dealer(game) == "Cai"
    assert game.seat_orders == []
    redo(game=game, context=ChangeContextFactory(game=game))
    game.refresh_from_db()

    assert next_dealer(game) == "Dee"
    assert game.seat_orders == [[3, [1, 2, 4, 3]]]


def test_two_moves_before_a_deal_make_one_order(game):
    move(game, side=4, after=1)
    move(game, side=1, after=2)

    # Ann, Dee, Bob, Cai; then Ann sits after Bob.
    assert game.seat_orders == [[3, [4, 2, 1, 3]]]
    assert seats_now(game) == ["Dee", "Bob", "Ann", "Cai"]


def seats_now(game):
    return [seat.name for seat in scoreboard(game).next_row.table.seats]


def test_a_late_joiner_sits_after_a_player(game, phone):
    press(phone, game, "join", name="Eve", start="40", after="1")
    game.refresh_from_db()

    assert seats_now(game) == ["Ann", "Eve", "Bob", "Cai", "Dee"]
    assert next_dealer(game) == "Cai"
    undo(game=game, context=ChangeContextFactory(game=game))
    game.refresh_from_db()
    assert seats_now(game) == ["Ann", "Bob", "Cai", "Dee"]


def test_a_late_joiner_sits_last_by_default(game):
    join(game=game, name="Eve", start=40, context=ChangeContextFactory(game=game))
    game.refresh_from_db()

    assert seats_now(game) == ["Ann", "Bob", "Cai", "Dee", "Eve"]
    assert game.seat_orders == []


def test_the_players_page_moves_a_player(game, phone):
    page = get(phone, f"{at(game)}table/")
    assert "Clockwise: Ann, Bob, Cai, Dee" in page.texts("p")
    action = f"{at(game)}table/seat/"

    answer = phone.post(action, page.form(action) | {"number": "1", "after": "3"}, follow=True)

    assert answer.redirect_chain == [(at(game), 302)]
    assert "Clockwise: Bob, Cai, Ann, Dee" in get(phone, f"{at(game)}table/").texts("p")
    log = get(phone, f"{at(game)}changes/").words
    assert "moved a player to another seat" in log
    assert "Bob, Cai, Ann, Dee" in log


def test_a_rematch_keeps_the_order(game):
    move(game, side=4, after=2)

    rematch = play_again(
        game=game, variant=catalogue().variant("may-i"), context=ChangeContextFactory(game=game)
    )

    assert [seat.player.name for seat in rematch.seats.order_by("position")] == [
        "Ann",
        "Bob",
        "Dee",
        "Cai",
    ]
    assert rematch.first_dealer == 2


def test_a_player_who_is_not_here_cannot_move(game):
    with pytest.raises(NotHereError):
        move(game, side=9, after=1)


def test_partners_keep_their_seats(group):
    spades = GameFactory(group=group, variant="spades")

    with pytest.raises(RulesError) as refused:
        move(spades, side=1, after=2)

    assert str(refused.value) == "Partners can’t change seats during a game. Start a new game."
