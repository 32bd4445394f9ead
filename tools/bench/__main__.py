"""Set up a separate database, measure, print a table, and clean up.

The database is always a new one, on SQLite or on the server in ``DATABASE_URL``, and never the
site’s.
"""

import os
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import django

if TYPE_CHECKING:
    from tools.bench.measuring import Result

TABLE = 10_000  # games of a group that has played for years
WIDTHS = "{:<44} {:>9} {:>9} {:>8} {:>8}   {}"


def parsed(arguments: Sequence[str]) -> Namespace:
    """Return the options. End the program after ``--help``, or if an option is unknown."""
    parser = ArgumentParser("./dev bench", description="Compare response times with their budgets.")
    parser.add_argument(
        "--table",
        action="store_true",
        help=f"measure only the pages of a group with {TABLE:,} games",
    )
    return parser.parse_args(arguments)


def main() -> int:
    options = parsed(sys.argv[1:])
    began = time.monotonic()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="scorekeeper-bench-")))
        set_up(folder)
        from tools.bench import filling, hands, measuring

        stack.enter_context(measuring.site())
        stack.enter_context(database(folder))
        results = []
        if not options.table:
            filled = filling.fill_database()
            filled_after = time.monotonic() - began
            sys.stdout.write(
                f"Created {filled.games:,} games, {filled.rounds:,} deals and {filled.scores:,} "
                f"rows of points in {filled_after:.0f} s.\n\n"
            )
            results = [*measuring.measure_all(), *hands.measure_hands()]
        groups = [filling.fill_table(count) for count in (TABLE, TABLE // 10)]
        results += measuring.measure_years(*groups)
    show(results)
    took = time.monotonic() - began
    sys.stdout.write(f"\nDone in {took:.0f} s.\n")
    return 0 if all(result.holds is not False for result in results) else 1


def set_up(folder: Path) -> None:
    """Load the site. Without a data folder, create one and collect static files in it."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "scorekeeper.settings"
    is_alone = "SCOREKEEPER_VAR" not in os.environ
    os.environ.setdefault("SCOREKEEPER_VAR", str(folder))
    django.setup()
    if is_alone:
        from django.core.management import call_command

        call_command("collectstatic", verbosity=0, interactive=False)


@contextmanager
def database(folder: Path) -> Iterator[None]:
    """Yield a new database with all tables, and remove it at the end."""
    from django.db import connection

    if connection.vendor == "sqlite":
        connection.settings_dict["TEST"]["NAME"] = str(folder / "bench.sqlite3")
    usual = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(usual, verbosity=0)


def show(results: Sequence["Result"]) -> None:
    medians = {result.name: result.median for result in results}
    lines = [WIDTHS.format("what", "median ms", "p95 ms", "x least", "bound ms", "holds")]
    for result in results:
        holds = {True: "yes", False: "NO", None: ""}[result.holds]
        least = medians.get(result.beside)
        bound = str(result.bound or "")
        lines.append(
            WIDTHS.format(
                result.name,
                f"{result.median:.2f}",
                f"{result.p95:.2f}",
                f"{result.median / least:.1f}" if least else "",
                bound,
                holds,
            ).rstrip()
        )
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    sys.exit(main())
