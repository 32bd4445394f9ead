"""Tables in the middle of a game, by the thousand."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db import connection, models, transaction

from scorekeeper.models import (
    Change,
    Game,
    Member,
    Player,
    Round,
    Score,
    Seat,
    Side,
    User,
)
from scorekeeper.sessions import SessionStore
from tests.factories import GameFactory, MemberFactory

VARIANT, PLAYED = "progressive-rummy", 5  # of its 15 deals
NAMES = ("Ann", "Bob", "Cai", "Dee", "Eve")
PADS = 3  # phones that have the pad open, one of which saves
FRESH = ("code", "join_token", "watch_token", "score_token", "uuid")
AT_ONCE = 500  # tables that are stored at a time


@dataclass(frozen=True, slots=True)
class Setting:
    """What the phones of a table need: its game, its link for watching, and their cookies."""

    game: str
    watching: str
    cookies: Sequence[str]


@transaction.atomic
def set_tables(number: int) -> list[Setting]:
    """Create groups of five players and three phones. Each has played some deals of one game."""
    game = GameFactory(variant=VARIANT, names=NAMES, played=PLAYED)
    for _ in range(PADS - 1):
        MemberFactory(group=game.group)
    rows = list(rows_of(game))
    settings_ = []
    for first in range(0, number, AT_ONCE):
        settings_ += copies(rows, min(AT_ONCE, number - first))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return settings_


def rows_of(game: Game) -> Iterator[models.Model]:
    """Yield everything that is stored for a group with one game, in the order of creation."""
    group = game.group
    yield from User.objects.filter(memberships__group=group)
    yield group
    yield from Member.objects.filter(group=group)
    yield from Player.objects.filter(group=group)
    yield game
    for model in (Side, Seat, Round, Change):
        yield from model._default_manager.filter(game=game)
    yield from Score.objects.filter(round__game=game)


def copies(rows: Sequence[models.Model], number: int) -> list[Setting]:
    """Store ``number`` copies of the rows, each with codes and tokens of its own."""
    by_model: dict[type[models.Model], list[models.Model]] = defaultdict(list)
    for row in rows:
        by_model[type(row)].append(row)
    twins: dict[tuple[type[models.Model], Any], Sequence[models.Model]] = {}
    for model, originals in by_model.items():
        made = [copied(row, n, twins) for row in originals for n in range(number)]
        model._default_manager.bulk_create(made)
        for at, row in enumerate(originals):
            twins[model, row.pk] = made[at * number : (at + 1) * number]
    phones = [twins[User, row.pk] for row in by_model[User]]
    [games] = [twins[Game, row.pk] for row in by_model[Game]]
    return [
        Setting(
            game.code,
            f"/watch/{game.code}/{game.watch_token}/",
            [cookie_of(users[n]) for users in phones],
        )
        for n, game in enumerate(games)
    ]


def copied(row: models.Model, n: int, twins: dict[Any, Sequence[models.Model]]) -> models.Model:
    """Return copy ``n`` of a row, which refers to copies ``n`` of other rows."""
    twin = copy(row)
    twin.pk = None
    for field in row._meta.concrete_fields:
        if field.name in FRESH:
            setattr(twin, field.name, field.get_default())
        elif field.name == "username":
            setattr(twin, field.name, str(uuid4()))
        elif field.is_relation and (pk := getattr(row, field.attname)) is not None:
            setattr(twin, field.name, twins[field.related_model, pk][n])
    return twin


def cookie_of(user: User) -> str:
    """Return the session cookie of a phone."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return f"{settings.SESSION_COOKIE_NAME}={session.session_key}"
