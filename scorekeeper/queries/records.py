"""A group’s records in one game, the averages of its contracts, and its best partners."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from math import sqrt

from scorekeeper.models import Player, Side
from scorekeeper.queries.months import KindSums, Months, Sums, add_up
from scorekeeper.queries.statistics import (
    DealAverage,
    GameKind,
    Tally,
    contract_averages,
    kinds_of,
)

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
    months: Months,
    variant: str,
    year: int = 0,
    rules_key: int | None = None,
    names: Sequence[str] = (),
) -> GameStatistics:
    """Return a group’s statistics of a variant, in one year or all.

    ``names`` are the spellings of the name that players gave to their games, if only games with
    this name are wanted. If games with this ``rules_key`` were finished, ``kinds`` has only their
    kind. This takes four queries.
    """
    played: defaultdict[int | None, KindSums] = defaultdict(KindSums)
    for key, sums in months.kinds(year).items():
        is_wanted = key.variant == variant and (not names or key.given_name in names)
        if is_wanted and sums.best:
            played[key.rules_key].add(sums.sums, sums.best)
    pairs = _pairs(played.values())
    is_one = rules_key is not None and rules_key in played
    by_games = sorted(
        ((key, sums) for key, sums in played.items() if key == rules_key or not is_one),
        key=lambda each: (-each[1].games, -each[1].latest),
    )
    by_game = kinds_of({sums.latest for _, sums in by_games})
    shown = [sums for _, sums in by_games[:MOST_KINDS]]
    holders = _holders(shown)
    found = [_statistics(by_game[sums.latest], sums, holders) for sums in shown]
    compared = [pair for pair in pairs if pair.tally.games >= MIN_GAMES]
    return GameStatistics(
        kinds=sorted(found, key=lambda each: (-each.games, each.kind.house_rules)),
        others=[
            OtherKind(by_game[sums.latest], key, sums.games) for key, sums in by_games[MOST_KINDS:]
        ],
        pairs=sorted(compared, key=lambda pair: (-pair.tally.win_rate, -pair.tally.games))[:PAIRS],
        has_pairs=bool(pairs),
    )


def _statistics(
    kind: GameKind, sums: KindSums, holders: Mapping[int, tuple[str, str, date]]
) -> KindStatistics:
    ruleset = kind.ruleset
    best = {name: Best(top.number, *holders[top.side]) for name, top in sums.best.items()}
    contracts = contract_averages(kind, sums.deals)
    return KindStatistics(
        kind=kind,
        games=sums.games,
        lowest=best["lowest"],
        highest=best["highest"],
        highest_deal=best.get("deal"),
        longest=best.get("number") if ruleset and not ruleset.length else None,
        contracts=tuple(sorted(contracts, key=lambda average: average.number)),
        dealer=_dealers_points(kind, *sums.sums["dealer"]),
    )


def _holders(kinds: Iterable[KindSums]) -> dict[int, tuple[str, str, date]]:
    """Return the name, and the code and the day of the game, of the sides that hold records."""
    sides = {top.side for sums in kinds for top in sums.best.values()}
    rows = Side.objects.filter(pk__in=sides).order_by()
    named = rows.values_list("pk", "name", "game__code", "game__played_on")
    return {pk: (name, code, day) for pk, name, code, day in named}


def _dealers_points(
    kind: GameKind, deals: int, total: float, squares: float
) -> DealersPoints | None:
    """Return how many more points dealers scored than the others."""
    if deals < 2 or not (kind.ruleset and kind.ruleset.has_dealer):
        return None
    mean = total / deals
    variance = max(0.0, (squares - deals * mean * mean) / (deals - 1))
    return DealersPoints(deals, mean / kind.unit, sqrt(variance / deals) / kind.unit)


def _pairs(kinds: Iterable[KindSums]) -> list[Pair]:
    """Return all partners who finished a game together."""
    found: Sums = {}
    for sums in kinds:
        add_up(found, sums.sums["pairs"])
    pairs = {tuple(map(int, pair.split())): tally for pair, tally in found.items()}
    names = dict(
        Player.objects.filter(pk__in={key for pair in pairs for key in pair}).values_list(
            "pk", "name"
        )
    )
    return [Pair(names[one], names[other], Tally(*tally)) for (one, other), tally in pairs.items()]
