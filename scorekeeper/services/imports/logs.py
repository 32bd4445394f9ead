"""Checking the log of a game from a file, so that each of its changes can be undone and redone."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from operator import contains

from django.utils.translation import gettext as _

from rules.engine.seating import Absence, Chair, Entrant, Seating
from rules.engine.snapshots import (
    DaySnapshot,
    DealEntry,
    RulesSnapshot,
    SideSnapshot,
    Snapshot,
    StartSnapshot,
    TableSnapshot,
)
from scorekeeper.models import Change
from scorekeeper.queries.history import NOT_UNDONE
from scorekeeper.queries.table_file import GameRecord, LineError, LogRecord, is_column, is_day

Kind = Change.Kind
_OF_PLAYERS = (
    Kind.JOIN,
    Kind.LEAVE,
    Kind.BACK,
    Kind.RENAME,
    Kind.DEALER,
    Kind.STOP,
    Kind.WINNER,
    Kind.SEAT,
)


@dataclass(frozen=True, slots=True)
class LoggedChange:
    """A change in the log, with its data in the current format."""

    logged: LogRecord
    before: Snapshot | None
    after: Snapshot | None


def check_log(record: GameRecord, team: int, log: Sequence[LoggedChange]) -> None:
    """Raise LineError if a change can’t have been made, undone or redone where the log has it.

    ``team`` is the number of players of each side.
    """
    replay = _Replay(record, team)
    done: list[LoggedChange] = []
    undone: list[LoggedChange] = []
    for change in log:
        kind = change.logged.kind
        step, steps = change, done
        if kind in (Kind.UNDO, Kind.REDO):
            source, steps = (done, undone) if kind == Kind.UNDO else (undone, done)
            step = source.pop() if source else change
        elif kind not in NOT_UNDONE:
            undone.clear()
        before, after = (step.before, step.after)
        if kind == Kind.UNDO:
            before, after = after, before
        if not replay.apply(step.logged.kind, step.logged.deal, before, after):
            message = _("Change {number} in its log doesn’t fit the changes before it.")
            raise LineError(message.format(number=change.logged.version))
        if kind not in NOT_UNDONE:
            steps.append(step)
    if len(replay.dealers) != len(record.deals) or replay.columns not in (0, len(record.sides)):
        raise LineError(_("Its log doesn’t lead to the deals and columns that it has."))


@dataclass(slots=True)
class _Replay:
    """The dealers of the deals, and the number of columns, at one point of the log.

    ``columns`` is 0 as long as the log doesn’t show how many there are.
    """

    record: GameRecord
    team: int
    dealers: list[int] = field(default_factory=list)
    columns: int = 0

    def apply(
        self, kind: str, deal: int | None, before: Snapshot | None, after: Snapshot | None
    ) -> bool:
        """Make a change. Return False if it doesn’t fit what was there before."""
        match kind, before, after:
            case Kind.START, None, StartSnapshot(players=players):
                fits, self.columns = not self.dealers, len(players) // self.team
            case Kind.RECORD, None, DealEntry(dealer=dealer):
                self.dealers.append(dealer)
                fits = deal == len(self.dealers)
            case Kind.RECORD, DealEntry(), None:
                fits = deal == len(self.dealers) > 0
                self.dealers = self.dealers[:-1]
            case Kind.CORRECT | Kind.STEP, DealEntry(), DealEntry(dealer=dealer) if deal:
                fits = deal <= len(self.dealers)
                self.dealers[deal - 1 : deal] = [dealer]
            case Kind.INSERT | Kind.REMOVE, TableSnapshot(entry=old), TableSnapshot(entry=new) if (
                deal and (old is None) != (new is None)
            ):
                fits, most = self._continues(before, after), len(self.dealers) + (new is not None)
                self.dealers[deal - 1 : deal - (new is not None)] = [new.dealer] if new else []
                fits = fits and deal <= most and self._seats(after)
            case Kind.BIDS, DealEntry() | None, DealEntry() | None:
                fits = deal == len(self.dealers) + 1
            case Kind.RULES, RulesSnapshot(), RulesSnapshot():
                deals = set(range(1, len(self.dealers) + 1))
                fits = deal is None and all(
                    rules.ruleset.slug == self.record.variant
                    and rules.ruleset.players.team == self.team
                    and rules.entries.keys() == deals
                    for rules in (before, after)
                )
            case Kind.DAY, DaySnapshot(), DaySnapshot():
                fits = deal is None and all(map(is_day, (before.played_on, after.played_on)))
            case _, TableSnapshot(), TableSnapshot() if kind in _OF_PLAYERS:
                fits = deal is None and self._continues(before, after) and self._seats(after)
            case _:
                fits = kind in NOT_UNDONE
        return fits

    def _continues(self, before: TableSnapshot, after: TableSnapshot) -> bool:
        """Take the columns of ``after``. Return whether a game could have those of ``before``."""
        counted = self.columns in (0, len(before.sides))
        self.columns = len(after.sides)
        return counted and self._seats(before)

    def _seats(self, table: TableSnapshot) -> bool:
        """Return whether a game could have these players, and a seat for everyone who has dealt."""
        numbers = [side.number for side in table.sides]
        chairs = [(seat.position, seat.side) for seat in self.record.seats]
        # Somebody who joined isn’t in the game any more if that was undone.
        chairs += [(number, number) for number in numbers[len(self.record.sides) :]]
        seating = Seating(
            entrants=tuple(
                Entrant(
                    str(side.number),
                    side.start,
                    side.joined,
                    side.left,
                    tuple(Absence(*gap) for gap in side.away),
                )
                for side in table.sides
            ),
            chairs=tuple(Chair(at, "", str(side)) for at, side in chairs if side in numbers),
            orders=table.orders,
        )
        positions = {chair.position for chair in seating.chairs}
        return (
            all(map(_is_column, table.sides))
            and numbers == list(range(1, len(numbers) + 1))
            and len(positions) == len(numbers) * self.team
            and all(
                len(set(order)) == len(order) and positions.issuperset(order)
                for _deal, order in table.orders
            )
            and table.next_dealer in {None, *positions}
            and bool(seating.chairs_at(len(self.dealers) + 1))
            and all(map(contains, _positions(seating, len(self.dealers)), self.dealers))
        )


@lru_cache(maxsize=100)
def _is_column(side: SideSnapshot) -> bool:
    return is_column(side.model_dump())


@lru_cache(maxsize=10)
def _positions(seating: Seating, deals: int) -> Sequence[frozenset[int]]:
    """Return the positions of those who play in each deal."""
    return [
        frozenset(chair.position for chair in seating.chairs_at(deal))
        for deal in range(1, deals + 1)
    ]
