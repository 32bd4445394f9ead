from django.db import migrations, models

# The columns come back empty when the migration is reversed; 0014 then fills them.
EMPTY = [
    migrations.AlterField("score", "because", models.CharField(max_length=1000, default="")),
]


class Migration(migrations.Migration):
    """Drop the sentences, which are now stored as reasons."""

    dependencies = [("scorekeeper", "0014_fill_reasons")]

    operations = [
        migrations.SeparateDatabaseAndState(state_operations=EMPTY),
        migrations.RemoveField("score", "because"),
        migrations.RemoveField("side", "status_text"),
    ]
