"""The commands of ``./dev``."""

import os
import sys

from tools import checks, environment, javascript, serve, suite
from tools.console import fail, say

USAGE = """\
./dev run [host:port]   set up and serve, at 127.0.0.1:8000 unless another address is given;
                        0.0.0.0:8000 lets phones in the same network in
./dev test              every check and every test, on SQLite and in a browser; those that write
                        to a database on PostgreSQL as well
./dev test --fast       the loop while writing code, less than a minute: types, style, imports and
                        a sample of the tests, one case of each
./dev test ARGS...      pytest with these arguments, on SQLite
./dev lint [NAME...]    the checks that run no test, or those of these names
./dev sheets-check      print every game's sheets on every paper and look for what is cut,
                        overlaps or runs off
./dev fix               put code and templates into the form that the checks want
./dev bench [ARGS...]   measure what is promised in milliseconds
./dev screenshots       take a picture of each page
./dev manage ARGS...    Django's manage.py
./dev lock [--upgrade]  pin what requirements/*.in and package.json ask for

System packages are installed with apt after a question; without a terminal, as in CI, the command
is shown and runs if this user may run it.
"""


def main(command: str = "help", *arguments: str) -> None:
    """Run one command."""
    match command:
        case "run":
            serve.run(*arguments[:1])
        case "test":
            suite.run(list(arguments))
        case "lint":
            environment.set_up("dev")
            checks.isolate()
            checks.lint(arguments)
        case "sheets-check":
            suite.check_sheets(arguments)
        case "fix":
            environment.set_up("dev")
            checks.isolate()
            checks.fix()
        case "bench" | "screenshots":
            suite.run_module(command, arguments)
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
            fail(f"There is no ./dev {command}.")


if __name__ == "__main__":
    main(*sys.argv[1:])
