"""The line above each deal, and the line at the end of the game."""

import pytest

from scorekeeper.queries.board import scoreboard
from scorekeeper.services.players import stop
from tests.factories import ChangeContextFactory, GameFactory, RoundFactory
from tests.scorekeeper.pages import deal_line, get


def line(phone, game):
    return deal_line(get(phone, f"/games/{game.code}/"))


@pytest.mark.parametrize(
    ("variant", "said"),
    [
        ("hearts", "Deal 1, game to 100. Deal 13 each. Ann deals."),
        ("spades", "Hand 1, game to 500. Deal 13 each. Ann deals, Bob leads."),
        ("five-hundred", "Hand 1, game to 500 or −500. Deal 10 each. Ann deals, Bob bids first."),
        ("euchre", "Hand 1, game to 10. Deal 5 each. Ann deals, Bob speaks first."),
        ("president", "Hand 1. Ann deals, Bob leads."),
        ("oh-hell", "Hand 1 of 25. Deal 13 each. Ann deals, Bob leads."),
        ("rummy", "Round 1, game to 100. Deal 7 each. Ann deals, Bob goes first."),
        ("farkle", "Round 1, game to 10000."),
        ("dice-boxes", "Round 1 of 13."),
        ("mexican-train", "Round 1 of 13."),
        ("any-game", "Round 1. Ann deals."),
    ],
)
def test_the_deal_line_says_nothing_that_may_be_false(phone, group, variant, said):
    assert line(phone, GameFactory(group=group, variant=variant)) == said


def test_the_dealer_may_lead(phone, group):
    game = GameFactory(group=group, variant="spades", options={"barmore": True})

    assert line(phone, game) == "Hand 1, game to 500. Deal 13 each. Ann deals and leads."


def test_nobody_knows_who_leads_after_the_first_hand_of_president(phone, group):
    game = GameFactory(group=group, variant="president")
    RoundFactory(game=game, texts={"president": "3", "vice": "1"})

    assert line(phone, game) == "Hand 2. Bob deals."


def test_who_is_alone_does_not_play_after_the_dealer(phone, group):
    assert line(phone, GameFactory(group=group, variant="any-game", names=("Ann",))) == (
        "Round 1. Ann deals."
    )


def test_a_game_without_a_dealer_does_not_ask_for_one(phone, group):
    game = GameFactory(group=group, variant="farkle", names=("Ann", "Bob"))
    RoundFactory(game=game, texts={"banked-1": "500", "banked-2": "0"})

    page = get(phone, f"/games/{game.code}/")

    assert page.all("form", class_="dealers") == []
    assert not any("deals" in text or "dealt" in text for text in page.texts("td"))
    assert {row.dealer_name for row in scoreboard(game).rows} == {""}
    assert get(phone, f"/games/{game.code}/table/").all("form", class_="dealers") == []
    assert get(phone, f"/games/{game.code}/rounds/2/").all("select", name="dealer") == []
    assert get(phone, "/games/new/farkle/").all("input", name="dealer") == []


def test_the_result_says_what_decided_it(phone, group):
    game = GameFactory(group=group, variant="rummy", played=10)

    said = " ".join(get(phone, f"/games/{game.code}/").texts("p", class_="muted"))

    assert "0 points after 10 rounds. Bob, Cai and Dee reached 100." in said


@pytest.mark.parametrize(
    ("options", "is_early"), [({}, False), ({"target": 50}, True), ({"rounds": 4}, True)]
)
def test_the_result_says_that_the_table_stopped(phone, group, options, is_early):
    names = ("Ann", "Bob")
    game = GameFactory(group=group, variant="any-game", names=names, options=options)
    RoundFactory(game=game, texts={"points-1": "7", "points-2": "12"})
    stop(game=game, context=ChangeContextFactory(game=game))

    said = " ".join(get(phone, f"/games/{game.code}/").texts("p", class_="muted"))

    assert ("The game was ended early." in said) is is_early


@pytest.mark.parametrize(
    ("slug", "card"), [("contract-rummy", "Reference card"), ("hearts", "Reference card")]
)
def test_a_card_is_called_what_it_is(client, db, slug, card):
    words = {"Contract card", "Reference card"}

    for page in (f"/rules/{slug}/", f"/sheets/{slug}/"):
        assert words & set(get(client, page).texts("a")) == {card}


def test_a_new_game_says_which_option_its_last_seats_are_for(phone):
    hints = get(phone, "/games/new/cribbage/").texts("p", class_="hint")

    assert (
        "2 to 3 players, clockwise. With “Four as partners”, the game is for 4 players. "
        "Mark who deals first."
    ) in hints


@pytest.mark.parametrize(
    ("variant", "players", "said"),
    [
        ("hearts", 3, "Deal 17 each, without 2♦."),
        ("hearts", 4, "Deal 13 each."),
        ("hearts", 5, "Deal 10 each, without 2♦ 2♣."),
        ("hearts", 6, "Deal 8 each, without 2♦ 3♦ 2♣ 3♣."),
        ("spot-hearts", 5, "Deal 10 each, without 2♦ 2♣."),
        ("black-maria", 3, "Deal 17 each, without 2♣."),
    ],
)
def test_the_deal_line_says_which_cards_leave_the_pack(phone, group, variant, players, said):
    names = ("Ann", "Bob", "Cai", "Dee", "Eve", "Fay")[:players]
    game = GameFactory(group=group, variant=variant, names=names)

    assert f" {said} " in f"{line(phone, game)} "


@pytest.mark.parametrize(
    ("variant", "option", "said"),
    [("hearts", "kitty", "Deal 17 each."), ("spades-solo", "jokers-high", "Deal 18 each.")],
)
def test_with_a_kitty_or_jokers_no_card_leaves_the_pack_of_three(
    phone, group, variant, option, said
):
    game = GameFactory(
        group=group, variant=variant, names=("Ann", "Bob", "Cai"), options={option: True}
    )

    assert f" {said} " in f"{line(phone, game)} "
