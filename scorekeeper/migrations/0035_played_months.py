"""Keep what a group’s finished games add up to, month by month."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scorekeeper", "0034_moved_deals"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["group", "state", "played_on", "version"], name="game_months"
            ),
        ),
        migrations.CreateModel(
            name="PlayedMonth",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="scorekeeper.group",
                    ),
                ),
                ("month", models.CharField(max_length=7)),
                ("stamp", models.CharField(max_length=80)),
                ("kinds", models.JSONField()),
                ("people", models.JSONField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint("group", "month", name="month_once"),
                ],
            },
        ),
    ]
