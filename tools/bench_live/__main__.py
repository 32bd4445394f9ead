"""Measure how quickly a saved deal reaches many phones: ``./dev bench-live [NUMBER...]``."""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import django

from tools.bench_live.pages import pages_per_second
from tools.bench_live.watchers import all_told, close, forget, open_watchers
from tools.network import free_port
from tools.serve import allow_many_connections

if TYPE_CHECKING:
    from scorekeeper.models import Game

NUMBERS = (100, 500, 2000)
SAVES = 7
GOAL = (500, 300.0)  # watchers, and milliseconds within which 95 % of them have the saved deal
COLUMNS = "{:>8}  {:<28} {:>9} {:>9}   {}"
PATIENCE = 60.0


def main() -> int:
    numbers = [int(text) for text in sys.argv[1:]] or NUMBERS
    allow_many_connections()
    with TemporaryDirectory(prefix="scorekeeper-bench-") as folder:
        set_up(folder)
        say(COLUMNS.format("watchers", "", "p50 ms", "p95 ms", "memory for each"))
        results = [asyncio.run(measure(number)) for number in numbers]
        asyncio.run(measure_pages())
        return 0 if all(results) else 1


def set_up(folder: str) -> None:
    """Load the site with a separate database in which all tables exist."""
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "scorekeeper.settings",
        "DJANGO_ALLOW_ASYNC_UNSAFE": "true",
        "SCOREKEEPER_VAR": folder,
        "SCOREKEEPER_DEBUG": "0",
        "SCOREKEEPER_STREAMS_PER_ADDRESS": "5000",
    }
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)


async def measure(number: int) -> bool:
    """Measure with this many watchers, and return whether the goal was met."""
    from tests.factories import GameFactory, RoundFactory

    with serving("tools.bench_live.bare:application") as (port, server):
        before = memory(server)
        watchers = await open_watchers(port, number, "/")
        each = (memory(server) - before) / number
        times: list[float] = []
        for _ in range(SAVES):
            forget(watchers)
            began = time.perf_counter()
            await asyncio.to_thread(publish_bare, port)
            await all_told(watchers)
            times += [watcher.heard_at - began for watcher in watchers]
        close(watchers)
    bare = show(number, "a bare stream", times, f"{each:.1f} kB")

    game = GameFactory(variant="any-game", names=("Ann", "Bob"))
    with serving("scorekeeper.asgi:application") as (port, server):
        path, request = addresses(game)
        await close_after(open_watchers(port, 1, path, request))
        before = memory(server)
        watchers = await open_watchers(port, number, path)
        each = (memory(server) - before) / number
        close(watchers)
        watchers = await open_watchers(port, number, path, request)
        saves, heard, got = [], [], []
        for deal in range(1, SAVES + 1):
            forget(watchers)
            began = time.perf_counter()
            texts = {"points-1": "5", "points-2": str(deal)}
            await asyncio.to_thread(RoundFactory, game=game, deal=deal, texts=texts)
            saved = time.perf_counter()
            await all_told(watchers)
            saves.append(saved - began)
            heard += [watcher.heard_at - saved for watcher in watchers]
            got += [watcher.second.got_at - saved for watcher in watchers if watcher.second]
        close(watchers)
    told = show(number, "event for a saved deal", heard, f"{each:.1f} kB")
    has = show(number, "saved deal received", got)
    cost = publish_cost(game)
    say(
        COLUMNS.format(
            number, "a save", f"{median(saves) * 1000:.1f}", "", f"{cost:.2f} ms to publish"
        )
    )
    say(COLUMNS.format(number, "compared with the bare one", f"{told / bare:.1f}x", "", ""))
    return number != GOAL[0] or has <= GOAL[1]


async def measure_pages() -> None:
    """Print how many rules pages are served per second, and how that compares with WSGI alone."""
    with serving("scorekeeper.wsgi:application", "wsgi") as (port, _):
        alone = await pages_per_second(port)
    with serving("scorekeeper.asgi:application") as (port, _):
        rendered = await pages_per_second(port, "Cookie: a=1")
        shared = await pages_per_second(port)
    say(f"\nRules pages per second: {alone:.0f} by WSGI alone.")
    for what, pages in (("rendered for each phone", rendered), ("shared", shared)):
        say(f"With the shell, {what}: {pages:.0f}, which is {pages / alone:.2f} times as many.")


async def close_after(opening: object) -> None:
    """Let the server load everything that the first watcher needs."""
    watchers = await opening  # type: ignore[misc]
    for watcher in watchers:
        watcher.second.ask(watcher.request)
    while not watchers[0].second.got_at:
        await asyncio.sleep(0.01)
    close(watchers)


def addresses(game: "Game") -> tuple[str, bytes]:
    """Return the path of a watcher’s stream, and the request for the changes."""
    from scorekeeper.live import passes

    token = passes.dump_pass(passes.Watching(game.code, passes.digest(game.watch_token)))
    lines = [
        f"GET /watch/{game.code}/{game.watch_token}/ HTTP/1.1",
        "Host: 127.0.0.1",
        "HX-Request: true",
        "Accept-Encoding: gzip",
        'If-None-Match: "an-earlier-one"',
    ]
    return f"/live/{token}/", "\r\n".join([*lines, "", ""]).encode()


def publish_bare(port: int) -> None:
    from urllib.request import urlopen

    with urlopen(f"http://127.0.0.1:{port}/publish") as answer:
        answer.read()


def publish_cost(game: "Game") -> float:
    """Return how many milliseconds it takes to send a message."""
    from scorekeeper.live.bus import Changed, send

    times = []
    for _ in range(200):
        began = time.perf_counter()
        send(Changed(game.code, game.group_id))
        times.append(time.perf_counter() - began)
    return median(times) * 1000


@contextmanager
def serving(application: str, interface: str = "asgi") -> Iterator[tuple[int, int]]:
    """Serve an application with the server of ``./dev run``. Yield its port and its worker."""
    port = free_port()
    command = [sys.executable, "-m", "tools.bench_live.server", application, str(port), interface]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout
        yield port, int(process.stdout.readline())
    finally:
        process.terminate()
        process.wait(PATIENCE)


def memory(process: int) -> float:
    """Return how much memory a process uses, in kB."""
    status = Path(f"/proc/{process}/status").read_text()
    return float(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])


def show(number: int, what: str, times: Sequence[float], note: str = "") -> float:
    """Print a row, and return the 95th percentile in milliseconds."""
    worst = quantiles(times, n=20)[-1] * 1000
    say(COLUMNS.format(number, what, f"{median(times) * 1000:.1f}", f"{worst:.1f}", note))
    return worst


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
