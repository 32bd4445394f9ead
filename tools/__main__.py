"""The commands of ``./dev``."""

import os
import sys

from tools import apt, checks, environment, javascript, serve, suite
from tools.console import fail, say

USAGE = """\
./dev run [host:port]   set up and serve, by default at 127.0.0.1:8000; with 0.0.0.0:8000, phones
                        on the same network can connect; with --reload, changed games are loaded
                        again; with --workers=N, N processes serve the site
./dev install           install what the site needs, but don't start it
./dev run --https       serve on the network, encrypted, by default at 0.0.0.0:8443, and show how
                        phones can trust it; see docs/offline.md
./dev test              run all checks and tests, on SQLite and in a browser; tests that write to a
                        database also run on PostgreSQL
./dev test --long       the same, with more cases of tests that repeat a check at scale
./dev test --fast       a quick run of about a minute while you write code: types, style,
                        imports and a sample of the tests, one case of each
./dev test --seeds=N    run the tests that need no other program in N random orders
./dev test ARGS...      run pytest with these arguments, on SQLite
./dev lint [NAME...]    run the static checks, or only the ones you name
./dev sheets-check      print the sheets of every game on every paper size in every language and
                        report anything that is cut off, overlaps or runs off the page
./dev fix               format code and templates
./dev game COMMAND      new, check or show: tools for authors of games
./dev language COMMAND  new, update or check: tools for translators
./dev audit             measure the main pages with Lighthouse, and fail if a score is too low
./dev bench [--table]   measure response times, or only those for a group with 10,000 games
./dev bench-live [N...]  measure how quickly a saved deal reaches many watching phones
./dev load [N...]       let N tables play an evening, and measure what it takes; see docs/live.md
./dev torture           kill the server 200 times while phones save, on SQLite and PostgreSQL, and
                        check that no save is lost; with --outage 30, stop PostgreSQL and then
                        Redis for 30 seconds instead, and check that all pages catch up;
                        or with --cluster, kill the servers of a cluster ten times each
./dev cluster [port]    run two processes of the site behind nginx, PostgreSQL with a standby, and
                        Redis with a replica, all on this machine; see docs/running.md
./dev search-report     measure how well the search answers; with --train, learn its weights
./dev digits COMMAND    train or measure: the network that reads digits on photographs of sheets
./dev deployments       run the commands of docs/running.md, and play a game on each site
./dev screenshots       take a screenshot of each page
./dev manage ARGS...    run Django's manage.py
./dev lock [--upgrade]  pin the packages listed in requirements/*.in and package.json

System packages are installed with apt, after asking you. Without a terminal, as in CI, the apt
command is printed, and run if this user has permission.
"""


def main(command: str = "help", *arguments: str) -> None:
    """Run the command given in the arguments."""
    match command:
        case "run":
            serve.run(*arguments)
        case "install":
            environment.set_up("base", apt.PANGO, wanted=[apt.HARFBUZZ])
        case "test":
            suite.run(list(arguments))
        case "lint" | "fix":
            environment.set_up("dev")
            checks.isolate()
            checks.lint(arguments) if command == "lint" else checks.fix()
        case "sheets-check":
            suite.check_sheets(arguments)
        case (
            "audit"
            | "bench"
            | "bench-live"
            | "cluster"
            | "deployments"
            | "digits"
            | "game"
            | "language"
            | "load"
            | "screenshots"
            | "search-report"
            | "torture"
        ):
            suite.run_module(command.replace("-", "_"), arguments)
        case "manage":
            environment.set_up("base")
            os.execv(sys.executable, [sys.executable, "manage.py", *arguments])
        case "lock":
            environment.lock(arguments)
            javascript.lock()
        case "help" | "-h" | "--help":
            say(USAGE.rstrip("\n"))
        case _:
            say(USAGE)
            fail(f"Unknown command: ./dev {command}")


if __name__ == "__main__":
    main(*sys.argv[1:])
