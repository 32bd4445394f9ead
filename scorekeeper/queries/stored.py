"""A game as stored: its deals with their points, and the carried state."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple, Self

from django.db.models import TextField
from django.db.models.functions import Cast
from django.utils.functional import cached_property

from rules.engine import seating as engine
from rules.engine.entries import DealReport
from rules.engine.game import Carried, ChosenWinner, DealResult, GameState, fold_game
from rules.engine.own_games import is_own
from rules.engine.reasons import Reason
from rules.engine.replay import Played, Since, recall, replay
from rules.engine.rulesets import Plain, Ruleset
from rules.engine.schemes import Line, Mark, Past, Recalled, ScoredDeal
from rules.engine.snapshots import FORMAT, load_ruleset, load_texts
from rules.reference.game_words import ANY_GAME, translated_ruleset
from scorekeeper.models import Game, Round, Score
from scorekeeper.queries.prepared import Prepared
from scorekeeper.queries.seating import GameSeating, seating_of

# Increase this when ``Carried`` changes. Data in other formats is computed again.
CARRIED_FORMAT = 1


# Schemes use the points of earlier deals but never the reasons, so all lines of earlier deals get
# this reason.
EARLIER = Reason("earlier")


class ScoreColumns(NamedTuple):
    """The columns of a ``Score``: what one side scored in one deal."""

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


def score_columns(deal: ScoredDeal) -> dict[str, ScoreColumns]:
    """Return the score of each side that played a deal, or came back after it, by key."""
    by_side: dict[str, list[Line]] = {key: [] for key in deal.entry.table.keys}
    for line in deal.lines:
        by_side.setdefault(line.side, []).append(line)
    return {
        key: ScoreColumns(
            points=sum(line.points for line in lines),
            reason=[line.reason.dump() for line in lines],
            kitty_payment=sum(line.kitty_payment for line in lines),
            marks=tuple(dict.fromkeys(line.mark.value for line in lines if line.mark)),
        )
        for key, lines in by_side.items()
    }


@dataclass(frozen=True, slots=True)
class StoredDeal:
    """A played deal, with the score of each side by key. It is a result that a game is folded from.

    ``dealer`` is the dealer’s position.
    """

    round: Round
    scores: Mapping[str, ScoreColumns]
    dealer: int

    @property
    def number(self) -> int:
        """The number of the deal."""
        return self.round.deal

    @property
    def points(self) -> Mapping[str, int]:
        """The points by side."""
        return {key: score.points for key, score in self.scores.items()}

    @property
    def marks(self) -> Mapping[str, tuple[str, ...]]:
        """The marks by side, without sides that have none."""
        return {key: score.marks for key, score in self.scores.items() if score.marks}

    @property
    def pennies(self) -> Mapping[str, int]:
        """What each side paid into the kitty, without sides that paid nothing."""
        paid = {key: score.kitty_payment for key, score in self.scores.items()}
        return {key: payment for key, payment in paid.items() if payment}


_SCORES = (
    Score.objects.order_by()
    .annotate(reasons=Cast("reason", TextField()))
    .values_list("round_id", "side_id", "points", "reasons", "kitty_payment", "marks")
)
_rounds = Prepared(lambda game: Round.objects.filter(game=game))
_scores = Prepared(lambda game: _SCORES.filter(round__game=game))
_rounds_of_deal = Prepared(lambda deal, game: Round.objects.filter(deal=deal, game=game))
_scores_of_deal = Prepared(lambda deal, game: _SCORES.filter(round__deal=deal, round__game=game))


@dataclass(frozen=True)
class StoredGame:
    """A game with its rules and seating; its deals are read once, on first access.

    Unless the game ``is_locked``, another phone may save or undo a deal between two queries; a deal
    that was read only in part is then left out.
    """

    game: Game
    ruleset: Ruleset
    seating: GameSeating
    is_locked: bool = False

    @cached_property
    def deals(self) -> tuple[StoredDeal, ...]:
        """The played deals, read in two queries."""
        return self._deals(_rounds(self.game.pk), _scores(self.game.pk))

    def deal(self, number: int) -> StoredDeal | None:
        """Return a played deal, or None if there is none; no other deals are read."""
        if "deals" in vars(self):
            return next(iter(self.deals[number - 1 : number]), None)
        rounds = _rounds_of_deal(number, self.game.pk)
        return next(iter(self._deals(rounds, _scores_of_deal(number, self.game.pk))), None)

    def _deals(
        self, rounds: Sequence[Round], found: Iterable[tuple[Any, ...]]
    ) -> tuple[StoredDeal, ...]:
        """Return deals from their rows, and from those of their scores, which are read later."""
        for played in rounds:
            if played.format != FORMAT:
                played.entry = load_texts(played.entry, played.format, self.ruleset)
                played.format = FORMAT
        scores: dict[int, dict[str, ScoreColumns]] = {played.pk: {} for played in rounds}
        numbers, positions = self.seating.numbers, self.seating.positions
        for deal, side, points, reasons, paid, marks in found:
            if deal in scores and side in numbers:
                columns = ScoreColumns(points, _decoded(reasons), paid, tuple(marks.split()))
                scores[deal][numbers[side]] = columns
        return tuple(
            StoredDeal(played, scores[played.pk], positions[played.dealer_id])
            for played in rounds
            if self.is_locked or (scores[played.pk] and played.dealer_id in positions)
        )

    def under(self, ruleset: Ruleset) -> Self:
        """Return the game under other rules, which may reverse the direction of play."""
        seating = replace(self.seating, clockwise=ruleset.players.clockwise)
        changed = replace(self, ruleset=ruleset, seating=seating)
        vars(changed)["deals"] = self.deals  # they needn’t be read again
        return changed

    def before(self, deal: int) -> Self:
        """Return the game as it was before ``deal``, where another deal is to be inserted."""
        game = copy(self.game)
        game.carried, game.next_dealer = None, None
        game.stopped, game.chosen_winner = False, None
        earlier = replace(self, game=game, seating=self.seating.with_deal(deal))
        vars(earlier)["deals"] = self.deals[: deal - 1]
        return earlier

    @cached_property
    def state(self) -> GameState:
        """The state of the game; ``by_deal`` is empty if the carried state was stored."""
        carried = read_carried(self.game.carried)
        return self.folded if carried is None else self.fold((), since=carried)

    @cached_property
    def folded(self) -> GameState:
        """The state of the game, folded from its first deal."""
        return self.fold(self.deals)

    @property
    def electable(self) -> tuple[str, ...]:
        """The sides of which the players may choose one as the winner; empty before the end.

        They are the sides that are tied for first place or, in a game without rules here, all.
        """
        state = self.state
        is_free = self.ruleset.slug == ANY_GAME or is_own(self.ruleset.slug)
        if not (is_free and state.is_over) or self.ruleset.end.together:
            return state.tied
        return tuple(standing.side for standing in state.places)

    def fold(self, deals: Sequence[DealResult], since: Carried | None = None) -> GameState:
        """Return the state of the game after ``deals``, which follow ``since``."""
        return fold_stored(self.game, self.ruleset, self.seating, deals, since)

    def after(self, count: int) -> Since:
        """Return the first ``count`` deals and what the game carried after them.

        If fewer deals have been played, these are all of them. They aren’t read from the database
        unless a scheme uses them.
        """
        if count == self.state.deals:
            carried = self.state.carried
        else:
            carried = next(iter(self.folded.by_deal[:count][-1:]), Carried())
        starts = self.seating.starts(self.ruleset.unit)
        deals = Recalled(carried.deals, lambda: self._recalled(carried.deals))
        return Since(carried, Past(deals, starts, starts | dict(carried.totals)))

    def past(self, count: int) -> Past:
        """Return the first ``count`` deals for a scheme that uses earlier deals."""
        return self.after(count).past

    def replay(
        self,
        reports: Iterable[DealReport],
        *,
        since: Since | None = None,
        later: Iterable[DealResult] = (),
        accept: bool = True,
    ) -> Played:
        """Return the game after these deals; see ``rules.engine.replay.replay``."""
        return replay(
            self.ruleset,
            self.seating,
            reports,
            since=since,
            later=later,
            accept=accept,
            stopped=self.game.stopped,
            first_dealer=self.game.first_dealer,
            chosen_dealer=self.game.next_dealer,
            chosen_winner=chosen_winner_of(self.game),
            shown=translated_ruleset,
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


@lru_cache(maxsize=10_000)
def _decoded(reasons: str) -> list[Plain]:
    """Return stored reasons. A pad is read again after each deal, with the same ones."""
    decoded: list[Plain] = json.loads(reasons)
    return decoded


def stored_game(game: Game) -> StoredGame:
    """Return a game with its rules and seating. Raises SnapshotError if they can’t be read."""
    ruleset = load_ruleset(game.ruleset)
    return StoredGame(game, ruleset, seating_of(game, ruleset))


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
        chosen_winner=chosen_winner_of(game),
    )


def chosen_winner_of(game: Game) -> ChosenWinner | None:
    """Return the winner whom the players of a game chose."""
    return ChosenWinner(**game.chosen_winner) if game.chosen_winner else None


def results_of(ruleset: Ruleset, state: GameState) -> dict[str, tuple[int | None, int, bool]]:
    """Return the place, the total and whether it won, for each side of a finished game."""
    return {
        standing.side: (
            None if ruleset.end.together else standing.place,
            standing.total,
            standing.side in state.winners,
        )
        for standing in state.places
    }


def report_of(deal: StoredDeal, seating: GameSeating) -> DealReport:
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
