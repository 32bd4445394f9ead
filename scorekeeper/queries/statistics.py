"""Statistics of a group, computed by the database from stored results and scores.

Results are compared only if the games had the same rules: a ``Kind`` is a variant with a
``Game.rules_key``. Places, wins and who finished ahead of whom are also added up over all games,
because they mean the same in all of them; pages that do so say it.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from itertools import groupby
from operator import or_
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
)
from django.db.models.functions import Cast
from django.utils.translation import gettext as _

from rules.engine.catalogue import catalogue
from rules.engine.rulesets import Ruleset
from rules.engine.schemes import Mark
from rules.engine.snapshots import SnapshotError, load
from rules.reference.game_words import translated_house_rules, translated_ruleset
from scorekeeper.models import Game, Group, Player, Result, Score, Seat
from scorekeeper.queries.past_games import variant_name

LATEST = 5  # the latest games that a page lists
MIN_DEALS = 3  # a contract that a player has played less often is neither the best nor the worst
MIN_GAMES = 3  # partners with fewer games aren’t compared
PAIRS = 10  # the most pairs that a page lists
# The form of a player is shown in spans of at least this many games, and in this many spans.
SPAN, SPANS = 5, 24

_SIDES = (
    Result.objects.filter(game=OuterRef("game"))
    .order_by()
    .values("game")
    .annotate(count=Count("pk"))
    .values("count")
)
Key = tuple[str, int | None]
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

    ``points`` is the sum, and ``highest`` the most that one side scored.
    """

    number: int
    scores: int
    won: int
    points: int
    highest: int


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
    fewer than ``MIN_DEALS`` times.
    """

    kind: Kind
    tally: Tally
    best: int
    worst: int
    deals: int
    deals_won: int
    points: int
    contracts: tuple[DealAverage, ...]

    @property
    def average(self) -> float:
        """The average points in a deal."""
        return self.points / self.deals if self.deals else 0

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
    """How often a player finished ahead of another, behind them, and tied with them."""

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
    deals = _deals(_scores(side__seats__player=player))
    kinds = _kinds({row["latest"] for row in results})
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
                _tally(row),
                best,
                worst,
                sum(deal.scores for deal in own),
                sum(deal.won for deal in own),
                sum(deal.points for deal in own),
                _contracts(kind, own),
            )
        )
    games = list(
        Result.objects.filter(side__seats__player=player)
        .annotate(sides=Subquery(_SIDES))
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
        .annotate(sides=Subquery(_SIDES))
        .values(variant=F("game__variant"), rules_key=F("game__rules_key"))
        .annotate(
            games=Count("pk"),
            wins=Count("pk", filter=Q(is_winner=True)),
            expected=Sum(1.0 / F("sides")),
            places=Sum("place"),
            lowest=Min("total"),
            highest=Max("total"),
            latest=Max("game"),
        )
    )


def _scores(**wanted: object) -> QuerySet[Score, Any]:
    """Return the points in deals that were played, without charges for missed deals."""
    return (
        Score.objects.filter(**wanted)
        # A search in the text takes a fraction of the time that looking up the code takes.
        .annotate(reasons=Cast("reason", TextField()))
        .exclude(reasons__contains=f'"{_MISSED}"')
        .order_by()
        .values(variant=F("round__game__variant"), rules_key=F("round__game__rules_key"))
    )


def _tally(row: Mapping[str, Any]) -> Tally:
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


def _deals(scores: QuerySet[Score, Any]) -> defaultdict[Key, list[DealScores]]:
    """Return the sums of the scores in each deal, by kind of game."""
    rows = scores.annotate(
        deal=F("round__deal"),
        count=Count("pk"),
        won=Count("pk", filter=Q(marks__contains=Mark.ACHIEVED.value)),
        sum=Sum("points"),
        highest=Max("points"),
    ).values_list("variant", "rules_key", "deal", "count", "won", "sum", "highest")
    found: defaultdict[Key, list[DealScores]] = defaultdict(list)
    for variant, rules_key, *sums in rows:
        found[variant, rules_key].append(DealScores(*sums))
    return found


def _contracts(kind: Kind, deals: Iterable[DealScores]) -> tuple[DealAverage, ...]:
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


def _kinds(games: Collection[int]) -> dict[int, Kind]:
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


def _opponents(player: Player) -> list[Opponent]:
    """Return everyone who finished a game against the player, those with most games first."""
    rows = (
        # Filter before annotating, because otherwise Django joins the table a second time.
        Seat.objects.filter(game__seats__player=player, side__result__isnull=False)
        .annotate(
            own_side=F("game__seats__side"),
            own_place=F("game__seats__side__result__place"),
            place=F("side__result__place"),
        )
        .filter(~Q(side=F("own_side")))
        .order_by()
        .values("player", "player__name")
        .annotate(
            ahead=Count("pk", filter=Q(own_place__lt=F("place"))),
            behind=Count("pk", filter=Q(own_place__gt=F("place"))),
            tied=Count("pk", filter=Q(own_place=F("place"))),
        )
        .values_list("player", "player__name", "ahead", "behind", "tied")
    )
    opponents = [Opponent(*row) for row in rows]
    return sorted(opponents, key=lambda each: (-each.ahead - each.behind - each.tied, each.name))


@dataclass(frozen=True, slots=True)
class Meeting:
    """A finished game of two players against each other, with the total and place of each."""

    code: str
    name: str
    begun: datetime
    total: int
    other_total: int
    place: int
    other_place: int


@dataclass(frozen=True, slots=True)
class KindOfMeeting:
    """How often a player finished ahead of another in games of one kind.

    ``difference`` is the average of the player’s totals minus the other’s.
    """

    kind: Kind
    games: int
    ahead: int
    behind: int
    difference: float


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Two players’ finished games against each other, and how many they won as partners.

    ``kinds`` are in descending order of games, and ``latest`` has the latest game first.
    """

    ahead: int
    behind: int
    tied: int
    kinds: Sequence[KindOfMeeting]
    latest: Sequence[Meeting]
    partner_games: int
    partner_wins: int


def head_to_head(player: Player, other: Player) -> HeadToHead:
    """Return the results of ``player`` against ``other``, in four queries."""
    met = (
        Result.objects.filter(side__seats__player=player, game__seats__player=other)
        .annotate(
            other_side=F("game__seats__side"),
            other_place=F("game__seats__side__result__place"),
            other_total=F("game__seats__side__result__total"),
        )
        .filter(~Q(side=F("other_side")))
    )
    rows = list(
        met.order_by()
        .values(variant=F("game__variant"), rules_key=F("game__rules_key"))
        .annotate(
            games=Count("pk"),
            ahead=Count("pk", filter=Q(place__lt=F("other_place"))),
            behind=Count("pk", filter=Q(place__gt=F("other_place"))),
            difference=Sum(F("total") - F("other_total")),
            latest=Max("game"),
        )
    )
    kinds = _kinds({row["latest"] for row in rows})
    latest = met.order_by("-game__created_at", "-game").values_list(
        "game__code",
        "game__variant",
        "game__created_at",
        "total",
        "other_total",
        "place",
        "other_place",
    )
    together = (
        Result.objects.filter(side__seats__player=player)
        .filter(side__seats__player=other)
        .aggregate(games=Count("pk"), wins=Count("pk", filter=Q(is_winner=True)))
    )
    games, ahead, behind = (sum(row[name] for row in rows) for name in ("games", "ahead", "behind"))
    return HeadToHead(
        ahead=ahead,
        behind=behind,
        tied=games - ahead - behind,
        kinds=[
            KindOfMeeting(
                kinds[row["latest"]],
                row["games"],
                row["ahead"],
                row["behind"],
                row["difference"] / row["games"],
            )
            for row in sorted(rows, key=lambda row: (-row["games"], row["latest"]))
        ],
        latest=[Meeting(code, variant_name(slug), *rest) for code, slug, *rest in latest[:LATEST]],
        partner_games=together["games"],
        partner_wins=together["wins"],
    )


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
    by_game = _kinds({row["latest"] for row in rows})
    kinds = {row["rules_key"]: by_game[row["latest"]] for row in rows}
    scores = _scores(round__game__group=group, round__game__variant=variant)
    deals = _deals(scores)
    totals = _totals(results, rows)
    highest_deals = _highest_deals(scores, deals)
    longest = _longest_games(group, variant, kinds, deals)
    found = []
    for row in rows:
        key = row["rules_key"]
        contracts = _contracts(kinds[key], deals[variant, key])
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
        .annotate(sides=Subquery(_SIDES))
        .values("player__name", partner=F("side__seats__player__name"))
        .annotate(
            games=Count("pk"),
            wins=Count("pk", filter=Q(side__result__is_winner=True)),
            expected=Sum(1.0 / F("sides")),
            places=Sum("side__result__place"),
        )
    )
    return [Pair(row["player__name"], row["partner"], _tally(row)) for row in rows]
