"""Store uploads in files. Those that are being imported have to be sent again."""

from typing import Any

import django.utils.timezone
from django.db import migrations, models


def forget_uploads(apps: Any, _editor: Any) -> None:
    apps.get_model("scorekeeper", "Upload").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [
        ("scorekeeper", "0027_days"),
    ]

    operations = [
        migrations.RunPython(forget_uploads, migrations.RunPython.noop),
        migrations.RemoveField(model_name="upload", name="content"),
        migrations.RemoveField(model_name="upload", name="created_at"),
        migrations.AddField(
            model_name="upload",
            name="stored",
            field=models.CharField(max_length=32, default=""),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="upload",
            name="offset",
            field=models.PositiveBigIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="upload",
            name="stepped_at",
            field=models.DateTimeField(default=django.utils.timezone.now),
        ),
    ]
