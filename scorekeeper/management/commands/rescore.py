"""Make every row of points anew from the entries."""

from typing import Any

from django.core.management.base import BaseCommand

from scorekeeper.services.rescore import rescore_all


class Command(BaseCommand):
    help = "Make every row of points anew from what was entered; the same numbers come out."

    def handle(self, *args: Any, **options: Any) -> None:
        rounds, changed = rescore_all()
        self.stdout.write(f"Scored {rounds} deals again; {changed} came out differently.")
