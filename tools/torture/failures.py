"""Kill one server of a cluster again and again while phones write and watch."""

import os
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from django.db import connections

from tests.live.redis import RedisServer
from tests.live.waiting import eventually
from tools.cluster.postgres import PostgresPair
from tools.cluster.proxy import proxied
from tools.network import free_port
from tools.torture.outages import WATCHERS, versions
from tools.torture.phones import REFUSED, SAVED, Club, Follower
from tools.torture.server import Server, killable

UNNOTICED = 2.0  # seconds until somebody, or a program, acts
SAVES = 48  # between two failures, so that a new process is warm again
Fault = Callable[[], AbstractContextManager[None]]


@dataclass(frozen=True)
class Failure:
    """The effects of a server’s end, in seconds from its end.

    ``saved`` is the time until each phone had another save confirmed or refused, and ``shown``
    until each open page showed all of these saves.
    """

    saved: float
    shown: float


@dataclass
class Cluster:
    """Two processes of the site behind a proxy at ``port``, and what they share."""

    port: int
    webs: list[Server]
    postgres: PostgresPair
    redis: RedisServer

    @contextmanager
    def without_web(self) -> Iterator[None]:
        """Kill a process of the site, each time another one, and start it again."""
        web = self.webs.pop(0)
        self.webs.append(web)
        web.kill()
        yield
        web.start()

    @contextmanager
    def without_redis(self) -> Iterator[None]:
        """Kill Redis, and start it again."""
        self.redis.stop()
        yield
        self.redis.start()

    @contextmanager
    def without_primary(self) -> Iterator[None]:
        """Kill the primary and promote the standby; then the other one becomes the standby."""
        self.postgres.kill()
        Event().wait(UNNOTICED)
        self.postgres.promote()
        yield
        self.postgres.join()

    @contextmanager
    def without_standby(self) -> Iterator[None]:
        """Kill the standby, for which each save waits until somebody changes that."""
        self.postgres.standby.kill()
        Event().wait(UNNOTICED)
        self.postgres.primary.wait_for_standby(waits=False)
        yield
        self.postgres.join()

    @contextmanager
    def with_silent_redis(self) -> Iterator[None]:
        """Pause Redis, whose connections stay open, and let it continue."""
        os.kill(self.redis.process, signal.SIGSTOP)
        yield
        os.kill(self.redis.process, signal.SIGCONT)

    @property
    def faults(self) -> Mapping[str, Fault]:
        return {
            "a process of the site": self.without_web,
            "Redis": self.without_redis,
            "the primary of PostgreSQL": self.without_primary,
            "the standby of PostgreSQL": self.without_standby,
            "Redis, which only stopped responding": self.with_silent_redis,
        }


@contextmanager
def clustered(folder: Path, postgres: PostgresPair, redis: RedisServer) -> Iterator[Cluster]:
    """Run two processes of the site behind nginx, with separate data in ``folder``."""
    with ExitStack() as stack:
        webs = []
        for name in ("web-1", "web-2"):
            webs.append(stack.enter_context(killable({"SCOREKEEPER_VAR": str(folder / name)})))
            webs[-1].start()
        port = free_port()
        stack.enter_context(proxied(port, [web.port for web in webs], folder))
        yield Cluster(port, webs, postgres, redis)


def fail_often(club: Club, fault: Fault, times: int) -> list[Failure]:
    """Let a fault happen again and again while phones write and watch."""
    games = [table.games[0] for table in club.tables]
    pages = [Follower(games[number % len(games)], club) for number in range(WATCHERS)]
    failures = []
    with club:
        for page in pages:
            page.start()
        for _ in range(times):
            club.forget_answers()
            club.wait_for(SAVED, SAVES)
            eventually(lambda: all(page.state for page in pages))
            connections.close_all()
            began = time.monotonic()
            with fault():
                wait_for_each(club)
                saved = time.monotonic() - began
                wait_for_all(pages, versions(games))
                failures.append(Failure(saved, time.monotonic() - began))
        club.close()
        wait_for_all(pages, versions(games))
    return failures


def wait_for_each(club: Club) -> None:
    """Return when each phone has had another save confirmed or refused."""
    before = [answered(writer.answers) for writer in club.writers]

    def have_saved() -> bool:
        club.check()
        now = [answered(writer.answers) for writer in club.writers]
        return all(count > earlier for count, earlier in zip(now, before, strict=True))

    eventually(have_saved)


def wait_for_all(pages: Sequence[Follower], latest: Mapping[str, int]) -> None:
    """Return when each page shows at least the latest version of its game."""
    eventually(lambda: all(int(page.state) >= latest[page.code] for page in pages))


def answered(answers: Mapping[int, int]) -> int:
    """Return how many saves of a phone were confirmed or refused."""
    return answers[SAVED] + answers[REFUSED]
