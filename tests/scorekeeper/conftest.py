"""Fixtures for tests of the site: the pages for staff are on."""

import pytest


@pytest.fixture(autouse=True)
def _staff_site(settings) -> None:
    settings.STAFF_SITE = True
