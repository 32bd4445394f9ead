"""Give each game the day on which it was played, which can be changed.

For games that are already stored, it is the day on which they began in the site’s time zone, which
is the current one while migrations are applied. The database computes it in one statement.
"""

from typing import Any

import django.utils.timezone
from django.db import migrations, models
from django.db.models.functions import TruncDate


def fill(apps: Any, _editor: Any) -> None:
    apps.get_model("scorekeeper", "Game").objects.update(played_on=TruncDate("created_at"))


class Migration(migrations.Migration):
    dependencies = [
        ("scorekeeper", "0026_imports"),
    ]

    operations = [
        migrations.RemoveIndex("game", "game_history"),
        migrations.RemoveIndex("game", "game_variant_history"),
        migrations.AddField("game", "played_on", models.DateField(null=True)),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AlterField(
            "game", "played_on", models.DateField(default=django.utils.timezone.localdate)
        ),
        migrations.AddIndex(
            "game",
            models.Index(fields=["group", "-played_on", "-created_at", "-id"], name="game_history"),
        ),
        migrations.AddIndex(
            "game",
            models.Index(
                fields=["group", "variant", "-played_on", "-created_at", "-id"],
                name="game_variant_history",
            ),
        ),
        migrations.AlterField(
            "change",
            "kind",
            models.CharField(
                choices=[
                    ("start", "Start"),
                    ("record", "Record"),
                    ("bids", "Bids"),
                    ("correct", "Correct"),
                    ("undo", "Undo"),
                    ("redo", "Redo"),
                    ("join", "Join"),
                    ("leave", "Leave"),
                    ("back", "Back"),
                    ("rename", "Rename"),
                    ("dealer", "Dealer"),
                    ("stop", "Stop"),
                    ("rules", "Rules"),
                    ("day", "Day"),
                    ("seat", "Seat"),
                    ("rescore", "Rescore"),
                    ("erase", "Erase"),
                    ("restore", "Restore"),
                ],
                max_length=8,
            ),
        ),
    ]
