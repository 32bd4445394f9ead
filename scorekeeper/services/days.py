"""Changing the day on which a game was played."""

from datetime import date

from django.db import transaction

from rules.engine.snapshots import DaySnapshot, load_change
from scorekeeper.models import Change, Game
from scorekeeper.services.changes import (
    ChangeContext,
    ChangeRecord,
    is_repeated,
    lock_game,
    log_change,
)

# The game isn’t among those that were played last just because its day has been corrected.
DAY_FIELDS = ("version", "played_on")


@transaction.atomic
def change_day(*, game: Game, played_on: date, context: ChangeContext) -> None:
    """Store the day on which ``game`` was played, and log the change. A finished game may change.

    Raises ConflictError if another phone has changed the day since the page was rendered, and
    GameGoneError if the game no longer exists.
    """
    stored = lock_game(game)
    current = stored.game
    after = DaySnapshot(played_on=played_on)

    def concerns(change: Change) -> bool:
        return isinstance(load_change(change.after, stored.ruleset), DaySnapshot)

    if is_repeated(current, context, after.__eq__, concerns) or current.played_on == played_on:
        return
    before = DaySnapshot(played_on=current.played_on)
    current.played_on = played_on
    log_change(ChangeRecord(current, before, after), context, Change.Kind.DAY, DAY_FIELDS)
