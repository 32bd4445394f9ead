"""Card values: what a card left in hand counts, and which totals a hand can have."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from rules.engine.cards import STANDARD, Card, Deck, Hand, pack_words
from rules.engine.errors import CatalogueError


def spread_ranks(values: Mapping[str, int], ranks: Sequence[str] = STANDARD) -> dict[str, int]:
    """Return ``values`` with each range such as ``3-10`` replaced by its ranks, in order.

    The order is that of ``ranks``. Raises CatalogueError for a key that is neither a rank nor a
    range of ranks.
    """
    spread: dict[str, int] = {}
    for key, value in values.items():
        first, dash, last = (key, "", "") if key in ranks else key.partition("-")
        try:
            start, stop = ranks.index(first), ranks.index(last if dash else first)
        except ValueError:
            raise CatalogueError(f"“{key}” isn’t a rank. Use {pack_words(ranks)}") from None
        if stop < start:
            raise CatalogueError(f"“{key}” goes downwards. Write the lower rank first")
        spread |= dict.fromkeys(ranks[start : stop + 1], value)
    return {rank: spread[rank] for rank in ranks if rank in spread}


class PenaltyTable:
    """Points for each card left in hand when a deal ends, by rank.

    ``by_card`` has the points of each card that counts differently from the others of its rank.
    """

    def __init__(
        self,
        by_rank: Mapping[str, int],
        ranks: Sequence[str] = STANDARD,
        by_card: Mapping[Card, int] = MappingProxyType({}),
    ) -> None:
        missing = [rank for rank in ranks if rank not in by_rank]
        if missing:
            raise CatalogueError(f"these cards have no value: {', '.join(missing)}")
        self.by_rank = {rank: by_rank[rank] for rank in ranks}
        self.by_card = by_card
        self._fewest: dict[Deck, Mapping[int, int]] = {}

    def points(self, card: Card) -> int:
        """Return the value of a card."""
        worth = self.by_rank[card.rank]
        return self.by_card.get(card, worth) if self.by_card else worth

    def total(self, hand: Iterable[Card]) -> int:
        """Return the total value of the cards."""
        return sum(self.points(card) for card in hand)

    def values(self, hand: Hand) -> list[int]:
        """Return the value of each card."""
        return [self.points(card) for card in hand]

    def highest(self, deck: Deck, cards: int) -> int:
        """Return the highest total that this number of cards from ``deck`` can have."""
        total = 0
        for rank, worth in sorted(self.by_rank.items(), key=lambda item: item[1], reverse=True):
            held = min(cards, deck.copies(Card(rank))) if worth > 0 else 0
            total, cards = total + held * worth, cards - held
        return total

    def fewest_cards(self, deck: Deck, without: Iterable[Card] = ()) -> Mapping[int, int]:
        """Return every total that a hand from ``deck`` can have, with the fewest cards needed.

        The cards in ``without`` can’t be in the hand. The empty hand is left out, because a player
        without cards has gone out.
        """
        elsewhere = tuple(without)
        if elsewhere:
            return self._fewest_cards(deck, elsewhere)
        if deck not in self._fewest:
            self._fewest[deck] = self._fewest_cards(deck)
        return self._fewest[deck]

    def _fewest_cards(self, deck: Deck, elsewhere: Sequence[Card] = ()) -> Mapping[int, int]:
        left = {Card(rank): deck.copies(Card(rank)) for rank in self.by_rank}
        for card in self.by_card:
            left[card] = deck.copies(card)
            left[Card(card.rank)] -= left[card]
        for card in elsewhere:
            left[card if card in left else Card(card.rank)] -= 1
        return _fewest_cards(tuple((self.points(card), max(0, n)) for card, n in left.items()))


@lru_cache(maxsize=64)
def penalty_table(values: tuple[tuple[str, int], ...], ranks: tuple[str, ...]) -> PenaltyTable:
    """Return the table of these values, by rank; equal arguments return the same object."""
    return PenaltyTable(dict(values), ranks)


# Cached, because it is called for every hand, and a group’s card values and deck stay the same.
@lru_cache(maxsize=64)
def _fewest_cards(stock: tuple[tuple[int, int], ...]) -> Mapping[int, int]:
    fewest: dict[int, int] = {}
    for worth, copies in stock:
        # Bounded knapsack: groups of 1, 2, 4 and so on add up to every number of copies.
        left, lump = copies, 1
        while left > 0:
            lump = min(lump, left)
            for points, cards in [(0, 0), *fewest.items()]:
                better, with_lump = cards + lump, points + lump * worth
                if better < fewest.get(with_lump, better + 1):
                    fewest[with_lump] = better
            left, lump = left - lump, lump * 2
    return MappingProxyType(fewest)
