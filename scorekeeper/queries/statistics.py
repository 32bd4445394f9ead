"""What all statistics share: kinds of games, and figures made from their sums.

Results are compared only if the games had the same rules: a ``GameKind`` is a variant with a
``Game.rules_key``. Places, wins and results against each opponent are also added up over all games,
because they mean the same in all of them. Pages that show such sums point this out.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _

from rules.engine.catalogue import catalogue
from rules.engine.rulesets import ShownRuleset
from rules.engine.schemes import SCHEMES
from rules.engine.snapshots import SnapshotError, load_ruleset
from rules.reference.game_words import translated_house_rules, translated_ruleset
from scorekeeper.models import Game, Player, Result
from scorekeeper.queries.months import DealSums, Outcome

MIN_DEALS = 3  # no average is shown for a contract with fewer scores


@dataclass(frozen=True, slots=True)
class GameKind:
    """Games of one variant under the same rules, with the name that its players gave it, if any.

    ``house_rules`` are empty for the standard rules. ``ruleset`` is None if it can’t be read.
    """

    variant: str
    name: str
    house_rules: tuple[str, ...]
    ruleset: ShownRuleset | None

    @property
    def given_name(self) -> str:
        """The name that the players gave to the game; empty if they gave none."""
        return self.ruleset.given_name if self.ruleset else ""

    @property
    def decimals(self) -> int:
        """The number of decimals that points have."""
        return self.ruleset.scoring.decimals if self.ruleset else 0

    @property
    def unit(self) -> int:
        """How many units of the last decimal make one point."""
        return self.ruleset.unit if self.ruleset else 1

    @property
    def lowest_wins(self) -> bool:
        return self.ruleset is None or self.ruleset.end.wins == "lowest"

    @property
    def counts_hands(self) -> bool:
        """Whether each player scores the cards left in their own hand."""
        return (
            self.ruleset is not None
            and SCHEMES[self.ruleset.scoring.scheme].counts_hands
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
    """The numbers of games, of wins and of wins expected by chance, and the sum of the places.

    ``ranked`` is the number of games with places: not those that all win or lose together.
    """

    games: int = 0
    wins: int = 0
    expected: float = 0
    places: int = 0
    ranked: int = 0

    @property
    def win_rate(self) -> float:
        """The share of games won, between 0 and 1."""
        return self.wins / self.games if self.games else 0

    @property
    def chance(self) -> float:
        """The share of games that would be won by chance, between 0 and 1."""
        return self.expected / self.games if self.games else 0

    @property
    def average_place(self) -> float:
        return self.places / self.ranked if self.ranked else 0


@dataclass(frozen=True, slots=True)
class DealAverage:
    """The average points in the deal with this number, and the number of scores it is based on."""

    number: int
    contract: str
    scores: int
    points: float


def longest_streak(games: Iterable[Outcome], *, won: bool) -> int:
    """Return the most games in a row that were won, or not won."""
    results = bytes(is_winner for _, is_winner, _, _ in games)
    return max(map(len, results.split(b"\0" if won else b"\1")))


def contract_averages(kind: GameKind, deals: Iterable[DealSums]) -> tuple[DealAverage, ...]:
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


def kinds_of(games: Collection[int]) -> dict[int, GameKind]:
    """Return the kind of each of these games, which are given by primary key."""
    rows = Game.objects.filter(pk__in=games).values_list("pk", "variant", "ruleset")
    return {pk: _kind(variant, plain) for pk, variant, plain in rows}


def _kind(slug: str, plain: Mapping[str, Any]) -> GameKind:
    try:
        ruleset = load_ruleset(plain)
    except SnapshotError:
        return GameKind(slug, slug, (), None)
    shown = translated_ruleset(ruleset)
    rules = translated_house_rules(catalogue().variants.get(slug), ruleset)
    return GameKind(slug, shown.name, tuple(rules), shown)


def met(player: Player) -> QuerySet[Any]:
    """Return the player’s results, a row for each opponent, with the opponent’s place and total.

    Nobody is an opponent in a game that all win or lose together.
    """
    return (
        Result.objects.filter(side__seats__player=player)
        .annotate(
            other=F("game__seats__player"),
            other_side=F("game__seats__side"),
            other_place=F("game__seats__side__result__place"),
            other_total=F("game__seats__side__result__total"),
        )
        .filter(~Q(side=F("other_side")), place__isnull=False)
        .order_by()
    )
