"""System checks for setup mistakes that players would otherwise notice."""

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


def has_games() -> bool:
    """Return whether the database has games; False if it can’t be read."""
    try:
        return Game.objects.exists()
    except DatabaseError:
        return False  # not migrated yet, or not reachable
