"""Restoring a backup: all of it or nothing, and never over a site that is running."""

import sqlite3
from contextlib import closing
from shutil import copytree

import pytest

from tests.conftest import python_in
from tests.scorekeeper.test_backup import SHOW, START, STARTED

INSERT = "INSERT INTO django_migrations (app, name, applied) VALUES ('scorekeeper', '0099_x', 0)"


@pytest.fixture(scope="session")
def sites(forks, tables, tmp_path_factory):
    """The data of two sites with different keys and a game without deals, and a backup of one."""
    folder = tmp_path_factory.mktemp("sites")
    own, other = (python_in(folder / name, forks) for name in ("own", "other"))
    for name, run in (("own", own), ("other", other)):
        tables(folder / name)
        assert run("-c", START, **STARTED).returncode == 0
    assert other("manage.py", "backup", str(folder / "backup")).returncode == 0
    return folder


@pytest.fixture
def backup(sites, tmp_path):
    """A backup of a game without deals, made by a site with another key."""
    copytree(sites / "other", tmp_path / "other")
    return copytree(sites / "backup", tmp_path / "backup")


@pytest.fixture
def site(sites, tmp_path):
    """A site that has a game without deals."""
    return copytree(sites / "own", tmp_path / "var")


def shown(python):
    """The key, the games and the number of deals."""
    return python("-c", SHOW, **STARTED).stdout.split()


def test_a_restored_site_has_the_games_and_the_key_of_the_backup(python, backup, tmp_path):
    there = python("-c", SHOW, **STARTED, SCOREKEEPER_VAR=str(tmp_path / "other")).stdout.split()

    restored = python("manage.py", "restore", str(backup))

    assert restored.stdout == f"Restored “{backup}”.\n", restored.stderr
    assert shown(python) == there
    assert (tmp_path / "var/scorekeeper.sqlite3").stat().st_mode & 0o777 == 0o600


def test_what_a_backup_replaces_is_saved_first(python, site, backup, tmp_path):
    key, *games, deals = shown(python)

    restored = python("manage.py", "restore", str(backup))

    [before] = (tmp_path / "var/backups").iterdir()
    assert restored.stdout.startswith(f"The database and the key until now are in “{before}”.\n")
    assert shown(python)[1:-1] != games
    before = before.rename(tmp_path / "before")  # the next one may be made in the same second
    assert python("manage.py", "restore", str(before)).returncode == 0
    assert shown(python) == [key, *games, deals]


def test_a_database_in_use_is_not_replaced(python, site, backup, tmp_path):
    before = shown(python)
    with closing(sqlite3.connect(tmp_path / "var/scorekeeper.sqlite3")) as other:
        other.execute("SELECT * FROM scorekeeper_game").fetchall()

        refused = python("manage.py", "restore", str(backup))

    assert refused.stderr == (
        "CommandError: Another program is using the database. Stop the site first.\n"
    )
    assert shown(python) == before


def test_an_unusable_backup_changes_nothing(python, site, backup, tmp_path):
    before, good = shown(python), (backup / "scorekeeper.sqlite3").read_bytes()
    unusable = {
        b"x" * 5000: "file is not a database. Name another backup.",
        b"": "no such table: django_migrations. Name another backup.",
        good[:-40_000]: "database disk image is malformed. Name another backup.",
        None: "is missing. Name the folder of a backup of this database.",
    }
    for content, message in unusable.items():
        (backup / "scorekeeper.sqlite3").unlink()
        if content is not None:
            (backup / "scorekeeper.sqlite3").write_bytes(content)

        refused = python("manage.py", "restore", str(backup))

        assert refused.returncode == 1
        assert message in refused.stderr
    assert shown(python) == before


def test_a_backup_of_a_newer_version_is_refused(python, site, backup):
    with closing(sqlite3.connect(backup / "scorekeeper.sqlite3")) as database, database:
        database.execute(INSERT)

    refused = python("manage.py", "restore", str(backup))

    assert refused.stderr == (
        "CommandError: The backup was made by a newer version of Scorekeeper. Update the code.\n"
    )


def test_a_damaged_database_is_kept_under_another_name(python, backup, tmp_path):
    var = tmp_path / "var"
    var.mkdir()
    (var / "scorekeeper.sqlite3").write_bytes(b"damaged" * 1000)

    restored = python("manage.py", "restore", str(backup))

    assert restored.returncode == 0, restored.stderr
    assert len(shown(python)[1]) == 10
    [kept] = var.glob("damaged-*-scorekeeper.sqlite3")
    assert kept.read_bytes() == b"damaged" * 1000


def test_a_key_from_the_environment_is_not_replaced(python, backup):
    key = {"SCOREKEEPER_SECRET_KEY": "k" * 50}

    restored = python("manage.py", "restore", str(backup), **key)

    assert restored.stdout.endswith(
        "The backup has another secret key. Set SCOREKEEPER_SECRET_KEY to the content of "
        f"“{backup / 'secret-key'}”, or no phone can open its games.\n"
    )
