"""Scoring again what was entered, after a change of how it counts."""

from django.db import transaction

from scorekeeper.models import Game, Round, Score
from scorekeeper.queries.seating import rounds_of
from scorekeeper.services.rounds import put_deal, stored_deal
from scorekeeper.services.writes import locked


def rescore_all() -> tuple[int, int]:
    """Score every stored round again from its entry, warnings overruled; return how many there are
    and how many changed.
    """
    rounds = changed = 0
    for game in Game.objects.order_by("pk").iterator():
        with transaction.atomic():
            current, seating = locked(game)
            played = rounds_of(current)
            before = {each.deal: _points(each) for each in played}
            for each in played:
                stored = stored_deal(each, seating).model_copy(update={"overruled": True})
                put_deal(current, seating, played, each.deal, stored)
            differ = sum(_points(each) != before[each.deal] for each in played)
            rounds, changed = rounds + len(played), changed + differ
            # Pads and sheets are kept by the version.
            current.version += bool(differ)
            current.save(update_fields=["state", "version"])
    return rounds, changed


def _points(played: Round) -> dict[int, tuple[int, str, int, str]]:
    scores = Score.objects.filter(round=played)
    return {s.side_id: (s.points, s.because, s.pennies, s.marks) for s in scores}
