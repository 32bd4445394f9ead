import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scorekeeper", "0003_dealers_have_seats")]

    operations = [
        migrations.RemoveField(model_name="round", name="dealer"),
        migrations.RenameField("round", "dealer_seat", "dealer"),
        migrations.AlterField(
            model_name="round",
            name="dealer",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.RESTRICT,
                related_name="+",
                to="scorekeeper.seat",
            ),
        ),
    ]
