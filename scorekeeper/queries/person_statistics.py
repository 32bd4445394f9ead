"""The statistics of one player, over all their games and for each kind of game."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from scorekeeper.models import Player
from scorekeeper.queries.months import Against, KindSums, Months, Outcome, PersonSums, tally_sums
from scorekeeper.queries.statistics import (
    DealAverage,
    GameKind,
    Tally,
    contract_averages,
    kinds_of,
    longest_streak,
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


def person_statistics(player: Player, months: Months) -> PersonStatistics:
    """Return the statistics of a player, in three queries."""
    played = months.person(player)
    by_rules = played.by_rules.values()
    kinds = kinds_of({sums.latest for sums in by_rules})
    records = [_record(kinds[sums.latest], sums) for sums in by_rules]
    return PersonStatistics(
        tally=Tally(*tally_sums(played.games)),
        records=sorted(records, key=lambda record: (-record.tally.games, record.kind.name)),
        winning_streak=longest_streak(played.games, won=True),
        losing_streak=longest_streak(played.games, won=False),
        form=_form(played.games),
        opponents=_opponents(played),
    )


def _record(kind: GameKind, sums: KindSums) -> Record:
    best, worst = sums.best["lowest"], sums.best["highest"]
    if not kind.lowest_wins:
        best, worst = worst, best
    deals = sums.deals
    return Record(
        kind=kind,
        tally=Tally(*sums.sums["tally"]),
        best=best.number,
        worst=worst.number,
        deals=sum(deal.scores for deal in deals),
        deals_won=sum(deal.won for deal in deals),
        points=sum(deal.points for deal in deals),
        contracts=contract_averages(kind, deals),
        hands=sum(deal.hands for deal in deals) if kind.counts_hands else 0,
        cards_left=sum(deal.cards_left for deal in deals) if kind.counts_hands else 0,
    )


def _form(games: Sequence[Outcome]) -> tuple[Span, ...]:
    size = max(SPAN, -(-len(games) // SPANS))
    spans = (games[begin : begin + size] for begin in range(0, len(games), size))
    return tuple(Span(date.fromordinal(span[-1][0]), Tally(*tally_sums(span))) for span in spans)


def _opponents(played: PersonSums) -> list[Opponent]:
    """Return everyone who finished a game against the player, those with the most games first."""
    met = {int(key): Against(*numbers) for key, numbers in played.met.items()}
    opponents = [
        Opponent(key, name, own.ahead, own.behind, own.games - own.ahead - own.behind)
        for key, name in Player.objects.filter(pk__in=list(met)).values_list("pk", "name")
        for own in (met[key],)
    ]
    return sorted(opponents, key=lambda each: (-each.ahead - each.behind - each.tied, each.name))
