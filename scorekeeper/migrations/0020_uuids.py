"""Give games and people a uuid, which identifies them in files with a group’s data.

The database generates the uuids of existing rows in one statement for each table, so Python reads
no row. Defaults are set in Python only: SQLite would otherwise copy both tables.
"""

import uuid
from typing import Any

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models
from django.db.models.expressions import RawSQL

RANDOM = {"sqlite": "lower(hex(randomblob(16)))", "postgresql": "gen_random_uuid()"}


def fill(apps: Any, editor: Any) -> None:
    random = RANDOM[editor.connection.vendor]
    for name in ("Game", "Player"):
        rows = apps.get_model("scorekeeper", name).objects.filter(uuid__isnull=True)
        rows.update(uuid=RawSQL(random, ()))  # noqa: S611 -- one of the constants above


class Migration(migrations.Migration):
    dependencies = [("scorekeeper", "0019_bids")]

    operations = [
        *(
            migrations.AddField(name, "uuid", models.UUIDField(editable=False, null=True))
            for name in ("game", "player")
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                *(
                    migrations.AlterField(
                        name,
                        "uuid",
                        models.UUIDField(default=uuid.uuid4, editable=False, null=True),
                    )
                    for name in ("game", "player")
                ),
                *(
                    migrations.AlterField(
                        name,
                        field,
                        models.DateTimeField(default=django.utils.timezone.now, editable=False),
                    )
                    for name, field in (
                        ("change", "at"),
                        ("game", "created_at"),
                        ("round", "recorded_at"),
                    )
                ),
            ]
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        *(
            migrations.AddConstraint(
                name, models.UniqueConstraint("group", "uuid", name=f"{name}_uuid_once")
            )
            for name in ("game", "player")
        ),
        migrations.CreateModel(
            name="Upload",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("content", models.BinaryField()),
                ("filename", models.CharField(max_length=60)),
                ("variant", models.CharField(default="any-game", max_length=60)),
                ("options", models.JSONField(blank=True, default=dict)),
                ("played_on", models.DateField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("checking", "Checking"),
                            ("checked", "Checked"),
                            ("importing", "Importing"),
                            ("done", "Done"),
                        ],
                        default="checking",
                        max_length=9,
                    ),
                ),
                ("line", models.PositiveIntegerField(default=0)),
                ("lines", models.PositiveIntegerField(default=0)),
                ("report", models.JSONField(default=dict)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="uploads",
                        to="scorekeeper.group",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint("group", "user", name="upload_once"),
                ],
            },
        ),
    ]
