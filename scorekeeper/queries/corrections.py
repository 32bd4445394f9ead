"""The cells of the pad that were corrected."""

from collections.abc import Iterable, Iterator, Mapping

from rules.engine.deal_seating import DealSeating
from rules.engine.entries import EntryField
from rules.engine.inputs import OneSeat, OneSide
from rules.engine.schemes import scheme_of
from rules.engine.snapshots import DealEntry, load_change
from scorekeeper.models import Change
from scorekeeper.queries.board import Scoreboard

Texts = Mapping[str, str]


def corrected_sides(board: Scoreboard, changes: Iterable[Change]) -> dict[int, frozenset[str]]:
    """Return the keys of the sides whose entries were corrected, by deal.

    ``changes`` are the game’s changes. An answer given once per deal counts for the sides that it
    names, or for all sides if it names none.
    """
    sides_by_deal: dict[int, frozenset[str]] = {}
    for change in changes:
        number = board.history.corrections.get(change.version)
        if number is None:
            continue
        changed = change.before, change.after
        snapshots = (load_change(data, board.stored.ruleset) for data in changed)
        before, after = (deal.texts if isinstance(deal, DealEntry) else {} for deal in snapshots)
        table = board.rows[number - 1].table
        fields = scheme_of(board.ruleset, len(table.seats)).scoring.fields(
            board.ruleset.deal(number)
        )
        sides = frozenset(
            side for field in fields for side in _changed_sides(field, table, before, after)
        )
        sides_by_deal[number] = sides_by_deal.get(number, frozenset()) | sides
    return sides_by_deal


def _changed_sides(
    field: EntryField, table: DealSeating, before: Texts, after: Texts
) -> Iterator[str]:
    """Yield the sides whose answers to a field differ between ``before`` and ``after``."""
    for place in table.places(field.scope) or (None,):
        inputs = field.inputs(place.key if place else "").values()
        if all(before.get(name) == after.get(name) for name in inputs):
            continue
        if place:
            yield table.seat(place.key).side if field.scope == "seat" else place.key
        elif isinstance(field.kind, OneSide | OneSeat):
            old, new = (set(texts.get(field.id, "").split()) for texts in (before, after))
            named = old ^ new
            seats = table.seats if isinstance(field.kind, OneSeat) else ()
            yield from {seat.side for seat in seats if seat.key in named} if seats else named
        else:
            yield from table.keys
