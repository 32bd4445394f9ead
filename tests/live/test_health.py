"""Health checks: for any hostname, without HTTPS, and while the database is away."""

import json

import pytest

from scorekeeper import migrating
from scorekeeper.shell import health
from tests.live.server import Served


@pytest.fixture
def checks(served: Served, settings, monkeypatch):
    """Return the status and the content of a health check."""
    settings.ALLOWED_HOSTS, settings.SECURE_SSL_REDIRECT = ["scores.example"], True
    monkeypatch.setattr(health, "FRESH", 0)

    def checks(path: str) -> tuple[int, dict]:
        status, headers, body = served.get(path, Host="10.1.2.3")
        assert headers["cache-control"] == "no-store"
        return status, json.loads(body)

    return checks


def test_a_site_that_works_is_alive_and_ready(checks):
    for path in health.HEALTH:
        status, found = checks(path)

        assert status == 200
        assert found.pop("free_mb") > 100
        assert found.pop("bus") in ("ok", "away")  # it may not have started to listen
        assert found == {
            "status": "ok",
            "database": "ok",
            "migrations": "ok",
            "disk": "ok",
            "waiting": {"reading": 0, "saving": 0, "importing": 0},
            "streams": 0,
        }


@pytest.mark.parametrize(
    ("breaks", "what", "state"),
    [
        (lambda patch: patch.setattr(migrating, "pending", lambda: True), "migrations", "pending"),
        (lambda patch: patch.setattr(health, "LEAST_FREE", 1 << 60), "disk", "full"),
        (lambda patch: patch.setattr(health, "PATIENCE", 0), "database", "away"),
    ],
)
def test_a_site_that_cannot_serve_pages_is_alive_but_not_ready(
    checks, monkeypatch, breaks, what, state
):
    breaks(monkeypatch)

    assert {path: checks(path)[0] for path in health.HEALTH} == {"/healthz": 200, "/readyz": 503}
    found = checks("/readyz")[1]
    assert (found["status"], found[what]) == ("failing", state)
