"""The management command ``backup``."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from scorekeeper import migrating
from scorekeeper.backups import BackupError, dated_name, delete_old_backups, save_backup
from scorekeeper.checks import has_games


class Command(BaseCommand):
    help = "Save the database and the secret key in a new folder. The site may be running."
    requires_system_checks = ()  # a mistake in a game mustn’t prevent a backup

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path, help="the folder to create")
        parser.add_argument(
            "--before-migrating",
            action="store_true",
            help="do nothing unless SQLite has games and there are migrations to apply",
        )
        parser.add_argument(
            "--keep",
            type=int,
            metavar="NUMBER",
            help="save in a new folder inside the given one, named after the time, and delete all "
            "but this number of such backups",
        )

    def handle(
        self,
        *args: Any,
        folder: Path,
        before_migrating: bool,
        keep: int | None,
        **options: Any,
    ) -> None:
        if before_migrating and not _will_change():
            return
        if keep is not None and keep < 1:
            raise CommandError("--keep must be at least 1.")
        new = folder if keep is None else folder / dated_name()
        try:
            save_backup(new)
        except BackupError as error:
            raise CommandError(str(error)) from None
        except OSError as error:
            raise CommandError(f"The backup can’t be written: {error}") from None
        self.stdout.write(f"The database and the secret key are in “{new}”.")
        for path in delete_old_backups(folder, keep) if keep else ():
            self.stdout.write(f"Deleted “{path}”.")


def _will_change() -> bool:
    """Return whether migrations would change an SQLite database with games."""
    return connection.vendor == "sqlite" and has_games() and migrating.pending()
