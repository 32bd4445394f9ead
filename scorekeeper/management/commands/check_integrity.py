"""The management command ``check_integrity``."""

from typing import Any

from django.core.checks import Tags
from django.core.management.base import BaseCommand, CommandError

from scorekeeper.queries.integrity import check_games, database_problems


class Command(BaseCommand):
    help = (
        "Check that the entries, points, results, versions and log of every game agree. Nothing "
        "is changed, and the site may be running."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        self.check(tags=[Tags.database], databases=["default"])
        problems = database_problems()
        games = deals = 0
        for game in check_games():
            games, deals = games + 1, deals + game.deals
            problems += [f"{game.variant} {game.code}: {problem}" for problem in game.problems]
        self.stdout.write(f"Games checked: {games}, with {deals} deals.")
        if problems:
            raise CommandError("\n".join([*problems, f"Problems: {len(problems)}."]))
        self.stdout.write("Everything agrees.")
