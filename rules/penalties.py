"""What a card left in hand costs, and which totals a hand can come to."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType

from rules.cards import Card, Deck, Rank
from rules.errors import CatalogueError

_ORDER = tuple(Rank)


def spread_ranks(values: Mapping[str, int]) -> dict[str, int]:
    """Return ``values`` with each range such as ``3-10`` or ``J-K`` written out rank by rank.

    Raises CatalogueError on a key that is neither a rank nor a range of ranks.
    """
    spread: dict[str, int] = {}
    for key, value in values.items():
        first, dash, last = key.partition("-")
        try:
            start, stop = _ORDER.index(Rank(first)), _ORDER.index(Rank(last if dash else first))
        except ValueError:
            raise CatalogueError(
                f"“{key}” is not a rank; write 2 to 10, J, Q, K, A or Joker"
            ) from None
        if stop < start:
            raise CatalogueError(f"“{key}” goes downwards; write the lower rank first")
        spread |= {rank.value: value for rank in _ORDER[start : stop + 1]}
    return spread


class PenaltyTable:
    """Points for each card still in hand when a deal ends."""

    def __init__(self, by_rank: Mapping[Rank, int]) -> None:
        missing = [rank.value for rank in Rank if rank not in by_rank]
        if missing:
            raise CatalogueError(f"the penalty table misses {', '.join(missing)}")
        self.by_rank = dict(by_rank)

    def points(self, card: Card) -> int:
        return self.by_rank[card.rank]

    def total(self, hand: Iterable[Card]) -> int:
        return sum(self.points(card) for card in hand)

    def fewest_cards(self, deck: Deck) -> Mapping[int, int]:
        """Every total that cards of ``deck`` can make, with the fewest cards that make it.

        The empty hand is not among them: whoever holds no card is out.
        """
        return _fewest_cards(tuple(self.by_rank[rank] for rank in _ORDER), deck)


# A deal asks this for each hand, and a table's values and cards stay the same through its games.
@lru_cache(maxsize=64)
def _fewest_cards(values: tuple[int, ...], deck: Deck) -> Mapping[int, int]:
    fewest = {0: 0}
    for rank, worth in zip(_ORDER, values, strict=True):
        copies = deck.copies(Card(rank))
        if not worth:
            continue
        # Bounded knapsack: the copies in lumps of 1, 2, 4 ... cover every count up to all of them.
        lump = 1
        while copies > 0:
            lump = min(lump, copies)
            for points, cards in list(fewest.items()):
                better, with_lump = cards + lump, points + lump * worth
                if better < fewest.get(with_lump, better + 1):
                    fewest[with_lump] = better
            copies, lump = copies - lump, lump * 2
    free = any(
        not worth and deck.copies(Card(rank)) for rank, worth in zip(_ORDER, values, strict=True)
    )
    if free:
        fewest[0] = 1
    else:
        del fewest[0]
    return MappingProxyType(fewest)
