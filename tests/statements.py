"""A pytest plugin that runs on PostgreSQL what PostgreSQL could do differently.

With ``--record FOLDER``, tests write down which SQL statements they send, with what databases
treat differently: odd values, and errors. With ``--statements FOLDER``, only a few tests run that
together send every recorded statement, and all tests with the marker “database”, whose order of
rows or timing matters, or with the marker of a server.
"""

import json
import re
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

ALWAYS = ("database", "postgresql", "redis", "nginx", "caddy", "pgbouncer")
VALUES = re.compile(r"'[^']*'|\b\d+\b|%s")
LISTS = re.compile(r"\(\?(?:, \?)*\)(?:, \(\?(?:, \?)*\))*")
SAVEPOINT = re.compile(r'SAVEPOINT "\w+"')
# What a test costs besides its own seconds.
EACH = 0.05
LONG_TEXT = 200


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

    def note(self, execute: Callable[..., Any], sql: str, values: Any, *more: Any) -> Any:
        statement = f"{shape(sql)} {oddity(values)}".rstrip()
        self.sent.add(statement)
        try:
            return execute(sql, values, *more)
        except Exception as error:
            self.sent.add(f"{statement} {type(error).__name__}")
            raise

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._begin()
        try:
            return (yield)
        finally:
            if self.sent:
                self.tests[item.nodeid] = (time.process_time() - self.began, self.sent)

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
        self.began = time.process_time()

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


def oddity(values: Any) -> str:
    """Return what databases treat differently among the values of a statement."""
    found = set()
    for value in flat(values):
        if isinstance(value, str):
            found |= {"zero byte"} if "\0" in value else set()
            found |= {"long text"} if len(value) > LONG_TEXT else set()
        elif isinstance(value, int) and abs(value) >= 2**31:
            found.add("large number")
    return ", ".join(sorted(found))


def flat(values: Any) -> Iterator[Any]:
    """Yield the values of a statement, or of each row for which it is executed."""
    for value in values or ():
        if isinstance(value, list | tuple):
            yield from flat(value)
        else:
            yield value


def fewest(
    tests: Mapping[str, tuple[float, Collection[str]]], sent: Collection[str] = ()
) -> set[str]:
    """Return a few tests that together send all statements that haven’t been ``sent``.

    ``tests`` has the seconds and the statements of each test. In each turn, the test with the most
    new statements for its time is chosen. Tests that later choices have made needless are left out.
    """
    own = {test: set(statements).difference(sent) for test, (_, statements) in tests.items()}
    left = {test: statements for test, statements in own.items() if statements}
    chosen: list[str] = []
    while left:
        best = max(left, key=lambda test: (len(left[test]) / (tests[test][0] + EACH), test))
        found = left.pop(best)
        chosen.append(best)
        left = {test: rest for test, statements in left.items() if (rest := statements - found)}
    times = Counter(statement for test in chosen for statement in own[test])
    for test in sorted(chosen, key=lambda test: (-tests[test][0], test)):
        if all(times[statement] > 1 for statement in own[test]):
            chosen.remove(test)
            times -= Counter(own[test])
    return set(chosen)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    folder: Path | None = config.getoption("--statements")
    if folder is None:
        return
    recorded: dict[str, tuple[float, Collection[str]]] = {}
    for path in sorted(folder.glob("*.json")):
        recorded |= json.loads(path.read_text("utf-8"))
    always = {item.nodeid for item in items if any(map(item.get_closest_marker, ALWAYS))}
    sent = {sql for test in always & recorded.keys() for sql in recorded[test][1]}
    others = {item.nodeid for item in items} - always
    chosen = fewest({test: each for test, each in recorded.items() if test in others}, sent)
    kept = [item for item in items if item.nodeid in always | chosen]
    config.hook.pytest_deselected(items=[item for item in items if item not in set(kept)])
    items[:] = kept
