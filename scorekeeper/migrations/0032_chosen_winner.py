"""Store the winner whom the players choose, and no places if all win or lose together."""

from typing import Any

from django.db import migrations, models


def forget_places(apps: Any, _editor: Any) -> None:
    Game, Result = (apps.get_model("scorekeeper", name) for name in ("Game", "Result"))
    together = Game.objects.filter(ruleset__end__together=True)
    Result.objects.filter(game__in=together).update(place=None)


class Migration(migrations.Migration):
    dependencies = [
        ("scorekeeper", "0029_given_names"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="chosen_winner",
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name="result",
            name="place",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.RunPython(forget_places, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="change",
            name="kind",
            field=models.CharField(
                choices=[
                    ("start", "Start"),
                    ("record", "Record"),
                    ("bids", "Bids"),
                    ("correct", "Correct"),
                    ("step", "Step"),
                    ("undo", "Undo"),
                    ("redo", "Redo"),
                    ("join", "Join"),
                    ("leave", "Leave"),
                    ("back", "Back"),
                    ("rename", "Rename"),
                    ("dealer", "Dealer"),
                    ("stop", "Stop"),
                    ("winner", "Winner"),
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
