"""The management command ``rescore``."""

from typing import Any

from django.core.checks import Tags
from django.core.management.base import BaseCommand, CommandError

from scorekeeper.services.rescore import rescore_all


class Command(BaseCommand):
    help = "Rescore every stored game from its entries. The points should not change."

    def handle(self, *args: Any, **options: Any) -> None:
        self.check(tags=[Tags.database], databases=["default"])
        deals = changed = reworded = repaired = 0
        failed = []
        for game in rescore_all():
            deals, changed = deals + game.deals, changed + game.changed
            reworded, repaired = reworded + game.reworded, repaired + game.is_repaired
            if game.error:
                failed.append(game.code)
                self.stderr.write(f"{game.variant} {game.code} was not changed. {game.error}")
        self.stdout.write(f"Deals rescored: {deals}, changed: {changed}.")
        if reworded:
            self.stdout.write(f"Deals with the same points but reworded reasons: {reworded}.")
        if repaired:
            self.stdout.write(f"Games with wrong running totals, now repaired: {repaired}.")
        if failed:
            raise CommandError(f"Games that could not be rescored: {', '.join(failed)}.")
