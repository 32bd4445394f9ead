"""Recording, correcting, undoing and redoing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction

from rules.engine.entries import DealReport, clean_texts
from rules.engine.errors import RulesError
from rules.engine.formatting import capital
from rules.engine.rulesets import Ruleset
from rules.engine.snapshots import DealSnapshot, RulesSnapshot, Snapshot, TableSnapshot, load_change
from scorekeeper.models import Change, Game, Round
from scorekeeper.queries.history import Step, history
from scorekeeper.queries.stored import StoredGame, deal_result
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
from scorekeeper.services.derive import score_report
from scorekeeper.services.house_rules import RULES_FIELDS, set_rules
from scorekeeper.services.players import set_table
from scorekeeper.services.state import set_contract, write_points, write_state


class NothingToUndoError(RulesError):
    """There is no change that undo or redo could act on."""

    code = "nothing-to-undo"


@dataclass(frozen=True, slots=True)
class SubmittedEntry:
    """A deal as submitted: the texts by input name, who dealt, and whether warnings were overruled.

    ``dealer`` is a place at the table; without one the deal is the next one's clockwise, or stays
    whose it was.
    """

    texts: Mapping[str, str]
    dealer: int | None = None
    overruled: bool = False

    def matches(self, stored: Snapshot | None) -> bool:
        """Whether ``stored`` is the same report."""
        return (
            isinstance(stored, DealSnapshot)
            and stored.texts == clean_texts(self.texts)
            and self.dealer in (None, stored.dealer)
        )

    def snapshot(self, dealer: int) -> DealSnapshot:
        """Return the report as a change keeps it, by ``dealer`` where the report names nobody."""
        return DealSnapshot(
            texts=clean_texts(self.texts),
            dealer=self.dealer or dealer,
            overruled=self.overruled,
        )


def record_deal(
    *, game: Game, deal: int, submitted: SubmittedEntry, context: ChangeContext
) -> None:
    """Store what was reported of ``deal``, new or as a correction, with its points.

    Raises EntryRefusedError when the entry cannot stand, ConflictError when the game changed
    since the page was rendered or ``deal`` is not the next one, GameGoneError when there is
    no such game any more, and RulesError when it is over or a later deal could then not stand.
    """
    with transaction.atomic():
        stored = lock_game(game)
        current, played = stored.game, stored.state.deals
        if is_repeated(current, context, submitted.matches):
            return
        if not 1 <= deal <= played + 1:
            word = capital(stored.ruleset.words.deal.one)
            raise ConflictError(f"{word} {played + 1} comes next; enter that one first.")
        is_new = deal > played
        if is_new and current.state == Game.State.FINISHED:
            raise RulesError("The game is over; undo its end to play on.")
        before = None if is_new else stored_deal(stored, deal)
        after = submitted.snapshot(before.dealer if before else stored.state.next_dealer)
        if is_new:
            current.next_dealer = None
        overruled = put_deal(stored, deal, after)
        after = after.model_copy(update={"overruled": overruled})
        kind = Change.Kind.RECORD if is_new else Change.Kind.CORRECT
        log_change(ChangeRecord(current, before, after, deal), context, kind)


def undo(*, game: Game, context: ChangeContext) -> None:
    """Take back the latest change that stands, as a change of its own.

    Raises NothingToUndoError when there is none, otherwise as ``record_deal`` does.
    """
    _turn_back(game, context, Change.Kind.UNDO)


def redo(*, game: Game, context: ChangeContext) -> None:
    """Make again what was undone last. Raises like ``undo``."""
    _turn_back(game, context, Change.Kind.REDO)


def _turn_back(game: Game, context: ChangeContext, kind: Change.Kind) -> None:
    with transaction.atomic():
        stored = lock_game_and_group(game)
        current = stored.game
        if is_repeated(current, context):
            return
        past = history(current)
        step: Step | None = past.undo if kind == Change.Kind.UNDO else past.redo
        if step is None:
            raise NothingToUndoError(f"There is nothing to {kind}.")
        change = Change.objects.get(game=current, version=step.version)
        before, after = (
            load_change(data, stored.ruleset) for data in (change.before, change.after)
        )
        if kind == Change.Kind.UNDO:
            before, after = after, before
        if step.kind == Change.Kind.RECORD:
            earlier = past.standing[:-1] if kind == Change.Kind.UNDO else ()
            current.next_dealer = _chosen_dealer(current, stored.ruleset, earlier)
        match after:
            case RulesSnapshot():
                set_rules(stored, after)
            case TableSnapshot():
                set_table(current, stored.seating, after)
            case DealSnapshot() if step.deal:
                put_deal(stored, step.deal, after)
            case None if step.deal:
                _remove_deal(stored, step.deal)
        fields = RULES_FIELDS if isinstance(after, RulesSnapshot) else PLAYED_FIELDS
        log_change(ChangeRecord(current, before, after, step.deal), context, kind, fields)


def _chosen_dealer(game: Game, ruleset: Ruleset, steps: Sequence[Step]) -> int | None:
    """Return the next dealer whom the players chose after the latest deal; None if they didn't."""
    for step in reversed(steps):
        if step.kind == Change.Kind.RECORD:
            break
        if step.deal is None and step.kind != Change.Kind.RULES:
            change = Change.objects.get(game=game, version=step.version)
            table = load_change(change.after, ruleset)
            return table.next_dealer if isinstance(table, TableSnapshot) else None
    return None


def _remove_deal(stored: StoredGame, deal: int) -> None:
    """Make the last deal not played."""
    stored.deals[deal - 1].round.delete()
    state = stored.fold([played.result for played in stored.deals[: deal - 1]])
    write_state(stored, state, stored.past(deal - 1))


def stored_deal(stored: StoredGame, deal: int) -> DealSnapshot:
    """Return a deal that was played as a change stores it."""
    played = stored.deals[deal - 1]
    return DealSnapshot(
        texts=played.round.entry, dealer=played.dealer, overruled=played.round.overruled
    )


def put_deal(stored: StoredGame, deal: int, data: DealSnapshot) -> bool:
    """Write a deal with its points, and what it makes of the later deals and of the game.

    ``data`` is the deal as a change stores it. Return whether a warning had to be overruled. The
    deals before a new one are not read unless the scheme looks at them.
    """
    game, ruleset, seating = stored.game, stored.ruleset, stored.seating
    seats = {seat.position: seat for seat in seating.seats_at(deal)}
    if data.dealer not in seats:
        raise RulesError("That dealer is not at this table; choose one of the names.")
    is_new = deal > stored.state.deals
    later = [] if is_new else stored.reports()[deal:]
    report = DealReport(deal, seating.table(deal, data.dealer), data.texts, seating.missed(deal))
    outcome = score_report(
        ruleset, report, stored.past(deal - 1), later, accept_warnings=data.overruled
    )
    played = Round(game=game, deal=deal) if is_new else stored.deals[deal - 1].round
    set_contract(played, ruleset)
    played.dealer = seats[data.dealer]
    played.entry, played.overruled = dict(data.texts), outcome.overruled
    played.save()
    rounds = [played] if is_new else [played, *(other.round for other in stored.deals[deal:])]
    write_points(seating, rounds, outcome.deals)
    if is_new:
        result = deal_result(outcome.deals[deal], data.dealer)
        state = stored.fold([result], since=stored.state.carried)
    else:
        dealers = {other.number: other.dealer for other in stored.deals} | {deal: data.dealer}
        state = stored.fold(
            [
                deal_result(outcome.deals.get(other.number, other.scores), dealers[other.number])
                for other in stored.deals
            ]
        )
    write_state(stored, state, outcome.past)
    return outcome.overruled
