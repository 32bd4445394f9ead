"""How every write into a game goes. It is one transaction and one change.

A write carries the version of the game that its page showed and a key made with that page. A key
seen before is the same write again and changes nothing; an older version is a conflict for the
scorer to see.
"""

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from functools import partial
from uuid import uuid4

from django.db import IntegrityError, transaction
from django.dispatch import Signal

from rules.engine.errors import RulesError
from rules.engine.snapshots import Snapshot, dump_change, load, load_change
from scorekeeper.models import Change, Game, Group, User
from scorekeeper.queries.seating import seating_of
from scorekeeper.queries.stored import StoredGame

# Sent with ``code`` and ``version`` once a new version of a game is committed.
game_changed = Signal()

Matches = Callable[[Snapshot | None], bool]


class ConflictError(RulesError):
    """The game has changed since the page was made."""

    code = "outdated"


class GameGoneError(RulesError):
    """The game was removed since it was looked up."""

    code = "discarded"

    def __init__(self) -> None:
        super().__init__("This game has been discarded.")


@dataclass(frozen=True, slots=True)
class ChangeContext:
    """Who writes, from which version of the game, with the key of the form."""

    user: User
    name: str
    version: int
    key: str


def lock_game(game: Game) -> StoredGame:
    """Return the game as it is stored now, its row locked until the transaction ends.

    What ``game`` came with is used where nothing has changed since. Raises GameGoneError.
    """
    # The tokens of its links change without a new version; everything else comes with one.
    fields = ("version", "watch_token", "score_token")
    row = Game.objects.select_for_update().filter(pk=game.pk).values(*fields).first()
    if row is None:
        raise GameGoneError
    if row["version"] == game.version:
        current = copy(game)
        current.watch_token, current.score_token = row["watch_token"], row["score_token"]
    else:
        current = Game.objects.get(pk=game.pk)
    return StoredGame(current, load(current.ruleset), seating_of(current), is_locked=True)


def lock_game_and_group(game: Game) -> StoredGame:
    """The same for a write that may bring somebody new to the group: its row is held, too, so that
    nobody is added twice. All who hold both take the group's first.
    """
    lock_group(game.group_id)
    return lock_game(game)


def lock_group(group: int) -> None:
    """Hold the row of the group of that key, and so its people, until the transaction ends."""
    Group.objects.select_for_update(no_key=True).get(pk=group)


def is_repeated(current: Game, context: ChangeContext, matches: Matches | None = None) -> bool:
    """Whether this very write was made before. Raises ConflictError when another one was
    instead, be it from the same page, whose answer got lost, with other content: ``matches`` tells
    whether what a change made is what this write would.
    """
    if current.version == context.version:
        return False
    made = Change.objects.filter(game=current, key=context.key).first()
    if made is None:
        raise ConflictError("This game has changed since this page was made.")
    if matches and not matches(load_change(made.after, load(current.ruleset))):
        raise ConflictError("This page has saved something else before.")
    return True


# What follows from the deals of a game, and, of a change that a player made, its time.
DERIVED_FIELDS = ("version", "state", "finished_at", "carried", "next_dealer", "stopped")
PLAYED_FIELDS = (*DERIVED_FIELDS, "changed_at")


@dataclass(frozen=True, slots=True)
class ChangeRecord:
    """A change of one game: what was before and what is after, and the deal it is about."""

    game: Game
    before: Snapshot | None = None
    after: Snapshot | None = None
    deal: int | None = None


def log_change(
    change: ChangeRecord,
    context: ChangeContext | None,
    kind: Change.Kind,
    fields: Sequence[str] = PLAYED_FIELDS,
) -> None:
    """Store a change of one game; see ``log_changes``."""
    log_changes([change], context, kind, fields)


def log_changes(
    changes: Sequence[ChangeRecord],
    context: ChangeContext | None,
    kind: Change.Kind,
    fields: Sequence[str] = ("version",),
) -> None:
    """Store changes of several games, save their ``fields`` and raise their versions.

    No other function raises the version of a game; others hear of it on commit. Without an
    ``context`` the site itself made the change. Raises ConflictError when the key of the form was
    used before.
    """
    key = context.key if context else str(uuid4())
    for change in changes:
        change.game.version += 1
    try:
        Change.objects.bulk_create(
            Change(
                game=change.game,
                version=change.game.version,
                key=key,
                kind=kind,
                deal=change.deal,
                before=change.before and dump_change(change.before),
                after=change.after and dump_change(change.after),
                by=context.user if context else None,
                by_name=context.name if context else "Scorekeeper",
            )
            for change in changes
        )
    except IntegrityError:
        raise ConflictError("This form was sent before, with other content.") from None
    if len(changes) == 1:
        changes[0].game.save(update_fields=fields)
    else:
        Game.objects.bulk_update([change.game for change in changes], fields)
    for game in (change.game for change in changes):
        transaction.on_commit(
            partial(game_changed.send_robust, Game, code=game.code, version=game.version)
        )
