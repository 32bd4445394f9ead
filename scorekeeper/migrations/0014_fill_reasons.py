"""Keep the reasons and statuses that were stored as sentences, under the code ``text``.

The database rewrites a range of keys at a time, each range in its own transaction. After an
interruption, the migration starts again at the first range, with the same result. Nothing is
scored, because schemes change over time, and a migration must always have the same effect.
``manage.py rescore`` turns the sentences into codes, game by game, and keeps the points of games
that it can't score.
"""

from typing import Any

from django.db import migrations
from django.db.models import F, Max, TextField, Value
from django.db.models.functions import Cast, JSONArray, JSONObject

BATCH = 50_000


def wrap(apps: Any, _editor: Any) -> None:
    Score, Side = (apps.get_model("scorekeeper", name) for name in ("Score", "Side"))
    for scores in batches(Score):
        scores.update(reason=JSONArray(as_text("because")))
    for sides in batches(Side):
        sides.exclude(status_text="").update(status=as_text("status_text"))


def as_text(column: str) -> JSONObject:
    code = Cast(Value("text"), TextField())
    return JSONObject(code=code, text=Cast(F(column), TextField()))


def unwrap(apps: Any, _editor: Any) -> None:
    """Write the sentences back. Reasons that were stored as codes get none."""
    Score, Side = (apps.get_model("scorekeeper", name) for name in ("Score", "Side"))
    for scores in batches(Score, 1000):
        rows = list(scores)
        for row in rows:
            row.because = "\n".join(reason.get("text", "") for reason in row.reason)
        Score.objects.bulk_update(rows, ["because"])
    for sides in batches(Side, 1000):
        rows = list(sides)
        for row in rows:
            row.status_text = (row.status or {}).get("text", "")
        Side.objects.bulk_update(rows, ["status_text"])


def batches(model: Any, size: int = BATCH) -> Any:
    last = model.objects.aggregate(last=Max("pk"))["last"] or 0
    for first in range(1, last + 1, size):
        yield model.objects.filter(pk__gte=first, pk__lt=first + size)


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("scorekeeper", "0013_reasons")]

    operations = [migrations.RunPython(wrap, unwrap)]
