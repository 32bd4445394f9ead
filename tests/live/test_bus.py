"""The bus: each kind carries changes between server processes, and recovers after an outage.

On SQLite, the settings choose sockets. On PostgreSQL, they choose LISTEN and NOTIFY.
"""

import os
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing

import pytest
from django.conf import settings
from django.db import connection

from scorekeeper.live.bus import Changed, Entering, bus, dump_message, load_message, send
from scorekeeper.live.carrier import BusDownError
from scorekeeper.live.over_sockets import SocketBus
from scorekeeper.live.passes import Watching, digest, dump_pass
from scorekeeper.models import Game
from scorekeeper.shell import hub
from tests.factories import GameFactory, RoundFactory
from tests.live.redis import RedisServer
from tests.live.server import serving
from tests.live.waiting import eventually

NEVER = 3600.0  # seconds between two lookups, so that a change can only arrive by message


@pytest.fixture(params=["own", pytest.param("redis", marks=pytest.mark.redis)])
def restart(
    request: pytest.FixtureRequest, _own_bus: None, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[Callable[[], None]], None]]:
    """Yield a function that interrupts the bus, and calls its argument before the bus recovers."""
    monkeypatch.setattr(hub, "RETRY", 0.05)
    if request.param == "redis":
        server = RedisServer()
        server.start()
        monkeypatch.setattr(settings, "REDIS_URL", server.url)

        def restart(meanwhile: Callable[[], None]) -> None:
            server.stop()
            meanwhile()
            server.start()

        yield restart
        server.stop()
    else:
        yield cut_listeners


def cut_listeners(meanwhile: Callable[[], None]) -> None:
    """On PostgreSQL, end the connections that listen. With sockets, there are none."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE query LIKE 'LISTEN%' AND datname = current_database()"
            )
    meanwhile()


def stream_of(game: Game) -> str:
    return f"/live/{dump_pass(Watching(game.code, digest(game.watch_token)))}/"


def test_a_change_reaches_every_server_process(
    transactional_db: None, restart: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "LOOK", NEVER)
    game = GameFactory()
    with ExitStack() as stack:
        servers = [stack.enter_context(serving()) for _ in range(2)]
        pages = [stack.enter_context(server.open(stream_of(game))) for server in servers]
        assert [page.event() for page in pages] == [("changed", "1")] * 2
        eventually(lambda: all(server.shell.hub.is_listening for server in servers))

        RoundFactory(game=game, deal=1)

        assert [page.event() for page in pages] == [("changed", "2")] * 2


def test_open_pages_catch_up_during_and_after_an_outage(
    transactional_db: None, restart: Callable[[Callable[[], None]], None]
) -> None:
    game = GameFactory()
    with serving() as server, server.open(stream_of(game)) as page:
        assert page.event() == ("changed", "1")
        eventually(lambda: server.shell.hub.is_listening)

        def meanwhile() -> None:
            RoundFactory(game=game, deal=1)
            assert page.event() == ("changed", "2")

        restart(meanwhile)

        eventually(lambda: server.shell.hub.is_listening)
        RoundFactory(game=game, deal=2)
        assert page.event() == ("changed", "3")


def test_a_message_is_the_same_after_its_journey() -> None:
    messages = [Changed("abc", 7), Entering("p", "abc", ((1, 2, "Zoë"), (1, 3, "…")))]

    assert [load_message(dump_message(message)) for message in messages] == messages
    others = ["", "{}", "[]", "7", '{"kind": "Later"}', '{"kind": "Changed", "code": "a"}']
    assert [load_message(text) for text in others] == [None] * 6


def test_a_save_does_not_wait_for_a_process_that_hangs_or_has_ended(tmp_path) -> None:
    folder = tmp_path / ("long" * 30) / "live"
    folder.mkdir(parents=True)
    opened = os.open(folder, os.O_RDONLY)
    bus = SocketBus(folder)
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as hangs:
        hangs.bind(f"/proc/self/fd/{opened}/hangs.socket")
        with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as ended:
            ended.bind(f"/proc/self/fd/{opened}/ended.socket")

        for number in range(2000):
            bus.publish(str(number))

        assert hangs.recv(100) == b"0"
    assert [path.name for path in folder.iterdir()] == ["hangs.socket"]
    os.close(opened)


def test_without_a_folder_nobody_listens(tmp_path) -> None:
    SocketBus(tmp_path / "live").publish("nobody hears this")

    assert not (tmp_path / "live").exists()


@pytest.mark.usefixtures("_own_bus")
def test_a_save_succeeds_without_redis(db: None, monkeypatch, caplog) -> None:
    monkeypatch.setattr(settings, "REDIS_URL", RedisServer().url)

    send(Changed("abc", 1))

    assert "Open pages will be updated a few seconds late" in caplog.text
    with pytest.raises(BusDownError):
        bus().publish("abc")
