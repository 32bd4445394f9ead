"""What search engines may read, and the headers that keep private pages private."""

import logging
from xml.etree import ElementTree as ET

import pytest

from rules.engine.catalogue import catalogue
from scorekeeper.logs import OnceAMinute
from tests.scorekeeper.pages import get

SITE = "http://testserver"


def test_search_engines_may_read_rules_but_no_games(client):
    answer = client.get("/robots.txt")

    lines = answer.content.decode().splitlines()
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert lines[0] == "User-agent: *"
    for path in ("/games/", "/groups/", "/admin/", "/rules/compare", "/es/rules/search", "/*?"):
        assert f"Disallow: {path}" in lines
    assert lines[-1] == f"Sitemap: {SITE}/sitemap.xml"


def test_the_sitemap_has_the_rules_and_the_sheet_of_every_game(client):
    tree = ET.fromstring(client.get("/sitemap.xml").content)

    urls = [url[0].text for url in tree]
    assert len(urls) == len(set(urls)) == 4 + 2 * len(catalogue().variants) + 45
    assert f"{SITE}/rules/gin-rummy/hand/" in urls
    assert {f"{SITE}/", f"{SITE}/rules/hearts/", f"{SITE}/sheets/hearts/"} <= set(urls)


@pytest.mark.parametrize(
    "url",
    [
        "/",
        "/rules/",
        "/rules/hearts/",
        "/rules/glossary/",
        "/rules/compare",
        "/sheets/hearts/",
        "/rules/rummy/hand/",
    ],
)
def test_a_public_page_has_one_url_whatever_its_query(client, db, url):
    page = get(client, f"{url}?names=Ann&x=1")

    [link] = [each for each in page.all("link") if each.attributes.get("rel") == "canonical"]
    assert link.attributes["href"] == f"{SITE}{url}"


def test_the_security_contact_comes_from_the_settings(client, settings, db):
    assert client.get("/.well-known/security.txt").status_code == 404
    settings.CONTACT = "mailto:ann@cards.example"

    lines = client.get("/.well-known/security.txt").content.decode().splitlines()

    assert lines[0] == "Contact: mailto:ann@cards.example"
    assert lines[1].startswith("Expires: 20")
    assert lines[3] == f"Canonical: {SITE}/.well-known/security.txt"


@pytest.mark.parametrize(
    ("url", "header"),
    [
        ("/games/{game.code}/", "private"),
        ("/games/{game.code}/rounds/3/", "private"),
        ("/games/{game.code}.json", "private"),
        ("/games/{game.code}/ahead.json", "private"),
        ("/games/{game.code}/share/", "private, no-store"),
        ("/groups/{game.group_id}/", "private, no-store"),
        ("/groups/{game.group_id}/history/", "private"),
        ("/games/new/hearts/", "private"),
        ("/games/nothing/", "private"),
    ],
)
def test_a_page_of_a_phone_is_private(phone, game, url, header):
    answer = phone.get(url.format(game=game))

    assert set(answer.headers["Cache-Control"].split(", ")) == set(header.split(", "))
    assert "camera=()" in answer.headers["Permissions-Policy"]


def test_a_page_for_everybody_is_not_private(client, phone, db):
    assert phone.get("/rules/hearts/").headers["Cache-Control"] == "no-cache"
    assert client.get("/").headers["Cache-Control"] == "private, no-cache"
    assert "Cache-Control" not in client.get("/robots.txt").headers


def test_the_same_problem_is_logged_once_a_minute(monkeypatch):
    clock = [0.0]
    monkeypatch.setattr("scorekeeper.logs.monotonic", lambda: clock[0])
    only = OnceAMinute()

    def passed(text):
        record = logging.makeLogRecord({"msg": text, "args": ("x",)})
        return record.getMessage() if only.filter(record) else None

    assert [passed("Redis: %s"), passed("Redis: %s"), passed("Cookie: %s")] == [
        "Redis: x",
        None,
        "Cookie: x",
    ]
    clock[0] = 59.9
    assert passed("Redis: %s") is None
    clock[0] = 60
    assert passed("Redis: %s") == "Redis: x (And 2 times more since the last line.)"
