"""Recording and correcting deals, bids and turns; undo and redo."""

from collections.abc import Collection, Mapping, Sequence
from functools import partial

from django.db import transaction
from django.utils.translation import gettext as _

from rules.engine.checking import check_hand
from rules.engine.entries import (
    DealReport,
    EntryRefusedError,
    Problem,
    clean_texts,
    input_names,
    unlikely_corrections,
)
from rules.engine.errors import RulesError
from rules.engine.formatting import capital
from rules.engine.inputs import Points
from rules.engine.replay import fields_as_played, score_so_far, uses_past
from rules.engine.rulesets import Ruleset
from rules.engine.schemes import SCHEMES, Mark, scheme_of
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
from scorekeeper.models import Change, Game, Round
from scorekeeper.queries.bids import saved_bids
from scorekeeper.queries.history import PastChange, history
from scorekeeper.queries.stored import StoredGame, report_of
from scorekeeper.services.changes import (
    PLAYED_FIELDS,
    ChangeContext,
    ChangeRecord,
    ConflictError,
    is_repeated,
    lock_game,
    lock_game_and_group,
    log_change,
)
from scorekeeper.services.days import DAY_FIELDS
from scorekeeper.services.hands import forget_hands
from scorekeeper.services.house_rules import RULES_FIELDS, set_rules
from scorekeeper.services.seats import set_table
from scorekeeper.services.state import LaterDealError, store

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
        concerns = partial(_concerns_deal, deal=deal, submitted=submitted, ruleset=stored.ruleset)
        if is_repeated(current, context, submitted.matches, concerns):
            return
        if not 1 <= deal <= played + 1:
            raise _not_next(stored)
        is_new = deal > played
        if is_new:
            check_playing(current)
            submitted = _with_turns(stored, submitted)
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
        concerns = partial(_concerns_deal, deal=deal, submitted=submitted, ruleset=stored.ruleset)
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


def check_follows(stored: StoredGame, deal: int) -> None:
    """Raise ConflictError unless ``deal`` is the next one."""
    if deal != stored.state.deals + 1:
        raise _not_next(stored)


def record_turns(*, game: Game, deal: int, submitted: DealEntry, context: ChangeContext) -> None:
    """Store what has been entered of ``deal``, the next one, while it is being played.

    It is added to what was saved before, and replaces what was saved for the same sides. Once
    nothing is missing, the deal is stored with its points. Raises the same errors as
    ``record_deal``.
    """
    with transaction.atomic():
        stored = lock_game(game)
        current = stored.game
        concerns = partial(_concerns_deal, deal=deal, submitted=submitted, ruleset=stored.ruleset)
        if is_repeated(current, context, partial(_includes, submitted), concerns):
            return
        check_follows(stored, deal)
        check_playing(current)
        before = saved_bids(stored, history(current))
        known, begun = _names_as_played(stored, submitted.texts)
        own = {name: text for name, text in submitted.texts.items() if name in known}
        if not begun:
            raise RulesError(_("Nothing has been entered. Enter the points first."))
        after = _added(before, submitted.model_copy(update={"texts": own}), begun)
        after = after.dealt_by(before.dealer if before else stored.state.next_dealer)
        if after == before:
            return
        current.next_dealer = None
        table = stored.seating.table(deal, after.dealer)
        report = DealReport(deal, table, after.texts)
        try:
            check_hand(translated_ruleset(stored.ruleset), report, begun, stored.past(deal - 1))
        except EntryRefusedError as refused:
            if not refused.only_warnings:
                raise refused.impossible from None
        after = _with_zeros(stored, report, after)
        try:
            put_deal(stored, deal, after)
        except EntryRefusedError as refused:
            if all(problem.code != "missing" for problem in refused.problems):
                raise
            current.next_dealer = after.dealer
            log_change(ChangeRecord(current, before, after, deal), context, Change.Kind.BIDS)
        else:
            log_change(ChangeRecord(current, None, after, deal), context, Change.Kind.RECORD)


def _with_zeros(stored: StoredGame, report: DealReport, after: DealEntry) -> DealEntry:
    """Return the entry with 0 for sides that haven’t scored if what was entered wins the game."""
    number, table = report.number, report.table
    past = stored.past(number - 1)
    so_far = score_so_far(stored.ruleset, number, table, after.texts, past)
    if not any(Mark.WON in marks for marks in so_far.marks.values()):
        return after
    scheme = scheme_of(stored.ruleset, len(table.seats))
    fields = fields_as_played(stored.ruleset, stored.ruleset.deal(number), scheme)
    counted = [field for field in fields if isinstance(field.kind, Points)]
    zeros = dict.fromkeys(input_names(counted, table), "0")
    return after.model_copy(update={"texts": zeros | after.texts})


def _names_as_played(
    stored: StoredGame, texts: Mapping[str, str]
) -> tuple[Collection[str], Collection[str]]:
    """Return the names of the inputs that can be saved while the next deal is being played.

    The second value has only those of the sides and seats for which ``texts`` has anything.
    """
    number, known, begun = stored.state.deals + 1, set[str](), set[str]()
    table = stored.seating.table(number, stored.state.next_dealer)
    scheme = scheme_of(stored.ruleset, len(table.seats))
    fields = fields_as_played(stored.ruleset, stored.ruleset.deal(number), scheme)
    for scope in dict.fromkeys(field.scope for field in fields):
        for key in [place.key for place in table.places(scope)] or [""]:
            asked = (field for field in fields if field.scope == scope)
            names = {name for field in asked for name in field.inputs(key).values()}
            known |= names
            if names & clean_texts(texts).keys():
                begun |= names
    return known, begun


def _added(before: DealEntry | None, submitted: DealEntry, begun: Collection[str]) -> DealEntry:
    """Return what was submitted, with what was saved before in the inputs that aren’t ``begun``."""
    saved = before.texts if before else {}
    kept = {name: text for name, text in saved.items() if name not in begun}
    return submitted.model_copy(update={"texts": kept | submitted.texts})


def _includes(submitted: DealEntry, stored: Snapshot | None) -> bool:
    """Return whether everything that was submitted is in ``stored``."""
    texts = clean_texts(submitted.texts)
    return isinstance(stored, DealEntry) and texts.items() <= stored.texts.items()


def _with_turns(stored: StoredGame, submitted: DealEntry) -> DealEntry:
    """Return the entry of a new deal with what was saved for others while it was being played."""
    known, begun = _names_as_played(stored, submitted.texts)
    before = saved_bids(stored, history(stored.game)) if known else None
    return _added(before, submitted, begun) if before else submitted


def _not_next(stored: StoredGame) -> ConflictError:
    word = capital(translated_ruleset(stored.ruleset).words.deal.one)
    # Translators: {deal} is what the game calls a deal, such as “Hand”
    message = _("{deal} {number} comes next. Enter that one first.")
    return ConflictError(message.format(deal=word, number=stored.state.deals + 1))


def check_playing(game: Game) -> None:
    """Raise RulesError if the game is over."""
    if game.state == Game.State.FINISHED:
        raise RulesError(_("The game is over. To continue, use Undo first."))


def _concerns_deal(change: Change, *, deal: int, submitted: DealEntry, ruleset: Ruleset) -> bool:
    """Return whether a change affects the submitted entry of ``deal``.

    Changes to another deal, to a name or to the day don’t affect it, and neither does saving the
    same bids.
    """
    if change.kind == Change.Kind.BIDS and change.deal == deal:
        bids, texts = load_change(change.after, ruleset), clean_texts(submitted.texts)
        if not isinstance(bids, DealEntry):
            return True
        saved = bids.texts
        if SCHEMES[ruleset.scoring.scheme].as_played:  # what is blank stays as it was saved
            saved = {name: text for name, text in saved.items() if name in texts}
        return not saved.items() <= texts.items()
    if change.deal:
        return change.deal == deal
    if change.kind in (Change.Kind.ERASE, Change.Kind.RESTORE):
        return False
    before, after = (load_change(data, ruleset) for data in (change.before, change.after))
    if isinstance(before, TableSnapshot) and isinstance(after, TableSnapshot):
        return before.without_names() != after.without_names()
    return not isinstance(after, DaySnapshot)


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


def stored_deal(stored: StoredGame, deal: int) -> DealEntry:
    """Return a played deal in the form stored with a change."""
    played = stored.deals[deal - 1]
    return DealEntry(
        texts=played.round.entry,
        dealer=played.dealer,
        overruled=played.round.overruled,
        dealer_known=played.round.dealer_known,
    )


def put_deal(stored: StoredGame, deal: int, data: DealEntry) -> bool:
    """Store a deal with its points, then rescore the later deals and update the game.

    ``data`` is the deal in the form stored with a change. Return whether a warning had to be
    accepted. For a new deal, the earlier ones are read only if the scheme uses them. Raises
    EntryRefusedError if the entry isn’t valid, and LaterDealError if a later deal would not be.
    """
    seating = stored.seating
    seats = {seat.position: seat for seat in seating.seats_at(deal)}
    if data.dealer not in seats:
        raise RulesError(_("That dealer isn’t in this game. Choose one of the names."))
    is_new = deal > stored.state.deals
    report = DealReport(deal, seating.table(deal, data.dealer), data.texts, seating.missed(deal))
    later = () if is_new else stored.deals[deal:]
    reports = [report, *(report_of(other, seating) for other in later)]
    if uses_past(stored.ruleset, reports):
        later = ()
    else:
        reports = [report]
    since = stored.after(deal - 1)
    played = stored.replay(reports, since=since, later=later, accept=data.overruled)
    for number, refused in played.refused.items():
        raise refused if number == deal else LaterDealError(stored.ruleset, number, refused)
    row = Round(game=stored.game, deal=deal) if is_new else stored.deals[deal - 1].round
    row.dealer, row.dealer_known = seats[data.dealer], data.dealer_known
    row.entry = dict(data.texts)
    if is_new:
        store(stored, played, new=[row])
        forget_hands(stored.game)
    else:
        store(stored, played, entered=[row])
    return played.deals[0].overruled
