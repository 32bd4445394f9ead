"""The canastas that a deck allows, and the lowest values of their cards."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from rules.engine.cards import Card, Deck, Rank, Suit
from rules.engine.penalties import PenaltyTable
from rules.engine.schemes.tally.figures import Melding


@dataclass(frozen=True)
class Canastas:
    """The canastas that a deck allows, by what they are made of.

    ``wild`` are the wild ranks.
    """

    deck: Deck
    values: PenaltyTable
    wild: frozenset[str]
    melding: Melding

    @cached_property
    def _natural(self) -> Mapping[str, int]:
        """The number of natural cards of each rank that can be melded."""
        ranks = (rank for rank in self.deck.ranks if rank not in (*self.wild, *self.melding.never))
        return {rank: self.deck.copies(Card(rank)) for rank in ranks}

    @cached_property
    def _wild_values(self) -> list[int]:
        """The value of each wild card, in order."""
        ranks = (rank for rank in self.deck.ranks if rank in self.wild)
        return sorted(
            value
            for rank in ranks
            for value in [self.values.by_rank[rank]] * self.deck.copies(Card(rank))
        )

    @cached_property
    def _costs(self) -> Mapping[str, list[int]]:
        """The lowest value of each canasta that the deck allows, in order, by what it’s made of."""
        size, most_wild = self.melding.size, self.melding.most_wild
        worth, wild = self.values.by_rank, self._wild_values
        natural, mixed = [], []
        for rank, copies in self._natural.items():
            natural += [size * worth[rank]] * (copies // size)
            if wild:
                cheapest = min(
                    (size - held) * worth[rank] + held * wild[0] for held in range(1, most_wild + 1)
                )
                mixed += [cheapest] * (copies // (size - most_wild))
        return {
            "natural": sorted(natural),
            "mixed": sorted(mixed)[: len(wild)],
            "wild": [sum(wild[at : at + size]) for at in range(0, len(wild) - size + 1, size)],
            "run": self._runs(),
        }

    def _runs(self) -> list[int]:
        """Return the lowest value of each run that the deck allows."""
        size, ranks = self.melding.size, [rank for rank in Rank if rank in self._natural]
        windows = [ranks[at : at + size] for at in range(len(ranks) - size + 1)]
        order = list(Rank)
        worths = [
            sum(self.values.by_rank[rank] for rank in window)
            for window in windows
            if all(order.index(b) - order.index(a) == 1 for a, b in pairwise(window))
        ]
        most = sum(self._natural.values()) // size
        return (
            [min(worths)] * min(most, len(Suit) * self.deck.packs * len(worths)) if worths else []
        )

    def most(self, made_of: str) -> int:
        """Return how many canastas of this kind the deck allows if there are no others."""
        return len(self._costs[made_of])

    def least(self, counts: Mapping[str, int]) -> int:
        """Return the lowest value of the cards in ``counts`` canastas of each kind."""
        return sum(sum(self._costs[made_of][:count]) for made_of, count in counts.items())

    def short(self, counts: Mapping[str, int]) -> tuple[bool, int, int] | None:
        """Return the cards of which the deck has too few for these canastas; None if it has enough.

        The result has True for wild cards or False for natural ones, then the number needed, and
        the number in the deck.
        """
        size, all_wild, mixed = self.melding.size, len(self._wild_values), counts.get("mixed", 0)
        only_wild = size * counts.get("wild", 0)
        if only_wild + mixed > all_wild:
            return True, only_wild + mixed, all_wild
        helping = min(mixed * self.melding.most_wild, all_wild - only_wild)
        needed = size * sum(counts.values()) - only_wild - helping
        natural = sum(self._natural.values())
        return (False, needed, natural) if needed > natural else None
