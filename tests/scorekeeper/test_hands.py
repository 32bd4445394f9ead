"""Hands that players send from their own phones while a deal is open."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rules.engine.errors import RulesError
from scorekeeper.models import Round, SentHand, Side
from scorekeeper.models.people import KEPT_FOR
from scorekeeper.queries.hands import latest_hands, sent_hands
from scorekeeper.queries.stored import stored_game
from scorekeeper.services.erasing import erase_group
from scorekeeper.services.games import discard_game
from scorekeeper.services.hands import LONGEST, send_hand
from scorekeeper.services.players import leave, stop
from scorekeeper.services.purge import purge
from scorekeeper.services.rounds import redo, undo
from tests.factories import ChangeContextFactory, GameFactory, RoundFactory
from tests.scorekeeper.pages import Page, get, notices, send


def hand_url(game, deal=3):
    return f"/games/{game.code}/rounds/{deal}/hand/"


def play_as(phone, game, seat, deal=3):
    """Choose the player whose phone this is."""
    return phone.post(f"{hand_url(game, deal)}player/", {"seat": str(seat)})


@pytest.fixture
def bobs(second_phone, game):
    """Bob’s phone."""
    play_as(second_phone, game, 2)
    return second_phone


def cards(text, seat=2):
    return {f"left-cards-{seat}": text}


def sent(game):
    hands = SentHand.objects.filter(game=game).select_related("seat")
    return {hand.seat.position: hand.entry for hand in hands}


def test_a_phone_is_asked_once_whose_it_is(second_phone, group, game):
    page = get(second_phone, hand_url(game))
    assert page.texts("h1") == ["Who are you?"]
    assert page.texts("button", name="seat") == ["Ann", "Bob", "Cai", "Dee"]

    answer = play_as(second_phone, game, 2)

    assert (answer.status_code, answer.url) == (302, hand_url(game))
    page = get(second_phone, hand_url(game))
    assert "You are Bob" in page.words
    assert page.texts("legend") == ["Bob"]
    # In another game of the group, Bob has another seat or none.
    other = GameFactory(group=group, names=("Eve", "Ann", "Bob"))
    assert get(second_phone, hand_url(other, 1)).texts("legend") == ["Bob"]
    without = GameFactory(group=group, names=("Ann", "Cai", "Dee"))
    assert get(second_phone, hand_url(without, 1)).texts("h1") == ["Who are you?"]
    assert get(second_phone, hand_url(game), who="").texts("h1") == ["Who are you?"]
    play_as(second_phone, game, 9)
    assert get(second_phone, hand_url(game)).texts("legend") == ["Bob"]
    play_as(second_phone, game, 3)
    assert get(second_phone, hand_url(game)).texts("legend") == ["Cai"]


def test_the_page_has_only_the_players_own_inputs(bobs, game):
    page = get(bobs, hand_url(game))

    names = set(page.form(hand_url(game))) - {"csrfmiddlewaretoken", "version", "key"}
    assert names == {"left-cards-2", "left-points-2"}
    assert [mark.attributes["value"] for mark in page.all("input", name="out")] == ["2", ""]
    assert page.loose_ends() == []


def test_the_pad_has_a_button_once_the_player_is_known(phone, bobs, game):
    assert get(bobs, game.get_absolute_url()).texts("a", href=hand_url(game)) == ["My hand"]
    asked = get(phone, game.get_absolute_url()).texts("a", href=hand_url(game))
    assert asked == ["Enter only your own hand"]


def test_a_hand_is_sent_and_fills_the_scorers_row(phone, bobs, game):
    answer = send(bobs, hand_url(game), cards("K K 5"))

    assert (answer.status_code, answer.url) == (302, game.get_absolute_url())
    pad = get(bobs, answer.url)
    assert notices(pad) == [
        "Your hand has been sent. You can change it until the scores are saved."
    ]
    assert sent(game) == {2: cards("K K 5")}
    url = f"/games/{game.code}/rounds/3/"
    page = get(phone, url)
    assert "Sent: Bob · Missing: Ann, Cai, Dee" in page.words
    # The row is filled in without JavaScript as well.
    filled = page.form(url)
    assert filled["left-cards-2"] == "K K 5"
    left = {"out": "1", "left-points-3": "10", "left-points-4": "10"}
    assert phone.post(url, filled | left).status_code == 302
    assert Round.objects.get(game=game, deal=3).entry == left | cards("K K 5")
    assert sent(game) == {}


def test_no_hand_is_missing_from_an_eliminated_player(phone, second_phone, group):
    game = GameFactory(group=group, variant="schwimmen", names=("Ann", "Bob", "Cai"))
    Side.objects.filter(game=game, number=3).update(start=3)
    lost = {"lost-1": "0", "lost-2": "0", "lost-3": "1"}
    assert send(phone, f"/games/{game.code}/rounds/1/", lost).status_code == 302
    play_as(second_phone, game, 2, deal=2)

    send(second_phone, hand_url(game, 2), {"lost-2": "1"})

    page = get(phone, f"/games/{game.code}/rounds/2/")
    assert page.texts("p", class_="hint sent-hands") == ["Sent: Bob · Missing: Ann"]


def test_a_hand_sent_again_replaces_the_first(phone, bobs, game):
    send(bobs, hand_url(game), cards("K K 5"))
    first = SentHand.objects.get().pk
    page = get(bobs, hand_url(game))
    assert "Sent. You can change your hand until the deal is saved." in page.words
    assert page.form(hand_url(game))["left-cards-2"] == "K K 5"

    send(bobs, hand_url(game), cards("K"))

    assert sent(game) == {2: cards("K")}
    assert SentHand.objects.get().pk > first
    send(bobs, hand_url(game), {"left-cards-2": "", "out": "2"})
    assert sent(game) == {2: {"out": "2"}}


def test_the_same_hand_sent_twice_changes_nothing(bobs, game):
    send(bobs, hand_url(game), cards("K K 5"))
    first = SentHand.objects.get().pk

    send(bobs, hand_url(game), cards("K K 5"))

    assert SentHand.objects.get().pk == first


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ({}, "Nothing has been entered for Bob."),
        (cards("X"), "Bob: “X” isn’t a card."),
        (cards("2S 2S 2S"), "Bob can’t have 2♠ 3 times."),
        ({"left-points-2": "1"}, "No cards add up to 1 in Contract Rummy."),
        ({"out": "2", **cards("K")}, "Bob went out and can’t have K left."),
    ],
)
def test_a_hand_is_checked_as_the_scorers_entry_is(bobs, game, typed, problem):
    answer = send(bobs, hand_url(game), typed)

    assert answer.status_code == 422
    assert problem in Page(answer).words
    assert sent(game) == {}


def test_an_unusual_hand_can_be_sent_anyway(bobs, game):
    hand = cards("2 3 4 5 6 7 8 9 10 J Q K A 2 3 4 5 6 7 8 9 10 J Q K A")
    answer = send(bobs, hand_url(game), hand)
    page = Page(answer)
    assert answer.status_code == 422
    assert page.texts("button", name="overrule") == ["Send anyway"] * 2

    send(bobs, hand_url(game), hand, overrule="1")

    assert sent(game) == {2: hand}


def test_only_the_players_own_inputs_are_kept(bobs, game):
    send(bobs, hand_url(game), {"left-points-3": "10", "out": "3", "ran-out": "on", **cards("K")})

    assert sent(game) == {2: cards("K")}


def test_a_hand_has_a_limit(game):
    with pytest.raises(RulesError, match="too long"):
        send_hand(game=game, deal=3, seat="2", texts=cards("K" * (LONGEST + 1)))


def test_a_hand_that_is_late_is_answered_clearly(bobs, game):
    filled = get(bobs, hand_url(game)).form(hand_url(game)) | cards("K K 5")
    RoundFactory(game=game, deal=3)

    answer = bobs.post(hand_url(game), filled)

    page = Page(answer)
    assert answer.status_code == 409
    assert "Deal 3 was saved a moment ago, before your hand arrived." in page.words
    assert "You entered: K K 5" in page.words
    assert page.texts("a", href=f"/games/{game.code}/rounds/3/") == ["Check Deal 3"]
    assert sent(game) == {}
    page = Page(bobs.get(hand_url(game), follow=True))
    assert notices(page) == ["Deal 3 has already been saved. These are the current scores."]
    early = bobs.post(hand_url(game, 6), filled)
    assert early.status_code == 409
    assert "Deal 6 can’t be entered now." in Page(early).words


def test_the_page_follows_whether_the_deal_is_open(bobs, game):
    first = bobs.get(hand_url(game), headers={"HX-Request": "true"})
    same = {"HX-Request": "true", "If-None-Match": first["ETag"]}
    assert "has been saved" not in first.content.decode()
    assert bobs.get(hand_url(game), headers=same).status_code == 304

    RoundFactory(game=game, deal=3)

    answer = bobs.get(hand_url(game), headers=same)
    assert "Deal 3 has been saved." in answer.content.decode()


@pytest.mark.parametrize("end", ["undo", "redo", "stop", "discard", "leave"])
def test_hands_are_gone_with_their_deal(game, end):
    context = ChangeContextFactory
    if end == "redo":
        undo(game=game, context=context(game=game))
    deal = 2 if end == "redo" else 3
    send_hand(game=game, deal=deal, seat="2", texts=cards("K"))

    if end == "undo":
        undo(game=game, context=context(game=game))
    elif end == "redo":
        redo(game=game, context=context(game=game))
    elif end == "stop":
        stop(game=game, context=context(game=game))
    elif end == "discard":
        fresh = GameFactory(group=game.group)
        send_hand(game=fresh, deal=1, seat="2", texts=cards("K"))
        discard_game(game=fresh, context=context(game=fresh))
        assert not SentHand.objects.exclude(game=game).exists()
        return
    else:
        leave(game=game, side=2, context=context(game=game))
        game.refresh_from_db()
        assert (
            sent_hands(stored_game(game), 3).sent == ()
        )  # and the hand comes back if the player does
        return

    assert sent(game) == {}


def test_hands_are_erased_with_their_group(group, game):
    send_hand(game=game, deal=3, seat="2", texts=cards("K"))

    erasure = erase_group(group=group)
    assert sent(game) == {2: cards("K")}  # the group can still be brought back

    purge(now=erasure.at + KEPT_FOR)
    assert not SentHand.objects.exists()


def test_a_game_without_own_figures_offers_nothing(phone, group):
    game = GameFactory(group=group, variant="euchre")

    assert "own hand" not in get(phone, game.get_absolute_url()).words
    answer = phone.get(hand_url(game, 1))
    assert (answer.status_code, answer.url) == (302, game.get_absolute_url())
    with pytest.raises(RulesError, match="can’t send a hand in this game"):
        send_hand(game=game, deal=1, seat="2", texts={})


def test_partners_each_send_their_own_hand(second_phone, group):
    game = GameFactory(group=group, variant="push-rummy")
    play_as(second_phone, game, 3, 1)

    page = get(second_phone, hand_url(game, 1))
    assert page.texts("legend") == ["Cai"]
    send(second_phone, hand_url(game, 1), cards("K", 3))

    assert sent(game) == {3: cards("K", 3)}


def test_the_number_of_queries_does_not_depend_on_the_hands(phone, game, django_assert_num_queries):
    def look():
        with CaptureQueriesContext(connection) as asked:
            assert phone.get(f"/games/{game.code}/rounds/3/").status_code == 200
        return len(asked)

    send_hand(game=game, deal=3, seat="2", texts=cards("K"))
    one = look()
    for seat in (3, 4):
        send_hand(game=game, deal=3, seat=str(seat), texts=cards("5", seat))

    assert look() == one == 5
    newest = SentHand.objects.latest("pk").pk
    with django_assert_num_queries(1):
        assert latest_hands([game.code]) == {game.code: newest}
