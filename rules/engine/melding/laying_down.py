"""The best way to lay down the contract of a deal."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.engine.cards import Hand
from rules.engine.melding.meld_rules import MeldRules
from rules.engine.melding.melds import POINT, HeldHand, Meld, Part, Shape


@dataclass(frozen=True, slots=True)
class LaidDown:
    """Melds to lay down, and the cards that are left, with their points."""

    melds: tuple[Meld, ...]
    left: Hand
    points: int

    @property
    def wild(self) -> Hand:
        """The wild cards that stand for others."""
        return tuple(card for meld in self.melds for card in meld.wild)


@dataclass(frozen=True, slots=True)
class Slot:
    """A meld that the contract asks for. A ``pure`` set has different suits and no wild card."""

    shape: Shape
    size: int
    pure: bool = False


def slots_of(rules: MeldRules) -> tuple[Slot, ...]:
    """Return the melds of the contract: runs first, the largest first."""
    contract = rules.contract
    pure = len(contract.sets) - rules.deal.pure_sets
    return (
        *(Slot("run", size) for size in sorted(contract.runs, reverse=True)),
        *(Slot("set", size, place >= pure) for place, size in enumerate(contract.sets)),
        *(Slot("pair", 2) for _ in range(contract.pairs)),
    )


def fits_beside(rules: MeldRules, part: Part, others: Iterable[Part]) -> bool:
    """Return whether a player may have the part beside their other melds."""
    for other in others:
        if part.shape != other.shape:
            continue
        if part.shape == "run":
            if part.suit == other.suit and rules.runs_clash(part.run, other.run):
                return False
        elif not rules.same_rank_sets and part.shape == "set" and part.rank == other.rank:
            return False
    return True


def parts_for(held: HeldHand, slot: Slot) -> list[Part]:
    """Return each part that fills the slot, the one with the highest score first."""
    most = len(held.cards) if held.rules.may_be_larger[slot.shape] else slot.size
    if slot.shape == "run":
        parts = held.runs(slot.size, most)
    else:
        parts = held.sets(slot.size, most, shape=slot.shape, pure=slot.pure)
    return sorted(parts, key=lambda part: -part.bound)


class BestParts:
    """The parts with the highest score that fill all slots, found by branch and bound."""

    def __init__(self, held: HeldHand, slots: Sequence[Slot], cards: range) -> None:
        """Search parts for the slots that take a number of cards in ``cards``."""
        self.held, self.rules, self.slots, self.cards = held, held.rules, slots, cards
        by_slot = {slot: parts_for(held, slot) for slot in dict.fromkeys(slots)}
        self.parts = [by_slot[slot] for slot in slots]
        self.rest = [0] * (len(slots) + 1)
        for place in range(len(slots) - 1, -1, -1):
            most = self.parts[place][0].bound if self.parts[place] else 0
            self.rest[place] = self.rest[place + 1] + most
        self.score = -POINT * POINT
        self.found: tuple[Part, ...] | None = None
        limit = self.rules.deal.contract_wild
        self.wilds = len(held.wild) if limit is None else min(limit, len(held.wild))
        if all(self.parts):
            self._fill(0, 0, held.all, self.wilds, 0, ())

    def _fill(  # noqa: PLR0917 -- the state of the search
        self, place: int, first: int, left: int, wilds: int, score: int, chosen: tuple[Part, ...]
    ) -> None:
        if place == len(self.slots):
            self._compare(chosen)
            return
        parts, rest, takes = self.parts[place], self.rest[place + 1], self.held.takes
        same = place + 1 < len(self.slots) and self.slots[place + 1] == self.slots[place]
        for at in range(first, len(parts)):
            part = parts[at]
            if score + part.bound + rest <= self.score:
                return
            if part.wilds + len(part.selves) > wilds or not takes(left, part.use):
                continue
            if not fits_beside(self.rules, part, chosen):
                continue
            used = wilds - part.wilds - len(part.selves)
            self._fill(
                place + 1,
                at if same else 0,
                left - part.use,
                used,
                score + part.bound,
                (*chosen, part),
            )

    def _compare(self, chosen: tuple[Part, ...]) -> None:
        if sum(len(part.places) for part in chosen) in self.cards:
            score = self.held.score(chosen)
            if score > self.score:
                self.score, self.found = score, chosen


def best_way_down(held: HeldHand, cards: range) -> LaidDown | None:
    """Return the way to lay down the contract that leaves the least points; None if there is none.

    Of several, it is the one that leaves the fewest cards, then the one with the fewest wild cards.
    ``cards`` is how many cards may go down.
    """
    parts = BestParts(held, slots_of(held.rules), cards).found
    return None if parts is None else laid_down(held, parts)


def laid_down(held: HeldHand, parts: Sequence[Part]) -> LaidDown:
    """Return the parts as melds, with the cards left."""
    melds = held.melds(parts)
    left = held.left(melds)
    return LaidDown(melds, left, held.rules.points(left))
