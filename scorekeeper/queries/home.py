"""What the first page shows: the games on the table and the people who play."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Sum

from scorekeeper.models import Game, Group, Score, Seat, Side

RECENT = 12


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game in a list: which deal comes next and who leads or won."""

    code: str
    name: str
    variant: str
    players: tuple[str, ...]
    played: int
    deals: int
    leaders: tuple[str, ...]
    total: int
    is_finished: bool


def recent_games(groups: Iterable[Group], limit: int = RECENT) -> list[GameLine]:
    """Return the games of ``groups``, latest change first, in three queries."""
    games = list(
        Game.objects.filter(group__in=list(groups))
        .annotate(played=Count("rounds"))
        .order_by("-changed_at", "-pk")[:limit]
    )
    sides: dict[int, list[Side]] = {game.pk: [] for game in games}
    for side in Side.objects.filter(game__in=games):
        sides[side.game_id].append(side)
    sums = Score.objects.filter(side__game__in=games).values_list("side").annotate(Sum("points"))
    totals: dict[int, int] = dict(sums)
    lines = []
    for game in games:
        least = min((totals.get(side.pk, 0) for side in sides[game.pk]), default=0)
        leading = [side.name for side in sides[game.pk] if totals.get(side.pk, 0) == least]
        lines.append(
            GameLine(
                code=game.code,
                name=game.ruleset["name"],
                variant=game.variant,
                players=tuple(side.name for side in sides[game.pk]),
                played=game.played,
                deals=len(game.ruleset["deals"]),
                leaders=tuple(leading) if game.played else (),
                total=least,
                is_finished=game.state == Game.State.FINISHED,
            )
        )
    return lines


def last_names(group: Group, variant: str) -> list[str]:
    """Who sat at the group's last game of ``variant``, else at its last game, in seating order."""
    games = Game.objects.filter(group=group)
    last = games.filter(variant=variant).order_by("-pk").first() or games.order_by("-pk").first()
    if last is None:
        return []
    seats = Seat.objects.filter(game=last).select_related("player").order_by("position")
    return [seat.player.name for seat in seats]


def known_names(group: Group) -> list[str]:
    """The people of a group, by name."""
    return list(group.players.order_by("name").values_list("name", flat=True))


def recent_variants(groups: Iterable[Group]) -> list[str]:
    """Slugs of the variants that ``groups`` played, latest first, each once."""
    played = (
        Game.objects.filter(group__in=list(groups))
        .order_by("-pk")
        .values_list("variant", flat=True)
    )
    return list(dict.fromkeys(played[:50]))
