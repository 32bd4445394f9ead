"""Store what people answer about a file while it is checked."""

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
    ]
