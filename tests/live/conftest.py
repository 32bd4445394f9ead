"""A server with streams."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from scorekeeper.live import bus as buses
from scorekeeper.shell import hub
from tests.live.server import Served, serving


@pytest.fixture
def _own_bus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Keep the messages of this test apart from those of other tests."""
    monkeypatch.setattr(settings, "VAR_DIR", tmp_path)
    monkeypatch.setattr(hub, "LOOK", 0.2)
    buses.bus.cache_clear()
    yield
    buses.bus.cache_clear()


@pytest.fixture
def served(transactional_db: None, _own_bus: None) -> Iterator[Served]:
    with serving() as served:
        yield served
