"""Bids, which are saved before the hand is played and become part of the deal."""

import pytest
from django.urls import reverse

from rules.engine.catalogue import catalogue
from rules.engine.entries import EntryRefusedError
from scorekeeper.models import Change, Game
from scorekeeper.queries.board import scoreboard
from scorekeeper.services.changes import ConflictError
from scorekeeper.services.house_rules import change_house_rules
from scorekeeper.services.players import join, rename, set_dealer
from scorekeeper.services.rounds import record_bids, redo, undo
from tests.factories import ChangeContextFactory, GameFactory, RoundFactory, entered
from tests.scorekeeper.pages import Page, deal_line, get, notices, pad_of, send

BIDS = {"bid-1": "3", "bid-2": "2", "bid-3": "4"}
TRICKS = {"tricks-1": "3", "tricks-2": "2", "tricks-3": "5"}


@pytest.fixture
def game(group):
    return GameFactory(group=group, variant="oh-hell", names=("Ann", "Bob", "Cai"))


def url(game, deal=1):
    return reverse("deal", args=[game.code, deal])


def fresh(game):
    return Game.objects.get(pk=game.pk)


def save(game, texts=BIDS, dealer=None, **context):
    entry = entered(texts, dealer)
    return record_bids(
        game=fresh(game),
        deal=1,
        submitted=entry,
        context=ChangeContextFactory(game=game, **context),
    )


def turn(act, game):
    act(game=fresh(game), context=ChangeContextFactory(game=game))


def shown(game):
    """Return the bids on the pad by side."""
    row = scoreboard(fresh(game)).next_row
    return dict(row.bids.by_side) if row.bids else None


def test_the_pad_shows_the_bids_during_play(phone, game):
    save(game)

    page = get(phone, game.get_absolute_url())

    assert pad_of(page)[1] == ["1", "Bid Ann deals 3", "Bid 2", "Bid 4"]
    assert deal_line(page).endswith("Ann deals, Bob leads. Bids 3 · 2 · 4, underbid by 8.")


@pytest.mark.parametrize(
    ("last", "text"),
    [("13", "Bids 3 · 2 · 13, overbid by 1."), ("12", "Bids 3 · 2 · 12, exactly 17.")],
)
def test_the_bids_are_compared_with_the_tricks(phone, game, last, text):
    save(game, BIDS | {"bid-3": last})

    assert deal_line(get(phone, game.get_absolute_url())).endswith(text)


def test_the_entry_page_starts_with_the_bids(phone, game):
    save(game)

    form = get(phone, url(game)).form(url(game))

    assert {name: form[name] for name in BIDS} == BIDS
    assert form["tricks-1"] == ""


def test_the_deal_is_saved_once_with_its_bids(game):
    save(game)

    played = RoundFactory(game=game, deal=1, texts=BIDS | TRICKS | {"tricks-3": "12"})

    assert played.entry == BIDS | TRICKS | {"tricks-3": "12"}
    assert game.rounds.count() == 1
    assert shown(game) is None


def test_bids_are_undone_and_redone(game):
    save(game)
    save(game, BIDS | {"bid-1": "5"})
    assert shown(game) == {"1": "5", "2": "2", "3": "4"}

    turn(undo, game)
    assert shown(game) == {"1": "3", "2": "2", "3": "4"}
    turn(undo, game)
    assert shown(game) is None
    turn(redo, game)
    turn(redo, game)
    assert shown(game) == {"1": "5", "2": "2", "3": "4"}


def test_undoing_the_deal_goes_back_to_its_bids(game):
    save(game)
    RoundFactory(game=game, deal=1, texts=BIDS | TRICKS | {"tricks-3": "12"})

    turn(undo, game)

    assert game.rounds.count() == 0
    assert shown(game) == {"1": "3", "2": "2", "3": "4"}


def test_the_log_shows_who_entered_which_bids(phone, game):
    save(game)

    page = get(phone, reverse("log", args=[game.code]))

    assert "Phone 1 entered the bids for hand 1" in page.words
    assert "Cai: Bid" in page.words
    assert "Undo bids for hand 1" in get(phone, game.get_absolute_url()).words


def test_the_dealer_of_the_bids_deals(game):
    save(game, dealer=2)
    assert scoreboard(fresh(game)).next_row.dealer == "2"
    RoundFactory(game=game, deal=1, texts=BIDS | TRICKS | {"tricks-3": "12"})
    turn(undo, game)
    assert scoreboard(fresh(game)).next_row.dealer == "2"

    set_dealer(game=fresh(game), position=3, context=ChangeContextFactory(game=game))
    assert scoreboard(fresh(game)).next_row.dealer == "3"
    turn(undo, game)
    turn(undo, game)

    assert fresh(game).next_dealer is None


def test_the_same_bids_are_saved_once(game):
    assert save(game) == 2
    assert save(game) == 2
    assert Change.objects.filter(game=game, kind=Change.Kind.BIDS).count() == 1


def test_only_bids_are_saved(game):
    save(game, BIDS | TRICKS)

    assert Change.objects.get(game=game, version=2).after["texts"] == BIDS


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ({"bid-1": "3", "bid-2": "2"}, "No bid has been entered for Cai"),
        (BIDS | {"bid-2": "18"}, "Bob can’t bid 18"),
        (BIDS | {"bid-2": "1924"}, "“1924” is too large. Enter a number from 0 to 17."),
        (BIDS | {"bid-2": "two"}, "“two” isn’t a whole number"),
    ],
)
def test_bids_that_are_impossible_are_rejected(game, texts, message):
    with pytest.raises(EntryRefusedError, match=message):
        save(game, texts)


def test_a_new_name_keeps_the_bids_and_a_new_player_does_not(game):
    save(game)
    rename(game=fresh(game), side=1, name="Anna", context=ChangeContextFactory(game=game))
    assert shown(game) == {"1": "3", "2": "2", "3": "4"}

    join(game=fresh(game), name="Dee", start=0, context=ChangeContextFactory(game=game))
    assert shown(game) is None
    turn(undo, game)

    assert shown(game) == {"1": "3", "2": "2", "3": "4"}


def test_another_phone_saves_the_deal_with_the_same_bids(game):
    context = ChangeContextFactory(game=game)
    save(game)

    texts = BIDS | TRICKS | {"tricks-3": "12"}
    RoundFactory(game=game, deal=1, texts=texts, context=context)

    assert game.rounds.get().entry == texts


def test_different_bids_on_another_phone_are_a_conflict(phone, game):
    before = get(phone, url(game)).form(url(game))
    save(game)

    mine = {**BIDS, "bid-1": "6", **TRICKS}
    page = Page(phone.post(url(game), before | mine))

    assert page.status == 409
    assert "Ann: Bid 3 6" in page.words
    with pytest.raises(ConflictError):
        save(game, mine, version=1)


def test_without_script_a_button_saves_the_bids(phone, game):
    response = send(phone, url(game), BIDS, stage="bids")

    assert response.url == game.get_absolute_url()
    assert shown(game) == {"1": "3", "2": "2", "3": "4"}
    rejected = Page(send(phone, url(game), {"bid-2": ""}, stage="bids"))
    assert rejected.status == 422
    assert "No bid has been entered for Bob" in rejected.words


def test_the_script_gets_the_new_version(phone, game):
    form = get(phone, url(game)).form(url(game)) | BIDS | {"stage": "bids"}
    headers = {"Accept": "application/json"}

    first = phone.post(url(game), form, headers=headers)
    second = phone.post(
        url(game), form | {"bid-1": "5", "version": str(first.json()["version"])}, headers=headers
    )
    late = phone.post(url(game), form | {"bid-1": "1"}, headers=headers)

    assert first.json() == {"version": 2}
    assert second.json() == {"version": 3}
    assert late.status_code == 204
    assert shown(game) == {"1": "5", "2": "2", "3": "4"}


def test_blind_bids_are_marked_until_a_house_rule_removes_them(group):
    game = GameFactory(group=group, variant="spades")
    save(game, {"blind-nil-1": "on", "bid-2": "4", "bid-3": "3", "bid-4": "0"})
    assert shown(game) == {"1": "0b+3", "2": "4+0"}

    change_house_rules(
        game=fresh(game),
        variant=catalogue().variant("spades"),
        options={},
        patches={"scoring.figures.blind_nil": 0},
        context=ChangeContextFactory(game=game),
    )

    assert shown(game) is None


def test_a_game_without_bids_saves_none(phone, group):
    game = GameFactory(group=group)

    send(phone, url(game), {"out": "1"}, stage="bids")

    assert fresh(game).version == 1
    assert notices(get(phone, game.get_absolute_url())) == []


def test_bids_take_one_more_query(phone, game, django_assert_num_queries):
    address = game.get_absolute_url()
    save(game)

    with django_assert_num_queries(7):
        phone.get(address)
