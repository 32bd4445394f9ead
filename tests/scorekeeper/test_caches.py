"""Caches: sheets never evict pads or markup, and the site works without Redis."""

import socket

import pytest
from django.conf import settings
from django.core.cache import cache
from django.template import Context, Template

from scorekeeper.caches import OptionalRedisCache
from scorekeeper.sheets.pdf import cached_sheet

PAD = Template("{% load cache %}{% cache 600 pad code %}{{ text }}{% endcache %}")


def test_a_run_of_sheets_pushes_out_neither_pads_nor_marks():
    PAD.render(Context({"code": "abc", "text": "first"}))
    cache.set("a-mark", 7)

    for number in range(400):
        cached_sheet(f"sheet {number}", lambda: b"PDF")

    assert PAD.render(Context({"code": "abc", "text": "second"})) == "first"
    assert cache.get("a-mark") == 7


def redis_at(port, monkeypatch):
    """The caches as configured by REDIS_URL, of which no lookup has failed."""
    monkeypatch.setattr(OptionalRedisCache, "_rests_until", 0.0)
    return {
        name: {
            "BACKEND": "scorekeeper.caches.OptionalRedisCache",
            "LOCATION": f"redis://127.0.0.1:{port}/0",
            "OPTIONS": {"socket_connect_timeout": 0.5, "socket_timeout": 0.5},
        }
        for name in settings.CACHES
    }


@pytest.fixture
def redis_away(settings, monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    settings.CACHES = redis_at(port, monkeypatch)


@pytest.fixture
def redis_silent(settings, monkeypatch):
    """A Redis that accepts connections and never responds, like a paused process."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        settings.CACHES = redis_at(server.getsockname()[1], monkeypatch)
        yield server


PAGES = [
    "/games/{game.code}/",
    "/watch/{game.code}/{game.watch_token}/",
    "/games/{game.code}/sheet.pdf",
    "/sheets/hearts.pdf",
    "/sheets/hearts.png",
]


def test_pages_and_sheets_need_no_redis(redis_away, phone, game):
    for page in PAGES:
        assert phone.get(page.format(game=game)).status_code == 200, page


def test_a_page_tries_only_once_to_use_redis_that_never_answers(phone, game, redis_silent):
    assert phone.get(f"/games/{game.code}/").status_code == 200

    redis_silent.setblocking(False)
    connection, _ = redis_silent.accept()
    connection.close()
    with pytest.raises(BlockingIOError):
        redis_silent.accept()
