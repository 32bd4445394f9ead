"""A group’s records in one game, the averages of its contracts, and its best partners."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import reduce
from math import sqrt
from operator import or_
from typing import Any

from django.db.models import (
    Count,
    ExpressionWrapper,
    F,
    FloatField,
    Max,
    Min,
    Q,
    QuerySet,
    Subquery,
    Sum,
    Window,
)
from django.db.models.functions import RowNumber

from scorekeeper.models import Game, Group, Result, Score, Seat
from scorekeeper.queries.game_lines import oldest_first
from scorekeeper.queries.past_games import in_year
from scorekeeper.queries.statistics import (
    SIDES,
    DealAverage,
    DealScores,
    GameKind,
    Key,
    Tally,
    contract_averages,
    deal_scores,
    expected_wins,
    kinds_of,
    played_scores,
    tally_of,
)

Wanted = Mapping[str, object]  # a filter for games
MIN_GAMES = 3  # partners with fewer games aren’t compared
PAIRS = 10  # the most pairs that a page lists
MOST_KINDS = 20  # the most kinds of games whose records a page shows
MIN_DEALT = 30  # with fewer deals, nothing is shown about the dealer
SURE = 2.58  # standard errors; by chance, only 1 difference in 100 is larger


@dataclass(frozen=True, slots=True)
class Best:
    """A record: the value, the holder, and the game in which it was first set."""

    number: int
    name: str
    code: str
    played_on: date


@dataclass(frozen=True, slots=True)
class DealersPoints:
    """The points of the dealer’s side in a deal minus the average of the others.

    ``difference`` is the average over ``deals`` deals, and ``error`` its standard error.
    """

    deals: int
    difference: float
    error: float

    @property
    def is_clear(self) -> bool:
        """Whether the difference, over enough deals, is too large to be explained by chance."""
        return self.deals >= MIN_DEALT and abs(self.difference) > SURE * self.error


@dataclass(frozen=True, slots=True)
class KindStatistics:
    """A group’s records in finished games of one kind, and the averages of deals with a contract.

    ``highest_deal`` is the most points that a side scored in a deal. ``longest`` is the game with
    the most deals, or None if every game has the same number of deals. ``contracts`` are in order
    of deals. ``dealer`` is None in games without a dealer, and if fewer than two deals with a known
    dealer can be compared.
    """

    kind: GameKind
    games: int
    lowest: Best
    highest: Best
    highest_deal: Best | None
    longest: Best | None
    contracts: tuple[DealAverage, ...]
    dealer: DealersPoints | None = None

    @property
    def costliest(self) -> DealAverage | None:
        """The contract with the most points on average; None if there aren’t two to compare."""
        if len(self.contracts) < 2:
            return None
        return max(self.contracts, key=lambda average: average.points)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two partners, and the games that they finished as one side."""

    name: str
    partner: str
    tally: Tally


@dataclass(frozen=True, slots=True)
class OtherKind:
    """A kind of game without its records: its rules key, and the number of finished games."""

    kind: GameKind
    rules_key: int | None
    games: int


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """A group’s statistics of a variant, from its finished games.

    ``kinds`` are in descending order of games. ``others`` are the kinds after the first
    ``MOST_KINDS``, in the same order. ``pairs`` are the partners who finished at least
    ``MIN_GAMES`` games together, those with the highest win rate first. ``has_pairs`` is true if
    any partners finished a game together.
    """

    kinds: Sequence[KindStatistics]
    others: Sequence[OtherKind]
    pairs: Sequence[Pair]
    has_pairs: bool


def game_statistics(
    group: Group,
    variant: str,
    year: int = 0,
    rules_key: int | None = None,
    names: Sequence[str] = (),
) -> GameStatistics:
    """Return a group’s statistics of a variant, in one year or all, using at most eight queries.

    ``names`` are the spellings of the name that players gave to their games, if only games with
    this name are wanted.

    If games with this ``rules_key`` were finished, ``kinds`` has only their kind.
    """
    wanted = {"group": group, "variant": variant, "state": Game.State.FINISHED}
    wanted |= in_year(year) if year else {}
    wanted |= {"given_name__in": names} if names else {}
    results = Result.objects.filter(**_within("game__", wanted)).order_by()
    rows = list(
        results.values(rules_key=F("game__rules_key"))
        .annotate(
            games=Count("game", distinct=True),
            lowest=Min("total"),
            highest=Max("total"),
            latest=Max("game"),
        )
        .order_by("-games", "-latest")
    )
    if not rows:
        return GameStatistics((), (), (), has_pairs=False)
    if rules_key is not None:
        rows = [row for row in rows if row["rules_key"] == rules_key] or rows
    by_game = kinds_of({row["latest"] for row in rows})
    rows, rest = rows[:MOST_KINDS], rows[MOST_KINDS:]
    kinds = {row["rules_key"]: by_game[row["latest"]] for row in rows}
    scores = played_scores(**_within("round__game__", wanted))
    deals = {key: own for key, own in deal_scores(scores).items() if key[1] in kinds}
    totals = _totals(results, rows)
    highest_deals = _highest_deals(scores, deals)
    longest = _longest_games(wanted, kinds, deals)
    dealers = _dealers_points(wanted, kinds)
    found = []
    for row in rows:
        key = row["rules_key"]
        contracts = contract_averages(kinds[key], deals.get((variant, key), ()))
        found.append(
            KindStatistics(
                kind=kinds[key],
                games=row["games"],
                lowest=totals[key, row["lowest"]],
                highest=totals[key, row["highest"]],
                highest_deal=highest_deals.get(key),
                longest=longest.get(key),
                contracts=tuple(sorted(contracts, key=lambda average: average.number)),
                dealer=dealers.get(key),
            )
        )
    pairs = _pairs(wanted)
    compared = [pair for pair in pairs if pair.tally.games >= MIN_GAMES]
    return GameStatistics(
        kinds=sorted(found, key=lambda each: (-each.games, each.kind.house_rules)),
        others=[OtherKind(by_game[row["latest"]], row["rules_key"], row["games"]) for row in rest],
        pairs=sorted(compared, key=lambda pair: (-pair.tally.win_rate, -pair.tally.games))[:PAIRS],
        has_pairs=bool(pairs),
    )


def _within(prefix: str, wanted: Wanted) -> dict[str, object]:
    """Return the filter for rows that refer to the ``wanted`` games by this prefix."""
    return {f"{prefix}{name}": value for name, value in wanted.items()}


def _in_order(game: str, partition: Sequence[str], *within: str) -> Window:
    """Return the number of a row in each part, counted from 1 in the order of the games’ dates.

    ``game`` is the prefix of the game’s fields, and the fields ``within`` order the rows of a game.
    """
    order = [*oldest_first(game), *within, "pk"]
    return Window(RowNumber(), partition_by=partition, order_by=order)


def _either(conditions: Iterable[Q]) -> Q:
    """Combine ``conditions`` with OR. There must be at least one of them."""
    return reduce(or_, conditions)


def _totals(
    results: QuerySet[Result], rows: Iterable[Mapping[str, Any]]
) -> dict[tuple[int | None, int], Best]:
    """Return who first reached the lowest and the highest total, by rules key and total."""
    ends = _either(
        Q(game__rules_key=row["rules_key"]) & Q(total__in=[row["lowest"], row["highest"]])
        for row in rows
    )
    held = (
        results.filter(ends)
        .annotate(at=_in_order("game__", ["game__rules_key", "total"]))
        .filter(at=1)
        .values_list("game__rules_key", "total", "side__name", "game__code", "game__played_on")
    )
    return {(key, total): Best(total, name, code, day) for key, total, name, code, day in held}


def _highest_deals(
    scores: QuerySet[Score, Any], deals: Mapping[Key, Sequence[DealScores]]
) -> dict[int | None, Best]:
    """Return who first scored the most points in a deal, by rules key."""
    tops = {key: max(deal.highest for deal in own) for (_, key), own in deals.items()}
    if not tops:
        return {}
    ends = _either(
        Q(
            round__game__rules_key=key,
            # The numbers of the deals narrow the search.
            round__deal__in=[deal.number for deal in own if deal.highest == tops[key]],
            points=tops[key],
        )
        for (_, key), own in deals.items()
    )
    held = (
        scores.filter(ends)
        .annotate(at=_in_order("round__game__", ["round__game__rules_key"], "round__deal"))
        .filter(at=1)
        .values_list(
            "round__game__rules_key",
            "points",
            "side__name",
            "round__game__code",
            "round__game__played_on",
        )
    )
    return {key: Best(points, name, code, day) for key, points, name, code, day in held}


def _longest_games(
    wanted: Wanted,
    kinds: Mapping[int | None, GameKind],
    deals: Mapping[Key, Sequence[DealScores]],
) -> dict[int | None, Best]:
    """Return the first game with the most deals, by rules key, if the number of deals varies."""
    tops = {
        key: max(deal.number for deal in own)
        for (_, key), own in deals.items()
        if (ruleset := kinds[key].ruleset) and not ruleset.length
    }
    if not tops:
        return {}
    last = _either(Q(rules_key=key, rounds__deal=top) for key, top in tops.items())
    held = (
        Game.objects.filter(last, **wanted)
        .order_by()
        .annotate(at=_in_order("", ["rules_key"]))
        .filter(at=1)
        .values_list("rules_key", "code", "played_on")
    )
    return {key: Best(tops[key], "", code, day) for key, code, day in held}


def _dealers_points(
    wanted: Wanted, kinds: Mapping[int | None, GameKind]
) -> dict[int | None, DealersPoints]:
    """Return how many more points dealers scored than the others, by rules key, in one query."""
    keys = [key for key, kind in kinds.items() if kind.ruleset and kind.ruleset.has_dealer]
    if not keys:
        return {}
    beyond = (F("own") * F("count") - F("total")) * 1.0 / (F("count") - 1)
    rounds = (
        Score.objects.filter(round__dealer_known=True, **_within("round__game__", wanted))
        .order_by()
        .values("round", rules_key=F("round__game__rules_key"))
        .annotate(
            count=Count("pk"),
            total=Sum("points"),
            own=Sum("points", filter=Q(side=F("round__dealer__side"))),
        )
        .filter(count__gt=1, own__isnull=False)
        .annotate(beyond=ExpressionWrapper(beyond, FloatField()))
    )
    sums = rounds.aggregate(
        **{
            f"{name}_{at}": expression
            for at, key in enumerate(keys)
            for of_kind in (Q(rules_key=key),)
            for name, expression in (
                ("deals", Count("round", filter=of_kind)),
                ("sum", Sum("beyond", filter=of_kind)),
                ("squares", Sum(F("beyond") * F("beyond"), filter=of_kind)),
            )
        }
    )
    found: dict[int | None, DealersPoints] = {}
    for at, key in enumerate(keys):
        deals, total, squares = (sums[f"{name}_{at}"] for name in ("deals", "sum", "squares"))
        if deals > 1:
            mean = total / deals
            variance = max(0.0, (squares - deals * mean * mean) / (deals - 1))
            unit = kinds[key].unit
            found[key] = DealersPoints(deals, mean / unit, sqrt(variance / deals) / unit)
    return found


def _pairs(wanted: Wanted) -> list[Pair]:
    """Return all partners who finished a game together."""
    rows = (
        Seat.objects.filter(
            **_within("game__", wanted),
            side__result__isnull=False,
            side__seats__player__gt=F("player"),
        )
        .order_by()
        .annotate(sides=Subquery(SIDES))
        .values("player__name", partner=F("side__seats__player__name"))
        .annotate(
            games=Count("pk"),
            wins=Count("pk", filter=Q(side__result__is_winner=True)),
            expected=expected_wins("side__result__"),
            places=Sum("side__result__place", default=0),
            ranked=Count("side__result__place"),
        )
    )
    return [Pair(row["player__name"], row["partner"], tally_of(row)) for row in rows]
