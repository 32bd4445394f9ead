"""Mistakes of set-up that would otherwise show at the table."""

from typing import Any

from django.core.checks import CheckMessage, Error, register

from rules.errors import CatalogueError
from rules.library import library


@register
def catalogue_makes_games(**kwargs: Any) -> list[CheckMessage]:
    """Every file of the catalogue loads and every text finds its figures."""
    try:
        for variant in library().variants.values():
            library().sections(variant)
    except CatalogueError as error:
        return [Error(str(error), id="scorekeeper.E001")]
    return []
