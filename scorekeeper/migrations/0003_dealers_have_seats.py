from typing import Any

from django.db import migrations, models


def seat_the_dealers(apps: Any, _editor: Any) -> None:
    """Set each dealer’s seat to the seat of the dealer’s side, which still has only one player."""
    seats = apps.get_model("scorekeeper", "Seat").objects
    dealers = seats.filter(side=models.OuterRef("dealer")).values("pk")
    apps.get_model("scorekeeper", "Round").objects.update(dealer_seat=models.Subquery(dealers[:1]))


def mark_who_went_out(apps: Any, _editor: Any) -> None:
    """Mark the players who went out. Until now, only the reason recorded this."""
    scores = apps.get_model("scorekeeper", "Score").objects
    scores.filter(because__startswith="went out").update(marks="out")


class Migration(migrations.Migration):
    dependencies = [("scorekeeper", "0002_tables")]

    operations = [
        migrations.RunPython(seat_the_dealers, migrations.RunPython.noop),
        migrations.RunPython(mark_who_went_out, migrations.RunPython.noop),
    ]
