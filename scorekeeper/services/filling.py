"""Filling in derived data of games that were stored before the site kept it.

Migrations can’t do this, because they must not depend on how this version scores games.
"""

import logging

from django.db import transaction
from django.db.models import Max, Q

from rules.engine.snapshots import fingerprint
from scorekeeper.models import Change, Game
from scorekeeper.queries.stored import carried_data
from scorekeeper.services.changes import lock_game
from scorekeeper.services.months import forget_months
from scorekeeper.services.state import write_result

logger = logging.getLogger(__name__)


def fill_games() -> None:
    """Store the carried state, the result and the key of the rules of all games without them.

    Each game is stored in a transaction of its own, so this can be stopped and started again. A
    game that can’t be read is logged and stays as it is.
    """
    games = Game.objects.filter(Q(carried__isnull=True) | Q(rules_key__isnull=True))
    for key in games.order_by("pk").values_list("pk", flat=True).iterator():
        game = Game.objects.get(pk=key)
        try:
            _fill(game)
        except (ValueError, KeyError, IndexError):
            logger.warning("Game %s can’t be read, so its result stays empty.", game.code)


@transaction.atomic
def _fill(game: Game) -> None:
    stored = lock_game(game)
    game, state = stored.game, stored.state
    game.rules_key = fingerprint(stored.ruleset)
    game.carried = carried_data(state.carried)
    if state.is_over and not game.finished_at:
        changes = Change.objects.filter(game=game).exclude(kind=Change.Kind.RENAME)
        game.finished_at = changes.aggregate(last=Max("at"))["last"] or game.changed_at
        write_result(stored, state)
    game.save(update_fields=["rules_key", "carried", "finished_at"])
    forget_months(group=game.group_id)
