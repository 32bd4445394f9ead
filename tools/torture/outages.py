"""Interrupt the database or Redis while phones write and watch."""

import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.db import connections

from scorekeeper.models import Game
from tests.live.waiting import eventually
from tools.torture.phones import SAVED, Club, Follower

WATCHERS = 8
SAVES = 16  # before and after the outage


@dataclass(frozen=True)
class Healing:
    """The effects of an outage on the phones. All times are in seconds.

    ``answers`` are the responses during the outage, by status. ``slowest`` is the time that the
    slowest one took. After the outage, ``saved`` is the time to the first save that succeeded, and
    ``shown`` the time until every page showed it. ``reopened`` is the number of streams that had
    ended.
    """

    answers: Mapping[int, int]
    slowest: float
    saved: float
    shown: float
    reopened: int


def interrupt(
    club: Club, interrupted: Callable[[Callable[[], None]], None], wait: Callable[[], None]
) -> Healing:
    """Let phones write and watch during an outage, and return its effect on them.

    ``interrupted`` calls a function during the outage, and ``wait`` returns when it has lasted long
    enough.
    """
    games = [table.games[0] for table in club.tables]
    pages = [Follower(games[number % len(games)], club) for number in range(WATCHERS)]
    seen: Counter[int] = Counter()

    def during() -> None:
        before = Counter(club.answers)
        club.forget_answers()
        club.slowest = 0.0
        wait()
        seen.update(Counter(club.answers) - before)

    with club:
        for page in pages:
            page.start()
        club.wait_for(SAVED, SAVES)
        eventually(lambda: all(page.state for page in pages))
        connections.close_all()
        interrupted(during)
        began = time.monotonic()
        club.forget_answers()
        club.wait_for(SAVED)
        saved = time.monotonic() - began
        latest = versions(games)
        eventually(lambda: all(int(page.state) >= latest[page.code] for page in pages))
        shown = time.monotonic() - began
        club.wait_for(SAVED, SAVES)
        club.close()
        latest = versions(games)
        eventually(lambda: all(int(page.state) == latest[page.code] for page in pages))
    reopened = sum(page.opened - 1 for page in pages)
    return Healing(seen, club.slowest, saved, shown, reopened)


def versions(games: list[Game]) -> dict[str, int]:
    found = Game.objects.filter(pk__in=[game.pk for game in games])
    return dict(found.values_list("code", "version"))
