"""Changes to games: each write to a game is one transaction and one logged change.

A write carries the game version that its page showed, and a key created with the page. If the key
is already in the log, the write was sent twice, and nothing changes. If the version is out of date,
there is a conflict, and the page shows both versions.
"""

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from uuid import uuid4

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from rules.engine.errors import RulesError
from rules.engine.snapshots import Snapshot, dump_change, load_change, load_ruleset
from scorekeeper.live.bus import publish_change
from scorekeeper.metrics import CHANGES
from scorekeeper.models import Change, Game, Group, User
from scorekeeper.queries.prepared import Prepared
from scorekeeper.queries.seating import seating_of
from scorekeeper.queries.stored import StoredGame

Matches = Callable[[Snapshot | None], bool]
Concerns = Callable[[Change], bool]


class ConflictError(RulesError):
    """The game has changed since the page was rendered."""

    code = "outdated"


class GameGoneError(RulesError):
    """The game has been deleted since it was looked up."""

    code = "discarded"

    def __init__(self) -> None:
        super().__init__(_("This game has been deleted."))


# Only the link tokens can change without a new version. An erased game moves to another group.
_locked = Prepared(
    lambda group, game: (
        Game.objects.select_for_update()
        .filter(group=group, pk=game)
        .values_list("version", "watch_token", "score_token")
    )
)


@dataclass(frozen=True, slots=True)
class ChangeContext:
    """The user making a change, the game version that their page showed, and the form’s key.

    ``name`` is the name of their phone, for the log.
    """

    user: User
    name: str
    version: int
    key: str


def lock_game(game: Game) -> StoredGame:
    """Lock the game’s row until the transaction ends, and return the game as it is stored now.

    If its version is still the same, the data already read with ``game`` is reused. Raises
    GameGoneError if the game has been deleted.
    """
    rows = _locked(game.group_id, game.pk)
    if not rows:
        raise GameGoneError
    version, *tokens = rows[0]
    if version == game.version:
        current = copy(game)
        current.watch_token, current.score_token = tokens
    else:
        current = Game.objects.get(pk=game.pk)
    ruleset = load_ruleset(current.ruleset)
    return StoredGame(current, ruleset, seating_of(current, ruleset), is_locked=True)


def lock_game_and_group(game: Game) -> StoredGame:
    """Lock the group, then the game, for a write that may add a player to the group.

    The lock on the group prevents adding a player twice. Every write that needs both locks takes
    the group’s first.
    """
    lock_group(game.group_id)
    return lock_game(game)


def lock_group(group: int) -> None:
    """Lock the row of the group with this primary key until the transaction ends."""
    Group.objects.select_for_update(no_key=True).get(pk=group)


def is_repeated(
    current: Game,
    context: ChangeContext,
    matches: Matches | None = None,
    concerns: Concerns = lambda _change: True,
) -> bool:
    """Return whether this write has already been applied.

    ``matches`` returns whether a stored change is the one that this write would make. ``concerns``
    returns whether another change affects the same data as this write. Raises ConflictError if the
    change stored under the same key is a different one, or if a change since the form was rendered
    affects this write.
    """
    if current.version == context.version:
        return False
    earlier = Change.objects.filter(game=current, key=context.key).first()
    if earlier is None:
        since = Change.objects.filter(game=current, version__gt=context.version)
        since = since.exclude(kind=Change.Kind.COIN)  # changes nothing that a form shows
        if context.version < current.version and not any(map(concerns, since)):
            return False
        raise ConflictError(_("This game has changed since you opened this page."))
    if matches and not matches(load_change(earlier.after, load_ruleset(current.ruleset))):
        raise ConflictError(_("Something else has already been saved from this page."))
    return True


# The fields derived from a game’s deals. A change made by a user also sets ``changed_at``.
DERIVED_FIELDS = ("version", "state", "finished_at", "carried", "next_dealer", "stopped")
PLAYED_FIELDS = (*DERIVED_FIELDS, "chosen_winner", "seat_orders", "changed_at")


@dataclass(frozen=True, slots=True)
class ChangeRecord:
    """A change to one game, to be logged: the data before and after it, and the deal."""

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
    """Log a change to one game; see ``log_changes``."""
    log_changes([change], context, kind, fields)


def log_changes(
    changes: Sequence[ChangeRecord],
    context: ChangeContext | None,
    kind: Change.Kind,
    fields: Sequence[str] = ("version",),
) -> None:
    """Log changes to several games, save their ``fields`` and increment their versions.

    No other function increments the version of a game. On commit, open pages are notified. Without
    a ``context``, the change was made by the site itself. Raises ConflictError if the key of the
    form has been used before.
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
        raise ConflictError(_("This form has already been sent with different content.")) from None
    if len(changes) == 1:
        changes[0].game.save(update_fields=fields)
    else:
        Game.objects.bulk_update([change.game for change in changes], fields)
    for change in changes:
        publish_change(change.game.code, change.game.group_id)
    transaction.on_commit(lambda: CHANGES.labels(kind).inc(len(changes)))
