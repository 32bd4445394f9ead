"""The score pad: points and their reasons, wording, undo messages, and watching."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scorekeeper.models import Game
from scorekeeper.services.players import stop
from tests.factories import ChangeContextFactory, GameFactory, RoundFactory, ten_each
from tests.scorekeeper.pages import Page, get, notices, pad_of, send, text_of

MINUS = "−"


def texts_of(bids, tricks):
    """Return the input for a hand of Spades, seat by seat."""
    seats = range(1, 5)
    return {f"bid-{seat}": bids[seat - 1] for seat in seats} | {
        f"tricks-{seat}": tricks[seat - 1] for seat in seats
    }


@pytest.fixture
def spades(group):
    """Play a hand: Ann & Cai make seven with two bags, and Bob & Dee bid five and take four."""
    game = GameFactory(group=group, variant="spades")
    RoundFactory(game=game, deal=1, texts=texts_of("4332", "5242"))
    return game


def at(game):
    return f"/games/{game.code}/"


def reasons(page):
    """Return the reasons on a deal’s page, as (side, points, reason)."""
    return [
        [text_of(part) for part in (row.children[0], *row.children[1].children)]
        for fold in page.all("details")
        if "reasons" in fold.attributes["class"]
        for row in fold.children[1].children
    ]


def turn(phone, game, which):
    """Press Undo or Redo, and return the page that follows."""
    action = f"{at(game)}{which}/"
    return Page(phone.post(action, get(phone, at(game)).form(action), follow=True))


# Points and reasons


def test_figures_below_zero_have_a_real_minus(phone, spades):
    rows = pad_of(get(phone, at(spades)))

    assert rows[1] == ["1", "made the bid, 72 (Ann dealt) 72", f"{MINUS}50 {MINUS}50"]
    assert rows[-2:] == [["Total", "72", f"{MINUS}50"], ["Place", "★ 1st", "2nd"]]


def test_the_latest_deal_is_explained_under_the_pad(phone, spades):
    page = get(phone, at(spades))

    assert reasons(page) == [
        ["Ann & Cai", "72", "bid 7, took 9; two bags"],
        ["Bob & Dee", f"{MINUS}50", "bid 5, took 4"],
    ]
    assert "How hand 1 was scored" in page.texts("summary")


def test_who_watches_is_told_why_too(client, spades):
    page = get(client, f"/watch/{spades.code}/{spades.watch_token}/")

    assert [why for _, _, why in reasons(page)] == ["bid 7, took 9; two bags", "bid 5, took 4"]


def test_any_deal_is_explained_where_it_is_corrected(phone, spades):
    RoundFactory(game=spades, deal=2, texts=texts_of("3333", "3343"))

    assert reasons(get(phone, at(spades))) == [
        ["Ann & Cai", "61", "bid 6, took 7; one bag"],
        ["Bob & Dee", "60", "bid 6, took 6"],
    ]
    assert reasons(get(phone, f"{at(spades)}rounds/1/"))[1] == [
        "Bob & Dee",
        f"{MINUS}50",
        "bid 5, took 4",
    ]


def test_a_deal_not_yet_played_has_nothing_to_explain(phone, spades):
    assert reasons(get(phone, f"{at(spades)}rounds/2/")) == []


# Words


def test_long_names_are_set_smaller(phone, group):
    game = GameFactory(group=group, names=("Margaret", "Bo", "Anna Lee", "Dee"))

    heads = get(phone, at(game)).one(id="scoreboard").children[1].children[0].children[1:]

    assert [text_of(head) for head in heads if "long" in head.attributes["class"]] == ["Margaret"]


def key_of(page):
    """Return the key to the marks on the pad."""
    (key,) = page.all("p", class_="pad-key")
    return [text_of(each) for each in key.children]


def test_nobody_is_ahead_before_the_first_deal(phone, group):
    assert key_of(get(phone, at(GameFactory(group=group)))) == ["dealer"]


def test_the_star_is_ahead_and_then_has_won(phone, game, finished):
    assert key_of(get(phone, at(game)))[:3] == ["dealer", "✓ went out", "★ ahead"]
    assert key_of(get(phone, at(finished)))[:3] == ["dealer", "✓ went out", "★ won"]


def test_no_dealer_is_marked_where_nobody_deals(phone, group):
    page = get(phone, at(GameFactory(group=group, variant="farkle")))

    assert page.all("i", class_="dealer-dot") == []
    assert pad_of(page)[1] == ["1", "", "", "", ""]


def test_partners_win_and_a_player_wins(phone, group, game):
    euchre = GameFactory(group=group, variant="euchre")
    RoundFactory(game=euchre, deal=1, texts={"makers": "1", "tricks": "5"})
    for each in (euchre, game):
        stop = f"{at(each)}table/stop/"
        phone.post(stop, get(phone, f"{at(each)}table/").form(stop))

    assert get(phone, at(euchre)).texts("p", class_="winner") == ["Ann & Cai win by 2"]
    assert get(phone, at(game)).texts("p", class_="winner") == ["Ann wins by 20"]


# The end


def suits(phone, game):
    """Return the suits that fall over the page."""
    return [
        text_of(each)
        for box in get(phone, at(game)).all("div", class_="suits")
        for each in box.children
    ]


def test_suits_fall_once_a_card_game_has_ended(phone, game, finished, group):
    assert suits(phone, game) == []
    assert suits(phone, finished) == list("♠♥♣♦♠♥♣♦♠♥♣♦")

    Game.objects.filter(pk=finished.pk).update(finished_at=timezone.now() - timedelta(minutes=3))
    assert suits(phone, finished) == []

    ended = GameFactory(group=group, deals=1, played=1)
    assert suits(phone, ended) != []
    RoundFactory(game=ended, deal=1, texts=ten_each(ended) | {"left-points-2": "15"})
    assert suits(phone, ended) == []  # they don’t fall again on a correction

    dice = GameFactory(group=group, variant="farkle", names=("Ann", "Bob"))
    RoundFactory(game=dice, deal=1, texts={"banked-1": "500", "banked-2": "0"})
    stop(game=dice, context=ChangeContextFactory(game=dice))
    assert suits(phone, dice) == []


def test_the_result_says_who_pays_whom(phone, group):
    game = GameFactory(group=group, variant="progressive-rummy", deals=1, played=1)

    page = get(phone, at(game))

    # Second to fourth place share what they pay: 2, 4 and 6.
    assert page.texts("ul", class_="plain transfers") == [
        "Bob pays Ann 4. Cai pays Ann 4. Dee pays Ann 4."
    ]


# Undo and redo


def test_undo_says_what_it_would_do_and_what_it_did(phone, game):
    assert "Undo deal 2" in get(phone, at(game)).texts("button")

    page = turn(phone, game, "undo")

    assert notices(page) == ["Undone: deal 2."]
    assert {"Undo deal 1", "Redo deal 2"} <= set(page.texts("button"))
    assert notices(turn(phone, game, "redo")) == ["Redone: deal 2."]
    assert notices(get(phone, at(game))) == []


def test_undo_of_a_correction_says_so(phone, game):
    RoundFactory(game=game, deal=1, texts={"out": "1", "left-points-2": "25"} | rest(game))
    assert "Undo correction to deal 1" in get(phone, at(game)).texts("button")

    assert notices(turn(phone, game, "undo")) == ["Undone: correction to deal 1."]
    assert notices(turn(phone, game, "redo")) == ["Redone: correction to deal 1."]


def rest(game):
    return {"left-points-3": "10", "left-points-4": "10"}


def test_undo_of_a_new_dealer_says_so(phone, game):
    dealer = f"{at(game)}table/dealer/"
    phone.post(dealer, get(phone, at(game)).form(dealer) | {"number": "1"})

    assert notices(turn(phone, game, "undo")) == ["Undone: new dealer."]


def test_a_finger_that_taps_undo_twice_is_told_once(phone, game):
    action = f"{at(game)}undo/"
    pressed = get(phone, at(game)).form(action)

    phone.post(action, pressed)
    page = Page(phone.post(action, pressed, follow=True))

    assert notices(page) == ["Undone: deal 2."]
    assert "Undo deal 1" in page.texts("button")


# Watching


def follow(client, url, etag=""):
    """Return the response to a phone that requests the part of the page that has changed."""
    return client.get(url, headers={"HX-Request": "true", "If-None-Match": etag})


@pytest.fixture
def watched(game):
    return f"/watch/{game.code}/{game.watch_token}/"


def test_a_watching_phone_knows_what_to_ask_for(client, game, watched):
    page = get(client, watched)

    part = page.one(id="live").attributes
    assert (part["data-live"], part["data-state"]) == (watched, str(game.version))
    assert part["data-stream"] == ""  # the test client’s server has no streams
    assert page.texts("p", class_="hint nojs") == [
        "You’re watching. Reload to see the latest deal."
    ]


@pytest.mark.parametrize(("url", "number"), [("watched", 2), ("pad", 2), ("home", 4)])
def test_nothing_is_sent_until_the_game_changes(phone, game, watched, url, number):
    url = {"watched": watched, "pad": f"/games/{game.code}/", "home": "/"}[url]
    etag = get(phone, url).one(id="live").attributes["data-etag"]

    with CaptureQueriesContext(connection) as queries:
        answer = follow(phone, url, etag)

    assert (answer.status_code, answer.content) == (304, b"")
    assert len(queries) == number
    RoundFactory(game=game, deal=3)
    assert follow(phone, url, etag).status_code == 200


def test_the_new_deal_is_sent_when_it_is_there(client, game, watched):
    etag = get(client, watched).one(id="live").attributes["data-etag"]
    RoundFactory(game=game, deal=3)

    answer = follow(client, watched, etag)

    page = Page(answer)
    assert answer.status_code == 200
    part = page.root.attributes
    assert (part["id"], part["data-state"]) == ("live", str(game.version + 1))
    assert part["data-etag"] == answer["ETag"] != etag
    assert pad_of(page)[-2] == ["Total", "0", "30", "30", "30"]


def test_who_watches_the_end_still_hears_of_a_correction_and_a_rematch(client, finished):
    page = get(client, f"/watch/{finished.code}/{finished.watch_token}/")

    assert page.one(id="live").attributes["data-state"] == str(finished.version)
    assert page.all("p", class_="hint nojs") == []
    assert not any("htmx" in script.attributes["src"] for script in page.all("script"))


def test_the_entry_page_says_who_saved_the_deal_in_the_meantime(phone, second_phone, game):
    url = f"/games/{game.code}/rounds/3/"
    part = get(phone, url).one(id="live").attributes
    news = f"{url}news/{game.version}/"
    assert part["data-live"] == news
    assert follow(phone, news, part["data-etag"]).status_code == 304

    second_phone.post(url, get(second_phone, url).form(url) | ten_each(game))
    saved = Page(follow(phone, news, part["data-etag"]))
    turn(second_phone, game, "undo")
    undone = Page(follow(phone, news))

    assert "Phone 2 has saved deal 3." in saved.words
    assert "Phone 2 has undone deal 3." in undone.words


def test_the_entry_page_says_who_has_changed_the_game_in_the_meantime(phone, second_phone, game):
    news = get(phone, f"/games/{game.code}/rounds/3/").one(id="live").attributes["data-live"]
    sentence = "Phone 2 has changed this game since you opened this page."

    # A name doesn’t affect the entry. The totals and the players do.
    url = f"/games/{game.code}/table/rename/"
    _, second, *_ = get(second_phone, f"/games/{game.code}/table/").forms(url)
    second_phone.post(url, second | {"name": "Bert"})
    assert "Bert" in get(phone, at(game)).words
    assert sentence not in Page(follow(phone, news)).words
    send(second_phone, f"/games/{game.code}/rounds/1/", {"left-points-2": "30"})
    assert sentence in Page(follow(phone, news)).words
    # The phone that has made the change doesn’t show this.
    assert sentence not in Page(follow(second_phone, news)).words


@pytest.mark.parametrize(
    ("players", "points", "size"),
    [
        (2, "-99999", "roomy"),
        (4, "9999", "roomy"),
        (4, "10000", "snug"),
        (5, "999", "roomy"),
        (5, "-100", "snug"),
        (5, "10000", "tight"),
        (7, "99", "roomy"),
        (7, "100", "snug"),
        (12, "10", "roomy"),
        (12, "100", "snug"),
        (12, "1000", "tight"),
    ],
)
def test_the_totals_are_as_large_as_a_phone_allows(phone, group, players, points, size):
    names = [f"Player {number}" for number in range(1, players + 1)]
    game = GameFactory(group=group, variant="any-game", names=names)
    texts = {f"points-{number}": "0" for number in range(2, players + 1)}
    RoundFactory(game=game, deal=1, texts=texts | {"points-1": points})

    pad = get(phone, at(game)).one("table", id="scoreboard")

    assert pad.attributes["class"].split() == ["pad", size]


def test_the_tick_of_a_bid_that_cost_points_is_not_green(phone, group):
    game = GameFactory(group=group, variant="spades")
    RoundFactory(game=game, deal=1, texts=texts_of("1111", ("13", "0", "0", "0")))

    page = get(phone, at(game))

    # Ann and Cai bid 2 and have 11 bags: 20 + 11 − 100. Bob and Dee lose 20.
    (ours,) = page.all("td", class_="minus out")
    assert text_of(ours) == "made the bid, −69 (Ann dealt) −69"
