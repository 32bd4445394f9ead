"""The cards that fill what a hand lacks."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, combinations_with_replacement, islice, product
from math import comb, prod

from rules.engine.cards import Card, Hand, Suit
from rules.engine.melding.laying_down import Slot
from rules.engine.melding.melds import HeldHand

# With more than a few cards missing, only some of the choices of what to draw are made.
FEW, MOST_CHOICES = 3, 100


@dataclass(frozen=True, slots=True)
class WantedCard:
    """A card that would help, without a suit if any suit does, and its copies not in the hand."""

    card: Card
    copies: int


@dataclass(frozen=True, slots=True)
class Target:
    """A possible meld: the rank of a set, or the cards of a run.

    ``kinds`` are the cards as places in ``Lacking.kinds``, -1 for those that the hand doesn’t have,
    and ``has`` are those that it has. ``fits`` are the cards that would do for each of them, and
    ``own`` says where a wild card in the hand counts as natural.
    """

    slot: Slot
    rank: str
    suit: int
    start: int
    cards: tuple[Card, ...]
    kinds: tuple[int, ...]
    has: tuple[int, ...]
    fits: tuple["Fits", ...]
    own: tuple[bool, ...]

    @property
    def run(self) -> tuple[int, int]:
        return self.start, self.slot.size


Fits = tuple[Card, ...]  # the cards that fit in a place


@dataclass(slots=True)
class Gap:
    """What a target lacks: ``size`` of ``cards``, at most ``wild`` of which may be wild.

    Each of ``cards`` has the cards that fit in one place. In the places in ``own``, a wild card in
    the hand counts as natural.
    """

    target: Target
    size: int
    wild: int
    cards: Sequence[Fits]
    own: Sequence[Fits]

    @property
    def most_wild(self) -> int:
        """The most cards that may be wild, also in their own places."""
        return min(self.wild + len(self.own), self.size)

    def allows(self, filled: Collection[Fits]) -> bool:
        """Return whether wild cards may be in the places that these cards don’t fill."""
        own = sum(fits not in filled for fits in self.own)
        return self.size - self.wild - own <= len(filled) <= self.size


@dataclass(frozen=True, slots=True)
class Plan:
    """Cards that together complete the contract; any card of ``or_wild`` may replace one of them.

    ``ways`` is in how many ways one may get them, of the cards that aren’t in the hand. ``or_wild``
    is empty if several cards are missing and none of them may be wild in these melds. If one card
    is missing, it is always empty, because each wild card is a plan.
    """

    wanted: tuple[WantedCard, ...]
    ways: int
    or_wild: tuple[WantedCard, ...] = ()

    def includes(self, other: "Plan") -> bool:
        """Return whether the other plan is the same but for suits that don’t matter in this one."""
        cards, others = ([each.card for each in plan.wanted] for plan in (self, other))
        ranks = Counter(card.rank for card in others)
        suited = Counter(card for card in cards if card.suit)
        return Counter(card.rank for card in cards) == ranks and not suited - Counter(others)


class BestPlans:
    """The plans that can be got in the most ways, at most ``most`` of them.

    ``limit`` is the most wild cards of the contract. The plans are by the number of wild cards that
    they name, and by their cards. If one card is missing, all are kept.
    """

    def __init__(self, held: HeldHand, limit: int, most: int) -> None:
        self.held, self.rules, self.limit, self.most = held, held.rules, limit, most
        self.wilds = len(held.wild)
        self.found: dict[int, dict[Hand, Plan]] = {}
        self._unseen: dict[Card, int] = {}

    def add(self, gaps: Sequence[Gap], count: int) -> bool:
        """Compare the choices of ``count`` cards with which wild cards fill the other gaps.

        With several cards missing, wild ones are named only if no natural ones would do. Return
        whether there is any plan so far.
        """
        total = sum(gap.size for gap in gaps)
        for drawn in range(min(count, sum(wild.copies for wild in self.unseen_wild)) + 1):
            if count > 1 and drawn and min(self.found, default=drawn) < drawn:
                break
            if total - count + drawn > min(self.wilds + drawn, self.limit):
                continue
            known = self.found.get(drawn, {})
            if drawn or self._most_ways(gaps, count) > self._least(known, count):
                self._compare(gaps, count, drawn, known)
            if known:
                self.found[drawn] = known
        return bool(self.found)

    def _least(self, known: Mapping[Hand, Plan], count: int) -> int:
        """Return the number of ways that a plan must exceed to be kept."""
        is_full = count > 1 and len(known) == self.most
        return min(plan.ways for plan in known.values()) if is_full else 0

    def _compare(
        self, gaps: Sequence[Gap], count: int, drawn: int, known: dict[Hand, Plan]
    ) -> None:
        least = self._least(known, count)
        with_one: set[Hand] | None = None if count > 1 and not drawn else set()
        for natural in self._fillings(gaps, count - drawn):
            for wild in combinations_with_replacement(self.unseen_wild, drawn):
                cards = _in_order((*natural, *(each.card for each in wild)))
                ways = self.ways(cards)
                if ways <= least or cards in known:
                    continue
                if with_one is None:
                    with_one = self._with_one_wild(gaps, count)
                others = {cards[:place] + cards[place + 1 :] for place in range(len(cards))}
                wanted = tuple(WantedCard(card, self.unseen(card)) for card in cards)
                or_wild = () if others.isdisjoint(with_one) else self.unseen_wild
                if count > 1 and len(known) == self.most:
                    del known[min(known, key=lambda each: known[each].ways)]
                known[cards] = Plan(wanted, ways, or_wild)
                least = self._least(known, count)

    def _fillings(self, gaps: Sequence[Gap], count: int) -> Iterator[Hand]:
        """Yield each choice of cards for ``count`` places; wild ones may be in the others."""
        for filled in islice(_choices(gaps, count), None if count <= FEW else MOST_CHOICES):
            yield from product(*filled)

    def _with_one_wild(self, gaps: Sequence[Gap], count: int) -> set[Hand]:
        """Return the choices of one card fewer that complete the contract with a wild card."""
        if sum(gap.size for gap in gaps) - count + 1 > min(self.wilds + 1, self.limit):
            return set()
        return set(map(_in_order, self._fillings(gaps, count - 1)))

    def _most_ways(self, gaps: Sequence[Gap], count: int) -> int:
        """Return a number of ways that no choice of ``count`` cards for the gaps exceeds."""
        best = [1] + [0] * count
        for gap in gaps:
            places = [max(map(self.unseen, fits)) for fits in gap.cards if fits]
            copies = sorted(places, reverse=True)
            alike = len(set(gap.cards)) == 1
            own = [
                comb(copies[0], n) if alike and n else prod(copies[:n])
                for n in range(min(count, len(copies)) + 1)
            ]
            least = gap.size - gap.most_wild
            best = [
                max(
                    (best[n - m] * own[m] for m in range(least, min(n, len(own) - 1) + 1)),
                    default=0,
                )
                for n in range(count + 1)
            ]
        return best[count]

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

    def ways(self, cards: Sequence[Card]) -> int:
        """Return in how many ways one may get these cards; those without a suit are any others."""
        wanted, ways = Counter(cards), 1
        any_suit = {card.rank for card in wanted if not card.suit}
        mixed = {card.rank for card in wanted if card.suit and card.rank in any_suit}
        for card, count in wanted.items():
            if card.rank not in mixed:
                ways *= comb(self.unseen(card), count)
        for rank in mixed:
            least = [wanted[Card(rank, suit)] for suit in Suit]
            copies = [self.unseen(Card(rank, suit)) for suit in Suit]
            ways *= sum(
                prod(map(comb, copies, each))
                for each in product(*(range(n, m + 1) for n, m in zip(least, copies, strict=True)))
                if sum(each) == sum(least) + wanted[Card(rank)]
            )
        return ways


def _in_order(cards: Iterable[Card]) -> Hand:
    return tuple(sorted(cards, key=str))


def _choices(gaps: Sequence[Gap], count: int) -> Iterator[tuple[Fits, ...]]:
    """Yield each choice of ``count`` places to fill, so that wild cards may be in the others."""
    if not gaps:
        if not count:
            yield ()
        return
    gap, *others = gaps
    fits = [each for each in gap.cards if each]
    least = max(0, count - sum(other.size for other in others))
    for number in range(least, min(count, len(fits)) + 1):
        for filled in dict.fromkeys(combinations(fits, number)):
            if gap.allows(filled):
                yield from ((*filled, *more) for more in _choices(others, count - number))
