"""Mistakes of set-up that would otherwise show at the table."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, Error, Tags, register
from django.db import DatabaseError

from rules.engine.catalogue import catalogue
from rules.engine.errors import CatalogueError
from rules.reference.rule_texts import rule_texts
from scorekeeper.models import Game


@register
def catalogue_makes_games(**kwargs: Any) -> list[CheckMessage]:
    """Every file of the catalogue loads and every text finds its figures."""
    try:
        for variant in catalogue().variants.values():
            rule_texts().sections(variant)
    except CatalogueError as error:
        return [Error(str(error), id="scorekeeper.E001")]
    return []


@register(Tags.database)
def key_fits_games(databases: Sequence[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """A key that was made just now signed no cookie of the games that there are."""
    if databases and settings.SECRET_KEY_IS_NEW and _has_games():
        return [
            checks.Warning(
                "The database has games, but the key that signs cookies was made just now, so no "
                "phone can open its tables.",
                hint=f"Put the old key back: {settings.VAR_DIR / 'secret-key'} as it was, or "
                "SCOREKEEPER_SECRET_KEY.",
                id="scorekeeper.W001",
            )
        ]
    return []


def _has_games() -> bool:
    try:
        return Game.objects.exists()
    except DatabaseError:
        return False  # not migrated yet, or away
