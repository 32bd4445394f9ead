"""Recording and correcting deals and bids; undo and redo."""

from collections.abc import Sequence
from functools import partial

from django.db import transaction
from django.utils.translation import gettext as _

from rules.engine.entries import (
    EntryRefusedError,
    Problem,
    clean_texts,
    input_names,
    unlikely_corrections,
)
from rules.engine.errors import RulesError
from rules.engine.rulesets import Ruleset
from rules.engine.schemes import scheme_of
from rules.engine.schemes.early_bids import bid_fields, read_bids
from rules.engine.snapshots import (
    DaySnapshot,
    DealEntry,
    RulesSnapshot,
    Snapshot,
    TableSnapshot,
    load_change,
)
from rules.reference.game_words import translated_ruleset
from scorekeeper.models import Change, Game
from scorekeeper.queries.bids import saved_bids
from scorekeeper.queries.history import PastChange, history
from scorekeeper.queries.stored import StoredGame
from scorekeeper.services.changes import (
    PLAYED_FIELDS,
    ChangeContext,
    ChangeRecord,
    is_repeated,
    lock_game,
    lock_game_and_group,
    log_change,
)
from scorekeeper.services.days import DAY_FIELDS
from scorekeeper.services.deals import (
    check_follows,
    check_playing,
    concerns_deal,
    not_next,
    put_deal,
    stored_deal,
)
from scorekeeper.services.hands import forget_hands
from scorekeeper.services.house_rules import RULES_FIELDS, set_rules
from scorekeeper.services.moving import put_moved
from scorekeeper.services.seats import set_table
from scorekeeper.services.state import store
from scorekeeper.services.turns import with_turns

# The kinds of changes to neither a deal nor the players.
_NOT_OF_PLAYERS = (Change.Kind.RULES, Change.Kind.DAY)


class NothingToUndoError(RulesError):
    """There is nothing to undo or redo."""

    code = "nothing-to-undo"


def record_deal(*, game: Game, deal: int, submitted: DealEntry, context: ChangeContext) -> None:
    """Store the entry of ``deal``, which is a new or a corrected deal, with its points.

    A correction that changes nothing isn’t logged, so that Undo always changes something.

    Raises EntryRefusedError if the entry is invalid, ConflictError if the game changed since the
    page was rendered or ``deal`` is later than the next one, GameGoneError if the game no longer
    exists, and RulesError if the game is over or the correction would make a later deal invalid.
    """
    with transaction.atomic():
        stored = lock_game(game)
        current, played = stored.game, stored.state.deals
        concerns = partial(concerns_deal, deal=deal, submitted=submitted, ruleset=stored.ruleset)
        if is_repeated(current, context, submitted.matches, concerns):
            return
        if not 1 <= deal <= played + 1:
            raise not_next(stored)
        is_new = deal > played
        if is_new:
            check_playing(current)
            submitted = with_turns(stored, submitted)
        before = None if is_new else stored_deal(stored, deal)
        if submitted.matches(before):
            return
        if before:
            after = submitted.dealt_by(before.dealer, dealer_known=before.dealer_known)
        else:
            after = submitted.dealt_by(stored.state.next_dealer)
        if is_new:
            current.next_dealer = None
        overruled = _put_corrected(stored, deal, before, after)
        after = after.model_copy(update={"overruled": overruled})
        kind = Change.Kind.RECORD if is_new else Change.Kind.CORRECT
        log_change(ChangeRecord(current, before, after, deal), context, kind)


def record_bids(*, game: Game, deal: int, submitted: DealEntry, context: ChangeContext) -> int:
    """Store the bids of ``deal``, which is the next one, and return the game’s version.

    The bids and the dealer then apply until the deal is saved. Anything else that was submitted is
    ignored. Raises the same errors as ``record_deal``.
    """
    with transaction.atomic():
        stored = lock_game(game)
        current = stored.game
        concerns = partial(concerns_deal, deal=deal, submitted=submitted, ruleset=stored.ruleset)
        if is_repeated(current, context, concerns=concerns):
            return current.version
        check_follows(stored, deal)
        check_playing(current)
        dealer = submitted.dealer or stored.state.next_dealer
        table, ruleset = stored.seating.table(deal, dealer), translated_ruleset(stored.ruleset)
        scheme, dealt = scheme_of(ruleset, len(table.seats)), ruleset.deal(deal)
        names = input_names(bid_fields(scheme, dealt), table)
        texts = {name: text for name, text in clean_texts(submitted.texts).items() if name in names}
        read_bids(scheme, dealt, table, texts)
        before = saved_bids(stored, history(current))
        after = DealEntry(texts=texts, dealer=dealer, overruled=False)
        if texts and after != before:
            current.next_dealer = dealer
            log_change(ChangeRecord(current, before, after, deal), context, Change.Kind.BIDS)
        return current.version


def _put_corrected(
    stored: StoredGame, deal: int, before: DealEntry | None, after: DealEntry
) -> bool:
    """Store a deal as ``put_deal`` does, unless a number may be mistyped.

    The warnings about numbers that differ widely from ``before`` are raised together with the
    problems of the deal, so that all of them can be accepted at once. They replace any other
    warning about the same number.
    """
    warnings: tuple[Problem, ...] = ()
    if before and not after.overruled:
        table = stored.seating.table(deal, after.dealer)
        ruleset = translated_ruleset(stored.ruleset)
        fields = scheme_of(ruleset, len(table.seats)).scoring.fields(ruleset.deal(deal))
        warnings = tuple(unlikely_corrections(fields, table, before.texts, after.texts))
    try:
        overruled = put_deal(stored, deal, after)
    except EntryRefusedError as refused:
        doubted = {problem.input for problem in warnings}
        others = (p for p in refused.problems if not (p.warning and p.input in doubted))
        raise EntryRefusedError((*others, *warnings)) from None
    if warnings:
        raise EntryRefusedError(warnings)
    return overruled


def undo(*, game: Game, context: ChangeContext) -> None:
    """Undo the latest change that is in effect. The undo is also logged as a change.

    Raises NothingToUndoError if there is no such change, and the same errors as ``record_deal``.
    """
    _turn_back(game, context, Change.Kind.UNDO)


def redo(*, game: Game, context: ChangeContext) -> None:
    """Redo the change that was undone last. Raises the same errors as ``undo``."""
    _turn_back(game, context, Change.Kind.REDO)


def _turn_back(game: Game, context: ChangeContext, kind: Change.Kind) -> None:
    with transaction.atomic():
        stored = lock_game_and_group(game)
        current = stored.game
        if is_repeated(current, context):
            return
        past = history(current)
        step: PastChange | None = past.undo if kind == Change.Kind.UNDO else past.redo
        if step is None:
            is_undo = kind == Change.Kind.UNDO
            raise NothingToUndoError(
                _("There is nothing to undo.") if is_undo else _("There is nothing to redo.")
            )
        change = Change.objects.get(game=current, version=step.version)
        before, after = (
            load_change(data, stored.ruleset) for data in (change.before, change.after)
        )
        if kind == Change.Kind.UNDO:
            before, after = after, before
        if step.kind in (Change.Kind.RECORD, Change.Kind.BIDS):
            is_undo = kind == Change.Kind.UNDO
            standing = past.standing[:-1] if is_undo else (*past.standing, step)
            current.next_dealer = _chosen_dealer(current, stored.ruleset, standing)
        fields = _put_back(stored, step, after)
        log_change(ChangeRecord(current, before, after, step.deal), context, kind, fields)


def _put_back(stored: StoredGame, step: PastChange, after: Snapshot | None) -> Sequence[str]:
    """Store what a change is turned back to, and return the fields of the game to save."""
    match after:
        case _ if step.kind == Change.Kind.BIDS:
            pass  # bids are stored only in the log
        case RulesSnapshot():
            set_rules(stored, after)
            return RULES_FIELDS
        case DaySnapshot():
            stored.game.played_on = after.played_on
            return DAY_FIELDS
        case TableSnapshot() if step.deal:
            put_moved(stored, step.deal, after)
        case TableSnapshot():
            set_table(stored.game, stored.seating, after)
        case DealEntry() if step.deal:
            put_deal(stored, step.deal, after)
        case None if step.deal:
            _remove_deal(stored, step.deal)
    return PLAYED_FIELDS


def _chosen_dealer(game: Game, ruleset: Ruleset, steps: Sequence[PastChange]) -> int | None:
    """Return the dealer who was chosen, or saved with the bids, since the latest deal.

    The result is None if there is no such dealer.
    """
    for step in reversed(steps):
        if step.kind == Change.Kind.RECORD:
            break
        if step.kind == Change.Kind.BIDS or (
            step.deal is None and step.kind not in _NOT_OF_PLAYERS
        ):
            change = Change.objects.get(game=game, version=step.version)
            match load_change(change.after, ruleset):
                case DealEntry(dealer=dealer):
                    return dealer
                case TableSnapshot(next_dealer=next_dealer):
                    return next_dealer
                case _:
                    return None
    return None


def _remove_deal(stored: StoredGame, deal: int) -> None:
    """Delete the last deal and store the game’s state without it."""
    stored.deals[deal - 1].round.delete()
    forget_hands(stored.game)
    store(stored, stored.replay((), since=stored.after(deal - 1)))
