"""Store what people answer about a file while it is checked, and what an import has added."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scorekeeper", "0025_dealer_known"),
    ]

    operations = [
        migrations.AddField(
            model_name="upload",
            name="answers",
            field=models.JSONField(blank=True, db_default={}, default=dict),
        ),
        migrations.CreateModel(
            name="Import",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="imports",
                        to="scorekeeper.group",
                    ),
                ),
            ],
            options={"ordering": ["-at", "-pk"]},
        ),
        migrations.CreateModel(
            name="ImportedItem",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("game", "Game"),
                            ("person", "Person"),
                            ("own_game", "Own Game"),
                            ("house_rules", "House Rules"),
                        ],
                        max_length=11,
                    ),
                ),
                ("key", models.BigIntegerField()),
                (
                    "imported",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="items",
                        to="scorekeeper.import",
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="upload",
            name="imported",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="scorekeeper.import",
            ),
        ),
    ]
