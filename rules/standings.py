"""Totals, places, the end, winners and settlement: folds over the points of scored deals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rules.variants import Ruleset, Settlement

Points = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Standing:
    """One side's total and place; sides with equal totals share a place, and the next is left
    out.
    """

    side: str
    total: int
    place: int


@dataclass(frozen=True, slots=True)
class Standings:
    """How a game stands, sides in seating order.

    ``running`` holds, deal by deal, each side's total so far.
    """

    places: tuple[Standing, ...]
    running: tuple[Points, ...]
    deals_left: int

    @property
    def is_over(self) -> bool:
        return not self.deals_left

    @property
    def leaders(self) -> tuple[str, ...]:
        """Sides in first place; nobody leads before the first deal."""
        return tuple(s.side for s in self.places if s.place == 1) if self.running else ()

    @property
    def winners(self) -> tuple[str, ...]:
        """Sides that won: several share the win when they tie, none before the end."""
        return self.leaders if self.is_over else ()

    @property
    def by_place(self) -> tuple[Standing, ...]:
        return tuple(sorted(self.places, key=lambda standing: standing.place))


def standings(ruleset: Ruleset, sides: Sequence[str], deals: Sequence[Points]) -> Standings:
    """Return how the game stands after ``deals``, the points of each side deal by deal.

    The lowest total leads; after the last deal it wins (Contract Rummy, pagat.com).
    """
    running: list[Points] = []
    totals = dict.fromkeys(sides, 0)
    for points in deals:
        totals = {side: totals[side] + points[side] for side in sides}
        running.append(totals)
    ordered = sorted(totals.values())
    places = tuple(Standing(side, totals[side], ordered.index(totals[side]) + 1) for side in sides)
    return Standings(places, tuple(running), max(0, len(ruleset.deals) - len(deals)))


@dataclass(frozen=True, slots=True)
class Payment:
    """What one side gets (or, negative, pays) at the end, in the settlement's unit."""

    side: str
    place: int
    by_place: Fraction
    kitty: Fraction
    paid: int

    @property
    def net(self) -> Fraction:
        """Payment by place and share of the kitty, less what the side had paid into it."""
        return self.by_place + self.kitty - self.paid


def settle(settlement: Settlement, final: Standings, paid: Points) -> tuple[Payment, ...]:
    """Return the payments at the end, sides in seating order; ``paid`` is what each put into the
    kitty.

    Tied sides share what their places get equally, so the nets always add up to nothing.
    """
    count = len(final.places)
    pays = settlement.pays or tuple(settlement.step * place for place in range(1, count))
    by_place = [sum(pays[: count - 1]), *(-figure for figure in pays[: count - 1])]
    pot, shares = sum(paid.values()), settlement.kitty
    kitty = [pot * share // sum(shares) for share in shares[:count]] + [0] * (count - len(shares))
    kitty[0] += pot - sum(kitty)

    def shared(amounts: Sequence[int], place: int) -> Fraction:
        tied = sum(standing.place == place for standing in final.places)
        return Fraction(sum(amounts[place - 1 : place - 1 + tied]), tied)

    return tuple(
        Payment(
            s.side, s.place, shared(by_place, s.place), shared(kitty, s.place), paid.get(s.side, 0)
        )
        for s in final.places
    )
