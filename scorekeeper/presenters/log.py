"""The texts of a game’s change log."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from rules.engine.catalogue import catalogue
from rules.engine.formatting import with_minus
from rules.engine.game import ends_when_stopped
from rules.engine.rulesets import Ruleset, ShownRuleset
from rules.engine.schemes import SCHEMES, scheme_of
from rules.engine.seating import Absence, Seating
from rules.engine.snapshots import (
    DaySnapshot,
    DealEntry,
    RulesSnapshot,
    SideSnapshot,
    Snapshot,
    TableSnapshot,
)
from rules.reference.facts import facts
from rules.reference.game_words import translated_house_rules, translated_ruleset
from scorekeeper.models import Change
from scorekeeper.presenters.board import left_text
from scorekeeper.queries.board import Scoreboard
from scorekeeper.queries.log import LogEntry

# Translators: {phone} is the name of a phone. {deal} is what the game calls a deal, such as “hand”.
_ACTIONS = {
    Change.Kind.START: gettext_lazy("{phone} started the game"),
    Change.Kind.RECORD: gettext_lazy("{phone} entered {deal} {number}"),
    Change.Kind.BIDS: gettext_lazy("{phone} entered the bids for {deal} {number}"),
    Change.Kind.CORRECT: gettext_lazy("{phone} corrected {deal} {number}"),
    Change.Kind.STEP: gettext_lazy("{phone} counted points in {deal} {number}"),
    Change.Kind.INSERT: gettext_lazy("{phone} inserted {deal} {number}"),
    Change.Kind.REMOVE: gettext_lazy("{phone} removed {deal} {number}"),
    Change.Kind.UNDO: gettext_lazy("{phone} undid a change to {deal} {number}"),
    Change.Kind.REDO: gettext_lazy("{phone} redid a change to {deal} {number}"),
    Change.Kind.JOIN: gettext_lazy("{phone} added a player"),
    Change.Kind.LEAVE: gettext_lazy("{phone} removed a player"),
    Change.Kind.BACK: gettext_lazy("{phone} brought back a player"),
    Change.Kind.RENAME: gettext_lazy("{phone} changed a name"),
    Change.Kind.DEALER: gettext_lazy("{phone} changed the next dealer"),
    Change.Kind.SEAT: gettext_lazy("{phone} moved a player to another seat"),
    Change.Kind.STOP: gettext_lazy("{phone} ended the game early"),
    Change.Kind.WINNER: gettext_lazy("{phone} chose the winner"),
    Change.Kind.RULES: gettext_lazy("{phone} changed the house rules"),
    Change.Kind.DAY: gettext_lazy("{phone} changed the date"),
    Change.Kind.COIN: gettext_lazy("{phone} changed a player’s coin"),
    Change.Kind.RESCORE: gettext_lazy("{phone} rescored the game"),
    Change.Kind.ERASE: gettext_lazy("{phone} erased a player’s name"),
    Change.Kind.RESTORE: gettext_lazy("{phone} restored a player’s name"),
}
_PART = gettext_lazy("{phone} entered part of {deal} {number}")
_PLAYERS_ACTIONS = {
    Change.Kind.UNDO: gettext_lazy("{phone} undid a change to the players"),
    Change.Kind.REDO: gettext_lazy("{phone} redid a change to the players"),
}
_RULES_ACTIONS = {
    Change.Kind.UNDO: gettext_lazy("{phone} undid a change to the house rules"),
    Change.Kind.REDO: gettext_lazy("{phone} redid a change to the house rules"),
}
_WINNER_ACTIONS = {
    Change.Kind.UNDO: gettext_lazy("{phone} undid a choice of the winner"),
    Change.Kind.REDO: gettext_lazy("{phone} redid a choice of the winner"),
}
_FINISHED = {Change.Kind.STOP: gettext_lazy("{phone} finished the game")}
_DAY_ACTIONS = {
    Change.Kind.UNDO: gettext_lazy("{phone} undid a change to the date"),
    Change.Kind.REDO: gettext_lazy("{phone} redid a change to the date"),
}


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log: a sentence as HTML, and what changed.

    ``differences`` are tuples of a label, the old text and the new one.
    """

    at: datetime
    sentence: SafeString
    differences: tuple[tuple[str, str, str], ...]


def log_lines(board: Scoreboard, entries: Iterable[LogEntry]) -> list[LogLine]:
    """Return a line for each entry of the log."""
    return [
        LogLine(
            at=entry.at,
            sentence=_sentence(entry),
            differences=tuple(_differences(board, entry)),
        )
        for entry in entries
    ]


def _sentence(entry: LogEntry) -> SafeString:
    """Return a sentence saying what a phone did, with the phone’s name in bold."""
    actions: Mapping[Change.Kind, Promise] = _ACTIONS
    if entry.kind == Change.Kind.STOP and ends_when_stopped(entry.ruleset):
        actions = _FINISHED
    elif not entry.deal and entry.kind in _PLAYERS_ACTIONS:
        match entry.before, entry.after:
            case RulesSnapshot(), _:
                actions = _RULES_ACTIONS
            case DaySnapshot(), _:
                actions = _DAY_ACTIONS
            case TableSnapshot() as before, TableSnapshot() as after if (
                before.stopped == after.stopped and before.chosen_winner != after.chosen_winner
            ):
                actions = _WINNER_ACTIONS
            case _:
                actions = _PLAYERS_ACTIONS
    action = actions[entry.kind]
    if entry.kind == Change.Kind.BIDS and SCHEMES[entry.ruleset.scoring.scheme].as_played:
        action = _PART
    return format_html(
        str(action),
        phone=format_html("<strong>{}</strong>", entry.author),
        deal=translated_ruleset(entry.ruleset).words.deal.one,
        number=entry.deal,
    )


def _differences(board: Scoreboard, entry: LogEntry) -> Iterator[tuple[str, str, str]]:
    before, after = (
        snapshot_texts(board, entry.deal, snapshot, entry.ruleset)
        for snapshot in (entry.before, entry.after)
    )
    blank = _("not entered")
    # What was added, such as a player or a deal, had no cells that could have been blank.
    unset = blank if _has_deal(entry.before) else ""
    for label in dict.fromkeys((*after, *before)):
        old, new = before.get(label, unset), after.get(label, blank)
        if old != new:
            yield label, old, new


def _has_deal(snapshot: Snapshot | None) -> bool:
    deal = snapshot.entry if isinstance(snapshot, TableSnapshot) else snapshot
    return isinstance(deal, DealEntry)


def snapshot_texts(
    board: Scoreboard, deal: int | None, snapshot: Snapshot | None, ruleset: Ruleset | None = None
) -> dict[str, str]:
    """Return a stored deal, ruleset, list of players or day as texts by label.

    ``ruleset`` is the one under which a deal was played, by default the current one.
    """
    match snapshot:
        case RulesSnapshot():
            return _ruleset_texts(board, snapshot.ruleset)
        case TableSnapshot(entry=DealEntry() as entry) if deal is not None:
            texts = _deal_texts(board, deal, entry, ruleset or board.stored.ruleset)
            return texts | _table_texts(board, snapshot)
        case TableSnapshot():
            return _table_texts(board, snapshot)
        case DaySnapshot():
            return {_("Played on"): date_format(snapshot.played_on)}
        case DealEntry() if deal is not None:
            return _deal_texts(board, deal, snapshot, ruleset or board.stored.ruleset)
    return {}


@dataclass(frozen=True, slots=True)
class DealCell:
    """The text of one cell of a deal; ``names`` are the names of its inputs."""

    label: str
    text: str
    names: tuple[str, ...]


def deal_cells(
    board: Scoreboard,
    deal: int,
    snapshot: DealEntry,
    ruleset: Ruleset | None = None,
    seating: Seating | None = None,
) -> tuple[DealCell, ...]:
    """Return the dealer’s cell of a deal, if any, then each cell in which something was entered.

    ``ruleset`` and ``seating`` are those under which the deal was played, by default the current
    ones.
    """
    shown = translated_ruleset(ruleset or board.stored.ruleset)
    table = (seating or board.seating).table(deal, snapshot.dealer)
    dealer = next((seat.name for seat in table.seats if seat.key == table.dealer), "")
    has_dealer = shown.has_dealer and snapshot.dealer_known
    cells = [DealCell(_("Dealer"), dealer, ("dealer",))] if has_dealer else []
    players = len(board.seating.chairs_at(deal))
    fields = scheme_of(shown, players).scoring.fields(shown.deal(deal))
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
            label = field.label
            if place and [field] == required:
                label = place.name
            elif place:
                # Translators: a player or team, and what was entered for them
                label = _("{name}: {field}").format(name=place.name, field=field.label)
            text = field.kind.words(entered, table)
            cells.append(DealCell(label, text, tuple(inputs.values())))
    return tuple(cells)


def _deal_texts(
    board: Scoreboard, deal: int, snapshot: DealEntry, ruleset: Ruleset
) -> dict[str, str]:
    # Deals that were inserted or removed may have moved the deals in which players took part.
    cells = deal_cells(board, deal, snapshot, ruleset, board.seating.everyone)
    texts = {cell.label: cell.text for cell in cells}
    if snapshot.overruled:
        texts[_("Warnings")] = _("ignored")
    return texts


def _ruleset_texts(board: Scoreboard, ruleset: Ruleset) -> dict[str, str]:
    variant = catalogue().variants.get(board.game.variant)
    texts = {_("House rules"): ", ".join(translated_house_rules(variant, ruleset)) or _("standard")}
    if ruleset.given_name:
        texts[_("Name of the game")] = ruleset.given_name
    return texts | {fact.label: fact.text for fact in facts(translated_ruleset(ruleset))}


def _table_texts(board: Scoreboard, snapshot: TableSnapshot) -> dict[str, str]:
    column, player = _("Column {number}"), _("Player {number}")
    texts = {
        column.format(number=side.number): _side_text(board.ruleset, side)
        for side in snapshot.sides
    }
    texts |= {player.format(number=seat.position): seat.name for seat in snapshot.seats}
    if snapshot.next_dealer:
        seats = board.seating.seats
        dealer = next((seat for seat in seats if seat.position == snapshot.next_dealer), None)
        texts[_("Next dealer")] = board.seating.called(dealer) if dealer else ""
    if snapshot.orders:
        names = {seat.position: board.seating.called(seat) for seat in board.seating.seats}
        _deal, order = snapshot.orders[-1]
        texts[_("Seats")] = ", ".join(names[place] for place in order if place in names)
    if chosen := snapshot.chosen_winner:
        texts[_("Winner")] = next(
            (side.name for side in snapshot.sides if side.number == chosen.side), _("everyone")
        )
    if snapshot.stopped:
        ending = _("finished") if board.ends_when_stopped else _("ended early")
        texts[pgettext("that was played", "Game")] = ending
    return texts


def _side_text(ruleset: ShownRuleset, side: SideSnapshot) -> str:
    """Return the name of a side, and when it joined, left and returned, separated by commas."""
    deal, deals = ruleset.words.deal.one, ruleset.words.deal.many
    parts = [side.name]
    # Translators: {deal} and {deals} are what the game calls a deal and deals, such as “hand” and
    # “hands”
    if side.joined > 1:
        parts.append(_("joined in {deal} {number}").format(deal=deal, number=side.joined))
    if side.joined > 1 or side.start:
        parts.append(_("starting score {points}").format(points=with_minus(side.start)))
    if side.left is not None:
        parts.append(left_text(ruleset, side.left))
    for absence in (Absence(*gap) for gap in side.away):
        if absence.deals == 1:
            missed = _("missed {deal} {number}").format(deal=deal, number=absence.first)
        else:
            missed = _("missed {deals} {first} to {last}").format(
                deals=deals, first=absence.first, last=absence.last
            )
        parts.append(missed)
        if absence.total is not None:
            parts.append(_("returned with {points}").format(points=with_minus(absence.total)))
    return ", ".join(parts)
