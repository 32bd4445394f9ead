"""Let many tables play an evening, and measure what it takes: ``./dev load [NUMBER...]``."""

import asyncio
import os
import secrets
import signal
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import django

from tests.live.redis import RedisServer
from tools.cluster.__main__ import Web, web
from tools.cluster.postgres import PostgresServer
from tools.console import say
from tools.load.client import Server
from tools.load.usage import cpu_seconds, memory
from tools.serve import CONNECTIONS, allow_many_connections

if TYPE_CHECKING:
    from tools.load.evening import Evening
    from tools.load.tables import Setting

NUMBERS = (250, 500, 1000)
# As on a real server: each commit is on the disk before it is confirmed.
SAFE = "fsync = on\nfull_page_writes = on\nsynchronous_commit = on\n"
SETTLING = 5.0  # seconds after the last table has arrived
COLUMNS = "{:>6} {:>6} {:>13} {:>13} {:>6} {:>6} {:>6} {:>6} {:>7} {:>7} {:>7} {:>7}"
HEADINGS = (
    *("tables", "deals", "save p50/95", "seen p50/95", "errors", "site", "others", "phones"),
    *("ms/deal", "a core", "MB", "largest"),
)


def parsed() -> Namespace:
    """Return the options. End the program after ``--help``, or if an option is unknown."""
    parser = ArgumentParser(
        "./dev load",
        description="Let tables of five play, with four phones each, and measure what it takes:"
        " milliseconds until a deal is saved, and until the other phones show it; cores that the"
        " site, the other servers and all phones use; CPU time of all servers for a deal, with"
        " everything that a table does meanwhile, and for how many tables one core is enough;"
        " memory of the site, in total and of its largest process.",
    )
    parser.add_argument("numbers", nargs="*", type=int, metavar="NUMBER", help="of tables, in turn")
    parser.add_argument("--on", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--workers", type=int, default=1, help="processes of the site")
    parser.add_argument("--seconds", type=float, default=60.0, help="to measure each number")
    parser.add_argument(
        "--keep", action="store_true", help="phones also keep pages for use without a connection"
    )
    return parser.parse_args()


def main() -> int:
    options = parsed()
    numbers = sorted(options.numbers or NUMBERS)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    allow_many_connections()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="scorekeeper-load-")))
        others = services(stack, folder, options.on)
        began = time.monotonic()
        settings = tables(numbers[-1])
        say(f"Set {len(settings):,} tables in {time.monotonic() - began:.0f} s.")
        site = stack.enter_context(web(folder, {}, options.workers))
        asyncio.run(play(options, numbers, settings, site, others))
    return 0


def services(stack: ExitStack, folder: Path, database: str) -> Sequence[int]:
    """Load the site with an empty database, and return the processes of the other servers."""
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "scorekeeper.settings",
        "SCOREKEEPER_VAR": str(folder),
        "SCOREKEEPER_SECRET_KEY": secrets.token_urlsafe(48),
        "SCOREKEEPER_DEBUG": "0",
        "SCOREKEEPER_LIMITS": "1",
        "SCOREKEEPER_PROXIES": "1",  # each table has an address of its own
        "SCOREKEEPER_STREAMS": str(CONNECTIONS),
    }
    others = []
    if database == "postgresql":
        postgres, redis = PostgresServer(), RedisServer()
        stack.callback(postgres.remove)
        stack.callback(redis.stop)
        postgres.configure(SAFE)
        postgres.start()
        redis.start()
        os.environ |= {"DATABASE_URL": postgres.url, "REDIS_URL": redis.url}
        others = [postgres.process, redis.process]
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    return others


def tables(number: int) -> Sequence["Setting"]:
    from django.db import connections

    from tools.load.tables import set_tables

    settings = set_tables(number)
    connections.close_all()
    return settings


async def play(
    options: Namespace,
    numbers: Sequence[int],
    settings: Sequence["Setting"],
    site: Web,
    others: Sequence[int],
) -> None:
    """Let more and more tables play, and print a row for each number of them."""
    from tools.load.evening import Evening

    evening = Evening(Server(site.port), settings, keeps=options.keep)
    say(COLUMNS.format(*HEADINGS))
    for before, number in zip((0, *numbers), numbers, strict=False):
        await evening.seat(evening.tables[before:number])
        await asyncio.sleep(SETTLING)
        evening.forget()
        used = Usage(site.process, others)
        await asyncio.sleep(options.seconds)
        show(evening, number, used)
    await evening.close()


class Usage:
    """What the site, the other servers and the phones use from now on."""

    def __init__(self, site: int, others: Sequence[int]) -> None:
        self.site, self._others = site, others
        self._before = self._spent()

    def _spent(self) -> Sequence[float]:
        others = sum(map(cpu_seconds, self._others))
        return cpu_seconds(self.site), others, time.process_time(), time.monotonic()

    def cores(self) -> Sequence[float]:
        """Return how many cores each of the three has used on average."""
        *cpu, seconds = (now - then for then, now in zip(self._before, self._spent(), strict=True))
        return [spent / seconds for spent in cpu]


def show(evening: "Evening", number: int, used: Usage) -> None:
    from tools.load.evening import PAUSE

    site, others, phones = used.cores()
    of_a_table = (site + others) / number
    evening.errors["not seen"] += evening.missed()
    say(
        COLUMNS.format(
            *(number, len(evening.saves), spread(evening.saves), spread(evening.seen)),
            *(evening.errors.total(), f"{site:.2f}", f"{others:.2f}", f"{phones:.2f}"),
            *(f"{of_a_table * PAUSE * 1000:.0f}", f"{1 / of_a_table:.0f}"),
            *(f"{megabytes:.0f}" for megabytes in memory(used.site)),
        )
    )
    if errors := +evening.errors:
        say(f"Errors: {dict(errors)}")


def spread(times: Sequence[float]) -> str:
    """Return the median and the 95th percentile in milliseconds."""
    if len(times) < 2:
        return "-"
    return f"{median(times) * 1000:.0f} / {quantiles(times, n=20)[-1] * 1000:.0f}"


if __name__ == "__main__":
    sys.exit(main())
