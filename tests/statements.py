"""A pytest plugin that runs on PostgreSQL what PostgreSQL could do differently.

With ``--record FOLDER``, tests write down which SQL statements they send. With ``--statements
FOLDER``, only a few tests run that together send every recorded statement, and all tests with the
marker “database”, whose values or timing matter, or with the marker of a server.
"""

import json
import re
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

ALWAYS = ("database", "postgresql", "redis", "nginx", "caddy")
VALUES = re.compile(r"'[^']*'|\b\d+\b|%s")
LISTS = re.compile(r"\(\?(?:, \?)*\)(?:, \(\?(?:, \?)*\))*")
SAVEPOINT = re.compile(r'SAVEPOINT "\w+"')
# What a test costs besides its own seconds.
EACH = 0.05


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--record", type=Path, help="write the statements of each test to this folder")
    parser.addoption("--statements", type=Path, help="run what sends the statements recorded here")


def pytest_configure(config: pytest.Config) -> None:
    if folder := config.getoption("--record"):
        config.pluginmanager.register(Recorder(folder))


class Recorder:
    """Writes the statements and seconds of each test to a file when the tests end."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.tests: dict[str, tuple[float, set[str]]] = {}
        self._begin()
        connection_created.connect(self.listen)

    def listen(self, connection: BaseDatabaseWrapper, **kwargs: Any) -> None:
        if self.note not in connection.execute_wrappers:
            connection.execute_wrappers.append(self.note)

    def note(self, execute: Callable[..., Any], sql: str, *arguments: Any) -> Any:
        self.sent.add(shape(sql))
        return execute(sql, *arguments)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._begin()
        try:
            return (yield)
        finally:
            if self.sent:
                self.tests[item.nodeid] = (time.perf_counter() - self.began, self.sent)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Iterator[None]:
        """Leave out what creates the database, which happens in the first test that needs it."""
        try:
            return (yield)
        finally:
            if fixturedef.argname == "django_db_setup":
                self._begin()

    def _begin(self) -> None:
        self.sent: set[str] = set()
        self.began = time.perf_counter()

    def pytest_sessionfinish(self) -> None:
        if self.tests:
            self.folder.mkdir(parents=True, exist_ok=True)
            kept = {test: [cost, sorted(sent)] for test, (cost, sent) in self.tests.items()}
            name = f"{time.time_ns()}-{id(self)}.json"
            (self.folder / name).write_text(json.dumps(kept), "utf-8")


@lru_cache(maxsize=100_000)
def shape(sql: str) -> str:
    """Return a statement without its values, the lengths of its lists and the names it makes up."""
    return SAVEPOINT.sub("SAVEPOINT", LISTS.sub("(?)", VALUES.sub("?", sql)))


def fewest(tests: Mapping[str, tuple[float, Collection[str]]]) -> set[str]:
    """Return a few tests that together send all statements.

    ``tests`` has the seconds and the statements of each test. In each turn, the test with the most
    new statements for its time is chosen.
    """
    chosen: set[str] = set()
    left = {test: set(sent) for test, (_, sent) in tests.items()}
    while left:
        best = max(left, key=lambda test: (len(left[test]) / (tests[test][0] + EACH), test))
        found = left.pop(best)
        chosen.add(best)
        left = {test: rest for test, sent in left.items() if (rest := sent - found)}
    return chosen


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    folder: Path | None = config.getoption("--statements")
    if folder is None:
        return
    recorded: dict[str, tuple[float, Collection[str]]] = {}
    for path in sorted(folder.glob("*.json")):
        recorded |= json.loads(path.read_text("utf-8"))
    items_here = {item.nodeid for item in items}
    chosen = fewest({test: each for test, each in recorded.items() if test in items_here})
    kept = [
        item for item in items if item.nodeid in chosen or any(map(item.get_closest_marker, ALWAYS))
    ]
    config.hook.pytest_deselected(items=[item for item in items if item not in set(kept)])
    items[:] = kept
