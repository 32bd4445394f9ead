"""Fixtures for tests of the site: the pages for staff are on."""

import pytest
from django.test import override_settings

from scorekeeper.presenters.tiles import EXAMPLES
from tests.rules.few_games import copy_games


@pytest.fixture(scope="package", autouse=True)
def _staff_site():
    with override_settings(STAFF_SITE=True):
        yield


@pytest.fixture(scope="session")
def few(tmp_path_factory):
    """A folder with the games that the first page shows."""
    return copy_games(tmp_path_factory.mktemp("few"), *EXAMPLES)
