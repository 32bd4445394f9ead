"""Fixtures for tests of the site: its limits start anew, and the pages for staff are on."""

from collections.abc import Iterator

import pytest

from scorekeeper import limits


@pytest.fixture(autouse=True)
def _no_counts(settings) -> Iterator[None]:
    settings.STAFF_SITE = True
    yield
    limits._own_counts.cache_clear()
