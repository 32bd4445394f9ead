from django.db import migrations, models


class Migration(migrations.Migration):
    """Add columns for reasons and statuses as codes; the next migration fills them."""

    dependencies = [("scorekeeper", "0012_reasons_on_lines")]

    operations = [
        migrations.RenameField("score", "pennies", "kitty_payment"),
        migrations.AddField("score", "reason", models.JSONField(default=list)),
        migrations.RenameField("side", "status", "status_text"),
        migrations.AddField(
            "side", "status", models.JSONField(blank=True, editable=False, null=True)
        ),
    ]
