"""Storing the data derived from a game’s deals.

These are the points with their reasons, the state carried to the next deal, whether the game is
over, its result, and each side’s status before the next deal.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

from django.utils import timezone

from rules.engine.game import GameState
from rules.engine.rulesets import Ruleset
from rules.engine.schemes import Past
from scorekeeper.models import Game, Result, Round, Score, Side
from scorekeeper.queries.seating import Seating
from scorekeeper.queries.stored import StoredGame, carried_data, report_of
from scorekeeper.services.derive import DealPoints, charges, statuses

# The derived fields of a round.
ROUND_FIELDS = ("sets", "runs", "pairs", "overruled")


def set_contract(played: Round, ruleset: Ruleset) -> None:
    """Set the contract of ``played`` to the one in ``ruleset``, without saving the row."""
    dealt = ruleset.deal(played.deal)
    played.sets, played.runs, played.pairs = len(dealt.sets), len(dealt.runs), dealt.pairs


def write_points(
    seating: Seating, rounds: Iterable[Round], deals: Mapping[int, DealPoints]
) -> None:
    """Save the points that ``deals`` holds; ``rounds`` has the row of each of these deals."""
    sides = {str(side.number): side for side in seating.sides}
    by_deal = {played.deal: played for played in rounds}
    Score.objects.bulk_create(
        [
            Score(
                round=by_deal[deal],
                side=sides[key],
                points=score.points,
                reason=score.reason,
                kitty_payment=score.kitty_payment,
                marks=" ".join(score.marks),
            )
            for deal, points in deals.items()
            for key, score in points.items()
        ],
        update_conflicts=True,
        unique_fields=["round", "side"],
        update_fields=["points", "reason", "kitty_payment", "marks"],
    )


def write_charges(stored: StoredGame) -> None:
    """Store what the sides that came back are charged for the deals they missed.

    The points of a side that neither played a deal nor is charged for it are removed.
    """
    totals = Counter(stored.seating.starts)
    for deal in stored.deals:
        report = report_of(deal, stored.seating)
        here = {key: score for key, score in deal.scores.items() if key in report.table.keys}
        charged = charges(stored.ruleset, report, Past((), totals=totals))
        gone = [int(key) for key in deal.scores.keys() - here.keys() - charged.keys()]
        if gone:
            deal.round.scores.filter(side__number__in=gone).delete()
        if charged:
            write_points(stored.seating, [deal.round], {deal.number: charged})
        totals.update({key: score.points for key, score in (here | dict(charged)).items()})


def write_result(game: Game, seating: Seating, state: GameState) -> None:
    """Store the result of a finished game, replacing any earlier one."""
    rows = {str(side.number): side for side in seating.sides}
    Result.objects.bulk_create(
        [
            Result(
                game=game,
                side=rows[standing.side],
                place=standing.place,
                total=standing.total,
                is_winner=standing.side in state.winners,
            )
            for standing in state.places
        ],
        update_conflicts=True,
        unique_fields=["side"],
        update_fields=["place", "total", "is_winner"],
    )


def write_state(stored: StoredGame, state: GameState, past: Past) -> None:
    """Set the derived fields of the game and its sides from ``state``, and store the sides.

    The caller saves the game’s fields along with its version, by calling ``log_change``.
    """
    game, seating = stored.game, stored.seating
    was_over = game.finished_at is not None
    game.carried = carried_data(state.carried)
    if state.is_over:
        game.state, game.finished_at = Game.State.FINISHED, game.finished_at or timezone.now()
        write_result(game, seating, state)
    else:
        game.state, game.finished_at = Game.State.PLAYING, None
        if was_over:
            game.results.all().delete()
    following = seating.table(state.deals + 1, state.next_dealer)
    current = statuses(stored.ruleset, following, past, is_over=state.is_over)
    changed = []
    for side in seating.sides:
        status = current.get(str(side.number))
        if side.status != status:
            side.status = status
            changed.append(side)
    if changed:
        Side.objects.bulk_update(changed, ["status"])
