"""The management command ``backup``."""

import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from scorekeeper import migrating
from scorekeeper.checks import has_games


class Command(BaseCommand):
    help = "Save the SQLite database and the secret key in a new folder. The site may be running."
    requires_system_checks = ()  # a mistake in a game mustn’t prevent a backup

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path, help="the folder to create")
        parser.add_argument(
            "--before-migrating",
            action="store_true",
            help="do nothing unless SQLite has games and there are migrations to apply",
        )

    def handle(self, *args: Any, folder: Path, before_migrating: bool, **options: Any) -> None:
        if before_migrating and not _will_change():
            return
        if connection.vendor != "sqlite":
            raise CommandError("The database isn’t SQLite. Save it with pg_dump.")
        if folder.exists():
            raise CommandError(f"“{folder}” already exists. Name a new folder.")
        # The folder appears only when it is complete. Only its owner can read it.
        folder.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}-") as unfinished:
            new = Path(unfinished) / folder.name
            new.mkdir(mode=0o700)
            _copy_database(new / "scorekeeper.sqlite3")
            _write_private(new / "secret-key", settings.SECRET_KEY)
            new.rename(folder)
        self.stdout.write(f"The database and the secret key are in “{folder}”.")


def _will_change() -> bool:
    """Return whether migrations would change an SQLite database with games."""
    return connection.vendor == "sqlite" and has_games() and migrating.pending()


def _copy_database(path: Path) -> None:
    """Copy the database as it is now to ``path``, without blocking anyone who saves."""
    _write_private(path, "")
    connection.ensure_connection()
    with closing(sqlite3.connect(path)) as copy:
        connection.connection.backup(copy)


def _write_private(path: Path, text: str) -> None:
    path.touch(mode=0o600)
    path.write_text(text, "utf-8")
