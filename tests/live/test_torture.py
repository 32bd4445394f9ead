"""Nothing is lost when the server is killed, or the database or Redis is down, while phones save.

These are short runs of ``./dev torture``.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from django.conf import settings
from django.db import connection

from scorekeeper.backups import save_backup
from scorekeeper.queries.integrity import check_games
from tests.forks import Ended
from tests.live.redis import RedisServer
from tests.live.server import Served, serving
from tools.torture.killing import kill_often
from tools.torture.outages import interrupt
from tools.torture.phones import AWAY, SAVED, Club
from tools.torture.proof import prove
from tools.torture.server import killable

KILLS = 8
POOL_TIMEOUT = 0.2  # seconds; the site waits longer


def database_url(name: str = "") -> str:
    """Return the URL, for other programs, of the test database or of another on its server."""
    name = name or connection.settings_dict["NAME"]
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()


def site_env(folder: Path) -> dict[str, str]:
    """Return the settings of a server with the test database and its own files in ``folder``."""
    return {
        "DATABASE_URL": database_url(),
        "SCOREKEEPER_SECRET_KEY": settings.SECRET_KEY,
        "SCOREKEEPER_VAR": str(folder),
    }


def test_no_save_is_lost_when_the_server_is_killed(transactional_db: None, tmp_path: Path) -> None:
    with killable(site_env(tmp_path)) as server:
        club = kill_often(server, kills=KILLS, seed=17)

    proof = prove(club)
    assert proof.holds, proof
    assert proof.saved >= KILLS


KEYS = (
    "import django; django.setup(); from scorekeeper.models import Change; "
    "print(*Change.objects.filter(deal__isnull=False).values_list('key', flat=True))"
)


@contextmanager
def other_database(folder: Path) -> Iterator[str]:
    """Yield the URL of an empty database of the same kind, and delete the database at the end."""
    if connection.vendor == "sqlite":
        yield f"sqlite:///{folder}/other.sqlite3"
        return
    name = f"{connection.settings_dict['NAME']}_other"
    with psycopg.connect(database_url("postgres"), autocommit=True) as admin:
        admin.execute(f'CREATE DATABASE "{name}"')
        try:
            yield database_url(name)
        finally:
            admin.execute(f'DROP DATABASE "{name}"')


@pytest.mark.database
def test_a_backup_made_while_phones_save_is_complete_and_agrees(
    transactional_db: None, tmp_path: Path, python: Callable[..., Ended]
) -> None:
    folder = tmp_path / "backup"
    with killable(site_env(tmp_path / "site")) as server:
        server.start()
        with (club := Club(server.port, seed=17)):
            club.wait_for(SAVED, 20)
            confirmed = {save.key for save in club.saved}
            save_backup(folder)
            club.wait_for(SAVED, 10)
            club.close()
    assert all(checked.problems == () for checked in check_games())

    with other_database(tmp_path) as url:
        env = {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "scorekeeper.settings"}
        for _ in ("into an empty database", "over another one"):
            restored = python("manage.py", "restore", str(folder), **env)
            assert restored.returncode == 0, restored.stderr
            assert restored.stdout.endswith(f"Restored “{folder}”.\n")
        [saved] = folder.glob("scorekeeper.*")
        (damaged := tmp_path / "damaged").mkdir()
        (damaged / saved.name).write_bytes(saved.read_bytes()[:-5000])
        assert python("manage.py", "restore", str(damaged), **env).returncode == 1
        checked = python("manage.py", "check_integrity", **env)
        kept = python("-c", KEYS, **env).stdout.split()

    assert checked.stdout.endswith("\nEverything agrees.\n"), checked.stderr
    assert confirmed <= set(kept)
    assert len(kept) == len(set(kept))
    assert len(confirmed) >= 20


@pytest.mark.postgresql
def test_after_an_outage_of_postgresql_all_pages_catch_up(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = Club(served.port, seed=17)
    name = connection.settings_dict["NAME"]

    def interrupted(during: Callable[[], None]) -> None:
        with (
            monkeypatch.context() as patch,
            psycopg.connect(database_url("postgres"), autocommit=True) as admin,
        ):
            patch.setattr(connection.pool, "timeout", POOL_TIMEOUT)
            admin.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false')
            admin.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name]
            )
            during()
            admin.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS true')

    healing = interrupt(club, interrupted, lambda: club.wait_for(AWAY, 4))

    assert healing.answers[AWAY] >= 4
    assert healing.reopened == 0
    proof = prove(club)
    assert proof.holds, proof


@pytest.mark.redis
@pytest.mark.usefixtures("transactional_db", "_own_bus")
def test_an_outage_of_redis_stops_no_save_and_all_pages_catch_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    redis = RedisServer()
    redis.start()
    monkeypatch.setattr(settings, "REDIS_URL", redis.url)

    def interrupted(during: Callable[[], None]) -> None:
        redis.stop()
        during()
        redis.start()

    with serving() as served:
        club = Club(served.port, seed=17)
        healing = interrupt(club, interrupted, lambda: club.wait_for(SAVED, 20))
    redis.stop()

    assert AWAY not in healing.answers
    assert healing.reopened == 0
    proof = prove(club)
    assert proof.holds, proof
