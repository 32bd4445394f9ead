from typing import Any

from django.db import migrations, models

import scorekeeper.models.people

BATCH = 500


def nothing(_apps: Any, _editor: Any) -> None:
    """Do nothing, because the ruleset already has the options."""


def options_from_rulesets(apps: Any, _editor: Any) -> None:
    """Fill the column with the ruleset’s options when the migration is reversed."""
    games = apps.get_model("scorekeeper", "Game").objects
    some = []
    for game in games.only("ruleset").order_by("pk").iterator(chunk_size=BATCH):
        game.options = game.ruleset.get("options", {})
        some.append(game)
        if len(some) == BATCH:
            games.bulk_update(some, ["options"])
            some = []
    games.bulk_update(some, ["options"])


# The columns come back empty when the migration is reversed; `manage.py rescore` in the earlier
# version of the code fills those of the rounds.
EMPTY = [
    migrations.AlterField("round", "contract", models.CharField(max_length=120, default="")),
    migrations.AlterField("round", "cards_dealt", models.PositiveSmallIntegerField(default=0)),
]


class Migration(migrations.Migration):
    """Add a format number to stored data. Existing rows get 0 and stay as they are."""

    dependencies = [("scorekeeper", "0008_house_rules_change")]

    operations = [
        migrations.RunPython(nothing, options_from_rulesets),
        migrations.RemoveField("game", "options"),
        migrations.SeparateDatabaseAndState(state_operations=EMPTY),
        migrations.RemoveField("round", "contract"),
        migrations.RemoveField("round", "cards_dealt"),
        migrations.RemoveField("round", "takes_allowed"),
        migrations.AddField(
            "round",
            "format",
            models.PositiveSmallIntegerField(
                db_default=0, default=scorekeeper.models.people.present_format
            ),
        ),
        migrations.AddField(
            "houserules",
            "format",
            models.PositiveSmallIntegerField(
                db_default=0, default=scorekeeper.models.people.present_format
            ),
        ),
    ]
