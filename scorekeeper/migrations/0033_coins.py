"""Give people coins with a colour, an emoji or a picture."""

import django.db.models.deletion
from django.db import migrations, models

import scorekeeper.models.people


class Migration(migrations.Migration):
    dependencies = [
        ("scorekeeper", "0032_chosen_winner"),
    ]

    operations = [
        migrations.CreateModel(
            name="Picture",
            fields=[
                (
                    "token",
                    models.CharField(
                        default=scorekeeper.models.people.new_token,
                        max_length=22,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("data", models.BinaryField()),
            ],
        ),
        migrations.AddField(
            model_name="player",
            name="colour",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="player",
            name="emoji",
            field=models.CharField(blank=True, db_default="", default="", max_length=24),
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
                    ("coin", "Coin"),
                    ("rescore", "Rescore"),
                    ("erase", "Erase"),
                    ("restore", "Restore"),
                ],
                max_length=8,
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="picture",
            field=models.ForeignKey(
                blank=True,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="players",
                to="scorekeeper.picture",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(("colour__range", (1, 12))), name="player_colour_known"
            ),
        ),
    ]
