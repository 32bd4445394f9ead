"""The management command ``purge``."""

from typing import Any

from django.core.checks import Tags
from django.core.management.base import BaseCommand

from scorekeeper.services.purge import purge


class Command(BaseCommand):
    help = (
        "Permanently delete data erased more than 30 days ago, and uploads older than a day. "
        "The server does this daily."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        self.check(tags=[Tags.database], databases=["default"])
        self.stdout.write(f"Erasures deleted permanently: {purge()}.")
