"""Which cases of a test run: all with ``./dev test --long``, fewer otherwise.

``by_day``, ``covering``, ``times`` and ``LONG`` leave out cases that repeat at scale what others
prove.

The pytest plugin runs only the first cases of each test and the first tests of each module:
``-p tests.sampling --cases 1 --tests 4``. Most tests run for every game in the catalogue. During
development, the first case of a few tests of each module finds most errors.
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


def covering(cases: Iterable[Case], features: Callable[[Case], set[Hashable]]) -> list[Case]:
    """Return few cases that together have every feature or, in a long run, all cases."""
    every = list(cases)
    if LONG:
        return every
    rest, found = [(case, features(case)) for case in every], list[Case]()
    missing = set[Hashable]().union(*(own for _, own in rest))
    while missing:
        case, own = max(rest, key=lambda each: len(each[1] & missing))
        found.append(case)
        missing -= own
    return found


def times(count: int) -> int:
    """Return how often to repeat something random: a fifth of ``count`` by day."""
    return count if LONG else count // 5


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--cases", type=int, help="run at most this many cases of each test")
    parser.addoption("--tests", type=int, help="run at most this many tests of each module")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    tests = _first(items, config.getoption("--tests"), module, line)
    kept = {*_first(tests, config.getoption("--cases"), name, place)}
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = [item for item in items if item in kept]


def _first(
    items: list[pytest.Item],
    limit: int | None,
    group: Callable[[pytest.Item], str],
    order: Callable[[pytest.Item], tuple[int, ...]],
) -> list[pytest.Item]:
    """Return the items with the first places of each group, or all items without a limit.

    The items are shuffled, but the first ones are those in the file.
    """
    places = defaultdict(set)
    for item in items:
        places[group(item)].add(order(item))
    first = {each: sorted(found)[:limit] for each, found in places.items()}
    return [item for item in items if order(item) in first[group(item)]]


def module(item: pytest.Item) -> str:
    return item.nodeid.partition("::")[0]


def name(item: pytest.Item) -> str:
    return item.nodeid.partition("[")[0]


def line(item: pytest.Item) -> tuple[int, ...]:
    """Return the line at which a test begins."""
    return (item.location[1] or 0,)


def place(item: pytest.Item) -> tuple[int, ...]:
    """Return a case’s position among its test’s parameters."""
    callspec = getattr(item, "callspec", None)
    return tuple(callspec.indices.values()) if callspec else ()
