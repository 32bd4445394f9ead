"""Put each reason for a score on a line of its own.

Reasons were joined by "; ", which a name may also contain. The database rewrites the rows, a range
of keys at a time. Only games with such a name are read.
"""

from typing import Any

from django.db import migrations
from django.db.models import Max, Q, Value
from django.db.models.functions import Replace

BATCH = 50_000
OLD, NEW = "; ", "\n"
HOLD = "\x1f"  # replaces a "; " in a name while the reason is split


def split(apps: Any, _editor: Any) -> None:
    Game, Score = (apps.get_model("scorekeeper", name) for name in ("Game", "Score"))
    odd = Game.objects.filter(
        Q(sides__name__contains=OLD) | Q(seats__player__name__contains=OLD)
    ).distinct()
    for game in odd.prefetch_related("sides", "seats__player").iterator(chunk_size=100):
        names = {side.name for side in game.sides.all()}
        names |= {seat.player.name for seat in game.seats.all()}
        for score in Score.objects.filter(round__game=game, because__contains=OLD):
            text = score.because
            for name in sorted(names, key=len, reverse=True):
                text = text.replace(name, name.replace(OLD, HOLD))
            score.because = text.replace(OLD, NEW).replace(HOLD, OLD)
            score.save(update_fields=["because"])
    keys = list(odd.values_list("pk", flat=True))
    rewrite(Score.objects.exclude(round__game__in=keys) if keys else Score.objects, OLD, NEW)


def join(apps: Any, _editor: Any) -> None:
    rewrite(apps.get_model("scorekeeper", "Score").objects, NEW, OLD)


def rewrite(scores: Any, old: str, new: str) -> None:
    last = scores.aggregate(last=Max("pk"))["last"] or 0
    for first in range(1, last + 1, BATCH):
        scores.filter(pk__gte=first, pk__lt=first + BATCH, because__contains=old).update(
            because=Replace("because", Value(old), Value(new))
        )


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("scorekeeper", "0011_fill_results")]

    operations = [migrations.RunPython(split, join)]
