"""Sentences about a score pad, for its pages, its picture and its link preview."""

from collections.abc import Collection

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rules.engine.formatting import capital, join_names
from rules.engine.game import decided_by, step_name
from rules.engine.rulesets import AnyRuleset, ShownRuleset
from rules.engine.schemes import SCHEMES
from rules.engine.schemes.early_bids import Bids
from scorekeeper.models import Change
from scorekeeper.queries.board import Cell, Scoreboard
from scorekeeper.queries.history import PastChange
from scorekeeper.queries.seating import GameSeating

# The names of changes that can be undone or redone, except changes to a deal. Translators: these
# follow “Undo”, “Redo” and “Undone:”.
_CHANGES: dict[str, Promise] = {
    Change.Kind.JOIN: gettext_lazy("new player"),
    Change.Kind.LEAVE: gettext_lazy("player leaving"),
    Change.Kind.BACK: gettext_lazy("player returning"),
    Change.Kind.RENAME: gettext_lazy("new name"),
    Change.Kind.DEALER: gettext_lazy("new dealer"),
    Change.Kind.SEAT: gettext_lazy("new seat"),
    Change.Kind.STOP: gettext_lazy("end of game"),
    Change.Kind.WINNER: gettext_lazy("winner"),
    Change.Kind.RULES: gettext_lazy("new house rules"),
    Change.Kind.DAY: gettext_lazy("new date"),
}


def change_text(change: PastChange, ruleset: AnyRuleset) -> str:
    """Return the name of a change: ``deal 3``, ``correction to deal 3`` or ``end of game``."""
    if change.deal is None:
        return str(_CHANGES.get(change.kind, _("last change")))
    if change.kind == Change.Kind.CORRECT:
        # Translators: {deal} is what the game calls a deal, such as “hand”
        text = _("correction to {deal} {number}")
    elif change.kind == Change.Kind.STEP:
        # Translators: {deal} is what the game calls a deal, such as “hand”
        text = _("points in {deal} {number}")
    elif change.kind == Change.Kind.INSERT:
        # Translators: {deal} is what the game calls a deal, such as “hand”
        text = _("insertion of {deal} {number}")
    elif change.kind == Change.Kind.REMOVE:
        # Translators: {deal} is what the game calls a deal, such as “hand”
        text = _("removal of {deal} {number}")
    elif change.kind == Change.Kind.BIDS and SCHEMES[ruleset.scoring.scheme].as_played:
        # Translators: {deal} is what the game calls a deal, such as “round”
        text = _("last entry in {deal} {number}")
    elif change.kind == Change.Kind.BIDS:
        # Translators: {deal} is what the game calls a deal, such as “hand”
        text = _("bids for {deal} {number}")
    else:
        # Translators: {deal} is what the game calls a deal, such as “hand”
        text = _("{deal} {number}")
    return text.format(deal=ruleset.words.deal.one, number=change.deal)


def deal_text(board: Scoreboard, deal: int) -> str:
    """Return the game’s word for a deal with its number, such as “Deal 3”."""
    word = capital(board.ruleset.words.deal.one)
    return _("{deal} {number}").format(deal=word, number=deal)


def deal_title(board: Scoreboard, deal: int) -> str:
    """Return a deal’s name, such as “Deal 3 of 7”; just “Deal 3” if the length isn’t known."""
    if not board.state.length:
        return deal_text(board, deal)
    word = capital(board.ruleset.words.deal.one)
    text = _("{deal} {number} of {deals}")
    return text.format(deal=word, number=deal, deals=board.state.length)


def bids_text(bids: Bids) -> str:
    """Return all bids, compared with the number of tricks: ``Bids 3 · 2, overbid by 1.``."""
    off = bids.total - bids.tricks
    if off > 0:
        text = _("Bids {bids}, overbid by {count}.")
    elif off < 0:
        text = _("Bids {bids}, underbid by {count}.")
    else:
        text = _("Bids {bids}, exactly {count}.")
    return text.format(bids=" · ".join(bids.by_side.values()), count=abs(off) or bids.tricks)


def reasons_text(cell: Cell) -> str:
    """Return the reasons for a cell’s points on one line."""
    return "; ".join(cell.reasons)


def step_text(board: Scoreboard, side: str) -> str:
    """Return the last step that a side completed, such as ``phase 3``.

    The result is empty before the first step, and in games in which only totals count.
    """
    number = board.state.steps.get(side, 0)
    if not number:
        return ""
    # Translators: {step} is what the game counts, such as “phase”
    return _("{step} {number}").format(step=step_name(board.ruleset), number=number)


def player_count(seating: GameSeating, sides: Collection[str]) -> int:
    """Return the number of players who belong to ``sides``."""
    return sum(seating.numbers[seat.side_id] in sides for seat in seating.seats)


def left_text(ruleset: ShownRuleset, left: int) -> str:
    """Return after which deal a side left: ``left after hand 3``."""
    # Translators: {deal} is what the game calls a deal, such as “hand”
    return _("left after {deal} {number}").format(deal=ruleset.words.deal.one, number=left)


def ending_text(board: Scoreboard) -> str:
    """Return why the game ended, without a full stop; empty if it simply reached its last deal."""
    won_in = board.state.carried.won_in
    if won_in and won_in < board.state.deals:
        deal = capital(board.ruleset.words.deal.one)
        # Translators: {deal} is what the game calls a deal, such as “Hand”
        return _("{deal} {number} decided the game").format(deal=deal, number=won_in)
    if board.game.stopped and not board.ends_when_stopped:
        step = step_name(board.ruleset)
        if not step:
            return _("The game was ended early")
        # Translators: {step} is what the game counts, such as “phase”
        return _("The game was ended early, so the highest {step} wins").format(step=step)
    return decided_by(board.ruleset, board.state, board.names)


def over_earlier_text(board: Scoreboard) -> str:
    """Return sentences about who had already won before the last deal, and about the consequences.

    The result is empty unless a correction ended the game before its last deal.
    """
    earlier = board.over_earlier
    if earlier is None:
        return ""
    word = board.ruleset.words.deal
    # Translators: {deal} is what the game calls a deal, such as “hand”
    sentences = [
        _("With these scores, {winners} had already won after {deal} {number}.").format(
            winners=join_names(board.names[side] for side in earlier.winners),
            deal=word.one,
            number=earlier.deals,
        ),
        _still_count_text(board, earlier.deals + 1),
    ]
    if not board.winners:
        sentences.append(_("So the game continues."))
    elif board.state.winners != earlier.winners:
        count = player_count(board.seating, board.state.winners)
        sentence = ngettext("So {winners} wins.", "So {winners} win.", count)
        winners = join_names(column.name for column in board.winners)
        sentences.append(sentence.format(winners=winners))
    return " ".join(sentences)


def _still_count_text(board: Scoreboard, first: int) -> str:
    """Return a sentence saying that the deals from ``first`` to the last one still count."""
    word, last = board.ruleset.words.deal, board.state.deals
    if first == last:
        # Translators: {deal} is what the game calls a deal, such as “Hand”
        return _("{deal} {number} still counts.").format(deal=capital(word.one), number=last)
    # Translators: {deals} is what the game calls its deals, such as “Hands”
    text = _("{deals} {first} to {last} still count.")
    if first + 1 == last:
        text = _("{deals} {first} and {last} still count.")
    return text.format(deals=capital(word.many), first=first, last=last)


def drop_last_text(board: Scoreboard) -> str:
    """Return how to remove the last deal if a correction has ended the game before it.

    The result is empty unless that correction is the latest change, directly after the last deal.
    """
    if board.late_correction is None:
        return ""
    # Translators: {deal} is what the game calls a deal, such as “hand”
    text = _(
        "If {deal} {last} shouldn’t count, undo the correction and {deal} {last}, then correct "
        "{deal} {corrected} again."
    )
    return text.format(
        deal=board.ruleset.words.deal.one, last=board.state.deals, corrected=board.late_correction
    )
