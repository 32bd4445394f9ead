"""Python processes that start quickly, as forks of one process that has imported what they need.

Tests of settings, commands and backups start a hundred processes. To import Django and to read and
check all rules would take most of the time of each.
"""

import atexit
import gc
import json
import os
import runpy
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Self

from django.conf import settings
from django.db import connections

from rules.engine.catalogue import catalogue
from rules.reference.game_words import game_words
from rules.reference.rule_texts import rule_texts

# Everything here can be imported before Django has any settings.
IMPORTS = (
    *("django.contrib.admin", "django.core.management", "django.test", "django.views.generic"),
    *("django.core.management.commands.migrate", "django.db.backends.sqlite3.base"),
    *("django.middleware.locale", "django.contrib.sessions.middleware"),
    *("charset_normalizer", "csp.middleware", "django_htmx.middleware", "factory", "limits"),
    *("markdown_it", "prometheus_client", "segno", "whitenoise.storage", "whitenoise.middleware"),
    *("rules.engine.course", "rules.engine.melding", "rules.engine.own_games"),
    *("rules.engine.replay", "rules.engine.schemes.early_bids", "rules.engine.settlement"),
    *("rules.engine.snapshots", "rules.lookup.search", "rules.reference.compare"),
)


@dataclass(frozen=True)
class Ended:
    """A process that has ended, with its exit status and everything it printed."""

    returncode: int
    stdout: str
    stderr: str


class Forks:
    """A Python process that forks for each program."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __enter__(self) -> Self:
        command = [sys.executable, "-m", "tests.forks"]
        pipe = subprocess.PIPE
        self._parent = subprocess.Popen(
            command, cwd=self.folder, stdin=pipe, stdout=pipe, text=True
        )
        return self

    def __exit__(self, *_: object) -> None:
        self._parent.communicate()

    def run(self, arguments: Sequence[str], env: Mapping[str, str]) -> Ended:
        """Run Python with ``arguments``, which may be ``-W``, and then ``-c`` or a path."""
        assert self._parent.stdin
        assert self._parent.stdout
        with tempfile.NamedTemporaryFile("r") as out, tempfile.NamedTemporaryFile("r") as err:
            asked = {"arguments": arguments, "env": dict(env), "files": [out.name, err.name]}
            print(json.dumps(asked), file=self._parent.stdin, flush=True)
            status = int(self._parent.stdout.readline())
            return Ended(status, out.read(), err.read())


def main() -> None:
    """Fork for each line of standard input, and print the exit status of each fork."""
    for name in IMPORTS:
        import_module(name)
    for variant in catalogue().variants.values():
        rule_texts().check(variant)  # as Django’s checks do
    game_words()
    # Forks share the memory of objects that are never examined.
    gc.freeze()
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            # To take everything apart would copy the memory that the forks share.
            os._exit(status_of(**json.loads(line)))
        _, status = os.waitpid(child, 0)
        sys.stdout.write(f"{os.waitstatus_to_exitcode(status)}\n")
        sys.stdout.flush()


def status_of(**asked: Any) -> int:
    """Run the program, do what Python does at its end, and return the exit status."""
    status: object = 0
    try:
        become(**asked)
    except SystemExit as end:
        status = end.code
    except BaseException:  # noqa: BLE001 -- Python would print it, too
        sys.excepthook(*sys.exc_info())
        status = 1
    if isinstance(status, str):
        sys.stderr.write(f"{status}\n")
    if settings.configured:
        connections.close_all()
    atexit._run_exitfuncs()
    sys.stdout.flush()
    return status if isinstance(status, int) else bool(status)


def become(arguments: list[str], env: dict[str, str], files: list[str]) -> None:
    """Run the program in this process, as if it had just started."""
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for descriptor, path in enumerate(files, 1):
        os.dup2(os.open(path, os.O_WRONLY | os.O_TRUNC), descriptor)
    os.environ.clear()
    os.environ.update(env)
    if "SCOREKEEPER_GAMES" in env:
        catalogue.cache_clear()
    if arguments[0] == "-W":
        warnings.simplefilter(arguments[1])  # type: ignore[arg-type]
        arguments = arguments[2:]
    if arguments[0] == "-c":
        code, arguments = arguments[1], ["-c", *arguments[2:]]
        sys.argv = arguments
        exec(code, {"__name__": "__main__"})  # the code of a test
    else:
        sys.argv = arguments
        runpy.run_path(arguments[0], run_name="__main__")


if __name__ == "__main__":
    main()
