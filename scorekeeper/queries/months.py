"""What a group’s finished games add up to, month by month, for all statistics.

A month is added up again only if one of its games has changed (``services.months``), so the
statistics of thousands of games are sums over a few months. A sum is a list of numbers, and
``add_up`` adds nested dicts of sums. A record is the lowest or highest number, with the side that
reached it first.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import combinations
from operator import add
from typing import Any, NamedTuple, Self

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import CharField, Count, Func, QuerySet, Sum, TextField
from django.db.models.fields.json import KeyTransform
from django.db.models.functions import Cast
from django.db.models.sql.compiler import SQLCompiler

from rules.engine.schemes import Mark
from scorekeeper.models import Game, Group, PlayedMonth, Player, Result, Round, Score, Seat
from scorekeeper.queries.game_lines import oldest_first

FORMAT = 2  # increase this when the sums change, so that all months are added up again
BATCH = 200  # games that are read at a time
DECEMBER = 12
_ACHIEVED = Mark.ACHIEVED.value
_PLAYER = "player-"  # before a primary key, because digits alone would be the index of a list
# What the stored reason contains if points are a charge for deals that a side missed.
MISSED = '"missed-deals"'
Sums = dict[str, Any]  # of lists of numbers, and of more such dicts


class Top(NamedTuple):
    """A record: a number, and the primary key of the side that reached it first."""

    number: int
    side: int


class Kind(NamedTuple):
    """Games of one variant that have the same rules and the same name."""

    rules_key: int | None
    variant: str
    given_name: str

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the kind that was written as ``text``."""
        key, variant, given_name = text.split(" ", 2)
        return cls(int(key) if key else None, variant, given_name)

    def __str__(self) -> str:
        return (
            f"{'' if self.rules_key is None else self.rules_key} {self.variant} {self.given_name}"
        )


@dataclass(slots=True)
class KindSums:
    """What games of one kind add up to: all of them, or those of one player.

    ``best`` has the records: the ``lowest`` and the ``highest`` total and, for all games, the most
    points in a ``deal`` and the highest ``number`` of a deal.
    """

    sums: Sums = field(default_factory=dict)
    best: dict[str, Top] = field(default_factory=dict)

    def add(self, sums: Sums, best: Mapping[str, Sequence[int]]) -> None:
        """Add games that were played later."""
        add_up(self.sums, sums)
        for name, top in best.items():
            later = Top(*top)
            first = self.best.setdefault(name, later)
            if (later.number < first.number) if name == "lowest" else later.number > first.number:
                self.best[name] = later

    @property
    def games(self) -> int:
        """The number of games, in the sums of all players."""
        return int(self.sums["games"][0])

    @property
    def latest(self) -> int:
        """The highest primary key of a game."""
        return self.best["latest"].number

    @property
    def deals(self) -> list["DealSums"]:
        """The sums of each deal by number."""
        return [DealSums(int(number), *sums) for number, sums in self.sums["deals"].items()]


class DealSums(NamedTuple):
    """Sums over the scores in the deals with this number, without charges for missed deals.

    ``won`` is the number of scores that won the deal. ``hands`` is the number of hands that were
    left with cards and entered card by card, and ``cards_left`` is the number of these cards.
    """

    number: int
    scores: int
    won: int
    points: int
    hands: int
    cards_left: int


class Against(NamedTuple):
    """The number of games against an opponent, and of those in which the player was ahead, or
    behind. ``difference`` is the sum of the player’s totals minus the opponent’s.
    """

    games: int = 0
    ahead: int = 0
    behind: int = 0
    difference: int = 0


# A game of a player: the ordinal of its day, whether it was won, the place (0 if all win or lose
# together), and the number of sides.
Outcome = list[int]


@dataclass(slots=True)
class PersonSums:
    """What the games of a player add up to: by kind, and one by one, in order.

    The sums of a kind are ``against`` each opponent, with the numbers of ``Against``, and with
    ``partners``, with the number of games and of wins.
    """

    kinds: defaultdict[str, KindSums] = field(default_factory=lambda: defaultdict(KindSums))
    games: list[Outcome] = field(default_factory=list)

    @property
    def met(self) -> Sums:
        """The sums against each opponent in games of all kinds."""
        found: Sums = {}
        for kind in self.kinds.values():
            add_up(found, kind.sums["against"])
        return found

    @property
    def by_rules(self) -> dict[tuple[str, int | None], KindSums]:
        """The sums of the games of each variant that have the same rules, by variant and key."""
        found: defaultdict[tuple[str, int | None], KindSums] = defaultdict(KindSums)
        for text, kind in self.kinds.items():
            key = Kind.read(text)
            found[key.variant, key.rules_key].add(kind.sums, kind.best)
        return dict(found)

    def add(self, stored: Mapping[str, Any]) -> None:
        """Add a month that is later than the others, as it is stored."""
        for kind, (sums, best) in stored["kinds"].items():
            self.kinds[kind].add(sums, best)
        self.games += stored["games"]


def tally_sums(games: Sequence[Outcome]) -> list[Any]:
    """Return what games of a player add up to, as the numbers of a ``Tally``."""
    places = [place for _, _, place, _ in games if place]
    # A game that all win or lose together is no better and no worse than expected.
    expected = [1 / sides if place else is_winner for _, is_winner, place, sides in games]
    wins = sum(is_winner for _, is_winner, _, _ in games)
    return [len(games), wins, sum(expected), sum(places), len(places)]


def add_up(sums: Sums, more: Sums) -> None:
    """Add ``more`` to ``sums``."""
    for key, value in more.items():
        if isinstance(value, dict):
            add_up(sums.setdefault(key, {}), value)
        elif key in sums:
            sums[key] = list(map(add, sums[key], value))
        else:
            sums[key] = value


class _Month(Func):
    """The month of a date, such as 2026-05. ``TruncMonth`` takes far longer on SQLite."""

    template = "SUBSTR(%(expressions)s, 1, 7)"
    output_field = CharField()

    def as_postgresql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **more: Any
    ) -> tuple[str, Any]:
        return self.as_sql(compiler, connection, template="TO_CHAR(%(expressions)s, 'YYYY-MM')")


def stamps_of(group: Group, before: date | None = None) -> dict[str, str]:
    """Return a stamp for each month in which a group has finished games, in one query.

    Every change to a game raises its version, so the stamp changes with any game of the month.
    With ``before``, the first day of a month, it and later months are left out.
    """
    earlier = {"played_on__lt": before} if before else {}
    rows = (
        _finished(group)
        .filter(**earlier)
        .values_list(_Month("played_on"))
        .annotate(games=Count("pk"), keys=Sum("pk"), versions=Sum("version"))
    )
    return {month: " ".join(map(str, (FORMAT, *numbers))) for month, *numbers in rows}


def _finished(group: Group) -> QuerySet[Game]:
    return Game.objects.filter(group=group, state=Game.State.FINISHED).order_by()


def month_of(group: Group, month: str, stamp: str) -> PlayedMonth:
    """Return what a month’s games add up to, which isn’t saved yet."""
    kinds = defaultdict[str, KindSums](KindSums)
    people = defaultdict[int, PersonSums](PersonSums)
    for game in _games(group, month):
        game.add_to(kinds, people)
    return PlayedMonth(
        group=group,
        month=month,
        stamp=stamp,
        kinds=_stored(kinds),
        people={
            f"{_PLAYER}{player}": {
                "kinds": _stored(sums.kinds),
                "met": sums.met,
                "games": sums.games,
            }
            for player, sums in people.items()
        },
    )


def _stored(kinds: Mapping[str, KindSums]) -> dict[str, Any]:
    return {kind: [each.sums, each.best] for kind, each in kinds.items()}


@dataclass(slots=True)
class _Result:
    """The result of one side. The place is 0 if all win or lose together."""

    side: int
    place: int
    total: int
    is_winner: int
    players: list[int] = field(default_factory=list)


class _Score(NamedTuple):
    side: int
    points: int
    marks: str
    reason: str

    @property
    def is_missed(self) -> bool:
        """Whether the points are a charge for deals that the side missed."""
        return MISSED in self.reason

    @property
    def sums(self) -> list[float]:
        """The score as the numbers of ``DealSums``."""
        # If the cards were entered, the first reason has the value of each card.
        values = json.loads(self.reason)[0].get("values") if '"values"' in self.reason else None
        hands, cards = (0, 0) if values is None else (1, len(values))
        return [1, int(_ACHIEVED in self.marks), self.points, hands, cards]


@dataclass(slots=True)
class _Deal:
    """A deal with its scores. ``dealer`` is the dealer’s side, or None if it isn’t known."""

    number: int
    dealer: int | None
    scores: list[_Score] = field(default_factory=list)

    @property
    def dealers_sums(self) -> list[float]:
        """One deal, the dealer’s points minus the average of the others, and its square.

        All are 0 if there is nothing to compare.
        """
        own = [score.points for score in self.scores if score.side == self.dealer]
        others = [score.points for score in self.scores if score.side != self.dealer]
        if not own or not others:
            return [0, 0, 0]
        beyond = own[0] - sum(others) / len(others)
        return [1, beyond, beyond * beyond]


@dataclass(slots=True)
class _FinishedGame:
    """A game with its results and its deals, each in order."""

    pk: int
    day: date
    kind: Kind
    results: list[_Result] = field(default_factory=list)
    deals: list[_Deal] = field(default_factory=list)

    def add_to(self, kinds: Mapping[str, KindSums], people: Mapping[int, PersonSums]) -> None:
        """Add the game to the sums of its kind and of its players."""
        kind, sides = str(self.kind), len(self.results)
        sums: Sums = {"games": [1, len(self.deals)], "dealer": [0, 0, 0], "deals": {}, "pairs": {}}
        scores: defaultdict[int, Sums] = defaultdict(dict)  # of each side, by deal
        for deal in self.deals:
            add_up(sums, {"dealer": deal.dealers_sums})
            for score in deal.scores:
                if not score.is_missed:
                    of_deal = {str(deal.number): score.sums}
                    add_up(sums["deals"], of_deal)
                    scores[score.side] |= of_deal
        for result in self.results:
            outcome = [self.day.toordinal(), result.is_winner, result.place, sides]
            tally = tally_sums([outcome])
            pairs = combinations(sorted(result.players), 2)
            sums["pairs"] |= {f"{one} {other}": tally for one, other in pairs}
            total = Top(result.total, result.side)
            best = {"lowest": total, "highest": total, "latest": Top(self.pk, result.side)}
            own = {
                "tally": tally,
                "deals": scores[result.side],
                "against": self._against(result) if result.place else {},
            }
            for player in result.players:
                others = (str(other) for other in result.players if other != player)
                partners = {other: [1, result.is_winner] for other in others}
                people[player].kinds[kind].add(own | {"partners": partners}, best)
                people[player].games.append(outcome)
        kinds[kind].add(sums, self._best())

    def _best(self) -> dict[str, Top]:
        totals = [Top(result.total, result.side) for result in self.results]
        if not totals:
            return {}
        points = [
            Top(score.points, score.side)
            for deal in self.deals
            for score in deal.scores
            if not score.is_missed
        ]
        # Of equal numbers, the first one counts.
        best = {"lowest": min(totals, key=_number), "highest": max(totals, key=_number)}
        best |= {"deal": max(points, key=_number)} if points else {}
        best |= {"number": totals[0]._replace(number=self.deals[-1].number)} if self.deals else {}
        return best | {"latest": totals[0]._replace(number=self.pk)}

    def _against(self, result: _Result) -> Sums:
        """Return the numbers of ``Against`` for each opponent in this game."""
        return {
            str(player): [
                1,
                int(result.place < other.place),
                int(result.place > other.place),
                result.total - other.total,
            ]
            for other in self.results
            if other is not result
            for player in other.players
        }


def _number(top: Top) -> int:
    return top.number


def _games(group: Group, month: str) -> Iterator[_FinishedGame]:
    """Yield the games of a month from the first to the last, using four queries for each batch."""
    year, number = map(int, month.split("-"))
    after = date(year + number // DECEMBER, number % DECEMBER + 1, 1)
    rows = (
        _finished(group)
        .filter(played_on__gte=date(year, number, 1), played_on__lt=after)
        .order_by(*oldest_first(""))
        .values_list("pk", "played_on", "rules_key", "variant", "given_name")
    )
    listed = list(rows)
    for begin in range(0, len(listed), BATCH):
        batch = listed[begin : begin + BATCH]
        games = {pk: _FinishedGame(pk, day, Kind(*kind)) for pk, day, *kind in batch}
        yield from _with_deals(games)


def _with_deals(games: Mapping[int, _FinishedGame]) -> Iterable[_FinishedGame]:
    """Return these games with their results and deals."""
    of_games = {"game__in": list(games)}
    results: dict[int, _Result] = {}
    rows = (
        Result.objects.filter(**of_games)
        .order_by()
        .values_list("pk", "game", "side", "place", "total", "is_winner")
    )
    for _, game, side, place, total, is_winner in sorted(rows):
        results[side] = _Result(side, place or 0, total, int(is_winner))
        games[game].results.append(results[side])
    for side, player in Seat.objects.filter(**of_games).order_by().values_list("side", "player"):
        if side in results:
            results[side].players.append(player)
    deals: dict[int, _Deal] = {}
    rounds = (
        Round.objects.filter(**of_games)
        .order_by()
        .values_list("deal", "pk", "game", "dealer__side", "dealer_known")
    )
    for number, pk, game, dealer, is_known in sorted(rounds):
        deals[pk] = _Deal(number, dealer if is_known else None)
        games[game].deals.append(deals[pk])
    scores = (
        Score.objects.filter(round__game__in=list(games))
        .order_by()
        .values_list("pk", "round", "side", "points", "marks", Cast("reason", TextField()))
    )
    for _, played, side, *score in sorted(scores):
        deals[played].scores.append(_Score(side, *score))
    return games.values()


@dataclass(frozen=True, slots=True)
class Months:
    """The months of a group, which ``services.months.keep_months`` has added up.

    With ``before``, the first day of a month, they are those before it.
    """

    group: Group
    before: date | None = None

    def rows(self, year: int = 0) -> QuerySet[PlayedMonth]:
        """Return the months from the first to the last, of one year or all."""
        rows = PlayedMonth.objects.filter(group=self.group).order_by("month")
        if self.before:
            rows = rows.filter(month__lt=f"{self.before:%Y-%m}")
        return rows.filter(month__range=(f"{year:04}-01", f"{year:04}-12")) if year else rows

    def games(self, since: str) -> QuerySet[Game]:
        """Return the finished games of the group from the month ``since`` on."""
        return _finished(self.group).filter(played_on__gte=f"{since}-01")

    def kinds(self, year: int = 0) -> dict[Kind, KindSums]:
        """Return what the games of each kind add up to, in one year or all."""
        found: defaultdict[str, KindSums] = defaultdict(KindSums)
        for kinds in self.rows(year).values_list("kinds", flat=True):
            for kind, (sums, best) in kinds.items():
                found[kind].add(sums, best)
        return {Kind.read(text): sums for text, sums in found.items()}

    def people(self, year: int) -> dict[int, PersonSums]:
        """Return what each player’s games of a year add up to."""
        found: defaultdict[int, PersonSums] = defaultdict(PersonSums)
        for people in self.rows(year).values_list("people", flat=True):
            for player, stored in people.items():
                found[int(player.removeprefix(_PLAYER))].add(stored)
        return dict(found)

    def met(self, player: int, other: int) -> dict[str, Against]:
        """Return the games of two players against each other in each month, latest month first."""
        of_player = KeyTransform("met", KeyTransform(f"{_PLAYER}{player}", "people"))
        rows = self.rows().order_by("-month").values_list("month", of_player)
        key = str(other)
        return {month: Against(*met[key]) for month, met in rows if key in (met or ())}

    def person(self, player: Player) -> PersonSums:
        """Return what all games of a player add up to."""
        found = PersonSums()
        # The database looks up the player, because decoding everybody’s sums would take longer.
        of_player = KeyTransform(f"{_PLAYER}{player.pk}", "people")
        for stored in self.rows().values_list(of_player, flat=True):
            if stored:
                found.add(stored)
        return found
