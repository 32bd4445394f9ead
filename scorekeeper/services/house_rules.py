"""Changing the house rules of a game in progress."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from rules.engine.entries import DealReport
from rules.engine.errors import RulesError
from rules.engine.snapshots import RulesSnapshot, Snapshot, dump_ruleset, fingerprint
from rules.engine.variants import Variant
from rules.reference.game_words import translated_ruleset
from scorekeeper.models import Change, Game
from scorekeeper.queries.rules_preview import (
    DroppedAnswer,
    dropped,
    is_same,
    misfits,
    without_unasked,
)
from scorekeeper.queries.stored import StoredGame
from scorekeeper.services.changes import (
    PLAYED_FIELDS,
    ChangeContext,
    ChangeRecord,
    is_repeated,
    lock_game,
    log_change,
)
from scorekeeper.services.state import store

# The fields of a game that are saved when its rules change.
RULES_FIELDS = (*PLAYED_FIELDS, "ruleset", "rules_key")


class MisfitError(RulesError):
    """A game in progress can’t continue under these rules."""

    code = "misfit"


def change_house_rules(
    *,
    game: Game,
    variant: Variant,
    options: Mapping[str, Any],
    patches: Mapping[str, Any],
    context: ChangeContext,
) -> tuple[DroppedAnswer, ...] | None:
    """Apply these house rules to all of ``game``, and rescore its deals.

    Return the answers that no longer count, or None if nothing changes.

    Raises MisfitError if the game can’t continue under these rules, RulesError if they are invalid,
    and ConflictError and GameGoneError as ``record_deal`` does.
    """

    def matches(stored: Snapshot | None) -> bool:
        if not isinstance(stored, RulesSnapshot):
            return False
        return (stored.ruleset.options, stored.ruleset.patches) == (options, patches)

    ruleset = variant.ruleset(options, patches)
    with transaction.atomic():
        stored = lock_game(game)
        current, old = stored.game, stored.ruleset
        if is_repeated(current, context, matches):
            return ()
        if is_same(old, ruleset):
            return None
        for misfit in misfits(stored.under(ruleset), old):
            raise MisfitError(misfit)
        reports = stored.reports()
        kept = [without_unasked(ruleset, report) for report in reports]
        before = RulesSnapshot(ruleset=old, entries=_entries(reports))
        after = RulesSnapshot(ruleset=ruleset, entries=_entries(kept))
        set_rules(stored, after)
        log_change(ChangeRecord(current, before, after), context, Change.Kind.RULES, RULES_FIELDS)
    return tuple(dropped(old, reports, kept))


def _entries(reports: Sequence[DealReport]) -> dict[int, dict[str, str]]:
    """Return each deal’s texts by deal number, in the form stored with a change."""
    return {report.number: dict(report.texts) for report in reports}


def set_rules(stored: StoredGame, data: RulesSnapshot) -> None:
    """Set a game’s rules, and the texts of its deals, to those in ``data``.

    The deals are rescored. The caller saves the game with its new version. Raises MisfitError if
    one of the deals is invalid.
    """
    game, ruleset = stored.game, data.ruleset
    game.ruleset, game.rules_key, game.carried = dump_ruleset(ruleset), fingerprint(ruleset), None
    changed = stored.under(ruleset)
    rows = [deal.round for deal in changed.deals]
    for row in rows:
        row.entry = data.entries.get(row.deal, row.entry)
    played = changed.replay(changed.reports())
    for deal, why in played.refused.items():
        # Translators: {deal} is what the game calls a deal, such as “hand”
        message = _("Under these rules, {deal} {number} isn’t valid: {problem}")
        word = translated_ruleset(ruleset).words.deal.one
        raise MisfitError(message.format(deal=word, number=deal, problem=why))
    store(changed, played, entered=rows)
