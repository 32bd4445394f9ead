"""The cards that a hand lacks for the contract of a deal."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, product
from math import prod

from rules.engine.cards import Card
from rules.engine.melding.laying_down import Slot, slots_of
from rules.engine.melding.meld_rules import SUITS
from rules.engine.melding.melds import HeldHand

MOST_PLANS = 12
_MOST_LEAVES = {
    0: 1,
    1: 100_000,
    2: 100,
}  # how many ways with one or two cards missing are compared
_FEW_LEAVES = 6
MOST_WILD = 99


@dataclass(frozen=True, slots=True)
class WantedCard:
    """A card that would help, without a suit if any suit does, and its copies not in the hand."""

    card: Card
    copies: int


@dataclass(frozen=True, slots=True)
class Plan:
    """Cards that together complete the contract; any card of ``or_wild`` may replace one of them.

    ``or_wild`` is empty if several cards are missing and none of them may be wild. If one card is
    missing, it is always empty, because each wild card is a plan.
    """

    wanted: tuple[WantedCard, ...]
    or_wild: tuple[WantedCard, ...] = ()

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
    """A possible meld: the rank of a set, or the cards of a run.

    ``has`` are the natural cards in the hand that fit, as places in ``Lacking.kinds``.
    """

    slot: Slot
    rank: str
    suit: int
    start: int
    cards: tuple[Card, ...]
    has: tuple[int, ...]

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


Sizes = tuple[int, ...]  # how many runs of each size


class Lacking:
    """The search for the fewest missing cards.

    Runs of different suits have no cards in common, so the most natural cards that runs can use are
    known for each suit. The search looks for melds with one missing card, then two, and so on, and
    leaves out everything that uses too few cards of the hand even without other melds.
    """

    def __init__(self, held: HeldHand) -> None:
        self.held, self.rules = held, held.rules
        self.slots = slots_of(self.rules)
        self.kinds = {card: place for place, card in enumerate(held.natural)}
        self.left = list(held.natural.values())
        self.sets = [slot for slot in self.slots if slot.shape != "run"]
        runs = [slot for slot in self.slots if slot.shape == "run"]
        self.sizes = list(dict.fromkeys(runs))
        self.ranks = {slot: self._ranks(slot) for slot in self.sets}
        self.windows = [[self._windows(slot, suit) for slot in self.sizes] for suit in range(4)]
        self.in_suit: dict[tuple[int, Sizes], int] = {}
        all_runs = tuple(runs.count(slot) for slot in self.sizes)
        self.reach: list[dict[Sizes, int]] = [{} for _ in range(5)]
        self.reach[4] = {tuple(0 for _ in self.sizes): 0}
        for suit in range(3, -1, -1):
            for sizes in _parts_of(all_runs):
                self._add_reach(suit, sizes)
        limit = self.rules.deal.contract_wild
        self.limit = MOST_WILD if limit is None else limit
        caps = [
            slot.size if held.selves or self._may_be_wild(slot) else self._most_wild(slot)
            for slot in self.slots
        ]
        self.wilds = len(held.wild)
        # The ranks of which only some cards are wild.
        self.mixed = {card.rank for card in self.rules.wild_kinds if card.suit}
        covered = min(self.wilds, sum(caps), self.limit)
        size = sum(slot.size for slot in self.slots)
        self.plans: set[tuple[Card, ...]] = set()
        self.with_one_wild: set[tuple[Card, ...]] = set()  # the other cards of such plans
        self._unseen: dict[Card, int] = {}
        self.count, self.leaves = -1, 0
        while not self.plans:
            self.count += 1
            self.needed = size - covered - self.count
            self._choose_sets(0, 0, [], all_runs)

    @property
    def is_full(self) -> bool:
        """Whether enough ways have been compared."""
        return self.leaves >= _MOST_LEAVES.get(self.count, _FEW_LEAVES)

    def _most_wild(self, slot: Slot) -> int:
        return 0 if slot.pure else self.rules.most_wild(slot.size)

    def _may_be_wild(self, slot: Slot) -> bool:
        """Return whether all cards of the meld may be wild."""
        return slot.shape != "run" and not slot.pure and self.rules.wild_sets

    def _ranks(self, slot: Slot) -> list[_Target]:
        """Return the ranks for a set, those with the most cards first."""
        rules, found = self.rules, []
        only = rules.deal.pair_of if slot.shape == "pair" else ""
        for rank in (only,) if only else rules.ranks:
            if not rules.is_wild(Card(rank)):
                cards = rules.of_rank[rank]
                has = tuple(self.kinds[card] for card in cards if card in self.kinds)
                found.append(_Target(slot, rank, -1, 0, cards, has))
        if self._may_be_wild(slot):
            found.append(_Target(slot, "", -1, 0, (), ()))
        return sorted(found, key=lambda target: -self._used_by_sets([target]))

    def _windows(self, slot: Slot, suit: int) -> list[_Target]:
        """Return the runs of a size in one suit, those with the most cards first."""
        rules, found = self.rules, []
        line, size, around = len(rules.line), slot.size, rules.along[suit]
        held = {place: self.kinds[card] for place, card in enumerate(around) if card in self.kinds}
        for start in range(line if rules.is_round else line - size + 1):
            cards = around[start : start + size]
            has = tuple([held[place] for place in range(start, start + size) if place in held])
            found.append(_Target(slot, "", suit, start, cards, has))
        return sorted(found, key=lambda target: -len(target.has))

    def _add_reach(self, suit: int, sizes: Sizes) -> None:
        """Note the most natural cards that runs of these sizes use in ``suit`` and later suits."""
        best = -1
        for own in _parts_of(sizes):
            others = self.reach[suit + 1].get(_less(sizes, own))
            if others is not None:
                here = self._most_in_suit(suit, own)
                best = max(best, here + others) if here >= 0 else best
        if best >= 0:
            self.reach[suit][sizes] = best

    def _most_in_suit(self, suit: int, sizes: Sizes) -> int:
        """Return the most natural cards that these runs use in one suit; -1 if they don’t fit."""
        if (suit, sizes) not in self.in_suit:
            best, all_cards = (
                -1,
                sum(n for c, n in self.held.natural.items() if c.suit == SUITS[suit]),
            )
            while best < all_cards:
                found = next(self._combinations(suit, sizes, best + 1), None)
                if found is None:
                    break
                best = sum(len(taken) for _, taken in found)
                for _, taken in found:
                    self._give_back(taken)
            self.in_suit[suit, sizes] = best
        return self.in_suit[suit, sizes]

    def _combinations(
        self, suit: int, sizes: Sizes, least: int
    ) -> Iterator[list[tuple[_Target, list[int]]]]:
        """Yield runs of these sizes in one suit that use at least ``least`` natural cards.

        The cards are taken out of ``left`` until the search goes on.
        """
        wanted = [size for size, count in enumerate(sizes) for _ in range(count)]
        chosen: list[tuple[_Target, list[int]]] = []

        def choose(place: int, first: int, used: int) -> Iterator[list[tuple[_Target, list[int]]]]:
            if place == len(wanted):
                if used >= least:
                    yield chosen
                return
            size, targets = wanted[place], self.windows[suit][wanted[place]]
            same = wanted[place:].count(size)
            more = sum(len(self.windows[suit][each][0].has) for each in wanted[place + same :])
            for at in range(first, len(targets)):
                target = targets[at]
                if used + same * len(target.has) + more < least:
                    return
                if any(self.rules.runs_clash(target.run, other.run) for other, _ in chosen):
                    continue
                taken = [card for card in target.has if self.left[card]]
                now = used + len(taken)
                if now + (same - 1) * len(target.has) + more < least:
                    continue
                for card in taken:
                    self.left[card] -= 1
                chosen.append((target, taken))
                yield from choose(place + 1, at if same > 1 else 0, now)
                chosen.pop()
                self._give_back(taken)

        yield from choose(0, 0, 0)

    def _give_back(self, taken: Sequence[int]) -> None:
        for card in taken:
            self.left[card] += 1

    def _choose_sets(self, place: int, first: int, chosen: list[_Target], runs: Sizes) -> None:
        if place == len(self.sets):
            self._choose_runs(0, runs, 0, chosen, [])
            return
        slot = self.sets[place]
        same = self.sets[place:].count(slot)
        rest = sum(self._used_by_sets(self.ranks[each][:1]) for each in self.sets[place + same :])
        used = self._used_by_sets(chosen) + rest + self.reach[0][runs]
        targets = self.ranks[slot]
        for at in range(first, len(targets)):
            target = targets[at]
            if self.is_full or used + same * self._used_by_sets([target]) < self.needed:
                return
            if not self.rules.same_rank_sets and any(c.rank == target.rank for c in chosen):
                continue
            chosen.append(target)
            self._choose_sets(place + 1, at if same > 1 else 0, chosen, runs)
            chosen.pop()

    def _choose_runs(
        self, suit: int, sizes: Sizes, used: int, sets: list[_Target], runs: list[_Target]
    ) -> None:
        least = self.needed - used - self._used_by_sets(sets)
        if suit == 4:
            if least <= 0:
                self._consider([*runs, *sets])
            return
        for own in _parts_of(sizes):
            rest = _less(sizes, own)
            others = self.reach[suit + 1].get(rest, -1)
            if others < 0 or self._most_in_suit(suit, own) + others < least:
                continue
            for found in self._combinations(suit, own, least - others):
                here = sum(len(taken) for _, taken in found)
                targets = [*runs, *(target for target, _ in found)]
                self._choose_runs(suit + 1, rest, used + here, sets, targets)
                if self.is_full:
                    for _, taken in found:
                        self._give_back(taken)
                    return

    def _used_by_sets(self, sets: Sequence[_Target]) -> int:
        """Return how many of the cards that are left the sets can use."""
        by_rank: dict[str, list[_Target]] = {}
        for target in sets:
            by_rank.setdefault(target.rank, []).append(target)
        used = 0
        for same in by_rank.values():
            differ = same[0].slot.pure or self.rules.suits_differ
            most = len(same) if differ else MOST_WILD
            cards = sum(min(self.left[card], most) for card in same[0].has)
            used += min(cards, sum(target.slot.size for target in same))
        return used

    def _consider(self, chosen: Sequence[_Target]) -> None:
        gaps = self._greedy(chosen)
        ways = [gaps]
        # Another meld may need one of the cards more, if too few of those it lacks may be wild.
        if any(gap.size > gap.wild for gap in gaps):
            ways = list(self._allocations(chosen))
        for way in ways:
            covered = min(self.wilds, self.limit, sum(gap.wild for gap in way))
            if sum(gap.size for gap in way) - covered <= self.count:
                self.plans |= set(self._plans(way, self.count)) if self.count else {()}
                self.leaves += bool(self.plans)

    def _greedy(self, chosen: Sequence[_Target]) -> list[_Gap]:
        counts = dict(self.held.natural)
        return [self._gap(target, counts, {}) for target in chosen]

    def _usable(self, copies: int, slot: Slot) -> int:
        return min(copies, 1) if slot.pure or self.rules.suits_differ else copies

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
        # If suits differ, the cards with copies go first, so that another set can have the copies.
        for card in sorted(target.cards, key=lambda card: -counts.get(card, 0)):
            copies = counts.get(card, 0)
            use = min(self._usable(copies, slot), slot.size - len(taken), most - len(taken))
            if use > 0:
                counts[card] -= use
                taken += [card] * use
        size = slot.size - len(taken)
        if slot.pure or self.rules.suits_differ:
            cards = [card for card in target.cards if card.suit and card not in taken]
        elif target.rank in self.mixed:
            plain = [card for card in target.cards if card.suit and not self.rules.is_wild(card)]
            cards = plain * size
        elif target.rank:
            cards = [Card(target.rank)] * size
        else:  # a set of wild cards only
            wild, cards = size, []
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
        way. What one wild card leaves to draw is noted in ``with_one_wild``.
        """
        found = False
        for drawn in range(count + 1):
            if drawn > sum(wild.copies for wild in self.unseen_wild):
                return
            fillings = set(self._fillings(gaps, count - drawn, self.wilds + drawn))
            if drawn == 1 < count:
                self.with_one_wild |= fillings
            if drawn and found and count > 1:
                return
            found = found or bool(fillings)
            for cards in fillings:
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

    @cached_property
    def unseen_wild(self) -> tuple[WantedCard, ...]:
        """The wild cards that are not in the hand."""
        kinds = ((card, self.unseen(card)) for card in self.rules.wild_kinds)
        return tuple(WantedCard(card, copies) for card, copies in kinds if copies)

    def unseen(self, card: Card) -> int:
        """Return how many copies of a card are not in the hand; of any suit if it has no suit."""
        if card not in self._unseen:
            held = self.held.cards
            same = (other == card if card.suit else other.rank == card.rank for other in held)
            self._unseen[card] = self.rules.deck.copies(card) - sum(same)
        return self._unseen[card]

    def _is_unseen(self, cards: Sequence[Card]) -> bool:
        of_rank = Counter(Card(card.rank) for card in cards)
        wanted = Counter(cards) | of_rank
        return all(self.unseen(card) >= n for card, n in wanted.items())


_WILD = Card("")


@lru_cache(maxsize=1024)
def _parts_of(sizes: Sizes) -> list[Sizes]:
    """Return each choice of some of the runs."""
    return list(product(*[range(count + 1) for count in sizes]))


def _less(sizes: Sizes, own: Sizes) -> Sizes:
    return tuple(a - b for a, b in zip(sizes, own, strict=True))


def shortage(held: HeldHand) -> Shortage:
    """Return how many cards the hand lacks for the contract, and which would complete it.

    The count is 0 if the hand has the contract.
    """
    search = Lacking(held)
    plans = set()
    for cards in search.plans:
        natural = [WantedCard(card, search.unseen(card)) for card in cards if card != _WILD]
        others = {cards[:place] + cards[place + 1 :] for place in range(len(cards))}
        or_wild = () if others.isdisjoint(search.with_one_wild) else search.unseen_wild
        for wild in product(search.unseen_wild, repeat=len(cards) - len(natural)):
            plans.add(Plan((*natural, *wild), or_wild))
    order = sorted(plans, key=lambda plan: (-plan.chance, [str(w.card) for w in plan.wanted]))
    most = len(order) if search.count == 1 else MOST_PLANS
    return Shortage(search.count, tuple(order[:most]) if search.count else ())
