"""What is worth telling about a finished game, from its deals and the group’s earlier games."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import (
    Count,
    Exists,
    F,
    Max,
    Min,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    TextField,
)
from django.db.models.functions import Cast

from rules.engine.course import Course, course_of
from rules.engine.game import ahead, states_after
from scorekeeper.models import Game, Result, Score, Seat
from scorekeeper.queries.board import Scoreboard
from scorekeeper.queries.months import MISSED
from scorekeeper.queries.records import MIN_GAMES
from scorekeeper.queries.statistics import AHEAD, BEHIND


@dataclass(frozen=True, slots=True)
class Broken:
    """A group’s record that ``side`` broke: the new number, and the one ``before``.

    ``deal`` is the deal in which it was broken, or 0 for a total.
    """

    side: str
    number: int
    before: int
    deal: int = 0


@dataclass(frozen=True, slots=True)
class Rivalry:
    """How often the winner finished ahead of ``other``, who was second, and how often behind.

    The numbers include this game.
    """

    winner: str
    other: str
    ahead: int
    behind: int


@dataclass(frozen=True, slots=True)
class Story:
    """What is worth telling about a finished game. It compares the game only with earlier ones."""

    course: Course = field(default_factory=Course)
    deal: Broken | None = None
    total: Broken | None = None
    rivalry: Rivalry | None = None


def story_of(board: Scoreboard, *, in_group: bool) -> Story:
    """Return the story of a finished game.

    Only with ``in_group`` does it have records and a rivalry, which tell of other games of the
    group and take one query.
    """
    winners = board.state.winners
    winner = winners[0] if len(winners) == 1 and not board.ruleset.end.together else ""
    course = _course(board, winner) if winner else Course()
    if not in_group:
        return Story(course)
    second = [column.key for column in board.columns if column.place == 2]
    other = second[0] if winner and len(second) == 1 else ""
    earlier = _earlier(board, winner, other)
    has_records = (earlier["games"] or 0) >= MIN_GAMES
    rivalry = Rivalry(winner, other, (earlier["ahead"] or 0) + 1, earlier["behind"] or 0)
    is_told = bool(other) and rivalry.ahead + rivalry.behind >= MIN_GAMES
    return Story(
        course,
        deal=_highest_deal(board, earlier["most"]) if has_records else None,
        total=_best_total(board, winner, earlier) if has_records and winner else None,
        rivalry=rivalry if is_told else None,
    )


def _course(board: Scoreboard, winner: str) -> Course:
    state, stored = board.state, board.stored
    # A side that wins a deal outright needn’t have the best total.
    totals = state.carried.totals
    if state.carried.won and ahead(stored.ruleset.end, totals, state.steps) != [winner]:
        return Course()
    states = states_after(stored.ruleset, board.seating, stored.deals, state)
    return course_of(list(states), winner)


def _highest_deal(board: Scoreboard, before: int | None) -> Broken | None:
    """Return the record for the most points in a deal, if one side broke it in this game."""
    cells = [
        (cell.points, row.deal.number, cell.side)
        for row in board.played
        for cell in row.cells
        if cell.points is not None and not cell.is_away
    ]
    most = max((points for points, *_ in cells), default=0)
    holders = [(deal, side) for points, deal, side in cells if points == most]
    if before is None or most <= max(before, 0) or len(holders) > 1:
        return None
    deal, side = holders[0]
    return Broken(side, most, before, deal)


def _best_total(board: Scoreboard, winner: str, earlier: Mapping[str, Any]) -> Broken | None:
    """Return the record for the best total, if the winner broke it.

    Totals are compared only if a better one means better play: not if the first to reach a total
    or the last one in wins, or if the game was ended early.
    """
    state, end = board.state, board.ruleset.end
    is_race = bool(state.target) and not board.lowest_wins
    is_decided = board.game.stopped or state.carried.won or state.chosen
    if is_race or is_decided or state.steps or end.out_at:
        return None
    total, before = state.total(winner), earlier["lowest" if board.lowest_wins else "highest"]
    is_better = total < before if board.lowest_wins else total > before
    return Broken(winner, total, before) if is_better else None


def _earlier(board: Scoreboard, winner: str, other: str) -> Mapping[str, Any]:
    """Return numbers about the finished games that the group played before this one.

    ``games``, ``most``, ``lowest`` and ``highest`` are from games with the same rules, ``ahead``
    and ``behind`` from all games of the two sides.
    """
    game = board.game
    same = {"game__variant": game.variant, "game__rules_key": game.rules_key}
    results = Result.objects.filter(_before(game, "game__")).order_by()
    kind = results.filter(**same).values("game__variant")
    scores = (
        Score.objects.filter(_before(game, "round__game__"))
        .filter(**{f"round__{name}": value for name, value in same.items()})
        # Searching the JSON as text takes a fraction of the time that looking up the code takes.
        .annotate(reasons=Cast("reason", TextField()))
        .exclude(reasons__contains=MISSED)
        .order_by()
        .values("round__game__variant")
    )
    met = _met(results, _players(board, winner), _players(board, other)).values("game__group")
    numbers: Mapping[str, Any] = Game.objects.values(
        games=Subquery(kind.annotate(count=Count("game", distinct=True)).values("count")),
        lowest=Subquery(kind.annotate(least=Min("total")).values("least")),
        highest=Subquery(kind.annotate(best=Max("total")).values("best")),
        most=Subquery(scores.annotate(most=Max("points")).values("most")),
        ahead=Subquery(met.annotate(count=AHEAD).values("count")),
        behind=Subquery(met.annotate(count=BEHIND).values("count")),
    ).get(pk=game.pk)
    return numbers


def _before(game: Game, prefix: str) -> Q:
    """Return the filter for the group’s finished games before ``game``, by date."""
    earlier, same = Q(), Q()
    for name in ("played_on", "created_at", "pk"):
        value = getattr(game, name)
        earlier |= same & Q(**{f"{prefix}{name}__lt": value})
        same &= Q(**{f"{prefix}{name}": value})
    group = {f"{prefix}group": game.group_id, f"{prefix}state": Game.State.FINISHED}
    return Q(**group) & earlier


def _players(board: Scoreboard, side: str) -> Collection[int]:
    """Return the keys of the players of a side."""
    seats, numbers = board.seating.seats, board.seating.numbers
    return [seat.player_id for seat in seats if numbers[seat.side_id] == side]


def _met(
    results: QuerySet[Result], players: Collection[int], others: Collection[int]
) -> QuerySet[Any]:
    """Return the results of sides with all ``players``, with the place of the side of ``others``.

    There are none without ``players`` or ``others``.
    """
    found: QuerySet[Any] = results.annotate(
        other_side=F("game__results__side"), other_place=F("game__results__place")
    )
    if not players or not others:
        return found.none()
    for side, members in (("side", players), ("other_side", others)):
        for player in members:
            found = found.filter(Exists(Seat.objects.filter(side=OuterRef(side), player=player)))
    return found
