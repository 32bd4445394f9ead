"""The cards that a hand lacks for the contract of a deal."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import prod

from rules.engine.cards import Card
from rules.engine.melding.laying_down import Slot, slots_of
from rules.engine.melding.meld_rules import SUITS, MeldRules
from rules.engine.melding.melds import HeldHand

MOST_PLANS = 12
_MOST_LEAVES = {1: 100_000, 2: 200}  # how many ways with one or two cards missing are compared
_FEW_LEAVES = 24


@dataclass(frozen=True, slots=True)
class Wanted:
    """A card that would help, without a suit if any suit does, and its copies not in the hand."""

    card: Card
    copies: int


@dataclass(frozen=True, slots=True)
class Plan:
    """Cards that together complete the contract."""

    wanted: tuple[Wanted, ...]

    @property
    def chance(self) -> int:
        """The number of ways to get these cards, for comparison with other plans."""
        return prod(each.copies for each in self.wanted)


@dataclass(frozen=True, slots=True)
class Shortage:
    """How many cards are missing, and the plans that need no more, the most likely first.

    If one card is missing, each plan has one card, and all such cards are listed.
    """

    count: int
    plans: tuple[Plan, ...]


@dataclass(frozen=True, slots=True)
class _Target:
    """A possible meld: the rank of a set, or the cards of a run."""

    slot: Slot
    rank: str
    suit: int
    start: int
    cards: tuple[Card, ...]
    lacks: int

    @property
    def run(self) -> tuple[int, int]:
        return self.start, self.slot.size


@dataclass(slots=True)
class _Gap:
    """What a target lacks: ``size`` cards of ``cards``, at most ``wild`` of which may be wild."""

    target: _Target
    size: int
    wild: int
    cards: list[Card]


class Lacking:
    """The search for the fewest missing cards: the targets that lack least come first."""

    def __init__(self, held: HeldHand) -> None:
        self.held, self.rules = held, held.rules
        self.wilds = len(held.wild)
        self.slots = slots_of(self.rules)
        self.counts = dict(held.natural)
        by_slot = {slot: self._targets(slot) for slot in dict.fromkeys(self.slots)}
        self.targets = [by_slot[slot] for slot in self.slots]
        self.rest = [0] * (len(self.slots) + 1)
        for place in range(len(self.slots) - 1, -1, -1):
            self.rest[place] = self.rest[place + 1] + self.targets[place][0].lacks
        limit = self.rules.deal.contract_wild
        self.limit = len(held.cards) + 99 if limit is None else limit
        caps = [self._most_wild(slot) + (len(held.selves) > 0) * slot.size for slot in self.slots]
        self.covered = min(self.wilds, sum(caps), self.limit)
        self.is_tight = any(cap < slot.size - 1 for cap, slot in zip(caps, self.slots, strict=True))
        self.count = sum(slot.size for slot in self.slots) + 1
        self.plans: set[tuple[Card, ...]] = set()
        self.leaves = 0
        self._choose(0, 0, 0, [])

    def _most_wild(self, slot: Slot) -> int:
        if slot.pure:
            return 0
        if slot.shape != "run" and self.rules.wild_sets:
            return slot.size
        return self.rules.most_wild(slot.size)

    def _targets(self, slot: Slot) -> list[_Target]:
        rules, found = self.rules, []
        if slot.shape == "run":
            line, size = len(rules.line), slot.size
            for suit in range(4):
                for start in range(line if rules.is_round else line - size + 1):
                    cards = tuple(Card(rank, SUITS[suit]) for rank in rules.window(start, size))
                    lacks = sum(card not in self.counts for card in cards)
                    found.append(_Target(slot, "", suit, start, cards, lacks))
        else:
            only = rules.deal.pair_of if slot.shape == "pair" else ""
            for rank in (only,) if only else rules.ranks:
                if not rules.is_wild(Card(rank)):
                    cards = tuple(Card(rank, suit) for suit in SUITS)
                    has = sum(self._usable(self.counts.get(card, 0), slot) for card in cards)
                    found.append(_Target(slot, rank, -1, 0, cards, max(0, slot.size - has)))
        return sorted(found, key=lambda target: target.lacks)

    def _usable(self, copies: int, slot: Slot) -> int:
        return min(copies, 1) if slot.pure or self.rules.suits_differ else copies

    def _choose(self, place: int, first: int, lacks: int, chosen: list[_Target]) -> None:
        if place == len(self.slots):
            self._consider(chosen)
            return
        rest = self.rest[place + 1] - self.covered
        same = place + 1 < len(self.slots) and self.slots[place + 1] == self.slots[place]
        targets = self.targets[place]
        for at in range(first, len(targets)):
            target = targets[at]
            full = self.leaves >= _MOST_LEAVES.get(self.count, _FEW_LEAVES)
            if lacks + target.lacks + rest > self.count - full:
                return
            if not self._fits(target, chosen):
                continue
            taken = self._take(target)
            now = lacks + target.slot.size - len(taken)
            if now + rest <= self.count - full:
                chosen.append(target)
                self._choose(place + 1, at if same else 0, now, chosen)
                chosen.pop()
            for card in taken:
                self.counts[card] += 1

    def _fits(self, target: _Target, chosen: Sequence[_Target]) -> bool:
        for other in chosen:
            if target.slot.shape != other.slot.shape:
                continue
            if target.slot.shape == "run":
                if target.suit == other.suit and self.rules.runs_clash(target.run, other.run):
                    return False
            elif target.rank == other.rank and not self.rules.same_rank_sets:
                return False
        return True

    def _take(self, target: _Target) -> list[Card]:
        """Take the natural cards for a target out of the hand."""
        taken: list[Card] = []
        for card in target.cards:
            copies = self.counts.get(card, 0)
            if not copies:
                continue
            most = 1 if target.slot.shape == "run" else self._usable(copies, target.slot)
            most = min(most, target.slot.size - len(taken))
            self.counts[card] -= most
            taken += [card] * most
        return taken

    def _consider(self, chosen: Sequence[_Target]) -> None:
        self.leaves += 1
        for gaps in self._allocations(chosen) if self.is_tight else [self._greedy(chosen)]:
            covered = min(self.wilds, self.limit, sum(min(gap.size, gap.wild) for gap in gaps))
            count = sum(gap.size for gap in gaps) - covered
            while count <= self.count:
                plans = set(self._plans(gaps, count)) if count else {()}
                if not plans:
                    count += 1
                    continue
                if count < self.count:
                    self.count, self.plans, self.leaves = count, set(), 1
                self.plans |= plans
                break

    def _greedy(self, chosen: Sequence[_Target]) -> list[_Gap]:
        counts = dict(self.held.natural)
        return [self._gap(target, counts, {}) for target in chosen]

    def _gap(
        self, target: _Target, counts: dict[Card, int], kept: dict[Card, int], most: int = 99
    ) -> _Gap:
        """Take a target’s cards out of ``counts`` and return what it lacks.

        A run leaves the cards in ``kept`` for other melds, a set takes at most ``most`` cards.
        """
        slot, wild = target.slot, self._most_wild(target.slot)
        if slot.shape == "run":
            lacking = []
            for card in target.cards:
                if counts.get(card, 0) and not kept.get(card, 0):
                    counts[card] -= 1
                else:
                    lacking.append(card)
                    wild += self.held.selves.get(card, 0) > 0
            return _Gap(target, len(lacking), min(wild, len(lacking)), lacking)
        taken: list[Card] = []
        for card in target.cards:
            copies = counts.get(card, 0)
            use = min(self._usable(copies, slot), slot.size - len(taken), most - len(taken))
            if use > 0:
                counts[card] -= use
                taken += [card] * use
        size = slot.size - len(taken)
        if slot.pure or self.rules.suits_differ:
            cards = [card for card in target.cards if card.suit and card not in taken]
        else:
            cards = [Card(target.rank)] * size
        return _Gap(target, size, min(wild, size), cards)

    def _allocations(self, chosen: Sequence[_Target]) -> Iterator[list[_Gap]]:
        """Yield what the targets lack for each way to share the cards that several could use."""
        runs = [target for target in chosen if target.slot.shape == "run"]
        sets = [target for target in chosen if target.slot.shape != "run"]
        demand = Counter(card for target in runs for card in target.cards)
        ranks = Counter(target.rank for target in sets)
        shared = [
            card
            for card, copies in self.held.natural.items()
            if demand[card] and (demand[card] > copies or ranks[card.rank])
        ]
        ways = []
        for card in shared:
            asking = [place for place, target in enumerate(runs) if card in target.cards]
            copies = min(self.held.natural[card], len(asking))
            least = 0 if ranks[card.rank] else copies
            ways.append([who for n in range(least, copies + 1) for who in combinations(asking, n)])
        splits = [
            range(target.slot.size + 1) if ranks[target.rank] > 1 else (99,) for target in sets
        ]
        for way in product(*ways):
            for split in product(*splits):
                counts, gaps = dict(self.held.natural), []
                for place, target in enumerate(runs):
                    kept = {
                        card: 1 for card, who in zip(shared, way, strict=True) if place not in who
                    }
                    gaps.append(self._gap(target, counts, kept))
                gaps += [
                    self._gap(target, counts, {}, most)
                    for target, most in zip(sets, split, strict=True)
                ]
                yield gaps

    def _plans(self, gaps: Sequence[_Gap], count: int) -> Iterator[tuple[Card, ...]]:
        """Yield the cards that fill the gaps so that wild cards fill the others.

        With one card missing, that may be a wild card too; with several, only if there is no other
        way.
        """
        found = False
        for drawn in range(count + 1):
            if drawn and found and count > 1:
                return
            if drawn > self.unseen_wild:
                return
            for cards in self._fillings(gaps, count - drawn, self.wilds + drawn):
                found = True
                yield (*cards, *[_WILD] * drawn)

    def _fillings(self, gaps: Sequence[_Gap], count: int, wilds: int) -> Iterator[tuple[Card, ...]]:
        items = [
            (place, card)
            for place, gap in enumerate(gaps)
            for card in gap.cards
            if not self.rules.is_wild(card)
        ]
        total = sum(gap.size for gap in gaps)
        if total - count > min(wilds, self.limit):
            return
        for filled in set(combinations(items, count)):
            per = Counter(place for place, _ in filled)
            if any(
                not gap.size - gap.wild <= per[place] <= gap.size for place, gap in enumerate(gaps)
            ):
                continue
            cards = tuple(sorted((card for _, card in filled), key=str))
            if self._is_unseen(cards):
                yield cards

    @property
    def unseen_wild(self) -> int:
        """How many wild cards are not in the hand."""
        return sum(each.copies for each in wild_cards(self.rules)) - self.wilds

    def _is_unseen(self, cards: Sequence[Card]) -> bool:
        wanted = Counter(cards)
        return all(copies_unseen(self.held, card) >= n for card, n in wanted.items())


_WILD = Card("")


def copies_unseen(held: HeldHand, card: Card) -> int:
    """Return how many copies of a card are not in the hand; of any suit if it has no suit."""
    same = (other == card if card.suit else other.rank == card.rank for other in held.cards)
    return held.rules.deck.copies(card) - sum(same)


def wild_cards(rules: MeldRules) -> tuple[Wanted, ...]:
    """Return the wild cards of the deck, each with its number of copies."""
    ranks = [Card(rank) for rank in rules.deck.ranks if rules.is_wild(Card(rank))]
    single = [
        Card(rank, suit)
        for rank in rules.ranks
        for suit in SUITS
        if suit and not rules.is_wild(Card(rank)) and rules.is_wild(Card(rank, suit))
    ]
    return tuple(Wanted(card, rules.deck.copies(card)) for card in (*ranks, *single))


def shortage(held: HeldHand) -> Shortage:
    """Return how many cards the hand lacks for the contract, and which would complete it.

    The count is 0 if the hand has the contract.
    """
    search = Lacking(held)
    plans = set()
    for cards in search.plans:
        natural = tuple(card for card in cards if card != _WILD)
        wanted = tuple(Wanted(card, copies_unseen(held, card)) for card in natural)
        for way in product(
            *[
                [
                    Wanted(each.card, copies_unseen(held, each.card))
                    for each in wild_cards(held.rules)
                ]
            ]
            * (len(cards) - len(natural))
        ):
            if all(each.copies for each in way):
                plans.add(Plan((*wanted, *way)))
    order = sorted(plans, key=lambda plan: (-plan.chance, [str(w.card) for w in plan.wanted]))
    most = len(order) if search.count == 1 else MOST_PLANS
    return Shortage(search.count, tuple(order[:most]) if search.count else ())
