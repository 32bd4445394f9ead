"""Play an evening at many tables at the same time: ``./dev load [NUMBER...]``."""

import asyncio
import os
import secrets
import signal
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

import django

from tests.live.redis import RedisServer
from tools.cluster.__main__ import web
from tools.cluster.postgres import PostgresServer
from tools.console import say
from tools.load.client import Server
from tools.load.usage import cpu_seconds, memory
from tools.serve import CONNECTIONS, allow_many_connections

NUMBERS = (250, 500, 1000)
SAFE = "fsync = on\nfull_page_writes = on\nsynchronous_commit = on\n"
SETTLING = 10.0  # seconds after the last table has arrived
COLUMNS = "{:>6} {:>6} {:>15} {:>15} {:>6} {:>6} {:>6} {:>6} {:>9} {:>9} {:>13}"


def parsed() -> Namespace:
    parser = ArgumentParser(
        "./dev load",
        description="Let tables of five play, with four phones each, and measure what it takes.",
    )
    parser.add_argument("numbers", nargs="*", type=int, metavar="NUMBER", help="how many tables")
    parser.add_argument("--on", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--processes", type=int, default=1, help="processes of the site")
    parser.add_argument("--seconds", type=float, default=60.0, help="to measure each number")
    parser.add_argument(
        "--keep", action="store_true", help="phones also keep pages for use without a connection"
    )
    return parser.parse_args()


def main() -> int:
    options = parsed()
    numbers = sorted(options.numbers) or NUMBERS
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    allow_many_connections()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="scorekeeper-load-")))
        env, others = services(stack, folder, options)
        began = time.monotonic()
        from tools.load.tables import set_tables  # needs the site

        settings = set_tables(numbers[-1])
        from django.db import connections

        connections.close_all()
        say(f"Set {len(settings):,} tables in {time.monotonic() - began:.0f} s.")
        webs = [
            stack.enter_context(web(folder / f"web-{n}" if n else folder, env))
            for n in range(options.processes)
        ]
        asyncio.run(evening(options, numbers, settings, webs, others))
    return 0


def services(
    stack: ExitStack, folder: Path, options: Namespace
) -> tuple[Mapping[str, str], Mapping[str, int]]:
    """Load the site with an empty database. Return its settings, and the other servers."""
    env = {
        "SCOREKEEPER_SECRET_KEY": secrets.token_urlsafe(48),
        "SCOREKEEPER_DEBUG": "0",
        "SCOREKEEPER_LIMITS": "1",
        "SCOREKEEPER_PROXIES": "1",
        "SCOREKEEPER_STREAMS": str(CONNECTIONS),
    }
    others = {}
    if options.on == "postgresql":
        postgres, redis = PostgresServer(), RedisServer()
        stack.callback(postgres.remove)
        stack.callback(redis.stop)
        postgres.configure(SAFE)
        postgres.start()
        redis.start()
        env |= {"DATABASE_URL": postgres.url, "REDIS_URL": redis.url}
        others = {"postgresql": postgres.process, "redis": redis.process}
    os.environ |= env | {
        "SCOREKEEPER_VAR": str(folder),
        "DJANGO_SETTINGS_MODULE": "scorekeeper.settings",
    }
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    return env, others


async def evening(options, numbers, settings, webs, others) -> None:
    from tools.load.evening import PAUSE, Evening

    servers = [Server(site.port) for site in webs]
    all_tables = Evening(servers, settings, keeps=options.keep)
    say(COLUMNS.format(
        "tables", "deals", "save p50/95", "seen p50/95", "errors",
        "site", "other", "phones", "ms/deal", "per core", "MB (largest)",
    ))
    seated = 0
    for number in numbers:
        await all_tables.seat(all_tables.tables[seated:number])
        seated = number
        await asyncio.sleep(SETTLING)
        all_tables.forget()
        before, began = spent(webs, others), time.monotonic()
        await asyncio.sleep(options.seconds)
        after, seconds = spent(webs, others), time.monotonic() - began
        site, other, phones = (b - a for a, b in zip(before, after, strict=True))
        deals = len(all_tables.saves)
        cost = (site + other) / max(1, deals)
        memories = [memory(each.process) for each in webs]
        all_tables.errors["not seen"] += all_tables.missed()
        errors = +all_tables.errors
        say(COLUMNS.format(
            number, deals, spread(all_tables.saves), spread(all_tables.seen), errors.total(),
            f"{site / seconds:.2f}", f"{other / seconds:.2f}", f"{phones / seconds:.2f}",
            f"{cost * 1000:.1f}", f"{PAUSE / cost:.0f}",
            f"{sum(total for total, _ in memories):.0f} ({max(most for _, most in memories):.0f})",
        ))
        if errors:
            say(f"       {dict(errors.most_common(4))}")
    all_tables.close()


def spent(webs, others: Mapping[str, int]) -> tuple[float, float, float]:
    """Return the CPU time so far of the site, of the other servers, and of all phones."""
    site = sum(cpu_seconds(each.process) for each in webs)
    return site, sum(map(cpu_seconds, others.values())), time.process_time()


def spread(times: Sequence[float]) -> str:
    """Return the median and the 95th percentile in milliseconds."""
    if len(times) < 2:
        return "-"
    return f"{median(times) * 1000:.0f} / {quantiles(times, n=20)[-1] * 1000:.0f}"


if __name__ == "__main__":
    sys.exit(main())
