"""Record that the dealers of games from other apps aren’t known.

Until now, such games were stored with dealers in turn. Their changes have keys derived from the
uuid of the game.
"""

from typing import Any
from uuid import uuid5

from django.db import migrations, models


def forget_invented_dealers(apps: Any, _editor: Any) -> None:
    Change, Round = (apps.get_model("scorekeeper", name) for name in ("Change", "Round"))
    starts = Change.objects.filter(kind="start", version=1, by=None)
    converted = [
        game
        for game, uuid, key in starts.values_list("game", "game__uuid", "key").iterator()
        if uuid and key == str(uuid5(uuid, "1"))
    ]
    for game in converted:
        Round.objects.filter(game=game).update(dealer_known=False)
        for change in Change.objects.filter(game=game, kind="record", by=None):
            change.after["dealer_known"] = False
            change.save(update_fields=["after"])


class Migration(migrations.Migration):
    dependencies = [
        ("scorekeeper", "0024_senthand"),
    ]

    operations = [
        migrations.AddField(
            model_name="round",
            name="dealer_known",
            field=models.BooleanField(db_default=True, default=True),
        ),
        migrations.RunPython(forget_invented_dealers, migrations.RunPython.noop),
    ]
