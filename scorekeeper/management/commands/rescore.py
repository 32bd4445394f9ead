"""Score every stored game again from what was entered."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scorekeeper.services.rescore import rescore_all


class Command(BaseCommand):
    help = "Score every stored game again from what was entered; the same numbers come out."

    def handle(self, *args: Any, **options: Any) -> None:
        deals = changed = repaired = 0
        failed = []
        for game in rescore_all():
            deals, changed = deals + game.deals, changed + game.changed
            repaired += game.is_repaired
            if game.error:
                failed.append(game.code)
                self.stderr.write(f"{game.variant} {game.code} was left as it is. {game.error}")
        self.stdout.write(f"Scored {deals} deals again; {changed} came out differently.")
        if repaired:
            self.stdout.write(
                f"The running totals of {repaired} games were wrong and are repaired."
            )
        if failed:
            raise CommandError(f"{len(failed)} games could not be scored: {', '.join(failed)}.")
