"""A game as stored: its deals with their points, and the carried state."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, NamedTuple

from rules.engine import seating as engine
from rules.engine.entries import DealReport
from rules.engine.game import Carried, DealResult, GameState, fold_game
from rules.engine.reasons import Reason
from rules.engine.rulesets import Plain, Ruleset
from rules.engine.schemes import Line, Mark, Past, Recalled, ScoredDeal, recall
from rules.engine.snapshots import FORMAT, load_texts
from scorekeeper.models import Game, Round, Score
from scorekeeper.queries.seating import Seating

# Increase this when ``Carried`` changes. Data in other formats is computed again.
CARRIED_FORMAT = 1


# Schemes use the points of earlier deals but never the reasons, so all lines of earlier deals get
# this reason.
EARLIER = Reason("earlier")


class SideScore(NamedTuple):
    """The score of one side in one deal."""

    points: int
    reason: list[Plain]
    kitty_payment: int
    marks: tuple[str, ...]

    def lines(self, side: str) -> Iterator[Line]:
        """Yield lines that add up to this score."""
        first, *others = map(Mark, self.marks or ("",))
        yield Line(side, self.points, EARLIER, self.kitty_payment, first)
        for mark in others:
            yield Line(side, 0, EARLIER, mark=mark)


@dataclass(frozen=True, slots=True)
class StoredDeal:
    """A played deal, with the score of each side by key."""

    round: Round
    scores: Mapping[str, SideScore]
    dealer: int

    @property
    def number(self) -> int:
        """The number of the deal."""
        return self.round.deal

    @property
    def result(self) -> DealResult:
        """The deal in the form that ``fold_game`` takes."""
        return deal_result(self.scores, self.dealer)


def deal_result(scores: Mapping[str, SideScore], dealer: int) -> DealResult:
    """Return a deal in the form that ``fold_game`` takes."""
    return DealResult(
        points={key: score.points for key, score in scores.items()},
        marks={key: score.marks for key, score in scores.items() if score.marks},
        pennies={key: score.kitty_payment for key, score in scores.items() if score.kitty_payment},
        dealer=dealer,
    )


@dataclass(frozen=True)
class StoredGame:
    """A game with its rules and seating; its deals are read once, on first access.

    Unless the game ``is_locked``, another phone may save or undo a deal between two queries; a deal
    that was read only in part is then left out.
    """

    game: Game
    ruleset: Ruleset
    seating: Seating
    is_locked: bool = False

    @cached_property
    def deals(self) -> tuple[StoredDeal, ...]:
        """The played deals, read in two queries."""
        rounds = list(Round.objects.filter(game=self.game))
        for played in rounds:
            if played.format != FORMAT:
                played.entry = load_texts(played.entry, played.format, self.ruleset)
                played.format = FORMAT
        scores: dict[int, dict[str, SideScore]] = {played.pk: {} for played in rounds}
        numbers, positions = self.seating.numbers, self.seating.positions
        for row in Score.objects.filter(round__game=self.game).values_list(
            "round_id", "side_id", "points", "reason", "kitty_payment", "marks"
        ):
            if row[0] in scores and row[1] in numbers:
                scores[row[0]][numbers[row[1]]] = SideScore(*row[2:5], tuple(row[5].split()))
        return tuple(
            StoredDeal(played, scores[played.pk], positions[played.dealer_id])
            for played in rounds
            if self.is_locked or (scores[played.pk] and played.dealer_id in positions)
        )

    @cached_property
    def state(self) -> GameState:
        """The state of the game; ``by_deal`` is empty if the carried state was stored."""
        carried = read_carried(self.game.carried)
        return self.folded if carried is None else self.fold((), since=carried)

    @cached_property
    def folded(self) -> GameState:
        """The state of the game, folded from its first deal."""
        return self.fold([deal.result for deal in self.deals])

    def fold(self, deals: Sequence[DealResult], since: Carried | None = None) -> GameState:
        """Return the state of the game after ``deals``, which follow ``since``."""
        return fold_stored(self.game, self.ruleset, self.seating, deals, since)

    def past(self, count: int) -> Past:
        """Return the first ``count`` deals for a scheme that uses earlier deals.

        Before a deal that comes later than the next one, these are all deals played so far.
        """
        if count == self.state.deals:
            totals = self.state.carried.totals
        else:
            earlier = self.folded.by_deal[:count]
            count = len(earlier)
            totals = earlier[-1].totals if earlier else {}
        return Past(
            Recalled(count, lambda: self._recalled(count)),
            self.seating.starts,
            self.seating.starts | dict(totals),
        )

    def _recalled(self, count: int) -> tuple[ScoredDeal, ...]:
        return recall(
            self.ruleset,
            (
                (
                    report_of(deal, self.seating),
                    [line for key, score in deal.scores.items() for line in score.lines(key)],
                )
                for deal in self.deals[:count]
            ),
        )

    def reports(self) -> list[DealReport]:
        """Return the deals as the players reported them."""
        return [report_of(deal, self.seating) for deal in self.deals]


def fold_stored(
    game: Game,
    ruleset: Ruleset,
    seating: engine.Seating,
    deals: Sequence[DealResult],
    since: Carried | None,
) -> GameState:
    """Return the state of a game after ``deals``, which follow ``since``."""
    return fold_game(
        ruleset,
        seating,
        deals,
        since=since,
        stopped=game.stopped,
        first_dealer=game.first_dealer,
        chosen_dealer=game.next_dealer,
    )


def report_of(deal: StoredDeal, seating: Seating) -> DealReport:
    """Return a stored deal as the players reported it."""
    number = deal.number
    return DealReport(
        number, seating.table(number, deal.dealer), deal.round.entry, seating.missed(number)
    )


def carried_data(carried: Carried) -> dict[str, Any]:
    """Return a game’s carried state in its stored form."""
    return {"format": CARRIED_FORMAT} | asdict(carried)


def read_carried(data: Mapping[str, Any] | None) -> Carried | None:
    """Return a game’s carried state; None if none is stored in the current format."""
    if not data or data.get("format") != CARRIED_FORMAT:
        return None
    fields = {name: value for name, value in data.items() if name != "format"}
    return Carried(**fields | {"won": tuple(fields["won"])})
