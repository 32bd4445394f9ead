"""A score pad in words: what its pages, its picture and its link say about the game."""

from collections.abc import Collection

from rules.engine.formatting import capital, join_names
from rules.engine.game import decided_by, step_name
from scorekeeper.models import Change
from scorekeeper.queries.board import Cell, Scoreboard
from scorekeeper.queries.history import Step
from scorekeeper.queries.seating import Seating

# Undo and redo buttons for changes that belong to no deal.
_CHANGES: dict[str, str] = {
    Change.Kind.JOIN: "the new player",
    Change.Kind.LEAVE: "the player’s leaving",
    Change.Kind.BACK: "the player’s coming back",
    Change.Kind.RENAME: "the new name",
    Change.Kind.DEALER: "the new dealer",
    Change.Kind.STOP: "the end",
    Change.Kind.RULES: "the change of rules",
}


def change_text(change: Step, deal_word: str) -> str:
    """Return what undo or redo acts on: ``deal 3``, ``the correction of deal 3``, ``the end``."""
    if change.deal is None:
        return _CHANGES.get(change.kind, "the last change")
    deal = f"{deal_word} {change.deal}"
    return f"the correction of {deal}" if change.kind == Change.Kind.CORRECT else deal


def reasons_text(cell: Cell) -> str:
    """Return the reasons for the points of a cell in one line."""
    return "; ".join(cell.reasons)


def step_text(board: Scoreboard, side: str) -> str:
    """Return the last step of a side, such as ``phase 3``.

    Empty before its first step, and in games where only totals count.
    """
    number = board.state.steps.get(side, 0)
    return f"{step_name(board.ruleset)} {number}" if number else ""


def win_verb(seating: Seating, winners: Collection[str]) -> str:
    """Return ``wins`` for one player, ``win`` for several, as partners are."""
    players = [seat for seat in seating.seats if seating.numbers[seat.side_id] in winners]
    return "wins" if len(players) == 1 else "win"


def ending_text(board: Scoreboard) -> str:
    """Return what ended the game other than its last deal; empty if nothing did."""
    won_in = board.state.carried.won_in
    if won_in and won_in < board.state.deals:
        return f"{capital(board.ruleset.words.deal.one)} {won_in} decided the game"
    if board.game.stopped:
        step = step_name(board.ruleset)
        return "The table stopped there" + (f"; the highest {step} wins" if step else "")
    return decided_by(board.ruleset, board.state, board.names)


def over_earlier_text(board: Scoreboard) -> str:
    """Return who had won before the last deal by the present points, and what follows from that.

    Empty unless a correction ended the game before its last deal.
    """
    earlier = board.over_earlier
    if earlier is None:
        return ""
    word, last_deal = board.ruleset.words.deal, board.state.deals
    earlier_winners = join_names(board.names[side] for side in earlier.winners)
    had_won = f"{earlier_winners} had won after {word.one} {earlier.deals} by these figures"
    still_count = f"{word.one} {last_deal} still counts"
    next_deal = earlier.deals + 1
    if next_deal < last_deal:
        between = "and" if next_deal + 1 == last_deal else "to"
        still_count = f"{word.many} {next_deal} {between} {last_deal} still count"
    if board.state.winners == earlier.winners:
        return f"{had_won}; {still_count}."
    if not board.winners:
        return f"{had_won}; as {still_count}, the game goes on."
    winners = join_names(column.name for column in board.winners)
    verb = win_verb(board.seating, board.state.winners)
    return f"{had_won}; as {still_count}, {winners} {verb}."


def drop_last_text(board: Scoreboard) -> str:
    """Return how to drop a last deal that was played after the game was over.

    Empty unless undoing that deal and one correction leads there.
    """
    if board.late_correction is None:
        return ""
    word, last_deal = board.ruleset.words.deal.one, board.state.deals
    return (
        f"If {word} {last_deal} should not count, undo the correction and {word} {last_deal}, "
        f"then correct {word} {board.late_correction} again."
    )
