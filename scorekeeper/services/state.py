"""Storing a game that was replayed, and everything derived from its deals.

These are the points with their reasons, the state carried to the next deal, whether the game is
over, its result, and each side’s status before the next deal.
"""

from collections.abc import Mapping, Sequence

from django.utils import timezone
from django.utils.translation import gettext as _

from rules.engine.entries import EntryRefusedError
from rules.engine.errors import RulesError
from rules.engine.game import GameState
from rules.engine.replay import Played
from rules.engine.rulesets import Ruleset
from rules.reference.game_words import translated_ruleset
from scorekeeper.models import Game, Result, Round, Score, Side
from scorekeeper.queries.seating import GameSeating
from scorekeeper.queries.stored import (
    ScoreColumns,
    StoredGame,
    carried_data,
    results_of,
    score_columns,
)

# The fields of a round: those that are entered, and those that are derived.
_ENTERED = ("dealer", "dealer_known", "entry", "format")
_DERIVED = ("sets", "runs", "pairs", "overruled")


class LaterDealError(RulesError):
    """The change would make another deal invalid, which was ``refused``."""

    code = "later-deal"

    def __init__(self, ruleset: Ruleset, deal: int, refused: EntryRefusedError) -> None:
        self.deal, self.refused = deal, refused
        # Translators: {deal} is the game’s word for a deal, {problems} are complete sentences.
        message = _("With this change, {deal} {number} would no longer be valid: {problems}")
        word = translated_ruleset(ruleset).words.deal.one
        super().__init__(message.format(deal=word, number=deal, problems=refused))


def store(
    stored: StoredGame,
    played: Played,
    *,
    new: Sequence[Round] = (),
    entered: Sequence[Round] = (),
) -> None:
    """Store the deals that were replayed, with their points, and the game after them.

    ``new`` are the rows of deals that aren’t stored yet, and ``entered`` those of deals that were
    entered differently. Other rows are only saved if something derived changes. ``stored`` is
    locked, and has the rules and players with which the deals were replayed. The caller saves the
    game’s fields along with its version, by calling ``log_change``.
    """
    # The replayed deals are either all new or all stored.
    known = {} if new else {deal.number: deal for deal in stored.deals}
    rows = {number: deal.round for number, deal in known.items()}
    rows |= {row.deal: row for row in (*new, *entered)}
    changed, scores = list(entered), {}
    for deal in played.deals:
        row, before, columns = rows[deal.number], known.get(deal.number), score_columns(deal)
        derived = [getattr(row, field) for field in _DERIVED]
        row.sets, row.runs = len(deal.deal.sets), len(deal.deal.runs)
        row.pairs, row.overruled = deal.deal.pairs, deal.overruled
        if before and row not in changed and derived != [getattr(row, name) for name in _DERIVED]:
            changed.append(row)
        if before is None or before.scores != columns:
            scores[deal.number] = columns
        if before and (gone := before.scores.keys() - columns.keys()):
            row.scores.filter(side__number__in=map(int, gone)).delete()
    Round.objects.bulk_create(new)
    Round.objects.bulk_update(changed, (*_ENTERED, *_DERIVED))
    _write_scores(stored.seating, rows, scores)
    _write_state(stored, played)


def _write_scores(
    seating: GameSeating,
    rows: Mapping[int, Round],
    scores: Mapping[int, Mapping[str, ScoreColumns]],
) -> None:
    """Save these scores by deal and by side; ``rows`` has the row of each deal."""
    sides = {str(side.number): side for side in seating.sides}
    Score.objects.bulk_create(
        [
            Score(
                round=rows[deal],
                side=sides[key],
                points=score.points,
                reason=score.reason,
                kitty_payment=score.kitty_payment,
                marks=" ".join(score.marks),
            )
            for deal, by_side in scores.items()
            for key, score in by_side.items()
        ],
        update_conflicts=True,
        unique_fields=["round", "side"],
        update_fields=["points", "reason", "kitty_payment", "marks"],
    )


def write_result(stored: StoredGame, state: GameState) -> None:
    """Store the result of a finished game, replacing any earlier one."""
    rows = {str(side.number): side for side in stored.seating.sides}
    Result.objects.bulk_create(
        [
            Result(game=stored.game, side=rows[key], place=place, total=total, is_winner=is_winner)
            for key, (place, total, is_winner) in results_of(stored.ruleset, state).items()
        ],
        update_conflicts=True,
        unique_fields=["side"],
        update_fields=["place", "total", "is_winner"],
    )


def _write_state(stored: StoredGame, played: Played) -> None:
    """Set the derived fields of the game and its sides, and store its result and the sides."""
    game, seating, state = stored.game, stored.seating, played.state
    was_over = game.finished_at is not None
    game.carried = carried_data(state.carried)
    if state.is_over:
        game.state, game.finished_at = Game.State.FINISHED, game.finished_at or timezone.now()
        write_result(stored, state)
    else:
        game.state, game.finished_at = Game.State.PLAYING, None
        if was_over:
            game.results.all().delete()
    statuses = {key: reason.dump() for key, reason in played.statuses.items()}
    changed = []
    for side in seating.sides:
        status = statuses.get(str(side.number))
        if side.status != status:
            side.status = status
            changed.append(side)
    if changed:
        Side.objects.bulk_update(changed, ["status"])
