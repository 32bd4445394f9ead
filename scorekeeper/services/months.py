"""Keeping what a group’s finished games add up to, month by month."""

from datetime import date

from django.db import transaction

from scorekeeper.models import Game, Group, PlayedMonth
from scorekeeper.queries.months import Months, month_of, stamps_of


def keep_months(*, group: Group, before: date | None = None) -> Months:
    """Return the months of a group, after adding up those whose games have changed.

    With ``before``, the first day of a month, these are only the months before it. Two phones may
    do this at the same time, with the same result.
    """
    months = Months(group, before)
    stamps = stamps_of(group, before)
    known = dict(months.rows().values_list("month", "stamp"))
    if known == stamps:
        return months
    # The stamp is read before the games. If one changes in between, the month is added up again.
    changed = [month for month, stamp in stamps.items() if known.get(month) != stamp]
    added = [month_of(group, month, stamps[month]) for month in changed]
    with transaction.atomic():
        PlayedMonth.objects.filter(group=group, month__in=known.keys() - stamps.keys()).delete()
        PlayedMonth.objects.bulk_create(
            added,
            update_conflicts=True,
            unique_fields=["group", "month"],
            update_fields=["stamp", "kinds", "people"],
        )
    return months


def months_before(*, game: Game) -> Months:
    """Return the months of a game’s group that are before the month of the game."""
    return keep_months(group=game.group, before=game.played_on.replace(day=1))


def forget_months(*, group: int) -> None:
    """Delete what a group’s games add up to, because something other than their versions changed.

    This is the player in a seat, or a name that was erased.
    """
    PlayedMonth.objects.filter(group=group).delete()
