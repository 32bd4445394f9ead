"""Backups: what is in them, and a site that is restored from one."""

import stat
from shutil import copytree

import pytest

from tests.conftest import python_in

STARTED = {"DJANGO_SETTINGS_MODULE": "scorekeeper.settings"}
SHOW = (
    "import django; django.setup(); from django.conf import settings; "
    "from scorekeeper.models import Game, Round; "
    "print(settings.SECRET_KEY, *Game.objects.values_list('code', flat=True), "
    "Round.objects.count())"
)
START = "import django; django.setup(); from tests.factories import GameFactory; GameFactory()"


@pytest.fixture(scope="session")
def saved(forks, tables, tmp_path_factory):
    """A site’s data, and a backup that was made while the site was running.

    Most of the game is still in SQLite’s log, and somebody is saving.
    """
    saved = tmp_path_factory.mktemp("saved")
    folder = saved / "backups" / "monday"
    tables(saved / "var")
    result = python_in(saved / "var", forks)(
        "-c",
        "import django; django.setup(); from django.core.management import call_command; "
        "from django.conf import settings; from tests.factories import GameFactory; "
        "GameFactory(played=3); "
        "import sqlite3; other = sqlite3.connect(settings.DATABASES['default']['NAME']); "
        "other.execute('BEGIN IMMEDIATE'); other.execute('DELETE FROM scorekeeper_round'); "
        f"call_command('backup', '{folder}')",
        **STARTED,
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout == f"The database and the secret key are in “{folder}”.\n"
    return saved


@pytest.fixture
def backed_up(saved, tmp_path):
    """The folder with a backup, beside the site’s data."""
    copytree(saved, tmp_path, dirs_exist_ok=True)
    return tmp_path / "backups" / "monday"


def test_a_site_restored_from_a_backup_has_its_key_and_every_saved_deal(python, backed_up):
    before = python("-c", SHOW, **STARTED)
    restored = python("-c", SHOW, SCOREKEEPER_VAR=str(backed_up), **STARTED)

    assert restored.stdout == before.stdout
    assert restored.stdout.split()[2] == "3"


def test_only_its_owner_can_read_a_backup(backed_up):
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in backed_up.iterdir()}

    assert modes == {"scorekeeper.sqlite3": 0o600, "secret-key": 0o600}
    assert stat.S_IMODE(backed_up.stat().st_mode) == 0o700
    assert [path.name for path in backed_up.parent.iterdir()] == ["monday"]


def test_a_backup_replaces_nothing(python, backed_up):
    again = python("manage.py", "backup", str(backed_up))

    assert again.returncode == 1
    assert again.stderr == f"CommandError: “{backed_up}” already exists. Name a new folder.\n"


def test_a_backup_of_postgresql_that_is_away_leaves_nothing_behind(python, tmp_path):
    url = "postgresql://user:password@127.0.0.1:1/name"

    result = python("manage.py", "backup", str(tmp_path / "new"), DATABASE_URL=url)

    assert result.stderr.startswith("CommandError: pg_dump couldn’t save the database. ")
    assert "password" not in result.stderr.replace("password:", "")
    assert [path.name for path in tmp_path.iterdir() if path.name != "var"] == []


def test_only_the_newest_dated_backups_are_kept(python, tables, tmp_path):
    folder = tmp_path / "nightly"
    old = ["2026-01-02-030405", "2026-01-03-030405", "2026-01-04-030405"]
    for name in (*old, "mine", ".2026-01-01-030405-x"):
        (folder / name).mkdir(parents=True)
    tables(tmp_path / "var")

    result = python("manage.py", "backup", "--keep", "2", str(folder))

    assert result.returncode == 0, result.stderr
    kept = {path.name for path in folder.iterdir()}
    assert kept >= {"2026-01-04-030405", "mine", ".2026-01-01-030405-x"}
    assert not kept & set(old[:2])
    assert len(kept) == 4
    refused = python("manage.py", "backup", "--keep", "0", str(folder))
    assert refused.stderr == "CommandError: --keep must be at least 1.\n"


MIGRATE = ("manage.py", "migrate", "-v", "0")
UNMIGRATE = (*MIGRATE, "sessions", "zero")
FORGET = (
    "import django; django.setup(); from django.db import connection; "
    "from django.db.migrations.recorder import MigrationRecorder; "
    "migrations = MigrationRecorder(connection).migration_qs; "
    "assert migrations.filter(name__startswith='0001_squashed').delete()[0] == 1"
)


def test_a_database_with_games_is_saved_before_migrations_change_it(python, tables, tmp_path):
    folder = tmp_path / "backups" / "before"
    backup = ("manage.py", "backup", "--before-migrating", str(folder))
    tables(tmp_path / "var")
    assert python(*UNMIGRATE).returncode == 0
    assert python(*backup).returncode == 0
    assert not folder.exists()  # there are no games yet
    assert python(*MIGRATE).returncode == 0
    python("-c", START, **STARTED)
    assert python(*backup).returncode == 0
    assert not folder.exists()  # there is nothing to migrate
    assert python("-c", FORGET, **STARTED).returncode == 0
    assert python(*backup).returncode == 0
    assert not folder.exists()  # all migrations that another one replaces are applied
    python(*UNMIGRATE)

    saved = python(*backup)

    assert saved.stdout == f"The database and the secret key are in “{folder}”.\n", saved.stderr
    assert {path.name for path in folder.iterdir()} == {"scorekeeper.sqlite3", "secret-key"}
