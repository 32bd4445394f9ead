"""Numbers of queries that tests hold, with a message that shows the queries."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext


def queries(act: Callable[[], object]) -> list[str]:
    """Return the statements that ``act`` sends, including those of transactions."""
    with CaptureQueriesContext(connection) as asked:
        act()
    return [query["sql"] for query in asked]


def assert_queries(asked: list[str], number: int) -> None:
    """Fail with a list of the queries if there are not exactly ``number`` of them."""
    if len(asked) != number:
        listed = "\n".join(f"{at}. {sql[:300]}" for at, sql in enumerate(asked, 1))
        pytest.fail(
            f"{len(asked)} queries instead of {number}. If the page needs them, change the number "
            f"in this test.\n{listed}",
            pytrace=False,
        )
