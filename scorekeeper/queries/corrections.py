"""Which cells of the pad once said something else."""

from collections.abc import Iterable, Iterator, Mapping

from rules.engine.entries import DealSeating, EntryField, OneSeat, OneSide
from rules.engine.schemes import scheme_of
from rules.engine.snapshots import DealSnapshot, load_change
from scorekeeper.models import Change
from scorekeeper.queries.board import Scoreboard

Texts = Mapping[str, str]


def corrected_sides(board: Scoreboard, made: Iterable[Change]) -> dict[int, frozenset[str]]:
    """Return, by deal, the keys of the sides about which something else was entered before.

    ``made`` are the changes of the game. What was asked once for the whole deal is about those whom
    it names, or about all.
    """
    standing = {step.version for step in board.history.standing}
    found: dict[int, frozenset[str]] = {}
    for change in made:
        if change.kind != Change.Kind.CORRECT or change.version not in standing or not change.deal:
            continue
        stored = (load_change(each, board.ruleset) for each in (change.before, change.after))
        before, after = (deal.texts if isinstance(deal, DealSnapshot) else {} for deal in stored)
        table = board.rows[change.deal - 1].table
        fields = scheme_of(board.ruleset, len(table.seats)).fields(board.ruleset.deal(change.deal))
        sides = frozenset(
            side for asked in fields for side in _told_anew(asked, table, before, after)
        )
        found[change.deal] = found.get(change.deal, frozenset()) | sides
    return found


def _told_anew(asked: EntryField, table: DealSeating, before: Texts, after: Texts) -> Iterator[str]:
    """The sides about which the answers to a field differ."""
    for place in table.places(asked.scope) or (None,):
        names = asked.inputs(place.key if place else "").values()
        if all(before.get(name) == after.get(name) for name in names):
            continue
        if place:
            yield table.seat(place.key).side if asked.scope == "seat" else place.key
        elif isinstance(asked.kind, OneSide | OneSeat):
            first, then = (set(texts.get(asked.id, "").split()) for texts in (before, after))
            named = first ^ then
            places = table.seats if isinstance(asked.kind, OneSeat) else ()
            yield from {seat.side for seat in places if seat.key in named} if places else named
        else:
            yield from table.keys
