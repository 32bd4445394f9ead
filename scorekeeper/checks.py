"""System checks for setup mistakes that players would otherwise notice."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, Error, Tags, register
from django.db import DatabaseError

from rules.engine.catalogue import catalogue
from rules.engine.errors import CatalogueError
from rules.engine.snapshots import FORMAT
from rules.reference.rule_texts import rule_texts
from scorekeeper import migrating
from scorekeeper.models import Game, Round


@register
def catalogue_makes_games(**kwargs: Any) -> list[CheckMessage]:
    """Check that every catalogue file loads and every placeholder in its texts has a value."""
    try:
        for variant in catalogue().variants.values():
            rule_texts().check(variant)
    except CatalogueError as error:
        return [Error(sentence, id="scorekeeper.E001") for sentence in error.sentences]
    return [checks.Warning(sentence, id="scorekeeper.W002") for sentence in catalogue().strays()]


@register(Tags.database)
def key_fits_games(databases: Sequence[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """Warn if there are games but the secret key is new, which makes existing cookies invalid."""
    if databases and settings.SECRET_KEY_IS_NEW and has_games():
        return [
            checks.Warning(
                "The database has games, but the key that signs cookies is new, so phones can no "
                "longer open their games.",
                hint=f"Restore the old key in {settings.VAR_DIR / 'secret-key'}, or set "
                "SCOREKEEPER_SECRET_KEY to it.",
                id="scorekeeper.W001",
            )
        ]
    return []


@register(Tags.database)
def code_fits_database(databases: Sequence[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """Report a database that a newer version has changed, because this one would damage it."""
    if databases and _is_newer():
        return [
            Error(
                "A newer version of Scorekeeper has changed the database.",
                hint="Update the code. To keep this version, restore an earlier backup. "
                f"./dev run saves backups in {settings.VAR_DIR / 'backups'}.",
                id="scorekeeper.E002",
            )
        ]
    return []


def _is_newer() -> bool:
    """Return whether the database has migrations or a format of deals unknown to this version.

    Only the format of the latest deal is read, because the table can be large.
    """
    try:
        latest = Round.objects.order_by("-pk").values_list("format", flat=True)
        return bool(migrating.unknown()) or (latest.first() or 0) > FORMAT
    except DatabaseError:
        return False  # not migrated yet, or not reachable


def has_games() -> bool:
    """Return whether the database has games; False if it can’t be read."""
    try:
        return Game.objects.exists()
    except DatabaseError:
        return False  # not migrated yet, or not reachable
