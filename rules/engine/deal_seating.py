"""The participants of a deal: the sides that score, and the seats around the table."""

from dataclasses import dataclass
from typing import Literal

Scope = Literal["deal", "side", "seat"]


@dataclass(frozen=True, slots=True)
class DealSide:
    """A player or partners who score together; ``key`` stays the same throughout the game."""

    key: str
    name: str


@dataclass(frozen=True, slots=True)
class DealSeat:
    """A player’s place at the table; ``side`` is the key of the side the player scores for."""

    key: str
    name: str
    side: str


@dataclass(frozen=True, slots=True)
class DealSeating:
    """The sides and seats of a deal, clockwise, and the key of the seat that deals.

    If nobody has a partner, each side has one seat, with the same key, and ``seats`` can be left
    out.
    """

    sides: tuple[DealSide, ...]
    dealer: str
    seats: tuple[DealSeat, ...] = ()

    def __post_init__(self) -> None:
        if not self.seats:
            alone = tuple(DealSeat(side.key, side.name, side.key) for side in self.sides)
            object.__setattr__(self, "seats", alone)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the sides."""
        return tuple(side.key for side in self.sides)

    def name(self, key: str) -> str:
        """Return the name of a side."""
        return next(side.name for side in self.sides if side.key == key)

    def seat(self, key: str) -> DealSeat:
        """Return the seat with that key."""
        return next(seat for seat in self.seats if seat.key == key)

    def partners(self, side: str) -> tuple[DealSeat, ...]:
        """Return the seats of a side."""
        return tuple(seat for seat in self.seats if seat.side == side)

    def beside_dealer(self, steps: int) -> DealSeat:
        """Return the seat ``steps`` places clockwise from the dealer; -1 is the dealer’s right."""
        at = [seat.key for seat in self.seats].index(self.dealer)
        return self.seats[(at + steps) % len(self.seats)]

    def sitting_out(self, dealt_in: int) -> tuple[DealSeat, ...]:
        """Return the seats that aren’t among the ``dealt_in`` players of this deal.

        The dealer is the first to sit out, then the player to the dealer’s right, and so on.
        """
        return tuple(self.beside_dealer(-step) for step in range(len(self.seats) - dealt_in))

    def places(self, scope: Scope) -> tuple[DealSide | DealSeat, ...]:
        """Return the sides or seats that each have a field of this scope; none for ``deal``."""
        if scope == "deal":
            return ()
        return self.sides if scope == "side" else self.seats


@dataclass(frozen=True, slots=True)
class Missed:
    """The total agreed for a side that came back after it had missed ``deals`` deals."""

    side: str
    total: int
    deals: int
