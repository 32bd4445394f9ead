"""The best way to lay down the contract of a deal."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

from rules.engine.cards import Hand
from rules.engine.melding.meld_rules import USUAL_CARDS, MeldRules, TooLargeError
from rules.engine.melding.melds import CARD, POINT, HeldHand, Meld, Part, Shape

# How many parts are tried at most in all places, in a hand of more than the usual size.
MOST_TRIED = 200_000


@dataclass(frozen=True, slots=True)
class LaidDown:
    """Melds to lay down, and the cards that are left, with their points."""

    melds: tuple[Meld, ...]
    left: Hand
    points: int

    @property
    def wilds(self) -> int:
        """How many of the cards laid down count as wild."""
        return sum(meld.wilds for meld in self.melds)


@dataclass(frozen=True, slots=True)
class Slot:
    """A meld that the contract asks for. A ``pure`` set has different suits and no wild card."""

    shape: Shape
    size: int
    pure: bool = False


def slots_of(rules: MeldRules) -> tuple[Slot, ...]:
    """Return the melds of the contract: runs first, the largest first."""
    contract = rules.contract
    pure = rules.deal.pure_sets
    return (
        *(Slot("run", size) for size in sorted(contract.runs, reverse=True)),
        *(Slot("set", size, place < pure) for place, size in enumerate(contract.sets)),
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


def parts_for(held: HeldHand, slot: Slot, *, lays_off: bool = False) -> list[Part]:
    """Return each part that fills the slot, the one with the highest score first.

    If the player also ``lays_off`` in this turn, parts may have more cards than were laid down.
    """
    rules = held.rules
    grows = lays_off and not (slot.shape == "set" and rules.melds.own_sets_later)
    most = slot.size
    if grows or rules.may_be_larger[slot.shape]:  # the other melds need cards too
        most = max(most, len(held.cards) - rules.contract.size + slot.size)
    if slot.shape == "run":
        parts = held.runs(slot.size, most, later=lays_off)
    else:
        parts = held.sets(slot.size, most, shape=slot.shape, pure=slot.pure, later=lays_off)
    if lays_off and not rules.may_be_larger[slot.shape]:
        firsts = ((part, first_wilds(rules, part, slot)) for part in parts)
        parts = [replace(part, first_wilds=first) for part, first in firsts if first is not None]
    return sorted(parts, key=lambda part: -part.bound)


def first_wilds(rules: MeldRules, part: Part, slot: Slot) -> int | None:
    """Return the fewest wild cards with which a part could first be laid down in this slot.

    The rest of its cards are laid off on it. None if that isn’t possible.
    """
    size, most = slot.size, 0 if slot.pure else rules.most_wild(slot.size)
    if slot.shape != "run":
        natural = [card for card in part.places if card is not None]
        differ = slot.pure or rules.suits_differ
        fewest = size - min(size, len(set(natural) if differ else natural))
        if not natural and rules.wild_sets:
            most = size
    else:
        starts = range(len(part.places) - size + 1)
        fewest = min(part.places[start : start + size].count(None) for start in starts)
    return fewest if fewest <= most else None


class BestParts:
    """The parts with the highest score, one for each place, found by branch and bound.

    The first places are the ``slots`` of the contract, and ``more`` are other places with the parts
    that they may take. The parts together take a number of cards in ``cards``.
    """

    def __init__(
        self,
        held: HeldHand,
        slots: Sequence[Slot],
        cards: range,
        more: Sequence[Sequence[Part]] = (),
        *,
        lays_off: bool = False,
    ) -> None:
        self.held, self.rules, self.slots, self.cards = held, held.rules, slots, cards
        self.lays_off = lays_off
        by_slot = {slot: parts_for(held, slot, lays_off=lays_off) for slot in dict.fromkeys(slots)}
        self.parts = [*(by_slot[slot] for slot in slots), *more]
        self.rest = [0] * (len(self.parts) + 1)
        for place in range(len(self.parts) - 1, -1, -1):
            most = self.parts[place][0].bound if self.parts[place] else 0
            self.rest[place] = self.rest[place + 1] + most
        self.score = -POINT * POINT
        self.found: tuple[Part, ...] | None = None
        self.first_wilds = self.rules.deal.contract_wild
        self.extra = 0  # what the score may gain when all parts are chosen
        self.most, self.tried_parts = self._most(), 0

    def _most(self) -> int:
        """Return the score of laying down all cards that are in any part, if that many may go down.

        Wild cards that count as natural are in it twice.
        """
        held, worth = self.held, self.rules.points
        useful = {card for parts in self.parts for part in parts for card in part.places}
        scores = [
            *(worth([card]) * POINT + CARD for card in held.counts.elements() if card in useful),
            *(worth([card]) * POINT + CARD - 1 for card in held.wild),
        ]
        return sum(sorted(scores, reverse=True)[: max(self.cards, default=0)])

    def search(self) -> "BestParts":
        """Look for the parts, and return this search."""
        if all(self.parts):
            first = self.parts[0] if self.parts else ()
            self._fill(0, first, self.held.all, len(self.held.wild), 0, ())
        return self

    def _fill(  # noqa: PLR0917 -- the state of the search
        self,
        place: int,
        parts: Sequence[Part],
        left: int,
        wilds: int,
        score: int,
        chosen: tuple[Part, ...],
    ) -> None:
        """Choose one of the parts for a place, and others for the places after it."""
        if place == len(self.parts):
            self.compare(chosen, left, wilds)
            return
        self.tried_parts += len(parts)
        if self.tried_parts > MOST_TRIED and len(self.held.cards) > USUAL_CARDS:
            raise TooLargeError(self.tried_parts)
        takes, slots = self.held.takes, self.slots
        rest, is_own = self.rest[place + 1] + self.extra, place < len(slots)
        same = slots[place : place + 3].count(slots[place]) if is_own else 1
        others = self.parts[place + 1] if place + 1 < len(self.parts) else ()
        room = len(self.held.cards) - sum(len(part.places) for part in chosen)
        room -= sum(slot.size for slot in slots[place + 1 :])
        for at, part in enumerate(parts):
            if score + part.bound + rest <= self.score or self.score >= self.most:
                return
            used = part.wilds + len(part.selves)
            if used > wilds or len(part.places) > room or not takes(left, part.use):
                continue
            if is_own and not self._fits(part, chosen):
                continue
            after, spare = left - part.use, wilds - used
            if same > 1 and slots[place + 1] == slots[place]:
                others = parts[at:]
                if same > 2:  # the list is searched for each of these parts
                    self.tried_parts += len(others)
                    others = [
                        each
                        for each in others
                        if each.wilds + len(each.selves) <= spare and takes(after, each.use)
                    ]
            self._fill(place + 1, others, after, spare, score + part.bound, (*chosen, part))

    def _fits(self, part: Part, chosen: tuple[Part, ...]) -> bool:
        if self.first_wilds is not None:
            wilds = part.first_wilds + sum(other.first_wilds for other in chosen)
            if wilds > self.first_wilds:
                return False
        if part.shape != "run" or not self.lays_off or self.rules.apart == "allowed":
            return fits_beside(self.rules, part, chosen)
        # Runs must lie apart only when they are laid down, not after cards are laid off on them.
        runs = [each for each in (*chosen, part) if each.shape == "run" and each.suit == part.suit]
        sizes = [slot.size for slot in self.slots if slot.shape == "run"]
        all_runs = [each for each in (*chosen, part) if each.shape == "run"]
        firsts = [
            [(start, size) for start in range(run.start, run.start + len(run.places) - size + 1)]
            for run, size in zip(all_runs, sizes, strict=False)
            if run in runs
        ]
        return any(
            not any(self.rules.runs_clash(one, other) for one, other in combinations(way, 2))
            for way in product(*firsts)
        )

    def compare(self, chosen: tuple[Part, ...], left: int, wilds: int) -> None:
        """Keep the parts if they are better than those found so far."""
        if sum(len(part.places) for part in chosen) in self.cards:
            score = self.held.score(chosen)
            if score > self.score:
                self.score, self.found = score, chosen


def best_way_down(held: HeldHand, cards: range) -> LaidDown | None:
    """Return the way to lay down the contract that leaves the least points; None if there is none.

    Of several, it is the one that leaves the fewest cards, then the one with the fewest wild cards.
    ``cards`` is how many cards may go down.
    """
    parts = BestParts(held, slots_of(held.rules), cards).search().found
    return None if parts is None else laid_down(held, parts)


def laid_down(held: HeldHand, parts: Sequence[Part]) -> LaidDown:
    """Return the parts as melds, with the cards left."""
    melds = held.melds(parts)
    left = held.left(melds)
    return LaidDown(melds, left, held.rules.points(left))
