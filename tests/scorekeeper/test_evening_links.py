"""Links that follow a group’s games: for watching, for scoring all evening, and short codes."""

import re
import time
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from scorekeeper.models import EveningHelper, Game, Helper, ShortCode
from scorekeeper.services.links import renew_game_link
from scorekeeper.services.people import remove_member, renew_link
from tests.conftest import client_of
from tests.factories import GameFactory, MemberFactory, RoundFactory, UserFactory
from tests.scorekeeper.pages import Page, get, text_of


@pytest.fixture
def table(group):
    return f"/table/{group.pk}/{group.watch_token}/"


@pytest.fixture
def guest(db):
    return client_of(UserFactory())


def test_the_link_of_a_table_shows_the_game_being_played_and_goes_on(client, group, table):
    assert "hasn’t started a game yet" in get(client, table).words
    first = GameFactory(group=group)
    assert get(client, table).texts("h1") == ["Contract Rummy"]
    GameFactory(group=group, variant="any-game", names=("Ann", "Bob"))
    page = get(client, table)
    assert page.texts("h1") == ["Any game"]

    RoundFactory(game=first, deal=1)

    etag = page.one(id="live").attributes["data-etag"]
    answer = client.get(table, headers={"HX-Request": "true", "If-None-Match": etag})
    assert Page(answer).texts("h1") == ["Contract Rummy"]
    etag = answer["ETag"]
    same = client.get(table, headers={"HX-Request": "true", "If-None-Match": etag})
    assert (same.status_code, same.content) == (304, b"")


def test_the_big_screen_shows_standings_contract_dealer_and_code(client, group, table):
    game = GameFactory(group=group, played=2)
    code = ShortCode.objects.get(game=game).code.upper()

    page = get(client, f"{table}screen/")

    # Ann went out twice, and the others have ten points for each deal.
    names = page.all("span", class_="bar-name")
    assert [text_of(name) for name in names] == ["Ann", "Bob", "Cai", "Dee"]
    marks = [[each.attributes.get("class") for each in name.within()] for name in names]
    marked = ["dealer-dot" in each for each in marks]
    assert marked == [False, False, True, False]
    assert page.texts("b", class_="bar-total") == ["0", "20", "20", "20"]
    assert [bar.attributes["width"] for bar in page.all("rect", height="10")] == [
        "1",
        "100",
        "100",
        "100",
    ]
    assert "Deal 3 of 7" in page.words
    assert "Cai deals" in page.words
    assert f"testserver/join {code[:3]} {code[3:]}" in page.words
    assert len(page.all("div", role="img", aria_label="QR code for the link to watch")) == 1


@pytest.mark.parametrize("ending", ["", "screen/"])
def test_the_link_of_a_table_ends_with_the_link_of_the_group(client, group, table, ending):
    GameFactory(group=group)
    others = (f"/table/{group.pk}/{group.join_token}/", f"/table/{group.pk + 1}/x/")

    assert client.get(f"{table}{ending}").status_code == 200
    for other in (*others, f"/table/{10**30}/x/"):
        assert client.get(f"{other}{ending}").status_code == 404
    renew_link(group=group)
    assert client.get(f"{table}{ending}").status_code == 404


def help_with(guest: Client, url: str) -> None:
    assert guest.post(url, get(guest, url).form("") | {"name": "Zoe"}).status_code == 302


def test_a_scorer_for_this_game_does_not_score_the_next(guest, group):
    game = GameFactory(group=group)

    help_with(guest, f"/score/{game.code}/{game.score_token}/")
    another = GameFactory(group=group)

    assert guest.get(f"/games/{game.code}/").status_code == 200
    assert guest.get(f"/games/{another.code}/").status_code == 404


def test_a_scorer_for_the_evening_scores_the_next_games_until_the_night_is_over(guest, group):
    game = GameFactory(group=group)

    help_with(guest, f"/evening/{game.code}/{game.evening_token}/")
    another = GameFactory(group=group)

    assert guest.get(f"/games/{game.code}/").status_code == 200
    assert guest.get(f"/games/{another.code}/").status_code == 200
    until = EveningHelper.objects.get().until
    assert timedelta(hours=11) < until - timezone.now() <= timedelta(hours=12)
    EveningHelper.objects.update(until=timezone.now())
    assert guest.get(f"/games/{GameFactory(group=group).code}/").status_code == 404


def test_resetting_the_scoring_link_also_ends_the_link_for_the_evening(guest, client, group):
    game = GameFactory(group=group)
    url = f"/evening/{game.code}/{game.evening_token}/"
    help_with(guest, url)

    renew_game_link(game=game, kind="score")

    assert client.get(url).status_code == 404
    assert not Helper.objects.exists()
    assert guest.get(f"/games/{GameFactory(group=group).code}/").status_code == 404


def test_neither_scoring_link_stands_for_the_other(client, group):
    game = GameFactory(group=group)

    assert client.get(f"/evening/{game.code}/{game.score_token}/").status_code == 404
    assert client.get(f"/score/{game.code}/{game.evening_token}/").status_code == 404


def test_only_members_are_shown_the_link_of_the_table(phone, guest, group, table):
    game = GameFactory(group=group)
    help_with(guest, f"/score/{game.code}/{game.score_token}/")

    assert table in get(phone, f"/games/{game.code}/share/").html
    assert table not in get(guest, f"/games/{game.code}/share/").html


def test_a_guest_is_shown_where_to_type_the_code(phone, client, group):
    game = GameFactory(group=group)
    code = ShortCode.objects.get(game=game).code.upper()

    share = get(phone, f"/games/{game.code}/share/")

    assert f"To watch without a link, open testserver/join and type {code}" in share.words
    links = {text_of(a): a.attributes["href"] for a in get(client, "/").all("a")}
    assert links["Watch a game"] == "/join/"


def test_a_code_has_no_letters_that_look_alike(group):
    codes = {ShortCode.objects.get(game=GameFactory(group=group)).code for _ in range(20)}

    assert len(codes) == 20
    assert all(re.fullmatch("[abcdefghjkmnpqrstuvwxyz23456789]{6}", code) for code in codes)


@pytest.mark.parametrize("typed", ["{code}", " {CODE} ", "{CO} {DE}", "{CO}-{DE}"])
def test_a_typed_code_opens_the_game_for_watching(client, group, typed):
    game = GameFactory(group=group)
    code = ShortCode.objects.get(game=game).code
    text = typed.format(code=code, CODE=code.upper(), CO=code[:3].upper(), DE=code[3:].upper())

    answer = client.post("/join/", {"code": text})

    assert answer.url == f"/watch/{game.code}/{game.watch_token}/"


@pytest.mark.parametrize("over", ["finished", "old", "unknown"])
def test_a_code_is_valid_while_the_game_is_on(client, group, over):
    game = GameFactory(group=group)
    code = ShortCode.objects.get(game=game).code
    if over == "finished":
        Game.objects.update(state=Game.State.FINISHED)
    elif over == "old":
        Game.objects.update(changed_at=timezone.now() - timedelta(days=1, minutes=1))
    else:
        ShortCode.objects.all().delete()

    answer = client.post("/join/", {"code": code})

    assert answer.status_code == 422
    assert "No game in progress has this code." in Page(answer).words


def test_guesses_are_slowed_by_address_then_refused(client, group, settings, monkeypatch):
    settings.PROXIES = 1
    game = GameFactory(group=group)
    code = ShortCode.objects.get(game=game).code
    clock = [60 * 15 * 2_000_000.0]  # a quarter of an hour begins
    monkeypatch.setattr(time, "time", lambda: clock[0])

    def guess(text: str, address: str = "1.1.1.1") -> tuple[int, str | None]:
        answer = client.post("/join/", {"code": text}, headers={"X-Forwarded-For": address})
        return answer.status_code, answer.get("Retry-After")

    for _ in range(4):
        assert [guess("aaaaaa") for _ in range(5)] == [(422, None)] * 5
        assert guess(code)[0] == 429
        clock[0] += 60
    assert guess(code) == (429, "660")
    assert guess(code, "2.2.2.2") == (302, None)


def test_a_household_with_ipv6_types_short_codes_as_one_address(client, db):
    addresses = [f"2001:db8::{last}" for last in range(6)] + ["2001:db8:0:1::"]

    answers = [client.post("/join/", {"code": "aaaaaa"}, REMOTE_ADDR=each) for each in addresses]

    assert [answer.status_code for answer in answers] == [422] * 5 + [429, 422]


def test_a_phone_that_is_removed_no_longer_helps_all_evening(group, owner):
    member = MemberFactory(group=group)
    game = GameFactory(group=group)
    removed = client_of(member.user)
    help_with(removed, f"/evening/{game.code}/{game.evening_token}/")

    remove_member(member=member, by=owner)

    assert removed.get(f"/games/{game.code}/").status_code == 404
    assert removed.get(f"/games/{GameFactory(group=group).code}/").status_code == 404
