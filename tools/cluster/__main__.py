"""Run the site on several servers, all of them on this machine: ``./dev cluster``."""

import os
import secrets
import signal
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from tests.live.redis import RedisServer
from tests.live.waiting import PATIENCE
from tools.cluster.postgres import PostgresPair
from tools.cluster.proxy import proxied
from tools.console import fail, say
from tools.network import free_port

STARTING = 300  # seconds, for the first start, which migrates the database


def main() -> None:
    parser = ArgumentParser("./dev cluster", description=__doc__.split(":")[0] + ".")
    parser.add_argument("port", nargs="?", type=int, default=8000, help="by default 8000")
    port = parser.parse_args().port
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="scorekeeper-cluster-")))
        postgres = PostgresPair()
        stack.callback(postgres.remove)
        postgres.start()
        redis = RedisServer()
        replica = RedisServer(replica_of=redis)
        for server in (redis, replica):
            stack.callback(server.stop)
            server.start()
        shared = {
            "DATABASE_URL": postgres.url,
            "REDIS_URL": f"{redis.url},{replica.url}",
            "SCOREKEEPER_SECRET_KEY": secrets.token_urlsafe(48),
            "SCOREKEEPER_PROXIES": "1",
        }
        # One after the other, because the first one migrates the database.
        webs = [stack.enter_context(web(folder / name, shared)) for name in ("web-1", "web-2")]
        stack.enter_context(proxied(port, [each.port for each in webs], folder))
        say(
            f"The site: http://127.0.0.1:{port}/",
            f"Its two processes, behind nginx: ports {webs[0].port} and {webs[1].port}",
            f"PostgreSQL: ports {postgres.primary.port} and {postgres.standby.port} (standby)",
            f"Redis: ports {redis.port} and {replica.port} (replica)",
            "Ctrl-C stops everything and deletes all data.",
        )
        try:
            signal.pause()
        except KeyboardInterrupt:
            say("Stopping.")


class Web(NamedTuple):
    """A server of the site: its port, and the id of its main process."""

    port: int
    process: int


@contextmanager
def web(folder: Path, shared: Mapping[str, str], workers: int = 1) -> Iterator[Web]:
    """Run a server of the site with its own data in ``folder``."""
    port = free_port()
    command = [sys.executable, "-m", "tools", "run", f"127.0.0.1:{port}", f"--workers={workers}"]
    env = os.environ | shared | {"SCOREKEEPER_VAR": str(folder)}
    # In its own session, so that Ctrl-C stops the servers in order.
    options: dict[str, Any] = {"stdout": subprocess.DEVNULL, "start_new_session": True}
    with subprocess.Popen(command, env=env, **options) as process:
        try:
            wait_until_ready(process, port)
            yield Web(port, process.pid)
        finally:
            process.terminate()


def wait_until_ready(process: "subprocess.Popen[bytes]", port: int) -> None:
    """Return when the server is ready to serve pages."""
    for _ in range(STARTING):
        connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        try:
            connection.request("GET", "/readyz")
            if connection.getresponse().status == 200:
                return
        except (OSError, HTTPException):
            pass
        finally:
            connection.close()
        with suppress(subprocess.TimeoutExpired):
            process.wait(1)
            break
    fail("The site did not start.")


if __name__ == "__main__":
    main()
