"""Sentences about the effect of new house rules on a game."""

from django.utils.translation import gettext as _

from rules.engine.contracts import Word
from rules.engine.formatting import capital, join_names
from scorekeeper.queries.rules_preview import DroppedAnswer, Effect


def dropped_text(dropped: DroppedAnswer, deal_word: Word) -> str:
    """Return a sentence such as ``Deal 2: “Alone” no longer counts.``."""
    word = deal_word.one if len(dropped.deals) == 1 else deal_word.many
    # Translators: {deals} is what the game calls a deal or deals, such as “Hands”
    return _("{deals} {numbers}: “{field}” no longer counts.").format(
        deals=capital(word), numbers=join_names(map(str, dropped.deals)), field=dropped.label
    )


def outcome_text(effect: Effect) -> str:
    """Return who would win or lead, or that the game would go on; empty if nothing changes."""
    now, then = effect.board.state, effect.then
    if then is None or not effect.changes_outcome:
        return ""
    leaders = join_names(effect.board.names[side] for side in then.leaders)
    if not then.is_over and now.is_over:
        return _("The game would still be in progress.")
    if not leaders:
        return _("Nobody would win.") if then.is_over else _("Nobody would be ahead.")
    if not then.is_over:
        return _("{leaders} would be ahead.").format(leaders=leaders)
    if not now.is_over:
        return _("The game would be over, and {winners} would win.").format(winners=leaders)
    winners = join_names(column.name for column in effect.board.winners) or _("nobody")
    return _("{leaders} would win instead of {winners}.").format(leaders=leaders, winners=winners)
