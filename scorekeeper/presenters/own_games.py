"""The preview of a group’s own game: example names, and the pad before the first deal."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from rules.engine.variants import Variant
from scorekeeper.queries.ahead import placeholder_game
from scorekeeper.queries.board import Scoreboard, scoreboard

USUAL = 4  # the most players that a preview shows, unless the game needs more
ROWS = 3  # the minimum number of deals on the pad of a preview


def preview_names(variant: Variant) -> Sequence[str]:
    """Return example names for the columns of a game."""
    players = variant.standard.players
    size = max((n for n in players.counts if n <= USUAL), default=players.counts[0])
    sides = size // players.team
    if players.team > 1:
        return [_("We"), _("They"), *(str(n) for n in range(3, sides + 1))][:sides]
    # Translators: examples of players’ names
    names = _("Ann, Bob, Cai, Dee, Eva, Fay, Gus, Hal, Ida, Jan, Kim, Leo").split(", ")
    return names[:sides]


def preview_pad(variant: Variant) -> Scoreboard:
    """Return the game’s pad before the first deal."""
    rules, names = variant.standard, preview_names(variant)
    players = len(names) * rules.players.team
    return scoreboard(placeholder_game(variant.slug, rules, players, names), ROWS)
