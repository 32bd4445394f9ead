"""Lists of games for the home page."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Window
from django.db.models.functions import RowNumber

from rules.engine.catalogue import catalogue
from rules.engine.formatting import name_key
from rules.engine.own_games import is_own
from rules.reference.game_words import translated_variant
from scorekeeper.models import Group, Round, User
from scorekeeper.queries.access import latest_visible_games
from scorekeeper.queries.game_lines import LATEST, RECENT, ListedGame, latest_lines
from scorekeeper.queries.own_games import own_games_of

OTHERS = 4


def recent_games(groups: Iterable[Group], helper: User | None = None) -> list[ListedGame]:
    """Return the games of ``groups`` and those that ``helper`` helps with, latest change first.

    The list has at most ``RECENT`` games of each kind: finished, in progress and not started. This
    takes two queries.
    """
    has_begun = Exists(Round.objects.filter(game=OuterRef("pk")))
    listed = (
        latest_visible_games(groups, helper)
        .annotate(has_begun=has_begun)
        .annotate(at=Window(RowNumber(), partition_by=["state", "has_begun"], order_by=LATEST))
        .filter(at__lte=RECENT)
    )
    return latest_lines(listed)


def is_empty(game: ListedGame) -> bool:
    """Return whether a game was started, but nothing has been saved of any deal."""
    return not (game.played or game.has_begun or game.is_finished)


@dataclass(frozen=True, slots=True)
class NextGame:
    """A game to play next: its slug, its name, and the name that the players gave to it, if any."""

    slug: str
    name: str
    given_name: str


def next_games(group: Group, games: Sequence[ListedGame]) -> list[NextGame]:
    """Return other games that the players of a group’s latest game might want to play next.

    They are the ``OTHERS`` games that the group played last and that are for this number of
    players. ``games`` are the latest games of all the phone’s groups, latest first.
    """
    own = [line for line in games if line.group == group.pk]
    variants = dict(catalogue().variants)
    if any(is_own(line.variant) for line in own):
        variants |= {made.slug: variant for made, variant in own_games_of([group])}
    played: dict[tuple[str, str], ListedGame] = {}
    for line in own:
        if line.variant in variants:
            played.setdefault(_identity(line), line)
    return [
        NextGame(slug, line.given_name or translated_variant(variants[slug]).name, line.given_name)
        for (slug, _key), line in played.items()
        if _identity(line) != _identity(own[0])
        and own[0].people in variants[slug].standard.players.counts
    ][:OTHERS]


def _identity(line: ListedGame) -> tuple[str, str]:
    return line.variant, name_key(line.given_name)
