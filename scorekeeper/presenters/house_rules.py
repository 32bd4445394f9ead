"""What other house rules would do to a game, in words."""

from rules.engine.contracts import Word
from rules.engine.formatting import capital, join_names
from scorekeeper.presenters.board import win_verb
from scorekeeper.services.house_rules import DroppedAnswer, Effect


def dropped_text(dropped: DroppedAnswer, deal_word: Word) -> str:
    """Return a sentence such as ``Deals 2 and 5: “Alone” no longer counts.``"""
    word = deal_word.one if len(dropped.deals) == 1 else deal_word.many
    deals = f"{capital(word)} {join_names(map(str, dropped.deals))}"
    return f"{deals}: “{dropped.label}” no longer counts."


def outcome_text(effect: Effect) -> str:
    """Return who would win or lead, or that the game would go on; empty if that stays the same."""
    now, then = effect.board.state, effect.then
    if then is None or not effect.changes_outcome:
        return ""
    leaders = join_names(effect.board.names[side] for side in then.leaders)
    if not then.is_over:
        if now.is_over:
            return "The game is then not over yet; it goes on."
        return f"Then ahead: {leaders}."
    wins = f"{leaders} {win_verb(effect.board.seating, then.winners)}"
    if not now.is_over:
        return f"The game is then over: {wins}."
    winners = join_names(column.name for column in effect.board.winners)
    return f"{wins} then, instead of {winners}."
