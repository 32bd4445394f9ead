"""A pytest plugin that runs only the first cases of each test: ``-p tests.sampling --cases 2``.

Most tests run over every game of the catalogue. While code is being written, the first cases of
each show most faults; all of them run in ``./dev test``.
"""

from collections import Counter

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--cases", type=int, help="run at most this many cases of each test")


# The order is still that of the files, and the same in every process.
@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    limit = config.getoption("--cases")
    if limit is None:
        return
    seen: Counter[str] = Counter()
    kept, dropped = [], []
    for item in items:
        test = item.nodeid.partition("[")[0]
        seen[test] += 1
        (kept if seen[test] <= limit else dropped).append(item)
    config.hook.pytest_deselected(items=dropped)
    items[:] = kept
