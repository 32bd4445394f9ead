"""Read the names of games from their rules, and allow changes that count points."""

import django.db.models.fields.json
import django.db.models.functions.comparison
import django.db.models.functions.text
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scorekeeper", "0028_uploads_in_files"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="given_name",
            field=models.GeneratedField(
                db_persist=True,
                expression=django.db.models.functions.text.Left(
                    django.db.models.functions.comparison.Coalesce(
                        django.db.models.fields.json.KeyTextTransform(
                            "name",
                            django.db.models.fields.json.KeyTextTransform("options", "ruleset"),
                        ),
                        models.Value(""),
                        output_field=models.TextField(),
                    ),
                    60,
                ),
                output_field=models.CharField(max_length=60),
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(fields=["group", "variant", "given_name"], name="game_names"),
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
