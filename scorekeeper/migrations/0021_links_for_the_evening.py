# Two new tables; no existing row is touched.

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import scorekeeper.models.games


class Migration(migrations.Migration):
    dependencies = [("scorekeeper", "0020_uuids")]

    operations = [
        migrations.CreateModel(
            name="ShortCode",
            fields=[
                (
                    "code",
                    models.CharField(
                        default=scorekeeper.models.games.new_short_code,
                        max_length=6,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="short_code",
                        to="scorekeeper.game",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="EveningHelper",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=24)),
                ("until", models.DateTimeField()),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="evening_helpers",
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
        ),
        migrations.AddConstraint(
            model_name="eveninghelper",
            constraint=models.UniqueConstraint(
                models.F("group"), models.F("user"), name="evening_helper_once"
            ),
        ),
    ]
