"""Which cases of a test run: all with ``./dev test --long``, fewer otherwise.

``by_day``, ``times`` and ``LONG`` leave out cases that repeat at scale what others prove.

The pytest plugin runs only the first cases of each test: ``-p tests.sampling --cases 1``. Most
tests run for every game in the catalogue. During development, the first case of each test finds
most errors.
"""

import os
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

import pytest

LONG = "SCOREKEEPER_LONG" in os.environ
Case = TypeVar("Case")


def by_day(cases: Iterable[Case], key: Callable[[Case], Hashable]) -> list[Case]:
    """Return the first case for each key or, in a long run, all cases."""
    every = list(cases)
    first: dict[Hashable, Case] = {}
    for case in every:
        first.setdefault(key(case), case)
    return every if LONG else list(first.values())


def times(count: int) -> int:
    """Return how often to repeat something random: a fifth of ``count`` by day."""
    return count if LONG else count // 5


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--cases", type=int, help="run at most this many cases of each test")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    limit = config.getoption("--cases")
    if limit is None:
        return
    cases = defaultdict(list)
    for item in items:
        cases[item.nodeid.partition("[")[0]].append(item)
    # The items are shuffled, but the cases to run are the first ones in the file.
    kept = {item for test in cases.values() for item in sorted(test, key=place)[:limit]}
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = [item for item in items if item in kept]


def place(item: pytest.Item) -> tuple[int, ...]:
    """Return a case’s position among its test’s parameters."""
    callspec = getattr(item, "callspec", None)
    return tuple(callspec.indices.values()) if callspec else ()
