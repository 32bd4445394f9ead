"""The payments at the end of a game."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from rules.engine.game import GameState, Standing
from rules.engine.rulesets import AnyRuleset, Settlement


@dataclass(frozen=True, slots=True)
class Payment:
    """The amount that one side gets (or pays, if negative) at the end, in the settlement’s unit."""

    side: str
    place: int
    by_place: Fraction
    kitty: Fraction
    paid: int

    @property
    def net(self) -> Fraction:
        """The payment by place plus the share of the kitty, less what the side had paid into it."""
        return self.by_place + self.kitty - self.paid


@dataclass(frozen=True, slots=True)
class Transfer:
    """What one side pays another, so that every side gets or pays its net amount."""

    payer: str
    receiver: str
    amount: Fraction


def transfers(settled: Iterable[Payment]) -> Iterator[Transfer]:
    """Yield who pays whom, with at most one transfer fewer than there are sides.

    Whoever owes most always pays the side that gets most.
    """
    open_nets = {payment.side: payment.net for payment in settled}
    while any(open_nets.values()):
        payer, receiver = (of(open_nets, key=open_nets.__getitem__) for of in (min, max))
        amount = min(-open_nets[payer], open_nets[receiver])
        open_nets[payer] += amount
        open_nets[receiver] -= amount
        yield Transfer(payer, receiver, amount)


def pays_by_place(settlement: Settlement, count: int) -> list[int]:
    """Return what each of ``count`` places gets, or pays if negative, without the kitty."""
    pays = settlement.pays or tuple(settlement.step * place for place in range(1, count))
    return [sum(pays[: count - 1]), *(-figure for figure in pays[: count - 1])]


def payments(ruleset: AnyRuleset, state: GameState) -> tuple[Payment, ...]:
    """Return what each side gets or pays; empty before the end, or without a settlement."""
    if ruleset.settlement is None or not state.is_over:
        return ()
    return settle(ruleset.settlement, state, state.carried.pennies)


def settle(
    settlement: Settlement, final: GameState, paid: Mapping[str, int]
) -> tuple[Payment, ...]:
    """Return the payments at the end, with the sides in column order.

    ``paid`` is what each side put into the kitty. Tied sides share the payments of their places
    and, if they share in whole units, the odd units go to the tied sides one by one, in column
    order. The kitty’s odd units continue where those of the payments end, so that the total shares
    differ by at most one. The net amounts always add up to 0.
    """
    count = len(final.places)
    by_place = pays_by_place(settlement, count)
    pot, shares = sum(paid.values()), settlement.kitty
    kitty = [pot * share // sum(shares) for share in shares[:count]] + [0] * (count - len(shares))
    kitty[0] += pot - sum(kitty)

    def of_side(standing: Standing) -> Payment:
        tied = [other.side for other in final.places if other.place == standing.place]
        amounts = [
            sum(each[standing.place - 1 : standing.place - 1 + len(tied)])
            for each in (by_place, kitty)
        ]
        at = tied.index(standing.side)
        if settlement.shares == "exact":
            pays, gets = (Fraction(amount, len(tied)) for amount in amounts)
        else:
            turn = (at - amounts[0] % len(tied)) % len(tied)
            pays, gets = (
                Fraction(amount // len(tied) + (place < amount % len(tied)))
                for amount, place in zip(amounts, (at, turn), strict=True)
            )
        return Payment(standing.side, standing.place, pays, gets, paid.get(standing.side, 0))

    return tuple(map(of_side, final.places))
