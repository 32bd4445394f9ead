"""What the first page shows: the games on the table and the people who play."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Exists, OuterRef, Q, Sum, Window
from django.db.models.functions import RowNumber

from rules.rulesets import End
from rules.schemes import Mark
from scorekeeper.models import Game, Group, Helper, HouseRules, Round, Score, Side, User
from scorekeeper.models.people import NAME_LENGTH
from scorekeeper.queries.seating import read_seating

RECENT = 12


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game in a list: which deal comes next and who leads or won; ``deals`` is None where nobody
    knows how many there will be.
    """

    code: str
    name: str
    variant: str
    begun: datetime
    players: tuple[str, ...]
    played: int
    deals: int | None
    deal_word: str
    leaders: tuple[str, ...]
    total: int
    is_finished: bool


def recent_games(
    groups: Iterable[Group], helper: User | None = None, limit: int = RECENT
) -> list[GameLine]:
    """Return the games of ``groups``, and those with which ``helper`` helps, latest change first,
    in three queries: ``limit`` at most of those that are over, in play and not begun.
    """
    helped = Helper.objects.filter(user=helper) if helper else Helper.objects.none()
    has_begun = Exists(Round.objects.filter(game=OuterRef("pk")))
    latest = ["-changed_at", "-pk"]
    listed = (
        Game.objects.filter(Q(group__in=list(groups)) | Q(pk__in=helped.values("game")))
        .annotate(has_begun=has_begun)
        .annotate(at=Window(RowNumber(), partition_by=["state", "has_begun"], order_by=latest))
        .filter(at__lte=limit)
    )
    games = list(
        Game.objects.filter(pk__in=listed.values("pk"))
        .annotate(played=Count("rounds"))
        .order_by(*latest)
    )
    sides: dict[int, list[Side]] = {game.pk: [] for game in games}
    for side in Side.objects.filter(game__in=games):
        sides[side.game_id].append(side)
    sums = (
        Score.objects.filter(side__game__in=games)
        .values("side")
        .annotate(scored=Sum("points"), won=Count("pk", filter=Q(marks__contains=Mark.WON)))
    )
    scored = {row["side"]: (row["scored"], row["won"]) for row in sums}
    lines = []
    for game in games:
        end = End.model_validate(game.ruleset.get("end", {}))
        totals = {
            side: side.start + scored.get(side.pk, (0, 0))[0]
            for side in sides[game.pk]
            if side.left is None
        }
        winners = [side for side in totals if scored.get(side.pk, (0, 0))[1]]
        best = (min if end.wins == "lowest" else max)(totals.values(), default=0)
        leading = winners or [side for side, total in totals.items() if total == best]
        lines.append(
            GameLine(
                code=game.code,
                name=game.ruleset["name"],
                variant=game.variant,
                begun=game.created_at,
                players=tuple(side.name for side in sides[game.pk]),
                played=game.played,
                deals=end.length(len(game.ruleset["deals"])),
                deal_word=game.ruleset["words"]["deal"]["one"],
                leaders=tuple(side.name for side in leading) if game.played else (),
                total=totals[leading[0]] if leading else 0,
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
    seating = read_seating(last)
    return [seating.called(seat)[:NAME_LENGTH] for seat in seating.seats]


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


def house_rules_of(groups: Iterable[Group], variant: str = "") -> list[HouseRules]:
    """The house rules that ``groups`` keep, of one variant or of all, by name."""
    kept = HouseRules.objects.filter(group__in=list(groups)).order_by("variant", "name", "pk")
    return list(kept.filter(variant=variant) if variant else kept)
