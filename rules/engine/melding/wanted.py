"""The cards that fill what a hand lacks."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, islice, product

from rules.engine.cards import Card
from rules.engine.melding.laying_down import Slot
from rules.engine.melding.meld_rules import Suits
from rules.engine.melding.melds import HeldHand

WILD = Card("")  # any wild card, in a plan
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

    ``has`` are the natural cards in the hand that fit, as places in ``Lacking.kinds``. ``suits``
    are those of the first, third, fifth ... card of a run in several suits, and of the others.
    """

    slot: Slot
    rank: str
    suit: int
    start: int
    cards: tuple[Card, ...]
    has: tuple[int, ...]
    suits: tuple[Suits, Suits] | None = None

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


class WantedCards:
    """The cards to get for a hand, of those that it doesn’t have.

    ``limit`` is the most wild cards of the contract.
    """

    def __init__(self, held: HeldHand, limit: int) -> None:
        self.held, self.rules, self.limit = held, held.rules, limit
        self.wilds = len(held.wild)
        self.with_one_wild: set[tuple[Card, ...]] = set()  # the other cards of such plans
        self._unseen: dict[Card, int] = {}

    def plans(self, gaps: Sequence[Gap], count: int) -> Iterator[tuple[Card, ...]]:
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
                yield (*cards, *[WILD] * drawn)

    def _fillings(self, gaps: Sequence[Gap], count: int, wilds: int) -> Iterator[tuple[Card, ...]]:
        total = sum(gap.size for gap in gaps)
        if total - count > min(wilds, self.limit):
            return
        most = None if count <= FEW else MOST_CHOICES
        for filled in islice(_choices(gaps, count), most):
            for way in product(*filled):
                cards = tuple(sorted(way, key=str))
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
