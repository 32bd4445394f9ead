"""Store the fingerprint of each game’s rules, so that statistics can group games by their rules.

The migration works on a few hundred games at a time, each batch in its own transaction, and skips
games that are done. It can be stopped and started again, and needs no more memory for a million
games than for a thousand. A game whose rules can’t be read gets no fingerprint.
"""

import logging
from typing import Any

from django.db import migrations

from rules.engine.snapshots import fingerprint, load

BATCH = 500
logger = logging.getLogger(__name__)


def fill(apps: Any, _editor: Any) -> None:
    Game = apps.get_model("scorekeeper", "Game")
    without = Game.objects.filter(rules_key__isnull=True).order_by("pk").only("code", "ruleset")
    last = 0
    while games := list(without.filter(pk__gt=last)[:BATCH]):
        for game in games:
            try:
                game.rules_key = fingerprint(load(game.ruleset))
            except (ValueError, KeyError):
                logger.warning("The rules of game %s cannot be read; it has no key.", game.code)
        Game.objects.bulk_update(games, ["rules_key"])
        last = games[-1].pk


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("scorekeeper", "0017_history")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
