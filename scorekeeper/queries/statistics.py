"""Statistics of a group, computed by the database from stored results and scores.

Results are compared only if the games had the same rules: a ``Kind`` is a variant with a
``Game.rules_key``. Places, wins and who finished ahead of whom are also added up over all games,
because they mean the same in all of them. Pages that do so point this out.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from django.db.models import (
    Count,
    F,
    Max,
    Min,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    TextField,
    Value,
)
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Length, Replace
from django.utils.translation import gettext as _

from rules.engine.catalogue import catalogue
from rules.engine.rulesets import Ruleset
from rules.engine.schemes import Mark
from rules.engine.snapshots import SnapshotError, load
from rules.reference.game_words import translated_house_rules, translated_ruleset
from scorekeeper.models import Game, Player, Result, Score

MIN_DEALS = 3  # a contract that a player has played less often is neither the best nor the worst
# The form of a player is shown in spans of at least this many games, and in this many spans.
SPAN, SPANS = 5, 24

SIDES = (
    Result.objects.filter(game=OuterRef("game"))
    .order_by()
    .values("game")
    .annotate(count=Count("pk"))
    .values("count")
)
# The sums that make a tally of results with the number of ``sides``; see ``tally_of``.
TALLY: Mapping[str, Any] = {
    "games": Count("pk"),
    "wins": Count("pk", filter=Q(is_winner=True)),
    "expected": Sum(1.0 / F("sides")),
    "places": Sum("place"),
}
Key = tuple[str, int | None]
_WITH_CARDS = Q(reasons__contains='"cards"')
_CARDS = KT("reason__0__cards")  # the cards left in a hand, with a space between them
# The sums over scores from ``played_scores`` that ``deal_scores`` adds for hands left with cards.
CARDS_LEFT: Mapping[str, Any] = {
    "hands": Count(_CARDS, filter=_WITH_CARDS),
    "cards_left": Sum(
        Length(_CARDS) - Length(Replace(_CARDS, Value(" "), Value(""))) + 1,
        filter=_WITH_CARDS,
        default=0,
    ),
}
# The stored reason of points that a side is charged for deals it missed.
_MISSED = "missed-deals"


@dataclass(frozen=True, slots=True)
class Kind:
    """Games of one variant under the same rules; ``house_rules`` are empty for the standard rules.

    ``ruleset`` is None if it can’t be read.
    """

    variant: str
    name: str
    house_rules: tuple[str, ...]
    ruleset: Ruleset | None

    @property
    def lowest_wins(self) -> bool:
        return self.ruleset is None or self.ruleset.end.wins == "lowest"

    @property
    def counts_hands(self) -> bool:
        """Whether each player scores the cards left in their own hand."""
        return (
            self.ruleset is not None
            and self.ruleset.scoring.scheme == "cards-left"
            and self.ruleset.players.team == 1
        )

    @property
    def deal_word(self) -> str:
        return self.ruleset.words.deal.one if self.ruleset else _("deal")

    @property
    def deals_word(self) -> str:
        return self.ruleset.words.deal.many if self.ruleset else _("deals")


@dataclass(frozen=True, slots=True)
class Tally:
    """Games, wins, the wins that chance would give, and the sum of the places."""

    games: int = 0
    wins: int = 0
    expected: float = 0
    places: int = 0

    @property
    def win_rate(self) -> float:
        """The share of games won, between 0 and 1."""
        return self.wins / self.games if self.games else 0

    @property
    def chance(self) -> float:
        """The share of games that chance would win, between 0 and 1."""
        return self.expected / self.games if self.games else 0

    @property
    def average_place(self) -> float:
        return self.places / self.games if self.games else 0


@dataclass(frozen=True, slots=True)
class DealScores:
    """The scores in the deal with this number: how many, how many of them won it, and points.

    ``points`` is the sum, and ``highest`` the most that one side scored. ``hands`` and
    ``cards_left`` are as in ``Record``, and 0 unless they were asked for.
    """

    number: int
    scores: int
    won: int
    points: int
    highest: int
    hands: int = 0
    cards_left: int = 0


@dataclass(frozen=True, slots=True)
class DealAverage:
    """The average points in the deal with this number, and how many scores it is taken from."""

    number: int
    contract: str
    scores: int
    points: float


@dataclass(frozen=True, slots=True)
class Record:
    """A player’s results in games of one kind.

    ``deals`` is the number of deals they scored in, ``deals_won`` the number in which they went out
    or achieved the aim of the deal, and ``points`` their sum. ``contracts`` are the
    deals with a contract, in ascending order of points, without those in which the player scored
    fewer than ``MIN_DEALS`` times. ``hands`` is the number of hands in which the player was left
    with cards and the cards were entered, and ``cards_left`` how many cards these were.
    """

    kind: Kind
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
        return self.points / self.deals if self.deals else 0

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
    """Consecutive games of a player, with the dates of the first and the last one."""

    first: datetime
    last: datetime
    tally: Tally


@dataclass(frozen=True, slots=True)
class Opponent:
    """The number of games in which a player finished ahead of another, behind, or tied."""

    pk: int
    name: str
    ahead: int
    behind: int
    tied: int


@dataclass(frozen=True, slots=True)
class PersonStatistics:
    """A player’s statistics; ``records`` are in descending order of games.

    ``winning_streak`` and ``losing_streak`` are the most games in a row that were won, and that
    weren’t.
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
        .order_by("game__created_at", "game")
        .values_list("game__created_at", "is_winner", "place", "sides")
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


def played_scores(**wanted: object) -> QuerySet[Score, Any]:
    """Return the points in deals that were played, without charges for missed deals."""
    return (
        Score.objects.filter(**wanted)
        # A search in the text takes a fraction of the time that looking up the code takes.
        .annotate(reasons=Cast("reason", TextField()))
        .exclude(reasons__contains=f'"{_MISSED}"')
        .order_by()
        .values(variant=F("round__game__variant"), rules_key=F("round__game__rules_key"))
    )


def tally_of(row: Mapping[str, Any]) -> Tally:
    return Tally(row["games"], row["wins"], row["expected"], row["places"])


def _sum(tallies: Iterable[Tally]) -> Tally:
    listed = list(tallies)
    return Tally(
        sum(each.games for each in listed),
        sum(each.wins for each in listed),
        sum(each.expected for each in listed),
        sum(each.places for each in listed),
    )


def _longest(games: Sequence[tuple[datetime, bool, int, int]], *, won: bool) -> int:
    streaks = groupby(games, key=lambda game: game[1])
    return max((len(list(streak)) for is_won, streak in streaks if is_won == won), default=0)


def _form(games: Sequence[tuple[datetime, bool, int, int]]) -> tuple[Span, ...]:
    size = max(SPAN, -(-len(games) // SPANS))
    spans = (games[begin : begin + size] for begin in range(0, len(games), size))
    return tuple(
        Span(
            span[0][0],
            span[-1][0],
            Tally(
                len(span),
                sum(won for _, won, _, _ in span),
                sum(1 / sides for _, _, _, sides in span),
                sum(place for _, _, place, _ in span),
            ),
        )
        for span in spans
    )


def deal_scores(scores: QuerySet[Score, Any], **more: Any) -> defaultdict[Key, list[DealScores]]:
    """Return the sums of the scores in each deal, and ``more`` sums, by kind of game."""
    rows = scores.annotate(
        deal=F("round__deal"),
        count=Count("pk"),
        won=Count("pk", filter=Q(marks__contains=Mark.ACHIEVED.value)),
        sum=Sum("points"),
        highest=Max("points"),
        **more,
    ).values_list("variant", "rules_key", "deal", "count", "won", "sum", "highest", *more)
    found: defaultdict[Key, list[DealScores]] = defaultdict(list)
    for variant, rules_key, *sums in rows:
        found[variant, rules_key].append(DealScores(*sums))
    return found


def contract_averages(kind: Kind, deals: Iterable[DealScores]) -> tuple[DealAverage, ...]:
    """Return the averages of the deals with a contract, those with the fewest points first."""
    if kind.ruleset is None:
        return ()
    found = (
        DealAverage(
            deal.number, kind.ruleset.contract_words(dealt), deal.scores, deal.points / deal.scores
        )
        for deal in deals
        for dealt in (kind.ruleset.listed(deal.number),)
        if dealt.contract.size and deal.scores >= MIN_DEALS
    )
    return tuple(sorted(found, key=lambda average: (average.points, average.number)))


def kinds_of(games: Collection[int]) -> dict[int, Kind]:
    """Return the kind of each of these games, which are given by primary key."""
    rows = Game.objects.filter(pk__in=games).values_list("pk", "variant", "ruleset")
    return {pk: _kind(variant, plain) for pk, variant, plain in rows}


def _kind(slug: str, plain: Mapping[str, Any]) -> Kind:
    try:
        ruleset = load(plain)
    except SnapshotError:
        return Kind(slug, slug, (), None)
    shown = translated_ruleset(ruleset)
    rules = translated_house_rules(catalogue().variants.get(slug), ruleset)
    return Kind(slug, shown.name, tuple(rules), shown)


def met(player: Player) -> QuerySet[Any]:
    """Return the player’s results, one for each opponent, with the opponent’s place and total."""
    return (
        Result.objects.filter(side__seats__player=player)
        .annotate(
            other=F("game__seats__player"),
            other_side=F("game__seats__side"),
            other_place=F("game__seats__side__result__place"),
            other_total=F("game__seats__side__result__total"),
        )
        .filter(~Q(side=F("other_side")))
        .order_by()
    )


# The number of results from ``met`` in which the player was ahead of an opponent, and behind.
AHEAD = Count("pk", filter=Q(place__lt=F("other_place")))
BEHIND = Count("pk", filter=Q(place__gt=F("other_place")))


def _opponents(player: Player) -> list[Opponent]:
    """Return everyone who finished a game against the player, those with most games first."""
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
