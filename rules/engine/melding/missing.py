"""The cards that a hand lacks for the contract of a deal."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product

from rules.engine.cards import Card, Hand, Suit
from rules.engine.melding.laying_down import Slot, slots_of
from rules.engine.melding.meld_rules import SUITS, Suits
from rules.engine.melding.melds import HeldHand
from rules.engine.melding.wanted import FEW, BestPlans, Gap, Plan, Target

MOST_PLANS = 12
# More are kept in the search, because those that others include aren’t listed.
_KEPT_PLANS = 24
# How many ways are compared if more than a few cards are missing.
_MOST_LEAVES = 20
MOSTWILD = 99


@dataclass(frozen=True, slots=True)
class Shortage:
    """How many cards are missing, and the plans that need no more, the most likely first.

    Cards have no suit where any suit does, and no plan is included in another. If one card is
    missing, each plan has one card, and all such cards are listed, also wild ones. If several are
    missing, at most ``MOST_PLANS`` are listed, and they name wild cards only if no natural ones
    would do. With two or three missing, no other plan can be got in more ways; with more, only some
    are compared. Plans that can be got in equally many ways are in the order of their cards’ names.
    A contract that no cards can meet has no plans.
    """

    count: int
    plans: tuple[Plan, ...]


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
        self.copies = tuple(held.natural.values())
        self.left = list(self.copies)  # without those that the search has taken
        self.sets = [slot for slot in self.slots if slot.shape != "run"]
        runs = [slot for slot in self.slots if slot.shape == "run"]
        self.sizes = list(dict.fromkeys(runs))
        self.most_wild = {slot: self._most_wild(slot) for slot in self.slots}
        # The wild cards that count as natural in their own places, and those of each rank of a set.
        self.selves = {
            shape: {
                each
                for card in held.selves
                if self.rules.may_be_itself(card, shape)
                for each in (card, Card(card.rank))
            }
            for shape in ("run", "set", "pair")
        }
        own = (card for card in held.selves if self.rules.may_be_itself(card, "set"))
        self.own_of_rank = Counter(card.rank for card in own)
        # The ranks of which only some cards are wild.
        self.mixed = {card.rank for card in self.rules.wild_kinds if card.suit}
        self.ranks = {slot: self._ranks(slot) for slot in self.sets}
        # Runs that needn’t be in one suit are searched together.
        self.suits = SUITS[4:] if self.rules.mixed_suits else SUITS[:4]
        windows = self._mixed_windows if self.rules.mixed_suits else self._windows
        places = range(len(self.suits))
        self.windows = [[windows(slot, place) for slot in self.sizes] for place in places]
        self.in_suit: dict[tuple[int, Sizes], int] = {}
        all_runs = tuple(runs.count(slot) for slot in self.sizes)
        self.reach: list[dict[Sizes, int]] = [{} for _ in (*self.suits, None)]
        self.reach[-1] = {tuple(0 for _ in self.sizes): 0}
        can_be_met = all(self.windows[0])  # no run has more cards than there are ranks
        for suit in reversed(places) if can_be_met else ():
            for sizes in _parts_of(all_runs):
                self._add_reach(suit, sizes)
        limit = self.rules.deal.contract_wild
        self.limit = MOSTWILD if limit is None else limit
        caps = [
            slot.size if held.selves or self._may_be_wild(slot) else self._most_wild(slot)
            for slot in self.slots
        ]
        self.wilds = len(held.wild)
        covered = min(self.wilds, sum(caps), self.limit)
        size = sum(slot.size for slot in self.slots)
        self.plans = BestPlans(held, self.limit, _KEPT_PLANS)
        self.is_met = False
        self.count, self.leaves = -1 if can_be_met else size, 0
        while not (self.leaves or self.is_met) and self.count < size:
            self.count += 1
            self.needed = size - covered - self.count
            self._choose_sets(0, 0, [], all_runs)

    @property
    def is_full(self) -> bool:
        """Whether enough ways have been compared."""
        return self.is_met or (self.count > FEW and self.leaves >= _MOST_LEAVES)

    def _most_wild(self, slot: Slot) -> int:
        return 0 if slot.pure else self.rules.most_wild(slot.size)

    def _may_be_wild(self, slot: Slot) -> bool:
        """Return whether all cards of the meld may be wild."""
        return slot.shape != "run" and not slot.pure and self.rules.wild_sets

    def _ranks(self, slot: Slot) -> list[Target]:
        """Return the ranks for a set, those with the most cards first."""
        rules = self.rules
        only = rules.deal.pair_of if slot.shape == "pair" else ""
        found = [
            self._target(slot, rules.of_rank[rank], rank=rank)
            for rank in ((only,) if only else rules.ranks)
            if not rules.is_wild(Card(rank))
        ]
        if self._may_be_wild(slot):
            found.append(self._target(slot, ()))
        return sorted(found, key=lambda target: -self._used_by_sets([target]))

    def _windows(self, slot: Slot, suit: int) -> list[Target]:
        """Return the runs of a size in one suit, those with the most cards first."""
        size, along = slot.size, self.rules.along[suit]
        found = [
            self._target(slot, along[start : start + size], suit, start)
            for start in self.rules.starts(size)
        ]
        return sorted(found, key=lambda target: -len(target.has))

    def _mixed_windows(self, slot: Slot, suit: int) -> list[Target]:
        """Return the runs of a size in several suits, for each choice of cards in the hand."""
        found = []
        for suits in self.rules.mixed_suits:
            for start in self.rules.starts(slot.size):
                ways = []
                for place, rank in enumerate(self.rules.window(start, slot.size)):
                    fits = [Card(rank, suit) for suit in suits[place % 2]]
                    ways.append([card for card in fits if card in self.kinds] or [Card(rank)])
                found += [
                    self._target(slot, cards, suit, start, suits=suits) for cards in product(*ways)
                ]
        return sorted(found, key=lambda target: -len(target.has))

    def _target(
        self,
        slot: Slot,
        cards: Hand,
        suit: int = -1,
        start: int = 0,
        *,
        rank: str = "",
        suits: tuple[Suits, Suits] | None = None,
    ) -> Target:
        """Return a possible meld.

        ``suits`` are those of the first, third, fifth ... card of a run in several suits, and of
        the others.
        """
        fits, own, selves = [], [], self.selves[slot.shape]
        for place, card in enumerate(cards):
            every = self._fitting(card, suits[place % 2] if suits else ())
            fits.append(tuple([each for each in every if self._may_be_natural(each, slot)]))
            own.append(any(each in selves for each in every))
        kinds = tuple([self.kinds.get(card, -1) for card in cards])
        has = tuple([kind for kind in kinds if kind >= 0])
        return Target(slot, rank, suit, start, cards, kinds, has, tuple(fits), tuple(own))

    def _fitting(self, card: Card, suits: Suits) -> Hand:
        """Return the cards that fit in a place of a run; one without a suit if any suit does."""
        if not suits or (len(suits) == len(Suit) and card.rank not in self.mixed):
            return (Card(card.rank),) if suits else (card,)
        return tuple(Card(card.rank, suit) for suit in suits)

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
            here, natural = self.suits[suit], self.held.natural.items()
            best, all_cards = -1, sum(n for card, n in natural if here in (None, card.suit))
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
    ) -> Iterator[list[tuple[Target, list[int]]]]:
        """Yield runs of these sizes in one suit that use at least ``least`` natural cards.

        The cards are taken out of ``left`` until the search goes on.
        """
        wanted = [size for size, count in enumerate(sizes) for _ in range(count)]
        chosen: list[tuple[Target, list[int]]] = []

        def choose(place: int, first: int, used: int) -> Iterator[list[tuple[Target, list[int]]]]:
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

    def _choose_sets(self, place: int, first: int, chosen: list[Target], runs: Sizes) -> None:
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
        self, suit: int, sizes: Sizes, used: int, sets: list[Target], runs: list[Target]
    ) -> None:
        least = self.needed - used - self._used_by_sets(sets)
        if suit == len(self.windows):
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

    def _used_by_sets(self, sets: Sequence[Target]) -> int:
        """Return how many of the cards that are left the sets can use."""
        by_rank: dict[str, list[Target]] = {}
        for target in sets:
            by_rank.setdefault(target.rank, []).append(target)
        used = 0
        for same in by_rank.values():
            differ = same[0].slot.pure or self.rules.suits_differ
            most = len(same) if differ else MOSTWILD
            cards = sum(min(self.left[card], most) for card in same[0].has)
            used += min(cards, sum(target.slot.size for target in same))
        return used

    def _consider(self, chosen: Sequence[Target]) -> None:
        gaps = self._greedy(chosen)
        ways: Iterable[list[Gap]] = [gaps]
        # Another meld may need one of the cards more, if too few of those it lacks may be wild.
        if any(gap.size > gap.most_wild for gap in gaps):
            ways = self._allocations(chosen)
        for way in ways:
            covered = min(self.wilds, self.limit, sum(gap.most_wild for gap in way))
            if sum(gap.size for gap in way) - covered <= self.count:
                if not self.count:
                    self.is_met = True
                    return
                self.leaves += self.plans.add(way, self.count)
                if self.leaves and self.count > FEW:
                    return

    def _greedy(self, chosen: Sequence[Target]) -> list[Gap]:
        counts = list(self.copies)
        return [self._gap(target, counts) for target in chosen]

    def _gap(
        self, target: Target, counts: list[int], kept: Collection[int] = (), most: int = 99
    ) -> Gap:
        """Take a target’s cards out of ``counts`` and return what it lacks.

        A run leaves the cards in ``kept`` for other melds, a set takes at most ``most`` cards.
        """
        slot, wild = target.slot, self.most_wild[target.slot]
        if slot.shape == "run":
            lacking, own = [], []
            for kind, fits, is_own in zip(target.kinds, target.fits, target.own, strict=True):
                if kind >= 0 and counts[kind] and kind not in kept:
                    counts[kind] -= 1
                else:
                    lacking.append(fits)
                    if is_own:
                        own.append(fits)
            return Gap(target, len(lacking), wild, lacking, own)
        differ = slot.pure or self.rules.suits_differ
        taken, size = set(), slot.size
        # If suits differ, the cards with copies go first, so that another set can have the copies.
        for kind in sorted(target.has, key=lambda kind: -counts[kind]):
            use = min(counts[kind], 1 if differ else size, size, most - slot.size + size)
            if use > 0:
                counts[kind] -= use
                size -= use
                taken.add(kind)
        each = zip(target.cards, target.kinds, target.fits, strict=True)
        if differ:
            cards = [fits for card, kind, fits in each if card.suit and fits and kind not in taken]
        elif target.rank in self.mixed:
            cards = [fits for card, _, fits in each if card.suit and fits] * size
        elif target.rank:
            cards = [(Card(target.rank),)] * size
        else:  # a set of wild cards only
            wild, cards = size, []
        return Gap(target, size, wild, cards, [()] * self.own_of_rank.get(target.rank, 0))

    def _may_be_natural(self, card: Card, slot: Slot) -> bool:
        """Return whether a card that is drawn counts as natural, although its rank may be wild."""
        if not self.rules.is_wild(card):
            return True
        is_limited = self.rules.melds.max_wild is not None and not slot.pure
        return is_limited and self.rules.may_be_itself(card, slot.shape)

    def _allocations(self, chosen: Sequence[Target]) -> Iterator[list[Gap]]:
        """Yield what the targets lack for each way to share the cards that several could use."""
        runs = [target for target in chosen if target.slot.shape == "run"]
        sets = [target for target in chosen if target.slot.shape != "run"]
        demand = Counter(kind for target in runs for kind in target.has)
        in_sets = {kind for target in sets for kind in target.has}
        ranks = Counter(target.rank for target in sets)
        shared = [
            kind for kind, wanted in demand.items() if wanted > self.copies[kind] or kind in in_sets
        ]
        ways = []
        for kind in shared:
            asking = [place for place, target in enumerate(runs) if kind in target.has]
            copies = min(self.copies[kind], len(asking))
            least = 0 if kind in in_sets else copies
            ways.append([who for n in range(least, copies + 1) for who in combinations(asking, n)])
        splits = [
            range(target.slot.size + 1) if ranks[target.rank] > 1 else (99,) for target in sets
        ]
        for way in product(*ways):
            kept = [
                [kind for kind, who in zip(shared, way, strict=True) if place not in who]
                for place in range(len(runs))
            ]
            for split in product(*splits):
                counts = list(self.copies)
                yield [
                    *[self._gap(run, counts, k) for run, k in zip(runs, kept, strict=True)],
                    *[self._gap(each, counts, (), n) for each, n in zip(sets, split, strict=True)],
                ]


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
    found = search.plans.found
    fewest = found if search.count == 1 else sorted(found)[:1]
    plans = [plan for drawn in fewest for plan in found[drawn].values()]
    order = sorted(plans, key=lambda plan: (-plan.ways, [str(w.card) for w in plan.wanted]))
    kept: list[Plan] = []
    for plan in order:
        if not any(other.includes(plan) for other in kept):
            kept.append(plan)
    return Shortage(search.count, tuple(kept[: None if search.count == 1 else MOST_PLANS]))
