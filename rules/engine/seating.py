"""The sides and seats of a game: who takes part in which deal, and who deals."""

from bisect import bisect_right
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple, Self

from rules.engine import deal_seating


class Absence(NamedTuple):
    """Deals that a side missed, and the total it came back with.

    ``total`` is in whole points, and None if the side kept the total it had.
    """

    first: int
    last: int
    total: int | None = None

    @property
    def deals(self) -> int:
        """How many deals were missed."""
        return self.last - self.first + 1

    def shifted(self, deal: int, by: int) -> "Absence":
        """Return the absence with its ends moved as ``Entrant.shifted`` describes."""
        first, last = self.first + by * (self.first > deal), self.last + by * (self.last >= deal)
        return Absence(first, last, self.total)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A side as it takes part in a game.

    The side plays from the deal ``joined``, with ``start`` whole points, up to and including the
    deal ``left``, except for the deals in ``away``.
    """

    key: str
    start: int = 0
    joined: int = 1
    left: int | None = None
    away: tuple[Absence, ...] = ()
    name: str = ""

    def plays(self, deal: int) -> bool:
        """Return whether the side takes part in that deal."""
        stays = self.joined <= deal and (self.left is None or deal <= self.left)
        return stays and not any(gap.first <= deal <= gap.last for gap in self.away)

    def shifted(self, deal: int, by: int) -> "Entrant":
        """Return the side after a deal was inserted after ``deal``, or ``deal`` was removed.

        ``by`` is 1 or −1, which is added to the numbers of the later deals. The side plays an
        inserted deal if it plays ``deal``. An absence of which no deal remains is left out.
        """
        gaps = (gap.shifted(deal, by) for gap in self.away)
        return replace(
            self,
            joined=self.joined + by * (self.joined > deal),
            left=None if self.left is None else self.left + by * (self.left >= deal),
            away=tuple(gap for gap in gaps if gap.deals),
        )

    def as_of(self, deal: int) -> "Entrant":
        """Return the side as it was in that deal; a side that was absent counts as having left."""
        if self.plays(deal):
            left = None
        else:
            gaps = (gap.first - 1 for gap in self.away if gap.first <= deal <= gap.last)
            left = next(gaps, self.left)
        return Entrant(self.key, self.start, self.joined, left, (), self.name)


@dataclass(frozen=True, slots=True)
class Chair:
    """A player's place, numbered clockwise from 1; ``side`` is the key of the player's side."""

    position: int
    name: str
    side: str


@dataclass(frozen=True)
class Seating:
    """The sides of a game in column order and its chairs clockwise, including players who left.

    Without ``chairs``, every side is one player, seated in the order of the sides. ``orders`` has
    the deals that begin a different seating order, each with the positions of the chairs clockwise.
    """

    entrants: tuple[Entrant, ...]
    chairs: tuple[Chair, ...] = ()
    clockwise: bool = True
    orders: tuple[tuple[int, tuple[int, ...]], ...] = ()

    @cached_property
    def _chairs(self) -> tuple[Chair, ...]:
        return self.chairs or tuple(
            Chair(place, side.name, side.key) for place, side in enumerate(self.entrants, 1)
        )

    @property
    def names(self) -> dict[str, str]:
        """The names of the sides by key."""
        return {side.key: side.name for side in self.entrants}

    def starts(self, unit: int) -> dict[str, int]:
        """Return the points each side started with, by key, if a point has ``unit`` units."""
        return {side.key: side.start * unit for side in self.entrants}

    def entrants_at(self, deal: int) -> tuple[Entrant, ...]:
        """Return the sides that had joined by that deal, as they were then."""
        return tuple(side.as_of(deal) for side in self.entrants if side.joined <= deal)

    @cached_property
    def _changes(self) -> list[int]:
        """The numbers of the deals at which sides join, leave, come back or move, in order."""
        changes = {side.joined for side in self.entrants} | {deal for deal, _order in self.orders}
        changes |= {side.left + 1 for side in self.entrants if side.left is not None}
        for side in self.entrants:
            changes |= {deal for gap in side.away for deal in (gap.first, gap.last + 1)}
        return sorted(changes)

    @cached_property
    def _chairs_by_change(self) -> dict[int, tuple[Chair, ...]]:
        return {}

    @cached_property
    def _tables(self) -> dict[tuple[int, int], deal_seating.DealSeating]:
        return {}

    def order_at(self, deal: int) -> tuple[int, ...]:
        """Return the positions of all chairs in that deal, clockwise, including empty ones."""
        orders = [order for first, order in self.orders if first <= deal]
        order = orders[-1] if orders else ()
        others = (chair.position for chair in self._chairs if chair.position not in order)
        return (*order, *others)

    def chairs_at(self, deal: int) -> tuple[Chair, ...]:
        """Return the chairs taken in that deal, clockwise."""
        change = bisect_right(self._changes, deal)
        if change not in self._chairs_by_change:
            here = {side.key for side in self.entrants if side.plays(deal)}
            chairs = {chair.position: chair for chair in self._chairs if chair.side in here}
            self._chairs_by_change[change] = tuple(
                chairs[position] for position in self.order_at(deal) if position in chairs
            )
        return self._chairs_by_change[change]

    def dealers_at(self, deal: int, out: Container[str] = ()) -> tuple[Chair, ...]:
        """Return the chairs whose players may deal ``deal``, clockwise.

        The sides in ``out`` have been eliminated. If all sides are eliminated, anyone may deal.
        """
        chairs = self.chairs_at(deal)
        return tuple(chair for chair in chairs if chair.side not in out) or chairs

    def dealer_after(self, position: int, deal: int, out: Container[str] = ()) -> int:
        """Return the chair that deals ``deal`` if ``position`` dealt the deal before it.

        The same chair deals again if nobody else can. The sides in ``out`` are eliminated.
        """
        return self._next_in_turn(position, deal, 1, out)

    def dealer_at(self, position: int, deal: int, out: Container[str] = ()) -> int:
        """Return the chair that deals ``deal`` if it is the turn of the chair at ``position``.

        If nobody who may deal sits there, the next chair deals.
        """
        return self._next_in_turn(position, deal, 0, out)

    def _next_in_turn(self, position: int, deal: int, steps: int, out: Container[str]) -> int:
        """Return the first chair that may deal and is ``steps`` or more from ``position``."""
        here = {chair.position for chair in self.dealers_at(deal, out)}
        turn = self.order_at(deal) if self.clockwise else self.order_at(deal)[::-1]
        if position in turn:
            at = turn.index(position) + steps
        else:
            at = sum((place < position) == self.clockwise for place in turn)
        return next((place for place in (*turn[at:], *turn) if place in here), position)

    def dealer_of(
        self,
        deal: int,
        *,
        last: int | None,
        chosen: int | None,
        first: int,
        out: Container[str] = (),
    ) -> int:
        """Return the chair that deals ``deal``.

        ``last`` dealt the previous deal, ``chosen`` is the dealer that the players picked for this
        one, and ``first`` dealt or will deal the first deal. The sides in ``out`` are eliminated.
        """
        if chosen:
            return self.dealer_at(chosen, deal, out)
        if last:
            return self.dealer_after(last, deal, out)
        return self.dealer_at(first, deal, out)

    def table(self, deal: int, dealer: int) -> deal_seating.DealSeating:
        """Return who plays that deal, with ``dealer`` dealing."""
        key = bisect_right(self._changes, deal), dealer
        if key not in self._tables:
            sides = [side for side in self.entrants if side.plays(deal)]
            if self.orders:
                seated = [chair.side for chair in self.chairs_at(deal)]
                sides.sort(key=lambda side: seated.index(side.key))
            self._tables[key] = deal_seating.DealSeating(
                sides=tuple(deal_seating.DealSide(side.key, side.name) for side in sides),
                dealer=str(dealer),
                seats=tuple(
                    deal_seating.DealSeat(str(chair.position), chair.name, chair.side)
                    for chair in self.chairs_at(deal)
                ),
            )
        return self._tables[key]

    def with_deal(self, deal: int) -> Self:
        """Return the seating after another deal was inserted before ``deal``.

        It is played by those who played the deal before it or, if it is the first, by those who
        played the first one so far.
        """
        return self._shifted(max(1, deal - 1), 1)

    def without_deal(self, deal: int) -> Self:
        """Return the seating after ``deal`` was removed."""
        return self._shifted(deal, -1)

    def _shifted(self, deal: int, by: int) -> Self:
        orders = {first + by * (first > deal): order for first, order in self.orders}
        return replace(
            self,
            entrants=tuple(side.shifted(deal, by) for side in self.entrants),
            orders=tuple(orders.items()),
        )

    @cached_property
    def everyone(self) -> Self:
        """The seating if everybody played every deal."""
        return replace(self, entrants=tuple(Entrant(e.key, name=e.name) for e in self.entrants))

    def missed(self, deal: int) -> tuple[deal_seating.Missed, ...]:
        """Return the totals agreed for the sides that came back after that deal."""
        return tuple(
            deal_seating.Missed(side.key, gap.total, gap.deals)
            for side in self.entrants
            for gap in side.away
            if gap.last == deal and gap.total is not None
        )


def alone(keys: Sequence[str]) -> Seating:
    """Return the seating of players with these keys, who play every deal, each for themselves."""
    return Seating(tuple(Entrant(key, name=key) for key in keys))
