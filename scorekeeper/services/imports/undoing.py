"""Undoing an import as a whole: deleting everything that it added."""

from django.db import transaction

from scorekeeper.models import Game, HouseRules, Import, ImportedItem, OwnGame, Player
from scorekeeper.services.changes import lock_group

BATCH = 200  # the number of games that one query deletes
Kind = ImportedItem.Kind


@transaction.atomic
def undo_import(*, imported: Import) -> None:
    """Delete the games and the other rows that an import added, and the import itself.

    Games that have been erased since are left to the erasure, and people who are in other games by
    now are kept.
    """
    group = imported.group_id
    lock_group(group)
    games = Game.objects.filter(group=group, pk__in=_keys(imported, Kind.GAME))
    while batch := list(games.values_list("pk", flat=True)[:BATCH]):
        Game.objects.filter(pk__in=batch).delete()
    people = Player.objects.filter(group=group, pk__in=_keys(imported, Kind.PERSON))
    people.filter(seats=None).delete()
    HouseRules.objects.filter(group=group, pk__in=_keys(imported, Kind.HOUSE_RULES)).delete()
    OwnGame.objects.filter(group=group, pk__in=_keys(imported, Kind.OWN_GAME)).delete()
    imported.delete()


def _keys(imported: Import, kind: str) -> list[int]:
    # A subquery would ask the database to delete rows that the same statement reads.
    return list(imported.items.filter(kind=kind).values_list("key", flat=True))
