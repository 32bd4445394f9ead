"""Fill in the carried state of every stored game, and the result of each finished game.

The migration works on a few hundred games at a time, each batch in its own transaction, and skips
games that are done. It can be stopped and started again, and needs no more memory for a million
games than for a thousand. It folds games with ``rules``, because only that package can work out who
won. If a game can’t be read, nothing is stored for it, and it is folded when someone opens it.
"""

import logging
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db import migrations, transaction

from rules.engine.game import Carried, GameState, fold_game
from rules.engine.seating import Absence, Chair, Entrant, Seating
from rules.engine.snapshots import load
from scorekeeper.queries.stored import carried_data

BATCH = 500


class DealResult(NamedTuple):
    points: Mapping[str, int]
    marks: Mapping[str, Sequence[str]]
    pennies: Mapping[str, int]
    dealer: int


logger = logging.getLogger(__name__)


def fill(apps: Any, _editor: Any) -> None:
    Game = apps.get_model("scorekeeper", "Game")
    last = 0
    while True:
        games = list(Game.objects.filter(pk__gt=last, carried__isnull=True).order_by("pk")[:BATCH])
        if not games:
            return
        with transaction.atomic():
            fill_batch(apps, games)
        last = games[-1].pk


def fill_batch(apps: Any, games: Sequence[Any]) -> None:
    Game, Result = (apps.get_model("scorekeeper", name) for name in ("Game", "Result"))
    rows = {name: rows_by_game(apps, name, games) for name in ("Side", "Seat", "Round", "Change")}
    scores: defaultdict[int, list[Any]] = defaultdict(list)
    for score in apps.get_model("scorekeeper", "Score").objects.filter(round__game__in=games):
        scores[score.round_id].append(score)
    results: list[Any] = []
    folded: list[Any] = []
    for game in games:
        sides = sorted(rows["Side"][game.pk], key=lambda side: side.number)
        try:
            state = fold(game, sides, rows["Seat"][game.pk], rows["Round"][game.pk], scores)
        except (ValueError, KeyError, IndexError):
            logger.warning("Game %s cannot be folded; its result stays empty.", game.code)
            continue
        folded.append(game)
        game.carried = carried_data(state.carried)
        if not state.is_over:
            continue
        ends = [change.at for change in rows["Change"][game.pk] if change.kind != "rename"]
        game.finished_at = max(ends, default=game.changed_at)
        by_key = {str(side.number): side for side in sides}
        results += [
            Result(
                game=game,
                side=by_key[standing.side],
                place=standing.place,
                total=standing.total,
                is_winner=standing.side in state.winners,
            )
            for standing in state.places
        ]
    Game.objects.bulk_update(folded, ["carried", "finished_at"])
    Result.objects.bulk_create(results)


def rows_by_game(apps: Any, name: str, games: Sequence[Any]) -> Mapping[int, list[Any]]:
    rows: defaultdict[int, list[Any]] = defaultdict(list)
    for row in apps.get_model("scorekeeper", name).objects.filter(game__in=games):
        rows[row.game_id].append(row)
    return rows


def fold(
    game: Any,
    sides: Sequence[Any],
    seats: Sequence[Any],
    rounds: Sequence[Any],
    scores: Mapping[int, list[Any]],
) -> GameState:
    numbers = {side.pk: str(side.number) for side in sides}
    places = {seat.pk: seat.position for seat in seats}
    seating = Seating(
        entrants=tuple(
            Entrant(
                str(side.number),
                side.start,
                side.joined,
                side.left,
                tuple(Absence(*gap) for gap in side.away),
                side.name,
            )
            for side in sides
        ),
        chairs=tuple(
            Chair(seat.position, "", numbers[seat.side_id])
            for seat in sorted(seats, key=lambda seat: seat.position)
        ),
        clockwise=load(game.ruleset).players.clockwise,
    )
    deals = [
        DealResult(
            points={numbers[score.side_id]: score.points for score in scores[played.pk]},
            marks={
                numbers[score.side_id]: tuple(score.marks.split())
                for score in scores[played.pk]
                if score.marks
            },
            pennies={
                numbers[score.side_id]: score.pennies
                for score in scores[played.pk]
                if score.pennies
            },
            dealer=places[played.dealer_id],
        )
        for played in sorted(rounds, key=lambda played: played.deal)
    ]
    return fold_game(
        load(game.ruleset),
        seating,
        deals,
        since=Carried(),
        stopped=game.stopped,
        first_dealer=game.first_dealer,
        chosen_dealer=game.next_dealer,
    )


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("scorekeeper", "0010_results")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
