"""A pytest plugin that runs only the first cases of each test: ``-p tests.sampling --cases 1``.

Most tests run for every game in the catalogue. During development, the first case of each test
finds most errors. ``./dev test`` runs them all.
"""

from collections import defaultdict

import pytest


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
