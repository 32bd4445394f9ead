"""The documented configurations of nginx and Caddy: streams, bodies and addresses."""

import os
import socket
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from scorekeeper.live.passes import Watching, digest, dump_pass
from tests.factories import GameFactory, RoundFactory
from tests.live.server import Followed, Served
from tests.live.waiting import eventually
from tools import programs
from tools.cluster.proxy import nginx_command
from tools.environment import ROOT
from tools.network import free_port

pytestmark = pytest.mark.database

DOCS = ROOT / "docs" / "proxy"


def nginx(folder: Path, site: int, port: int) -> list[str]:
    return nginx_command(folder, [site], port)


def caddy(folder: Path, site: int, port: int) -> list[str]:
    text = (DOCS / "Caddyfile").read_text()
    text = text.replace("127.0.0.1:8000", f"127.0.0.1:{site}")
    text = text.replace("{$SCOREKEEPER_HOST:scores.example.org} {", f"http://127.0.0.1:{port} {{")
    text = text.replace("\tservers", "\tadmin off\n\tservers", 1)
    (folder / "Caddyfile").write_text(text)
    return [
        programs.find("caddy") or "caddy",
        "run",
        "--config",
        str(folder / "Caddyfile"),
        "--adapter",
        "caddyfile",
    ]


@contextmanager
def running(command: list[str], folder: Path, port: int) -> Iterator[None]:
    own = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (folder / "output").open("wb") as output:
        process = subprocess.Popen(command, env=os.environ | own, stderr=output)

    def answers() -> bool:
        assert process.poll() is None
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return True
        return False

    try:
        eventually(answers)
        yield
    finally:
        process.terminate()
        process.wait()


each_proxy = pytest.mark.parametrize(
    "proxy",
    [pytest.param(nginx, marks=pytest.mark.nginx), pytest.param(caddy, marks=pytest.mark.caddy)],
)


@each_proxy
def test_a_proxy_logs_no_tokens_while_the_site_is_down(tmp_path: Path, proxy) -> None:
    port, request = free_port(), b"GET /join/rBvDfPBcQ/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with (
        running(proxy(tmp_path, free_port(), port), tmp_path, port),
        closing(socket.create_connection(("127.0.0.1", port), timeout=30)) as sender,
    ):
        sender.sendall(request)
        assert b" 502 " in sender.recv(1000)[:20]

    logs = [tmp_path / name for name in ("output", "errors")]
    assert "rBvDfPBcQ" not in "".join(log.read_text() for log in logs if log.exists())


@each_proxy
def test_streams_bodies_and_addresses_pass_the_proxy(
    served: Served, tmp_path: Path, settings, proxy
) -> None:
    settings.PROXIES, settings.STREAMS_PER_ADDRESS = 1, 2
    game, port = GameFactory(), free_port()
    url = f"/live/{dump_pass(Watching(game.code, digest(game.watch_token)))}/"
    with running(proxy(tmp_path, served.port, port), tmp_path, port):
        with Followed(port, url, {"X-Forwarded-For": "6.6.6.6"}) as page:
            assert page.event() == ("changed", "1")
            RoundFactory(game=game, deal=1)
            assert page.event() == ("changed", "2")
            with Followed(port, url, {"X-Forwarded-For": "7.7.7.7"}) as second:
                assert second.status == 200
                with Followed(port, url, {"X-Forwarded-For": "8.8.8.8"}) as third:
                    assert third.status == 503
        eventually(lambda: served.shell.hub.limits.total == 0)

        form, file = ("/join/", 200_000), ("/groups/1/data/", 2_000_000)
        for (path, size), status in ((form, b" 413 "), (file, b" 404 ")):
            request = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {size}\r\n\r\n"
            with closing(socket.create_connection(("127.0.0.1", port), timeout=30)) as sender:
                sender.sendall(request.encode() + b"x" * size)
                assert status in sender.recv(1000)[:20]
