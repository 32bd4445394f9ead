"""Recording, correcting, undoing and redoing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction

from rules.entries import Report, clean_texts
from rules.errors import RulesError
from rules.snapshots import (
    DealSnapshot,
    RulesSnapshot,
    Snapshot,
    TableSnapshot,
    load,
    load_change,
)
from rules.words import capital
from scorekeeper.models import Change, Game, Round
from scorekeeper.queries.history import Step, history
from scorekeeper.queries.seating import Seating, rounds_of
from scorekeeper.services.house_rules import set_rules
from scorekeeper.services.scoring import score_report
from scorekeeper.services.standing import (
    dealer_of,
    reports_of,
    set_contract,
    set_standing,
    told_after,
    write_points,
)
from scorekeeper.services.tables import set_table
from scorekeeper.services.writes import (
    Author,
    OutdatedError,
    is_repeated,
    locked,
    locked_with_people,
    log_change,
)


class NothingToUndoError(RulesError):
    """There is no change that undo or redo could act on."""

    code = "nothing-to-undo"


@dataclass(frozen=True, slots=True)
class Reported:
    """A deal as reported: the texts by input name, who dealt, and whether warnings were overruled.

    ``dealer`` is a place at the table; without one the deal is the next one's clockwise, or stays
    whose it was.
    """

    texts: Mapping[str, str]
    dealer: int | None = None
    overruled: bool = False

    def says(self, stored: Snapshot | None) -> bool:
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


def record_deal(*, game: Game, deal: int, reported: Reported, author: Author) -> None:
    """Store what was reported of ``deal``, new or as a correction, with its points.

    Raises EntryRefusedError when the entry cannot stand, OutdatedError when the game changed
    since the author's page was made or ``deal`` is not the next one, DiscardedError when there is
    no such game any more, and RulesError when it is over or a later deal could then not stand.
    """
    with transaction.atomic():
        current, seating = locked(game)
        if is_repeated(current, author, reported.says):
            return
        rounds = rounds_of(current)
        if not 1 <= deal <= len(rounds) + 1:
            word = capital(load(current.ruleset).words.deal.one)
            raise OutdatedError(f"{word} {len(rounds) + 1} comes next; enter that one first.")
        played = rounds[deal - 1] if deal <= len(rounds) else None
        if played is None and current.state == Game.State.FINISHED:
            raise RulesError("The game is over; undo its end to play on.")
        before = stored_deal(played, seating) if played else None
        after = reported.snapshot(dealer_of(current, seating, rounds, deal))
        overruled = put_deal(current, seating, rounds, deal, after)
        after = after.model_copy(update={"overruled": overruled})
        kind = Change.Kind.CORRECT if before else Change.Kind.RECORD
        if played is None:
            current.next_dealer = None
        log_change(current, author, kind, deal=deal, before=before, after=after)


def undo(*, game: Game, author: Author) -> None:
    """Take back the latest change that stands, as a change of its own.

    Raises NothingToUndoError when there is none, otherwise as ``record_deal`` does.
    """
    _turn_back(game, author, Change.Kind.UNDO)


def redo(*, game: Game, author: Author) -> None:
    """Make again what was undone last. Raises like ``undo``."""
    _turn_back(game, author, Change.Kind.REDO)


def _turn_back(game: Game, author: Author, kind: Change.Kind) -> None:
    with transaction.atomic():
        current, seating = locked_with_people(game)
        if is_repeated(current, author):
            return
        past = history(current)
        step: Step | None = past.undo if kind == Change.Kind.UNDO else past.redo
        if step is None:
            raise NothingToUndoError(f"There is nothing to {kind}.")
        turned = Change.objects.get(game=current, version=step.version)
        stored = (turned.before, turned.after)
        before, after = (load_change(each, load(current.ruleset)) for each in stored)
        if kind == Change.Kind.UNDO:
            before, after = after, before
        match after:
            case RulesSnapshot():
                set_rules(current, seating, rounds_of(current), after)
            case TableSnapshot():
                set_table(current, seating, after)
            case DealSnapshot() | None if step.deal:
                _set_deal(current, seating, step.deal, after)
        if step.kind == Change.Kind.RECORD:
            before_it = past.standing[:-1] if kind == Change.Kind.UNDO else ()
            current.next_dealer = _said_dealer(current, before_it)
        log_change(current, author, kind, deal=step.deal, before=before, after=after)


def _said_dealer(game: Game, standing: Sequence[Step]) -> int | None:
    """Who deals next because the table said so after the latest deal; None where it did not."""
    for step in reversed(standing):
        if step.kind == Change.Kind.RECORD:
            break
        if step.deal is None and step.kind != Change.Kind.RULES:
            change = Change.objects.get(game=game, version=step.version)
            table = load_change(change.after, load(game.ruleset))
            return table.next_dealer if isinstance(table, TableSnapshot) else None
    return None


def _set_deal(current: Game, seating: Seating, deal: int, stored: DealSnapshot | None) -> None:
    """Make a deal what ``stored`` says, or not played."""
    rounds = rounds_of(current)
    if stored is not None:
        put_deal(current, seating, rounds, deal, stored)
        return
    rounds[deal - 1].delete()
    del rounds[deal - 1]
    ruleset = load(current.ruleset)
    set_standing(current, ruleset, seating, told_after(current, ruleset, seating, rounds))


def stored_deal(played: Round, seating: Seating) -> DealSnapshot:
    """A deal that was played as a change keeps it."""
    dealer = seating.positions[played.dealer_id]
    return DealSnapshot(texts=played.entry, dealer=dealer, overruled=played.overruled)


def put_deal(
    game: Game,
    seating: Seating,
    rounds: Sequence[Round],
    deal: int,
    stored: DealSnapshot,
) -> bool:
    """Write the round and its points for what is ``stored`` of a deal, and the points of the later
    deals on which it bears; return whether that took overruling a warning.
    """
    ruleset = load(game.ruleset)
    seats = {seat.position: seat for seat in seating.seats_at(deal)}
    if stored.dealer not in seats:
        raise RulesError("That dealer is not at this table; choose one of the names.")
    table = seating.table(deal, stored.dealer)
    following = max(deal, len(rounds)) + 1
    outcome = score_report(
        ruleset,
        Report(deal, table, stored.texts, seating.missed(deal)),
        reports_of([other for other in rounds if other.deal != deal], seating),
        seating.starts,
        # No scheme tells a side anything that rests on who deals.
        following=seating.table(following, seating.dealer_at(stored.dealer, following)),
        overrule=stored.overruled,
    )
    played = next((r for r in rounds if r.deal == deal), None) or Round(game=game, deal=deal)
    set_contract(played, ruleset)
    played.dealer = seats[stored.dealer]
    played.entry, played.overruled = dict(stored.texts), outcome.overruled
    played.save()
    write_points(seating, (*rounds, played), outcome.deals)
    known = None if outcome.before is None else {**outcome.before, **outcome.deals}
    set_standing(game, ruleset, seating, outcome.status, known)
    return outcome.overruled
