"""Allow changes that insert or remove a deal."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scorekeeper", "0033_coins"),
    ]

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
                    ("step", "Step"),
                    ("insert", "Insert"),
                    ("remove", "Remove"),
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
                    ("coin", "Coin"),
                    ("rescore", "Rescore"),
                    ("erase", "Erase"),
                    ("restore", "Restore"),
                ],
                max_length=8,
            ),
        ),
    ]
