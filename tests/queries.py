"""Numbers of queries that tests hold, with a message that shows the queries."""

import os
import re
from collections import Counter
from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

cache: pytest.Cache | None = None  # set by conftest.py; a run beside another one has none


def queries(act: Callable[[], object]) -> list[str]:
    """Return the statements that ``act`` sends, including those of transactions."""
    with CaptureQueriesContext(connection) as asked:
        act()
    return [query["sql"] for query in asked]


def assert_queries(asked: list[str], number: int) -> None:
    """Fail with a list of the queries if there are not exactly ``number`` of them.

    Queries that weren’t sent when the test last passed are marked; pytest’s cache remembers them.
    """
    __tracebackhide__ = True
    shapes = [re.sub(r"'[^']*'|\d+", "?", sql) for sql in asked]
    test = re.sub(r"\W+", "-", os.environ["PYTEST_CURRENT_TEST"])
    key = f"queries/{test}{number}"
    if len(asked) != number:
        known = Counter(cache.get(key, shapes) if cache else shapes)
        lines = [f"Now {len(asked)} queries, not {number}. If all are needed, change the number."]
        for at, (shape, sql) in enumerate(zip(shapes, asked, strict=True), 1):
            known.subtract([shape])
            lines.append(f"{'NEW ' if known[shape] < 0 else ''}{at}. {sql[:300]}")
        pytest.fail("\n".join(lines))
    if cache:
        cache.set(key, shapes)
