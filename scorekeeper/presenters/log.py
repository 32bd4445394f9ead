"""The change log of a game in words."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from rules.engine.catalogue import catalogue
from rules.engine.formatting import with_minus
from rules.engine.house_rules import house_rules
from rules.engine.rulesets import Ruleset
from rules.engine.schemes import scheme_of
from rules.engine.seating import Absence
from rules.engine.snapshots import (
    DealSnapshot,
    RulesSnapshot,
    SideSnapshot,
    Snapshot,
    TableSnapshot,
)
from rules.reference.facts import facts
from scorekeeper.models import Change
from scorekeeper.queries.board import Scoreboard
from scorekeeper.queries.log import LogEntry

_ACTIONS = {
    Change.Kind.START: "started the game",
    Change.Kind.RECORD: "entered {target}",
    Change.Kind.CORRECT: "corrected {target}",
    Change.Kind.UNDO: "undid a change of {target}",
    Change.Kind.REDO: "made a change of {target} again",
    Change.Kind.JOIN: "seated a new player",
    Change.Kind.LEAVE: "let a player leave",
    Change.Kind.BACK: "let a player come back",
    Change.Kind.RENAME: "changed a name",
    Change.Kind.DEALER: "changed whose deal it is",
    Change.Kind.STOP: "ended the game",
    Change.Kind.RULES: "changed the house rules",
    Change.Kind.RESCORE: "scored the game again",
}
_NOT_ENTERED = "not entered"


@dataclass(frozen=True, slots=True)
class LogLine:
    """One change as the log shows it; ``differences`` are (label, before, after)."""

    at: datetime
    author: str
    action: str
    differences: tuple[tuple[str, str, str], ...]


def log_lines(board: Scoreboard, entries: Iterable[LogEntry]) -> list[LogLine]:
    """Return the entries of the log in words."""
    lines = []
    for entry in entries:
        if entry.deal:
            target = f"{entry.ruleset.words.deal.one} {entry.deal}"
        else:
            is_of_rules = isinstance(entry.before, RulesSnapshot)
            target = "the house rules" if is_of_rules else "the table"
        lines.append(
            LogLine(
                at=entry.at,
                author=entry.author,
                action=_ACTIONS[entry.kind].format(target=target),
                differences=tuple(_differences(board, entry)),
            )
        )
    return lines


def _differences(board: Scoreboard, entry: LogEntry) -> Iterator[tuple[str, str, str]]:
    before, after = (
        snapshot_texts(board, entry.deal, snapshot, entry.ruleset)
        for snapshot in (entry.before, entry.after)
    )
    for label in dict.fromkeys((*after, *before)):
        old, new = before.get(label, _NOT_ENTERED), after.get(label, _NOT_ENTERED)
        if old != new:
            yield label, old if before else "", new


def snapshot_texts(
    board: Scoreboard, deal: int | None, snapshot: Snapshot | None, ruleset: Ruleset | None = None
) -> dict[str, str]:
    """Return a stored deal, table or ruleset as texts by label.

    A deal was played by ``ruleset``, by default the present one.
    """
    match snapshot:
        case RulesSnapshot():
            return _ruleset_texts(board, snapshot.ruleset)
        case TableSnapshot():
            return _table_texts(board, snapshot)
        case DealSnapshot() if deal is not None:
            return _deal_texts(board, deal, snapshot, ruleset or board.ruleset)
    return {}


def _deal_texts(
    board: Scoreboard, deal: int, snapshot: DealSnapshot, ruleset: Ruleset
) -> dict[str, str]:
    table = board.seating.table(deal, snapshot.dealer)
    texts = {"Dealer": next((s.name for s in table.seats if s.key == table.dealer), "")}
    fields = scheme_of(ruleset, len(table.seats)).fields(ruleset.deal(deal))
    required = [field for field in fields if field.scope != "deal" and not field.optional]
    for field in fields:
        for place in table.places(field.scope) or (None,):
            inputs = field.inputs(place.key if place else "")
            entered = {
                part: snapshot.texts[name]
                for part, name in inputs.items()
                if name in snapshot.texts
            }
            if not entered:
                continue
            label = f"{place.name}: {field.label}" if place else field.label
            if place and [field] == required:
                label = place.name
            texts[label] = field.kind.words(entered, table)
    if snapshot.overruled:
        texts["Warnings"] = "overruled"
    return texts


def _ruleset_texts(board: Scoreboard, ruleset: Ruleset) -> dict[str, str]:
    variant = catalogue().variants.get(board.game.variant)
    texts = {"House rules": ", ".join(house_rules(variant, ruleset)) or "standard"}
    return texts | {fact.label: fact.text for fact in facts(ruleset)}


def _table_texts(board: Scoreboard, snapshot: TableSnapshot) -> dict[str, str]:
    texts = {f"Column {side.number}": _side_text(board.ruleset, side) for side in snapshot.sides}
    texts |= {f"Player {seat.position}": seat.name for seat in snapshot.seats}
    if snapshot.next_dealer:
        seats = board.seating.seats
        dealer = next((seat for seat in seats if seat.position == snapshot.next_dealer), None)
        texts["Deals next"] = board.seating.called(dealer) if dealer else ""
    if snapshot.stopped:
        texts["Game"] = "ended by the table"
    return texts


def _side_text(ruleset: Ruleset, side: SideSnapshot) -> str:
    deal, deals = ruleset.words.deal.one, ruleset.words.deal.many
    parts = [side.name]
    if side.joined > 1:
        parts.append(f"from {deal} {side.joined} on")
    if side.joined > 1 or side.start:
        parts.append(f"starting with {with_minus(side.start)}")
    if side.left is not None:
        parts.append(f"left after {deal} {side.left}")
    for absence in (Absence(*gap) for gap in side.away):
        missed = f"{deals} {absence.first} to {absence.last}"
        if absence.deals == 1:
            missed = f"{deal} {absence.first}"
        parts.append(f"without {missed}")
        if absence.total is not None:
            parts.append(f"came back with {with_minus(absence.total)}")
    return ", ".join(parts)
