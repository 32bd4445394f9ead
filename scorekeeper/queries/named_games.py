"""The names that players can give to the game “Any game”, and the options that come with them."""

from collections.abc import Iterable
from typing import Any

from rules.engine.formatting import name_key
from rules.engine.variants import Variant
from rules.reference.other_games import other_games
from scorekeeper.models import Game, Group
from scorekeeper.queries.game_lines import NEWEST

MOST = 100  # the latest games whose names a page suggests


def named_games(groups: Iterable[Group], variant: Variant) -> dict[str, dict[str, Any]]:
    """Return options by name, in one query: as the groups played each game last, or as usual.

    The result is empty if players can’t name the game.
    """
    if not any(option.asks == "name" for option in variant.options):
        return {}
    usual = ((name, game) for game in other_games() for name in (game.name, *game.aliases))
    found = {name_key(name): {"name": name} | game.options for name, game in usual}
    games = Game.objects.filter(group__in=list(groups), variant=variant.slug)
    played = games.exclude(given_name="").order_by(*NEWEST)[:MOST]
    options = played.values_list("ruleset__options", flat=True)
    found |= {name_key(chosen["name"]): chosen for chosen in reversed(options)}
    return {chosen["name"]: chosen for chosen in found.values()}


def options_called(groups: Iterable[Group], variant: Variant, given: str) -> dict[str, Any]:
    """Return the options of a game that is called ``given``; empty without a name."""
    named = named_games(groups, variant) if given else {}
    found = (options for name, options in named.items() if name_key(name) == name_key(given))
    return {"name": given} | next(found, {}) if given else {}
