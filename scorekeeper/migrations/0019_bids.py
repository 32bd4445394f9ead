"""Allow bids in the log of a game. The database needs no change."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scorekeeper", "0018_fill_rules_keys")]

    operations = [
        migrations.AlterField(
            model_name="change",
            name="kind",
            field=models.CharField(
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
                    ("seat", "Seat"),
                    ("rescore", "Rescore"),
                ],
                max_length=8,
            ),
        ),
    ]
