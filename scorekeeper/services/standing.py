"""What follows from the deals of a game and is stored beside them: whether it is over, and what
each side is told before the next deal.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rules.entries import Report
from rules.rulesets import Ruleset
from rules.schemes import Mark
from rules.standings import Standings, standings
from scorekeeper.models import Game, Round, Score, Side
from scorekeeper.models.games import STATUS_LENGTH
from scorekeeper.queries.seating import Seating
from scorekeeper.services.scoring import DealPoints, charged, status_after

MOST_BECAUSE = 1000  # letters that the column of a reason holds


def dealer_of(game: Game, seating: Seating, rounds: Sequence[Round], deal: int) -> int:
    """The place that deals when nobody says: the stored one, or the next one clockwise."""
    if deal <= len(rounds):
        return seating.positions[rounds[deal - 1].dealer_id]
    if game.next_dealer:
        return seating.dealer_at(game.next_dealer, deal)
    if not rounds:
        return seating.dealer_at(game.first_dealer, deal)
    return seating.dealer_after(seating.positions[rounds[-1].dealer_id], deal)


def reports_of(rounds: Sequence[Round], seating: Seating) -> list[Report]:
    """The deals as the rules want them, each with the table that played it."""
    return [
        Report(
            played.deal,
            seating.table(played.deal, seating.positions[played.dealer_id]),
            played.entry,
            seating.missed(played.deal),
        )
        for played in rounds
    ]


def told_after(
    game: Game, ruleset: Ruleset, seating: Seating, rounds: Sequence[Round]
) -> Mapping[str, str]:
    """What each side that sits down to the deal after these ``rounds`` is told, by key."""
    following = len(rounds) + 1
    table = seating.table(following, dealer_of(game, seating, rounds, following))
    return status_after(ruleset, table, reports_of(rounds, seating), seating.starts)


def set_contract(played: Round, ruleset: Ruleset) -> None:
    """Note which contract ``ruleset`` has for that deal; the row is not saved."""
    dealt = ruleset.deal(played.deal)
    played.sets, played.runs, played.pairs = len(dealt.sets), len(dealt.runs), dealt.pairs


def write_points(
    seating: Seating, rounds: Iterable[Round], deals: Mapping[int, DealPoints]
) -> None:
    """Store the points of these ``deals``, which are among the ``rounds``."""
    sides = {str(side.number): side for side in seating.sides}
    by_deal = {played.deal: played for played in rounds}
    Score.objects.bulk_create(
        [
            Score(
                round=by_deal[deal],
                side=sides[key],
                points=side.points,
                because=side.because[:MOST_BECAUSE],
                pennies=side.pennies,
                marks=side.marks,
            )
            for deal, points in deals.items()
            for key, side in points.items()
        ],
        update_conflicts=True,
        unique_fields=["round", "side"],
        update_fields=["points", "because", "pennies", "marks"],
    )


def set_charges(game: Game, ruleset: Ruleset, seating: Seating, rounds: Sequence[Round]) -> None:
    """Store what those who came back are charged for the deals they missed, and nothing else."""
    reports = reports_of(rounds, seating)
    here = {report.number: report.table.keys for report in reports}
    rows = Score.objects.filter(round__game=game).values_list("pk", "round__deal", "side_id")
    of_absent = [pk for pk, deal, side in rows if seating.numbers[side] not in here[deal]]
    Score.objects.filter(pk__in=of_absent).delete()
    write_points(seating, rounds, charged(ruleset, reports, seating.starts))


def stand_of(
    game: Game,
    ruleset: Ruleset,
    seating: Seating,
    known: Mapping[int, DealPoints] | None = None,
) -> Standings:
    """How the game stands by its points, where they are not ``known`` the stored ones."""
    points: dict[int, dict[str, int]] = {}
    marks: dict[int, dict[str, list[str]]] = {}
    rows = (
        _stored_points(game, seating)
        if known is None
        else (
            (deal, key, side.points, side.marks)
            for deal, sides in known.items()
            for key, side in sides.items()
        )
    )
    for deal, key, scored, signs in rows:
        points.setdefault(deal, {})[key] = scored
        marks.setdefault(deal, {})[key] = signs.split()
    by_deal = [marks[deal] for deal in sorted(marks)]
    won = ([key for key, signs in of.items() if Mark.WON in signs] for of in by_deal)
    return standings(
        ruleset,
        seating.entrants,
        [points[deal] for deal in sorted(points)],
        won=next(filter(None, won), ()),
        marks=by_deal,
        stopped=game.stopped,
    )


def set_standing(
    game: Game,
    ruleset: Ruleset,
    seating: Seating,
    told: Mapping[str, str],
    known: Mapping[int, DealPoints] | None = None,
) -> None:
    """Set the state of the game by its points, where they are not ``known`` the stored ones, and
    what each side is told.
    """
    stand = stand_of(game, ruleset, seating, known)
    game.state = Game.State.FINISHED if stand.is_over else Game.State.PLAYING
    changed = []
    for side in seating.sides:
        text = told.get(str(side.number), "")[:STATUS_LENGTH]
        if side.status != text:
            side.status = text
            changed.append(side)
    if changed:
        Side.objects.bulk_update(changed, ["status"])


def _stored_points(game: Game, seating: Seating) -> Iterator[tuple[int, str, int, str]]:
    """Points and marks of each side in each deal, as they are stored."""
    rows = Score.objects.filter(round__game=game).values_list(
        "round__deal", "side_id", "points", "marks"
    )
    for deal, side_pk, scored, marks in rows:
        yield deal, seating.numbers[side_pk], scored, marks
