"""Who sits where in a game, and who takes part in which deal."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.db.models import Prefetch, prefetch_related_objects

from rules import entries
from rules.snapshots import FORMAT, load, load_texts
from rules.standings import Entrant
from scorekeeper.models import Game, Round, Seat, Side
from scorekeeper.models.games import SIDE_NAME_LENGTH

_SEATS = Seat.objects.select_related("side", "player").order_by("position")
SEATS = Prefetch("seats", _SEATS)


class Absence(NamedTuple):
    """Deals that a side was away, and the total with which it came back; None where that was what
    it had.
    """

    first: int
    last: int
    total: int | None = None

    @property
    def deals(self) -> int:
        return self.last - self.first + 1


@dataclass(frozen=True)
class Seating:
    """The sides of a game by number and its seats clockwise, those who left included."""

    sides: tuple[Side, ...]
    seats: tuple[Seat, ...]
    clockwise: bool = True

    @cached_property
    def numbers(self) -> dict[int, str]:
        """Keys of the sides by their primary keys."""
        return {side.pk: str(side.number) for side in self.sides}

    @cached_property
    def positions(self) -> dict[int, int]:
        """Places at the table by the primary keys of the seats."""
        return {seat.pk: seat.position for seat in self.seats}

    @property
    def names(self) -> dict[str, str]:
        """Names of the sides by key."""
        return {str(side.number): side.name for side in self.sides}

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        """The sides as the standings want them."""
        return tuple(Entrant(str(s.number), s.start, s.joined, s.left) for s in self.sides)

    def entrants_at(self, deal: int) -> tuple[Entrant, ...]:
        """The sides that had sat down by that deal; who was not there in it had left."""
        return tuple(
            Entrant(str(s.number), s.start, s.joined, _left_by(s, deal))
            for s in self.sides
            if s.joined <= deal
        )

    @property
    def starts(self) -> dict[str, int]:
        """What each side began with, by key."""
        return {str(side.number): side.start for side in self.sides}

    @property
    def has_partners(self) -> bool:
        """Whether several players sit for one side."""
        return len(self.seats) > len(self.sides)

    def called(self, seat: Seat) -> str:
        """The name of a player: the side’s, which the table may have changed, or among partners
        the player’s own.
        """
        return seat.player.name if self.has_partners else seat.side.name

    @cached_property
    def _changes(self) -> list[int]:
        """The deals from which on somebody is there, or is not there any more, in order."""
        changes = {side.joined for side in self.sides}
        changes |= {side.left + 1 for side in self.sides if side.left is not None}
        for side in self.sides:
            changes |= {deal for gap in absences(side) for deal in (gap.first, gap.last + 1)}
        return sorted(changes)

    @cached_property
    def _seats_by_change(self) -> dict[int, tuple[Seat, ...]]:
        return {}

    @cached_property
    def _tables(self) -> dict[tuple[int, int], entries.Table]:
        return {}

    def seats_at(self, deal: int) -> tuple[Seat, ...]:
        """The seats taken in that deal, clockwise."""
        change = bisect_right(self._changes, deal)
        if change not in self._seats_by_change:
            self._seats_by_change[change] = tuple(
                seat for seat in self.seats if is_there(seat.side, deal)
            )
        return self._seats_by_change[change]

    def dealer_after(self, position: int, deal: int) -> int:
        """The place that deals ``deal`` when ``position`` dealt last: the next one as the game
        goes round.
        """
        places = [seat.position for seat in self.seats_at(deal)]
        if not self.clockwise:
            return next((place for place in reversed(places) if place < position), places[-1])
        return next((place for place in places if place > position), places[0])

    def dealer_at(self, position: int, deal: int) -> int:
        """The place that deals ``deal`` when it should be ``position``, who may have left."""
        return self.dealer_after(position - 1 if self.clockwise else position + 1, deal)

    def table(self, deal: int, dealer: int) -> entries.Table:
        """The table as it sits at that deal."""
        key = bisect_right(self._changes, deal), dealer
        if key not in self._tables:
            self._tables[key] = self._table(deal, dealer)
        return self._tables[key]

    def missed(self, deal: int) -> tuple[entries.Missed, ...]:
        """With what those came back after that deal who agreed on a total."""
        return tuple(
            entries.Missed(str(side.number), gap.total, gap.deals)
            for side in self.sides
            for gap in absences(side)
            if gap.last == deal and gap.total is not None
        )

    def _table(self, deal: int, dealer: int) -> entries.Table:
        return entries.Table(
            sides=tuple(
                entries.Side(str(side.number), side.name)
                for side in self.sides
                if is_there(side, deal)
            ),
            dealer=str(dealer),
            seats=tuple(
                entries.Seat(str(seat.position), self.called(seat), self.numbers[seat.side_id])
                for seat in self.seats_at(deal)
            ),
        )


def is_there(side: Side, deal: int) -> bool:
    """Whether the side takes part in that deal."""
    stays = side.joined <= deal and (side.left is None or deal <= side.left)
    return stays and not any(gap.first <= deal <= gap.last for gap in absences(side))


def _left_by(side: Side, deal: int) -> int | None:
    """The deal after which the side had left when that one was played; None where it was there."""
    if is_there(side, deal):
        return None
    gone = (gap.first - 1 for gap in absences(side) if gap.first <= deal <= gap.last)
    return next(gone, side.left)


def absences(side: Side) -> list[Absence]:
    """The deals that a side was away before it came back."""
    return [Absence(*gap) for gap in side.away]


def usual_name(players: Sequence[str]) -> str:
    """The name of a side to which the table gave none: ``Ann & Cai``."""
    return " & ".join(players)[:SIDE_NAME_LENGTH]


def seating_of(game: Game) -> Seating:
    """Return who sits where, without a query when the game came from ``queries.access``."""
    prefetch_related_objects([game], SEATS)
    return _seating(game, game.seats.all())


def read_seating(game: Game) -> Seating:
    """Return who sits where now, whatever the game came with."""
    return _seating(game, _SEATS.filter(game=game))


def rounds_of(game: Game) -> list[Round]:
    """Return the deals of a game in order, their entries in the present format, in one query."""
    rounds = list(Round.objects.filter(game=game))
    for played in rounds:
        if played.format != FORMAT:
            played.entry = load_texts(played.entry, played.format, load(game.ruleset))
            played.format = FORMAT
    return rounds


def _seating(game: Game, seats: Iterable[Seat]) -> Seating:
    seats = tuple(seats)
    sides = {seat.side_id: seat.side for seat in seats}
    return Seating(
        sides=tuple(sorted(sides.values(), key=lambda side: side.number)),
        seats=seats,
        clockwise=load(game.ruleset).players.clockwise,
    )
