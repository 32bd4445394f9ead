"""Rescoring stored games from their entries, after a change in how they are scored."""

import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from django.db import transaction

from rules.engine.snapshots import fingerprint
from scorekeeper.models import Change, Game, PlayedMonth
from scorekeeper.queries.stored import ScoreColumns, StoredDeal, read_carried, score_columns
from scorekeeper.services.changes import (
    DERIVED_FIELDS,
    ChangeRecord,
    GameGoneError,
    lock_game,
    log_change,
)
from scorekeeper.services.state import store

RESCORED_FIELDS = (*DERIVED_FIELDS, "rules_key")
_PLAIN = [name for name in RESCORED_FIELDS if name != "carried"]  # which are read as written
logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Rescored:
    """The result of rescoring one game.

    ``deals`` is the number of its deals, ``changed`` the number with new points, and ``reworded``
    the number with the same points but new reasons. ``is_repaired`` is true if the stored state of
    the game didn’t match its deals. ``error`` is the reason why it couldn’t be scored, in which
    case the game is unchanged.
    """

    code: str
    variant: str
    deals: int = 0
    changed: int = 0
    reworded: int = 0
    is_repaired: bool = False
    error: str = ""


def rescore_all() -> Iterator[Rescored]:
    """Rescore every game, each in a transaction of its own, and yield the results.

    At the end, what the games add up to is deleted, so that pages add it up again.
    """
    for key in Game.objects.order_by("pk").values_list("pk", flat=True).iterator():
        game = Game.objects.filter(pk=key).first()
        if game is None:
            continue
        try:
            yield rescore_game(game)
        except GameGoneError:
            continue
        except Exception as error:
            logger.exception("Game %s can’t be scored.", game.code)
            yield Rescored(game.code, game.variant, error=f"{type(error).__name__}: {error}")
    PlayedMonth.objects.all().delete()


@transaction.atomic
def rescore_game(game: Game) -> Rescored:
    """Rescore the deals of ``game`` from their entries, accepting warnings.

    If the game’s own rules don’t allow one of its deals, the game stays unchanged. Reasons that an
    earlier version stored as text become codes. This alone doesn’t count as a change: the game
    keeps its version, and nothing is logged. Raises GameGoneError if the game no longer exists.
    """
    stored = lock_game(game)
    result = Rescored(game.code, game.variant, len(stored.deals))
    played = stored.replay(stored.reports())
    for number, why in played.refused.items():
        return replace(result, error=f"{stored.ruleset.words.deal.one} {number}: {why}")
    scores = {deal.number: score_columns(deal) for deal in played.deals}
    different = [deal for deal in stored.deals if scores[deal.number] != deal.scores]
    changed = [deal for deal in different if not _same_points(deal, scores[deal.number])]
    stored.game.rules_key = fingerprint(stored.ruleset)
    known = read_carried(stored.game.carried)
    is_repaired = known not in (None, played.state.carried)
    store(stored, played)
    if changed or is_repaired:
        log_change(ChangeRecord(stored.game), None, Change.Kind.RESCORE, RESCORED_FIELDS)
    elif known is None or any(getattr(game, name) != getattr(stored.game, name) for name in _PLAIN):
        stored.game.save(update_fields=RESCORED_FIELDS)
    return replace(
        result,
        changed=len(changed),
        reworded=len(different) - len(changed),
        is_repaired=is_repaired,
    )


def _same_points(deal: StoredDeal, scores: Mapping[str, ScoreColumns]) -> bool:
    """Return whether a stored deal has these scores, apart from their reasons."""
    stored, scored = (
        {key: score._replace(reason=[]) for key, score in by_side.items()}
        for by_side in (deal.scores, scores)
    )
    return stored == scored
