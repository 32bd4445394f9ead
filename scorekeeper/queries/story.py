"""What is worth telling about a finished game, from its deals and the group’s earlier games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db.models import Count, Exists, F, Max, Min, OuterRef, Q, Subquery, TextField
from django.db.models.functions import Cast

from rules.engine.course import Course, course_of
from rules.engine.game import ahead, states_after
from scorekeeper.models import Game, Result, Score, Seat
from scorekeeper.queries.board import Scoreboard
from scorekeeper.queries.months import MISSED, Kind, Months
from scorekeeper.queries.records import MIN_GAMES


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
class _Earlier:
    """Earlier games of the same kind: their number, the best and the worst total, and the most
    points in a deal. A number is None if there is none.
    """

    games: int
    lowest: int | None
    highest: int | None
    most: int | None

    def total(self, *, lowest: bool) -> int | None:
        """Return the best total, which is the ``lowest`` or the highest one."""
        return self.lowest if lowest else self.highest


@dataclass(frozen=True, slots=True)
class Story:
    """What is worth telling about a finished game. It compares the game only with earlier ones."""

    course: Course = field(default_factory=Course)
    deal: Broken | None = None
    total: Broken | None = None
    rivalry: Rivalry | None = None


def story_of(board: Scoreboard, months: Months | None) -> Story:
    """Return the story of a finished game.

    Only with ``months``, the months before that of the game, does it have records and a rivalry,
    which tell of other games of the group.
    """
    winners = board.state.winners
    winner = winners[0] if len(winners) == 1 and not board.ruleset.end.together else ""
    course = _course(board, winner) if winner else Course()
    if months is None:
        return Story(course)
    second = [column.key for column in board.columns if column.place == 2]
    other = second[0] if winner and len(second) == 1 else ""
    earlier = _earlier(board, months)
    has_records = earlier.games >= MIN_GAMES
    ahead, behind = _met(board, months, winner, other) if other else (0, 0)
    return Story(
        course,
        deal=_highest_deal(board, earlier.most) if has_records else None,
        total=_best_total(board, winner, earlier) if has_records and winner else None,
        rivalry=Rivalry(winner, other, ahead + 1, behind)
        if other and ahead + 1 + behind >= MIN_GAMES
        else None,
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


def _best_total(board: Scoreboard, winner: str, earlier: _Earlier) -> Broken | None:
    """Return the record for the best total, if the winner broke it.

    Totals are compared only if a better one means better play: not if the first to reach a total
    or the last one in wins, or if the game was ended early.
    """
    state, end = board.state, board.ruleset.end
    is_race = bool(state.target) and not board.lowest_wins
    is_decided = board.game.stopped or state.carried.won or state.chosen
    if is_race or is_decided or state.steps or end.out_at:
        return None
    total, before = state.total(winner), earlier.total(lowest=board.lowest_wins)
    if before is None:
        return None
    is_better = total < before if board.lowest_wins else total > before
    return Broken(winner, total, before) if is_better else None


def _earlier(board: Scoreboard, months: Months) -> _Earlier:
    """Return numbers about earlier games of the same kind: sums, and one query for this month."""
    game = board.game
    kind = Kind(game.rules_key, game.variant, game.given_name)
    same = {f"game__{name}": value for name, value in kind._asdict().items()}
    results = Result.objects.filter(_before(game, "game__"), **same).order_by()
    scores = (
        Score.objects.filter(_before(game, "round__game__"))
        .filter(**{f"round__{name}": value for name, value in same.items()})
        # Searching the JSON as text takes a fraction of the time that looking up the code takes.
        .annotate(reasons=Cast("reason", TextField()))
        .exclude(reasons__contains=MISSED)
        .order_by()
    )
    grouped = results.values("game__variant")
    numbers: Mapping[str, Any] = Game.objects.values(
        games=Subquery(grouped.annotate(count=Count("game", distinct=True)).values("count")),
        lowest=Subquery(grouped.annotate(least=Min("total")).values("least")),
        highest=Subquery(grouped.annotate(best=Max("total")).values("best")),
        most=Subquery(
            scores.values("round__game__variant").annotate(most=Max("points")).values("most")
        ),
    ).get(pk=game.pk)
    sums = months.kinds().get(kind)
    best = {name: top.number for name, top in sums.best.items()} if sums else {}
    return _Earlier(
        games=(sums.games if sums else 0) + (numbers["games"] or 0),
        lowest=min(_known(best.get("lowest"), numbers["lowest"]), default=None),
        highest=max(_known(best.get("highest"), numbers["highest"]), default=None),
        most=max(_known(best.get("deal"), numbers["most"]), default=None),
    )


def _known(*numbers: int | None) -> list[int]:
    return [number for number in numbers if number is not None]


def _before(game: Game, prefix: str, since: date | None = None) -> Q:
    """Return the filter for the group’s finished games before ``game``, by date: those of the same
    month, or those ``since`` a day.
    """
    earlier, same = Q(), Q()
    for name in ("played_on", "created_at", "pk"):
        value = getattr(game, name)
        earlier |= same & Q(**{f"{prefix}{name}__lt": value})
        same &= Q(**{f"{prefix}{name}": value})
    group = {f"{prefix}group": game.group_id, f"{prefix}state": Game.State.FINISHED}
    first = {f"{prefix}played_on__gte": since or game.played_on.replace(day=1)}
    return Q(**group, **first) & earlier


def _met(board: Scoreboard, months: Months, winner: str, other: str) -> tuple[int, int]:
    """Return in how many earlier games the side of ``winner`` finished ahead of the ``other`` one,
    and in how many behind. The sums of months have no partners.
    """
    players, others = _players(board, winner), _players(board, other)
    alone = len(players) == len(others) == 1
    results = Result.objects.filter(
        _before(board.game, "game__", since=None if alone else date.min)
    ).annotate(other_side=F("game__results__side"), other_place=F("game__results__place"))
    for side, members in (("side", players), ("other_side", others)):
        for player in members:
            results = results.filter(
                Exists(Seat.objects.filter(side=OuterRef(side), player=player))
            )
    found = results.aggregate(
        ahead=Count("pk", filter=Q(place__lt=F("other_place"))),
        behind=Count("pk", filter=Q(place__gt=F("other_place"))),
    )
    met = months.met(players[0], others[0]).values() if alone else ()
    return (
        found["ahead"] + sum(month.ahead for month in met),
        found["behind"] + sum(month.behind for month in met),
    )


def _players(board: Scoreboard, side: str) -> Sequence[int]:
    """Return the keys of the players of a side."""
    seats, numbers = board.seating.seats, board.seating.numbers
    return [seat.player_id for seat in seats if numbers[seat.side_id] == side]
