"""The statistics of one player, over all their games and for each kind of game."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Any

from django.db.models import Count, F, Max, Min, Subquery

from scorekeeper.models import Player, Result
from scorekeeper.queries.game_lines import oldest_first
from scorekeeper.queries.statistics import (
    AHEAD,
    BEHIND,
    CARDS_LEFT,
    SIDES,
    TALLY,
    DealAverage,
    GameKind,
    Tally,
    contract_averages,
    deal_scores,
    kinds_of,
    met,
    played_scores,
    tally_of,
)

# A player’s form is shown in spans of at least SPAN games, and in at most SPANS spans.
SPAN, SPANS = 5, 24


@dataclass(frozen=True, slots=True)
class Record:
    """A player’s results in games of one kind.

    ``deals`` is the number of deals they scored in, ``deals_won`` the number in which they went out
    or achieved the aim of the deal, and ``points`` the sum of their points, in units.
    ``contracts`` are the deals with a contract, in ascending order of points, without those in
    which the player scored fewer than ``MIN_DEALS`` times. ``hands`` is the number of hands in
    which the player was left with cards and the cards were entered, and ``cards_left`` is the
    number of these cards.
    """

    kind: GameKind
    tally: Tally
    best: int
    worst: int
    deals: int
    deals_won: int
    points: int
    contracts: tuple[DealAverage, ...]
    hands: int = 0
    cards_left: int = 0

    @property
    def average(self) -> float:
        """The average points in a deal."""
        return self.points / self.deals / self.kind.unit if self.deals else 0

    @property
    def average_cards_left(self) -> float:
        """How many cards the player was left with on average when somebody else went out."""
        return self.cards_left / self.hands if self.hands else 0

    @property
    def deal_rate(self) -> float:
        """The share of deals won, between 0 and 1."""
        return self.deals_won / self.deals if self.deals else 0


@dataclass(frozen=True, slots=True)
class Span:
    """Consecutive games of a player, with the date of the last one."""

    last: date
    tally: Tally


@dataclass(frozen=True, slots=True)
class Opponent:
    """The numbers of games in which a player was ahead of, behind or tied with an opponent."""

    pk: int
    name: str
    ahead: int
    behind: int
    tied: int


@dataclass(frozen=True, slots=True)
class PersonStatistics:
    """A player’s statistics; ``records`` are in descending order of games.

    ``winning_streak`` and ``losing_streak`` are the most games in a row that were won, or not won.
    """

    tally: Tally
    records: Sequence[Record]
    winning_streak: int
    losing_streak: int
    form: Sequence[Span]
    opponents: Sequence[Opponent]


def person_statistics(player: Player) -> PersonStatistics:
    """Return the statistics of a player, in five queries."""
    results = list(_results(player))
    deals = deal_scores(played_scores(side__seats__player=player), **CARDS_LEFT)
    kinds = kinds_of({row["latest"] for row in results})
    records = []
    for row in results:
        key = row["variant"], row["rules_key"]
        kind, own = kinds[row["latest"]], deals[key]
        best, worst = row["lowest"], row["highest"]
        if not kind.lowest_wins:
            best, worst = worst, best
        records.append(
            Record(
                kind,
                tally_of(row),
                best,
                worst,
                sum(deal.scores for deal in own),
                sum(deal.won for deal in own),
                sum(deal.points for deal in own),
                contract_averages(kind, own),
                sum(deal.hands for deal in own) if kind.counts_hands else 0,
                sum(deal.cards_left for deal in own) if kind.counts_hands else 0,
            )
        )
    games = list(
        Result.objects.filter(side__seats__player=player)
        .annotate(sides=Subquery(SIDES))
        .order_by(*oldest_first("game__"))
        .values_list("game__played_on", "is_winner", "place", "sides")
    )
    return PersonStatistics(
        tally=_sum(record.tally for record in records),
        records=sorted(records, key=lambda record: (-record.tally.games, record.kind.name)),
        winning_streak=_longest(games, won=True),
        losing_streak=_longest(games, won=False),
        form=_form(games),
        opponents=_opponents(player),
    )


def _results(player: Player) -> Iterable[Mapping[str, Any]]:
    return (
        Result.objects.filter(side__seats__player=player)
        .order_by()
        .annotate(sides=Subquery(SIDES))
        .values(variant=F("game__variant"), rules_key=F("game__rules_key"))
        .annotate(
            **TALLY,
            lowest=Min("total"),
            highest=Max("total"),
            latest=Max("game"),
        )
    )


def _sum(tallies: Iterable[Tally]) -> Tally:
    listed = list(tallies)
    return Tally(
        sum(each.games for each in listed),
        sum(each.wins for each in listed),
        sum(each.expected for each in listed),
        sum(each.places for each in listed),
        sum(each.ranked for each in listed),
    )


# The day of a game, whether it was won, the place, if there are any, and the number of sides.
_Outcome = tuple[date, bool, int | None, int]


def _longest(games: Sequence[_Outcome], *, won: bool) -> int:
    streaks = groupby(games, key=lambda game: game[1])
    return max((len(list(streak)) for is_won, streak in streaks if is_won == won), default=0)


def _form(games: Sequence[_Outcome]) -> tuple[Span, ...]:
    size = max(SPAN, -(-len(games) // SPANS))
    spans = (games[begin : begin + size] for begin in range(0, len(games), size))
    return tuple(
        Span(
            span[-1][0],
            Tally(
                len(span),
                sum(won for _, won, _, _ in span),
                sum(1 / sides if place else won for _, won, place, sides in span),
                sum(place or 0 for _, _, place, _ in span),
                sum(bool(place) for _, _, place, _ in span),
            ),
        )
        for span in spans
    )


def _opponents(player: Player) -> list[Opponent]:
    """Return everyone who finished a game against the player, those with the most games first."""
    rows = (
        met(player)
        .values("other", name=F("game__seats__player__name"))
        .annotate(ahead=AHEAD, behind=BEHIND, games=Count("pk"))
        .values_list("other", "name", "ahead", "behind", "games")
    )
    opponents = [
        Opponent(key, name, ahead, behind, games - ahead - behind)
        for key, name, ahead, behind, games in rows
    ]
    return sorted(opponents, key=lambda each: (-each.ahead - each.behind - each.tied, each.name))
