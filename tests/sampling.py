"""A pytest plugin that runs only the first cases of each test: ``-p tests.sampling --cases 1``.

Most tests run for every game in the catalogue. During development, the first case of each test
finds most errors. ``./dev test`` runs them all.

With ``--all-cases database``, tests with the marker ``database`` keep all their cases.
"""

from collections import defaultdict

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--cases", type=int, help="run at most this many cases of each test")
    parser.addoption("--all-cases", help="run all cases of tests with this marker")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    limit, marker = config.getoption("--cases"), config.getoption("--all-cases")
    if limit is None:
        return
    kept: set[pytest.Item] = set()
    cases = defaultdict(list)
    for item in items:
        if marker and item.get_closest_marker(marker):
            kept.add(item)
        else:
            cases[item.nodeid.partition("[")[0]].append(item)
    # The items are shuffled, but the cases to run are the first ones in the file.
    kept.update(item for test in cases.values() for item in sorted(test, key=place)[:limit])
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = [item for item in items if item in kept]


def place(item: pytest.Item) -> tuple[int, ...]:
    """Return a case’s position among its test’s parameters."""
    callspec = getattr(item, "callspec", None)
    return tuple(callspec.indices.values()) if callspec else ()
