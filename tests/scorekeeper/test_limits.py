"""The limits on what an address and a group may do, and the page for those who have reached one."""

import socket

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from rules.engine.own_games import Design, DesignItem
from scorekeeper import limits
from scorekeeper.limits import LIMITS, Limit, seconds_to_wait, spend
from scorekeeper.models import Game, Group, User
from scorekeeper.services.own_games import make_own_game
from tests.factories import GameFactory
from tests.scorekeeper.pages import Page, get

pytestmark = pytest.mark.django_db


@pytest.fixture
def few(settings, monkeypatch):
    """Let an address do everything twice an hour."""
    settings.LIMITS = True
    for what, limit in LIMITS.items():
        monkeypatch.setitem(limits.LIMITS, what, Limit(limit.title, "2/hour"))


def start(client, **more):
    url = "/games/new/hearts/"
    names = {"name-1": "Ann", "name-2": "Bob", "name-3": "Cai"}
    return client.post(url, get(client, url).form(url) | names, **more)


def test_guests_are_limited_by_address_and_can_send_their_form_again(few, monkeypatch):
    monkeypatch.setitem(LIMITS, "people", Limit("", "100/hour"))
    first, second, third = Client(), Client(), Client()

    answers = [start(client) for client in (first, second, third)]
    page = Page(answers[2])

    assert [answer.status_code for answer in answers] == [302, 302, 429]
    assert page.texts("h1") == ["Too many new phones"]
    assert page.form("/games/new/hearts/")["name-2"] == "Bob"
    assert 0 < int(answers[2]["Retry-After"]) <= 3600
    assert (User.objects.count(), Group.objects.count(), Game.objects.count()) == (2, 2, 2)
    assert start(third, REMOTE_ADDR="192.0.2.1").status_code == 302


@pytest.mark.parametrize("limit", [("games", "2/hour"), ("people", "8/hour")])
def test_a_group_is_limited_wherever_its_phones_are(phone, settings, monkeypatch, limit):
    what, rate = limit
    settings.LIMITS = True
    monkeypatch.setitem(LIMITS, what, Limit("", "100/hour", rate))

    answers = [start(phone, REMOTE_ADDR=f"192.0.2.{number}") for number in range(3)]

    assert [answer.status_code for answer in answers] == [302, 302, 429]
    assert Game.objects.count() == 2


SENT = {
    "own games": ("/games/own/shared/{own.share_token}/", {"table": ""}),
    "imports": ("/groups/{group.pk}/data/", {"file": b"Ann,Bob\n1,2\n"}),
    "photos": ("/games/{game.code}/paper/photo/", {"photo": b"blank"}),
    "exports": ("/groups/{group.pk}/data/table.zip", None),
    "sheets": ("/sheets/hearts.pdf?names={number}", None),
    "hands": ("/rules/contract-rummy/hand/", None),
    "searches": ("/rules/search?q=joker", None),
    "recovery codes": ("/recover/", {"code": "x"}),
    "short codes": ("/join/", {"code": "aaaaaa"}),
    "log-ins": ("/admin/login/", {"username": "ann", "password": "x"}),
}


@pytest.mark.parametrize("what", SENT)
def test_everything_that_is_limited_has_a_page_that_says_so(phone, group, few, what):
    path, typed = SENT[what]
    own = make_own_game(group=group, design=Design("Jars", (DesignItem("Wasps"),)), key="1")
    game = GameFactory(group=group)
    statuses = []
    for number in range(3):
        url = path.format(group=group, game=game, number=number, own=own)
        fields = {
            name: SimpleUploadedFile("a.csv", text) if isinstance(text, bytes) else text
            for name, text in (typed or {}).items()
        }
        answer = phone.post(url, fields) if typed else phone.get(url)
        statuses.append(answer.status_code)

    assert [status == 429 for status in statuses] == [False, False, True]
    assert Page(answer).texts("h1") == [LIMITS[what].title]
    assert "Wait 60 minutes, then try again." in Page(answer).words


def test_only_codes_and_passwords_are_limited_if_limits_are_off(settings, client, group):
    settings.LIMITS = False

    assert [what for what in LIMITS if any(spend(what, "a", 1) for _ in range(2000))] == [
        "recovery codes",
        "short codes",
        "log-ins",
    ]


def test_the_right_password_does_not_help_after_too_many_wrong_ones(client, admin_user):
    sent = {"username": admin_user.username, "password": "wrong"}

    wrong = [client.post("/admin/login/", sent).status_code for _ in range(6)]

    assert wrong == [200] * 5 + [429]
    assert client.post("/admin/login/", sent | {"password": "password"}).status_code == 429


@pytest.mark.parametrize("url", ["/admin/", "/admin/login/", "/admin/scorekeeper/game/"])
def test_the_staff_site_is_off_unless_the_settings_turn_it_on(admin_client, settings, url):
    settings.STAFF_SITE = False

    assert admin_client.get(url).status_code == 404


def test_wrong_codes_are_limited_while_redis_is_away(client, settings):
    with socket.create_server(("127.0.0.1", 0)) as free:
        settings.REDIS_URL = f"redis://127.0.0.1:{free.getsockname()[1]}/0"

    assert [client.post("/recover/", {"code": "x"}).status_code for _ in range(11)] == [
        *[422] * 10,
        429,
    ]


def test_a_refused_request_counts_nothing():
    assert spend("recovery codes", "a", cost=9) == 0

    assert spend("recovery codes", "a", cost=2) > 0
    assert seconds_to_wait("recovery codes", "a") == 0
    assert spend("recovery codes", "a") == 0
    assert seconds_to_wait("recovery codes", "a") > 3590
