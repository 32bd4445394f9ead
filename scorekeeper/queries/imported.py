"""The imports of a group that can still be undone."""

from dataclasses import dataclass
from datetime import datetime

from scorekeeper.models import Change, Game, Group, ImportedItem


@dataclass(frozen=True, slots=True)
class ImportSummary:
    """An import: when it was, its games that the group still has, and how many were changed since.

    ``until`` is the time up to which it can be undone.
    """

    pk: int
    at: datetime
    until: datetime
    games: int
    changed: int


def imports_of(group: Group) -> list[ImportSummary]:
    """Return the imports of a group that added something and can be undone, the latest first."""
    found = []
    for imported in group.imports.filter(items__isnull=False).distinct():
        keys = ImportedItem.objects.filter(imported=imported, kind=ImportedItem.Kind.GAME)
        games = Game.objects.filter(group=group, pk__in=keys.values("key"))
        changed = Change.objects.filter(game__in=games, at__gt=imported.at, by__isnull=False)
        found.append(
            ImportSummary(
                pk=imported.pk,
                at=imported.at,
                until=imported.until,
                games=games.count(),
                changed=changed.values("game").distinct().count(),
            )
        )
    return found
