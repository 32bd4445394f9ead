"""Recording, correcting, undoing and redoing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from rules.entries import Report, clean_texts
from rules.errors import RulesError
from rules.rulesets import Ruleset
from rules.words import capital
from scorekeeper.models import Change, Game, Round
from scorekeeper.queries.history import Step, history
from scorekeeper.queries.seating import Seating
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

    def says(self, stored: Mapping[str, Any] | None) -> bool:
        """Whether ``stored`` is the same report."""
        return (
            stored is not None
            and stored["texts"] == clean_texts(self.texts)
            and self.dealer in (None, stored["dealer"])
        )

    def stored(self) -> dict[str, Any]:
        """As a change keeps it."""
        return {
            "texts": dict(self.texts),
            "dealer": self.dealer,
            "overruled": self.overruled,
        }


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
        rounds = list(Round.objects.filter(game=current))
        if not 1 <= deal <= len(rounds) + 1:
            word = capital(current.ruleset["words"]["deal"]["one"])
            raise OutdatedError(f"{word} {len(rounds) + 1} comes next; enter that one first.")
        played = rounds[deal - 1] if deal <= len(rounds) else None
        if played is None and current.state == Game.State.FINISHED:
            raise RulesError("The game is over; undo its end to play on.")
        before = stored_deal(played, seating)
        dealer = reported.dealer or dealer_of(current, seating, rounds, deal)
        after = Reported(clean_texts(reported.texts), dealer, reported.overruled).stored()
        after["overruled"] = put_deal(current, seating, rounds, deal, after)
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
        before, after = (
            (turned.after, turned.before)
            if kind == Change.Kind.UNDO
            else (turned.before, turned.after)
        )
        if step.kind == Change.Kind.RULES:
            set_rules(current, seating, list(Round.objects.filter(game=current)), after or {})
        elif step.deal is None:
            set_table(current, seating, after or {})
        else:
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
            said: int | None = (change.after or {}).get("next_dealer")
            return said
    return None


def _set_deal(current: Game, seating: Seating, deal: int, stored: Mapping[str, Any] | None) -> None:
    """Make a deal what ``stored`` says, or not played."""
    rounds = list(Round.objects.filter(game=current))
    if stored is not None:
        put_deal(current, seating, rounds, deal, stored)
        return
    rounds[deal - 1].delete()
    del rounds[deal - 1]
    ruleset = Ruleset.model_validate(current.ruleset)
    set_standing(current, ruleset, seating, told_after(current, ruleset, seating, rounds))


def stored_deal(played: Round | None, seating: Seating) -> dict[str, Any] | None:
    """A deal that was played as a change keeps it."""
    if played is None:
        return None
    dealer = seating.positions[played.dealer_id]
    return Reported(played.entry, dealer, played.overruled).stored()


def put_deal(
    game: Game,
    seating: Seating,
    rounds: Sequence[Round],
    deal: int,
    stored: Mapping[str, Any],
) -> bool:
    """Write the round and its points for what is ``stored`` of a deal, and the points of the later
    deals on which it bears; return whether that took overruling a warning.
    """
    ruleset = Ruleset.model_validate(game.ruleset)
    seats = {seat.position: seat for seat in seating.seats_at(deal)}
    if stored["dealer"] not in seats:
        raise RulesError("That dealer is not at this table; choose one of the names.")
    table = seating.table(deal, stored["dealer"])
    following = max(deal, len(rounds)) + 1
    outcome = score_report(
        ruleset,
        Report(deal, table, stored["texts"], seating.missed(deal)),
        reports_of([other for other in rounds if other.deal != deal], seating),
        seating.starts,
        # No scheme tells a side anything that rests on who deals.
        following=seating.table(following, seating.dealer_at(stored["dealer"], following)),
        overrule=stored["overruled"],
    )
    played = next((r for r in rounds if r.deal == deal), None) or Round(game=game, deal=deal)
    set_contract(played, ruleset, len(table.seats))
    played.dealer = seats[stored["dealer"]]
    played.entry, played.overruled = dict(stored["texts"]), outcome.overruled
    played.save()
    write_points(seating, (*rounds, played), outcome.deals)
    known = None if outcome.before is None else {**outcome.before, **outcome.deals}
    set_standing(game, ruleset, seating, outcome.status, known)
    return outcome.overruled
