"""The tiles of games to start with, which are the same for everyone and so rendered once."""

from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.translation import get_language

from rules.engine.catalogue import Catalogue, catalogue
from scorekeeper.presenters.tiles import EXAMPLES, game_tiles


def tiles_of_games(without: frozenset[str] = frozenset()) -> str:
    """Return the tiles in the reader’s language, without those of the games in ``without``."""
    return _tiles(catalogue(), get_language(), without.intersection(EXAMPLES))


@lru_cache(maxsize=64)
def _tiles(games: Catalogue, language: str, without: frozenset[str]) -> str:
    tiles = [tile for tile in game_tiles() if tile.variant.slug not in without]
    return render_to_string("_game_tiles.html", {"tiles": tiles})
