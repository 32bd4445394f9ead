"""What follows from the deals of a game and is stored beside them: whether it is over, and what
each side is told before the next deal.
"""

from collections.abc import Iterator, Mapping, Sequence

from rules.entries import Report
from rules.rulesets import Ruleset
from rules.schemes import Mark
from rules.standings import standings
from scorekeeper.models import Game, Round, Score, Side
from scorekeeper.models.games import STATUS_LENGTH
from scorekeeper.queries.seating import Seating
from scorekeeper.services.scoring import DealPoints, status_after


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
    points: dict[int, dict[str, int]] = {}
    won: dict[int, list[str]] = {}
    rows = (
        _stored_points(game, seating)
        if known is None
        else (
            (deal, key, side.points, side.marks)
            for deal, sides in known.items()
            for key, side in sides.items()
        )
    )
    for deal, key, scored, marks in rows:
        points.setdefault(deal, {})[key] = scored
        if Mark.WON in marks.split():
            won.setdefault(deal, []).append(key)
    stand = standings(
        ruleset,
        seating.entrants,
        [points[deal] for deal in sorted(points)],
        won=won.get(min(won, default=0), ()),
        stopped=game.stopped,
    )
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
