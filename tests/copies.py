"""Games that this process has made once, and copies of their rows.

Copying rows takes a fifth of the time of entering deals.
"""

from collections.abc import Callable
from copy import copy
from typing import Any

from django.db.models import ForeignKey, JSONField, Model
from django.utils import timezone

from scorekeeper.models import (
    Change,
    Game,
    Group,
    Player,
    Result,
    Round,
    Score,
    Seat,
    ShortCode,
    Side,
    User,
)

# How the rows of a game are found. Each table comes before those that refer to it.
TABLES: dict[type[Model], str] = {
    Player: "seats__game",
    Game: "pk",
    ShortCode: "game",
    Side: "game",
    Seat: "game",
    Round: "game",
    Score: "round__game",
    Result: "game",
    Change: "game",
}
Keys = dict[tuple[type[Model], Any], Any]
_MADE: dict[str, tuple[Keys, list[list[Any]]]] = {}


def copied(key: str, group: Group, owner: User, make: Callable[[], Game]) -> Game:
    """Return the game that ``make`` starts in a group without players, or a copy of an earlier one.

    With the same ``key``, ``make`` always starts the same game. It does everything as the
    ``owner``. A copy has its own codes and times.
    """
    if key not in _MADE:
        game = make()
        rows = [
            list(table.objects.filter(**{at: game.pk}).order_by("pk"))
            for table, at in TABLES.items()
        ]
        _MADE[key] = {(Group, group.pk): group.pk, (User, owner.pk): owner.pk}, rows
        return game
    known, tables = _MADE[key]
    # The primary keys in the copy, by those in the original.
    keys = dict(zip(known, (group.pk, owner.pk), strict=True))
    for table, rows in zip(TABLES, tables, strict=True):
        copies = table.objects.bulk_create(_copy(row, keys) for row in rows)
        keys |= {(table, row.pk): other.pk for row, other in zip(rows, copies, strict=True)}
    return Game.objects.get(group=group)


def _copy(row: Any, keys: Keys) -> Any:
    other = copy(row)
    other.pk = None
    for field in row._meta.concrete_fields:
        value = getattr(row, field.attname)
        if isinstance(field, ForeignKey) and value is not None:
            setattr(other, field.attname, keys[field.related_model, value])
        elif field.has_default() and callable(field.default) and not isinstance(field, JSONField):
            setattr(other, field.attname, field.get_default())
    if isinstance(other, Game) and other.finished_at:
        other.finished_at = timezone.now()
    return other
