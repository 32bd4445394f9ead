"""The management command ``prune``."""

from typing import Any

from django.core.checks import Tags
from django.core.management.base import BaseCommand, CommandParser

from scorekeeper.services.prune import prune


class Command(BaseCommand):
    help = (
        "Show how many guests without a game, empty groups and expired links nobody has used for "
        "30 days, and delete them with --delete. Games are never deleted."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--delete", action="store_true", help="delete them")

    def handle(self, *args: Any, delete: bool, **options: Any) -> None:
        self.check(tags=[Tags.database], databases=["default"])
        found = prune(is_rehearsal=not delete)
        self.stdout.write(
            f"Guests without a game: {found.guests}. Empty groups: {found.groups}. Short codes: "
            f"{found.short_codes}. Helpers of past evenings: {found.evening_helpers}."
        )
        self.stdout.write("Deleted." if delete else "Nothing was deleted. Delete with --delete.")
