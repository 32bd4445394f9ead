"""Keep a place in the order. ``services.filling`` fills in the keys after all migrations."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("scorekeeper", "0017_history")]
