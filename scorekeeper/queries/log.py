"""The change log of a game in words."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from rules.engine.catalogue import catalogue
from rules.engine.formatting import with_minus
from rules.engine.house_rules import house_rules
from rules.engine.rulesets import Ruleset
from rules.engine.schemes import scheme_of
from rules.engine.seating import Absence
from rules.engine.snapshots import DealSnapshot, RulesSnapshot, Snapshot, TableSnapshot, load_change
from rules.reference.facts import facts
from scorekeeper.models import Change
from scorekeeper.queries.board import Scoreboard

_DEEDS = {
    Change.Kind.START: "started the game",
    Change.Kind.RECORD: "entered {what}",
    Change.Kind.CORRECT: "corrected {what}",
    Change.Kind.UNDO: "undid a change of {what}",
    Change.Kind.REDO: "made a change of {what} again",
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
    """One change: who did what when, and what it changed as (what, before, after)."""

    at: datetime
    by: str
    deed: str
    parts: tuple[tuple[str, str, str], ...]


def log_lines(board: Scoreboard, changes: Iterable[Change]) -> list[LogLine]:
    """Return the changes, newest first, in words, each by the rules that held when it was made."""
    lines, ruleset = [], board.ruleset
    for change in changes:
        before, after = (load_change(each, ruleset) for each in (change.before, change.after))
        is_of_rules = isinstance(before, RulesSnapshot)
        deal = f"{ruleset.words.deal.one} {change.deal}" if change.deal else ""
        what = deal or ("the house rules" if is_of_rules else "the table")
        lines.append(
            LogLine(
                at=change.at,
                by=change.by_name,
                deed=_DEEDS[Change.Kind(change.kind)].format(what=what),
                parts=tuple(_parts(board, change.deal, before, after, ruleset)),
            )
        )
        if isinstance(before, RulesSnapshot):
            ruleset = before.ruleset
    return lines


def said_of(
    board: Scoreboard,
    deal: int | None,
    stored: Snapshot | None,
    ruleset: Ruleset | None = None,
) -> dict[str, str]:
    """What a stored deal, or table, or the rules say, by thing in words; a deal was played by
    ``ruleset``, or by that of the game.
    """
    match stored:
        case RulesSnapshot():
            return _said_of_rules(board, stored.ruleset)
        case TableSnapshot():
            return _said_of_table(board, stored)
        case DealSnapshot() if deal is not None:
            return _said_of_deal(board, deal, stored, ruleset or board.ruleset)
    return {}


def _said_of_deal(
    board: Scoreboard, deal: int, stored: DealSnapshot, ruleset: Ruleset
) -> dict[str, str]:
    texts = stored.texts
    table = board.seating.table(deal, stored.dealer)
    said = {"Dealer": next((s.name for s in table.seats if s.key == table.dealer), "")}
    scheme = scheme_of(ruleset, len(table.seats))
    fields = scheme.fields(ruleset.deal(deal))
    needed = [asked for asked in fields if asked.scope != "deal" and not asked.optional]
    for asked in fields:
        for place in table.places(asked.scope) or (None,):
            names = asked.inputs(place.key if place else "")
            own = {part: texts[name] for part, name in names.items() if name in texts}
            if own:
                label = f"{place.name}: {asked.label}" if place else asked.label
                said[place.name if place and [asked] == needed else label] = asked.kind.words(
                    own, table
                )
    if stored.overruled:
        said["Warnings"] = "overruled"
    return said


def _said_of_rules(board: Scoreboard, ruleset: Ruleset) -> dict[str, str]:
    variant = catalogue().variants.get(board.game.variant)
    said = {fact.label: fact.text for fact in facts(ruleset)}
    return {"House rules": ", ".join(house_rules(variant, ruleset)) or "standard"} | said


def _said_of_table(board: Scoreboard, state: TableSnapshot) -> dict[str, str]:
    said: dict[str, str] = {}
    word, many = board.ruleset.words.deal.one, board.ruleset.words.deal.many
    for side in state.sides:
        words = [side.name]
        if side.joined > 1:
            words.append(f"from {word} {side.joined} on")
        if side.joined > 1 or side.start:
            words.append(f"starting with {with_minus(side.start)}")
        if side.left is not None:
            words.append(f"left after {word} {side.left}")
        for gap in (Absence(*each) for each in side.away):
            deals = f"{word} {gap.first}" if gap.deals == 1 else f"{many} {gap.first} to {gap.last}"
            words.append(f"without {deals}")
            if gap.total is not None:
                words.append(f"came back with {with_minus(gap.total)}")
        said[f"Column {side.number}"] = ", ".join(words)
    for partner in state.seats:
        said[f"Player {partner.position}"] = partner.name
    dealer = state.next_dealer
    if dealer:
        seat = next((s for s in board.seating.seats if s.position == dealer), None)
        said["Deals next"] = board.seating.called(seat) if seat else ""
    if state.stopped:
        said["Game"] = "ended by the table"
    return said


def _parts(
    board: Scoreboard,
    deal: int | None,
    before: Snapshot | None,
    after: Snapshot | None,
    ruleset: Ruleset,
) -> Iterable[tuple[str, str, str]]:
    old, new = (said_of(board, deal, stored, ruleset) for stored in (before, after))
    for what in dict.fromkeys((*new, *old)):
        was, now = old.get(what, _NOT_ENTERED), new.get(what, _NOT_ENTERED)
        if was != now:
            yield what, was if old else "", now
