"""Store the winner whom the players choose, and allow changes that choose one."""

from django.db import migrations, models


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
