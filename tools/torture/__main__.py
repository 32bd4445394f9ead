"""Kill servers, or stop the database or Redis, under load: ``./dev torture``."""

import os
import random
import secrets
import signal
import subprocess
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from threading import Event
from typing import TYPE_CHECKING

import django

from tests.live.redis import RedisServer
from tools.cluster.postgres import PostgresPair, PostgresServer

if TYPE_CHECKING:
    from tools.torture.phones import Club

NAMES = {"sqlite": "SQLite", "postgresql": "PostgreSQL", "redis": "Redis"}
KILLS, FAILURES = 200, 10
KILLED, STOPPED = ("sqlite", "postgresql"), ("postgresql", "redis")


def parsed(arguments: Sequence[str]) -> Namespace:
    """Return the options. End the program after ``--help``, or if an option is unknown."""
    parser = ArgumentParser(
        "./dev torture",
        description="Kill the server while phones write, and check that no save is lost.",
    )
    parser.add_argument("--kills", type=int, help=f"by default {KILLS}, or {FAILURES} of a cluster")
    parser.add_argument("--seed", type=int, help="the seed of an earlier run")
    parser.add_argument(
        "--outage",
        type=float,
        metavar="SECONDS",
        help="instead, stop PostgreSQL and then Redis, and check that all pages catch up",
    )
    parser.add_argument(
        "--cluster",
        action="store_true",
        help="instead, let the servers of a cluster fail: the site’s, Redis’s and PostgreSQL’s",
    )
    parser.add_argument("--on", choices=NAMES, help="only on one of them")
    return parser.parse_args(arguments)


def main() -> int:
    options = parsed(sys.argv[1:])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    if options.cluster:
        return run_cluster(options.kills or FAILURES, seed_of(options))
    if options.on:
        return run(options)
    # Each run has its own process, because settings are read only once.
    command = [sys.executable, "-m", "tools.torture", *sys.argv[1:]]
    names = STOPPED if options.outage else KILLED
    return max([subprocess.run([*command, "--on", name], check=False).returncode for name in names])


def run(options: Namespace) -> int:
    """Run on one database, print what happened, and return the exit status."""
    seed = seed_of(options)
    with ExitStack() as stack:
        own_folder(stack)
        service: PostgresServer | RedisServer | None = None
        if options.on == "postgresql":
            service = PostgresServer()
            stack.callback(service.remove)
            os.environ["DATABASE_URL"] = service.url
            service.start()
        elif options.on == "redis":
            service = RedisServer()
            stack.callback(service.stop)
            os.environ["REDIS_URL"] = service.url
            service.start()
        set_up()
        say(f"{NAMES[options.on]}, seed {seed}")
        if options.outage:
            assert service
            return stop(service, options.outage, seed)
        return kill(options.kills or KILLS, seed)


def run_cluster(times: int, seed: int) -> int:
    """Kill each server of a cluster, print what happened, and return the exit status."""
    with ExitStack() as stack:
        folder = own_folder(stack)
        postgres, redis = PostgresPair(), RedisServer()
        replica = RedisServer(replica_of=redis)
        for service in (postgres, redis, replica):
            stack.callback(service.remove if service is postgres else service.stop)
            service.start()
        os.environ["DATABASE_URL"] = postgres.url
        os.environ["REDIS_URL"] = f"{redis.url},{replica.url}"
        os.environ["SCOREKEEPER_SECRET_KEY"] = secrets.token_urlsafe(48)
        set_up()
        from tools.torture.failures import clustered, fail_often
        from tools.torture.phones import Club

        status = 0
        cluster = stack.enter_context(clustered(folder, postgres, redis))
        for name, fault in cluster.faults.items():
            club = Club(cluster.port, seed)
            failures = fail_often(club, fault, times)
            saved = sorted(failure.saved for failure in failures)
            shown = sorted(failure.shown for failure in failures)
            others = {each: n for each, n in club.answers.items() if each >= 500}
            say(
                f"Failed {times} times: {name}, seed {seed}. Seconds until each phone saved again:"
                f" {median(saved):.1f}, at most {saved[-1]:.1f}; until all pages showed it:"
                f" {median(shown):.1f}, at most {shown[-1]:.1f}.",
                f"Responses with an error: {others or 'none'}, none at all: {club.unanswered}.",
            )
            status = max(status, show_proof(club))
        return status


def seed_of(options: Namespace) -> int:
    return random.randrange(10**6) if options.seed is None else int(options.seed)


def own_folder(stack: ExitStack) -> Path:
    """Give the site a temporary folder for its data, until the stack is closed."""
    folder = stack.enter_context(TemporaryDirectory(prefix="scorekeeper-torture-"))
    os.environ |= {"SCOREKEEPER_VAR": folder, "SCOREKEEPER_DEBUG": "0"}
    return Path(folder)


def set_up() -> None:
    """Load the site with an empty database."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "scorekeeper.settings"
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)


def kill(kills: int, seed: int) -> int:
    from tools.torture.killing import kill_often
    from tools.torture.server import killable

    began = time.monotonic()
    with killable({}) as server:
        club = kill_often(server, kills=kills, seed=seed)
    seconds = time.monotonic() - began
    say(f"{kills} kills in {seconds:.0f} s. {club.unanswered:,} requests had no response.")
    return show_proof(club)


def stop(service: PostgresServer | RedisServer, seconds: float, seed: int) -> int:
    from tools.torture.outages import interrupt
    from tools.torture.phones import Club
    from tools.torture.server import killable

    def interrupted(during: Callable[[], None]) -> None:
        service.stop()
        during()
        service.start()

    with killable({}) as server:
        server.start()
        club = Club(server.port, seed)
        healing = interrupt(club, interrupted, lambda: Event().wait(seconds))
    statuses = ", ".join(f"{number} × {status}" for status, number in healing.answers.items())
    say(
        f"{seconds:.0f} s of outage. Responses: {statuses or 'none'}, each within "
        f"{healing.slowest:.1f} s.",
        f"A save succeeded after {healing.saved:.1f} s, and all pages showed it after"
        f" {healing.shown:.1f} s. Streams that had to be reopened: {healing.reopened}.",
    )
    return show_proof(club)


def show_proof(club: "Club") -> int:
    """Compare the saves with the database, print the result, and return the exit status."""
    from tools.torture.proof import prove

    proof = prove(club)
    say(
        f"Saves confirmed: {proof.saved:,}. Rejected as conflicts: {len(club.refused):,}.",
        f"Lost: {len(proof.lost)}. Stored twice: {len(proof.twice)}. Never sent:"
        f" {len(proof.unasked)}. Wrong points: {len(proof.wrong)}. Games with gaps in the log:"
        f" {len(proof.gaps)}.",
        proof.rescored,
    )
    return 0 if proof.holds else 1


def say(*lines: str) -> None:
    sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
