"""A group’s records in one game, the averages of its contracts, and the best pairs."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import (
    Count,
    F,
    Max,
    Min,
    Q,
    QuerySet,
    Subquery,
    Sum,
)

from scorekeeper.models import Game, Group, Result, Score, Seat
from scorekeeper.queries.statistics import (
    SIDES,
    DealAverage,
    DealScores,
    Key,
    Kind,
    Tally,
    contract_averages,
    deal_scores,
    kinds_of,
    played_scores,
    tally_of,
)

MIN_GAMES = 3  # partners with fewer games aren’t compared
PAIRS = 10  # the most pairs that a page lists


@dataclass(frozen=True, slots=True)
class Best:
    """A record: the number, who holds it, and the game in which it was set first."""

    number: int
    name: str
    code: str
    begun: datetime


@dataclass(frozen=True, slots=True)
class KindStatistics:
    """A group’s records in games of one kind, and the averages of the deals with a contract.

    ``highest_deal`` is the most points that a side scored in a deal. ``longest`` is the game with
    the most deals, or None if every game has the same number. ``contracts`` are in order of deals.
    """

    kind: Kind
    games: int
    lowest: Best
    highest: Best
    highest_deal: Best | None
    longest: Best | None
    contracts: tuple[DealAverage, ...]

    @property
    def costliest(self) -> DealAverage | None:
        """The contract with the most points on average; None if there aren’t two to compare."""
        if len(self.contracts) < 2:
            return None
        return max(self.contracts, key=lambda average: average.points)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two partners, and the games that they finished on one side."""

    name: str
    partner: str
    tally: Tally


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """A group’s statistics of a variant.

    ``kinds`` are in descending order of games. ``pairs`` are the partners who finished at least
    ``MIN_GAMES`` games together, those with the highest win rate first; ``has_pairs`` is true if
    any did.
    """

    kinds: Sequence[KindStatistics]
    pairs: Sequence[Pair]
    has_pairs: bool


def game_statistics(group: Group, variant: str) -> GameStatistics:
    """Return a group’s statistics of a variant, in at most eight queries."""
    results = Result.objects.filter(game__group=group, game__variant=variant).order_by()
    rows = list(
        results.values(rules_key=F("game__rules_key")).annotate(
            games=Count("game", distinct=True),
            lowest=Min("total"),
            highest=Max("total"),
            latest=Max("game"),
        )
    )
    if not rows:
        return GameStatistics((), (), has_pairs=False)
    by_game = kinds_of({row["latest"] for row in rows})
    kinds = {row["rules_key"]: by_game[row["latest"]] for row in rows}
    scores = played_scores(round__game__group=group, round__game__variant=variant)
    deals = deal_scores(scores)
    totals = _totals(results, rows)
    highest_deals = _highest_deals(scores, deals)
    longest = _longest_games(group, variant, kinds, deals)
    found = []
    for row in rows:
        key = row["rules_key"]
        contracts = contract_averages(kinds[key], deals[variant, key])
        found.append(
            KindStatistics(
                kind=kinds[key],
                games=row["games"],
                lowest=totals[key, row["lowest"]],
                highest=totals[key, row["highest"]],
                highest_deal=highest_deals.get(key),
                longest=longest.get(key),
                contracts=tuple(sorted(contracts, key=lambda average: average.number)),
            )
        )
    pairs = _pairs(group, variant)
    compared = [pair for pair in pairs if pair.tally.games >= MIN_GAMES]
    return GameStatistics(
        kinds=sorted(found, key=lambda each: (-each.games, each.kind.house_rules)),
        pairs=sorted(compared, key=lambda pair: (-pair.tally.win_rate, -pair.tally.games))[:PAIRS],
        has_pairs=bool(pairs),
    )


def _either(conditions: Iterable[Q]) -> Q:
    """Return the condition that one of these is true; they must not be empty."""
    return reduce(or_, conditions)


def _totals(
    results: QuerySet[Result], rows: Iterable[Mapping[str, Any]]
) -> dict[tuple[int | None, int], Best]:
    """Return who reached the lowest and the highest total first, by rules and total."""
    ends = _either(
        Q(game__rules_key=row["rules_key"]) & Q(total__in=[row["lowest"], row["highest"]])
        for row in rows
    )
    firsts = results.filter(ends).values("game__rules_key", "total").annotate(first=Min("pk"))
    held = Result.objects.filter(pk__in=firsts.values("first")).values_list(
        "game__rules_key", "total", "side__name", "game__code", "game__created_at"
    )
    return {(key, total): Best(total, name, code, begun) for key, total, name, code, begun in held}


def _highest_deals(
    scores: QuerySet[Score, Any], deals: Mapping[Key, Sequence[DealScores]]
) -> dict[int | None, Best]:
    """Return who scored the most points in a deal first, by rules."""
    tops = {key: max(own, key=_highest) for (_, key), own in deals.items() if own}
    if not tops:
        return {}
    firsts = (
        scores.filter(
            # The number of the deal narrows the search.
            _either(
                Q(round__game__rules_key=key, round__deal=top.number, points=top.highest)
                for key, top in tops.items()
            )
        )
        .annotate(first=Min("pk"))
        .values("first")
    )
    held = Score.objects.filter(pk__in=firsts).values_list(
        "round__game__rules_key",
        "points",
        "side__name",
        "round__game__code",
        "round__game__created_at",
    )
    return {key: Best(points, name, code, begun) for key, points, name, code, begun in held}


def _highest(deal: DealScores) -> int:
    return deal.highest


def _longest_games(
    group: Group,
    variant: str,
    kinds: Mapping[int | None, Kind],
    deals: Mapping[Key, Sequence[DealScores]],
) -> dict[int | None, Best]:
    """Return the first game with the most deals, by rules, where the number of deals varies."""
    tops = {
        key: max(deal.number for deal in deals[variant, key])
        for key, kind in kinds.items()
        if kind.ruleset and not kind.ruleset.length and deals[variant, key]
    }
    if not tops:
        return {}
    last = _either(Q(rules_key=key, rounds__deal=top) for key, top in tops.items())
    games = Game.objects.filter(last, group=group, variant=variant).order_by()
    firsts = games.values("rules_key").annotate(first=Min("pk")).values("first")
    held = Game.objects.filter(pk__in=firsts).values_list("rules_key", "code", "created_at")
    return {key: Best(tops[key], "", code, begun) for key, code, begun in held}


def _pairs(group: Group, variant: str) -> list[Pair]:
    """Return all partners who finished a game together."""
    rows = (
        Seat.objects.filter(
            game__group=group,
            game__variant=variant,
            side__result__isnull=False,
            side__seats__player__gt=F("player"),
        )
        .order_by()
        .annotate(sides=Subquery(SIDES))
        .values("player__name", partner=F("side__seats__player__name"))
        .annotate(
            games=Count("pk"),
            wins=Count("pk", filter=Q(side__result__is_winner=True)),
            expected=Sum(1.0 / F("sides")),
            places=Sum("side__result__place"),
        )
    )
    return [Pair(row["player__name"], row["partner"], tally_of(row)) for row in rows]
