"""The management command ``restore``."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from scorekeeper.backups import (
    BackupError,
    check_backup,
    dated_name,
    restore_backup,
    restore_key,
    save_backup,
)
from scorekeeper.checks import has_games


class Command(BaseCommand):
    help = (
        "Replace the database and the secret key with those of a backup. Stop the site first. "
        "If the database has games, they are saved first, in var/backups."
    )
    requires_system_checks = ()  # the database may be missing or damaged

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path, help="the folder that backup has made")

    def handle(self, *args: Any, folder: Path, **options: Any) -> None:
        before = settings.VAR_DIR / "backups" / dated_name()
        try:
            check_backup(folder)
            if has_games():
                save_backup(before)
                self.stdout.write(f"The database and the key until now are in “{before}”.")
            restore_backup(folder)
            advice = restore_key(folder)
        except BackupError as error:
            raise CommandError(str(error)) from None
        except DatabaseError as error:
            raise CommandError(f"The database can’t be used: {error}") from None
        call_command("migrate", interactive=False, verbosity=0)
        self.stdout.write(f"Restored “{folder}”.")
        if advice:
            self.stdout.write(advice)
