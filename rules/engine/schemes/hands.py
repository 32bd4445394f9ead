"""What a reported hand cannot be, for the games in which every side holds one."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from rules.engine.cards import Deck, hand_text
from rules.engine.entries import Entry, EntryField, Left, Problem
from rules.engine.formatting import join_names, signed
from rules.engine.penalties import PenaltyTable
from rules.engine.schemes.cards_left import cards_words, copies_words, holds_card, in_deck, nearest


@dataclass(frozen=True, slots=True)
class Hands:
    """The hands that the sides report in ``field``: cards of ``deck``, each costing what ``table``
    says, ``most`` of them to a side. ``game`` is what its sentences call the game.
    """

    field: EntryField
    table: PenaltyTable
    deck: Deck
    most: int
    game: str

    def count(self, left: Left) -> int:
        """What a hand comes to."""
        return self.table.total(left.cards) if left.cards is not None else left.points or 0

    def words(self, left: Left) -> str:
        """The hand with what its cards cost, or the total as it was typed."""
        if left.cards is None:
            return left.points_text
        worth = " + ".join(str(self.table.points(card)) for card in left.cards)
        return f"{cards_words(left.cards)}: {worth}"

    def problems(self, entry: Entry) -> Iterator[Problem]:
        """Yield what no hand, and no two hands together, can be."""
        for side in entry.table.sides:
            left = entry.of(self.field.id).get(side.key)
            if left and left.cards is not None:
                yield from self._cards(side.key, side.name, left)
            elif left and left.points is not None:
                yield from self._total(side.key, side.name, left.points)
        yield from self._together(entry)

    def _cards(self, key: str, name: str, left: Left) -> Iterator[Problem]:
        inputs, cards = self.field.inputs(key), left.cards or ()
        for card, held in self.deck.excess(cards):
            copies = f"{copies_words(card, held)}; {in_deck(self.deck.copies(card))}"
            yield Problem("more-than-deck", f"{name} cannot hold {copies}.", inputs["cards"])
        if len(cards) > self.most:
            message = (
                f"{name} cannot have {len(cards)} cards left; a hand has {self.most}. "
                "Check those cards."
            )
            yield Problem("too-many-cards", message, inputs["cards"])
        if left.points is not None and left.points != self.table.total(cards):
            message = (
                f"{name}’s cards {hand_text(cards)} come to {self.table.total(cards)}, "
                f"but the total says {left.points}; clear one of the two."
            )
            yield Problem("cards-or-total", message, inputs["points"])

    def _total(self, key: str, name: str, total: int) -> Iterator[Problem]:
        at, fewest = self.field.inputs(key)["points"], self.table.fewest_cards(self.deck)
        if total < 0:
            message = (
                f"{name}’s hand cannot come to {signed(total)}; "
                "write what its cards cost, without a minus."
            )
            yield Problem("below-zero", message, at)
        elif total > (largest := max(each for each, n in fewest.items() if n <= self.most)):
            message = (
                f"{name}’s hand cannot come to {total}; {self.most} cards cost {largest} at most. "
                "Check that total."
            )
            yield Problem("too-large-total", message, at)
        elif total and total not in fewest:
            message = (
                f"No cards come to a total of {total} in {self.game}; "
                f"{nearest(total, sorted(fewest))}. Check {name}’s hand."
            )
            yield Problem("impossible-total", message, at)

    def _together(self, entry: Entry) -> Iterator[Problem]:
        reported = entry.of(self.field.id).items()
        hands = {key: left.cards for key, left in reported if left.cards}
        for card, held in self.deck.excess(chain.from_iterable(hands.values())):
            holders = [key for key, hand in hands.items() if holds_card(hand, card)]
            if len(holders) < 2:  # one hand alone has been refused already
                continue
            names = join_names(entry.table.name(key) for key in holders)
            message = (
                f"{names} together cannot hold {copies_words(card, held)}; "
                f"{in_deck(self.deck.copies(card))}. Check these hands."
            )
            yield Problem("more-than-deck", message, self.field.inputs(holders[-1])["cards"])
