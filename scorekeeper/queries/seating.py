"""The seating of a game, read from the database."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from django.db.models import Prefetch, prefetch_related_objects

from rules.engine import seating
from rules.engine.seating import Absence, Chair, Entrant
from rules.engine.snapshots import load
from scorekeeper.models import Game, Seat, Side
from scorekeeper.models.games import SIDE_NAME_LENGTH

_SEATS = Seat.objects.select_related("side", "player").order_by("position")
SEATS = Prefetch("seats", _SEATS)


@dataclass(frozen=True)
class Seating(seating.Seating):
    """A game’s seating with its database rows: sides by number, seats clockwise."""

    sides: tuple[Side, ...] = field(kw_only=True)
    seats: tuple[Seat, ...] = field(kw_only=True)

    @cached_property
    def numbers(self) -> dict[int, str]:
        """The keys of the sides, by primary key."""
        return {side.pk: str(side.number) for side in self.sides}

    @cached_property
    def positions(self) -> dict[int, int]:
        """The positions of the seats, by primary key."""
        return {seat.pk: seat.position for seat in self.seats}

    @property
    def has_partners(self) -> bool:
        """Whether any side has more than one player."""
        return len(self.seats) > len(self.sides)

    @cached_property
    def _called(self) -> dict[int, str]:
        return {chair.position: chair.name for chair in self.chairs}

    def called(self, seat: Seat) -> str:
        """Return a player’s name: the column’s name or, in a partnership game, the player’s own."""
        return self._called[seat.position]

    def seats_at(self, deal: int) -> tuple[Seat, ...]:
        """Return the seats taken in that deal, clockwise."""
        seats = {seat.position: seat for seat in self.seats}
        return tuple(seats[chair.position] for chair in self.chairs_at(deal))


def usual_name(players: Sequence[str]) -> str:
    """Return the default name of a side, such as ``Ann & Cai``."""
    return " & ".join(players)[:SIDE_NAME_LENGTH]


def seating_of(game: Game) -> Seating:
    """Return a game’s seating, without a query if the game came from ``queries.access``."""
    prefetch_related_objects([game], SEATS)
    return _seating(game, game.seats.all())


def read_seating(game: Game) -> Seating:
    """Return the seating of a game, read again from the database."""
    return _seating(game, _SEATS.filter(game=game))


def _seating(game: Game, rows: Iterable[Seat]) -> Seating:
    seats = tuple(rows)
    by_pk = {seat.side_id: seat.side for seat in seats}
    sides = tuple(sorted(by_pk.values(), key=lambda side: side.number))
    has_partners = len(seats) > len(sides)
    return Seating(
        entrants=tuple(entrant_of(side) for side in sides),
        chairs=tuple(
            Chair(
                seat.position,
                seat.player.name if has_partners else seat.side.name,
                str(seat.side.number),
            )
            for seat in seats
        ),
        clockwise=load(game.ruleset).players.clockwise,
        orders=tuple((deal, tuple(positions)) for deal, positions in game.seat_orders),
        sides=sides,
        seats=seats,
    )


def entrant_of(side: Side) -> Entrant:
    """Return a side in the form that the rules engine uses."""
    away = tuple(Absence(*gap) for gap in side.away)
    return Entrant(str(side.number), side.start, side.joined, side.left, away, side.name)
