"""What a reported hand cannot be, for the games in which every side holds one."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.engine.cards import Deck
from rules.engine.entries import Entry, EntryField, Left, Problem
from rules.engine.penalties import PenaltyTable
from rules.engine.schemes import checks


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
        return left.points_text if left.cards is None else self.table.sum_words(left.cards)

    def problems(self, entry: Entry) -> Iterator[Problem]:
        """Yield what no hand, and no two hands together, can be."""
        for side in entry.table.sides:
            left = entry.of(self.field.id).get(side.key)
            if left and left.cards is not None:
                yield from self._cards(side.key, side.name, left)
            elif left and left.points is not None:
                yield from self._total(side.key, side.name, left.points)
        hands = (
            (entry.table.name(key), left.cards, self.field.inputs(key)["cards"])
            for key, left in entry.of(self.field.id).items()
            if left.cards
        )
        yield from checks.within_deck_together(self.deck, tuple(hands))

    def _cards(self, key: str, name: str, left: Left) -> Iterator[Problem]:
        inputs, cards = self.field.inputs(key), left.cards or ()
        yield from checks.within_deck(self.deck, name, cards, inputs["cards"])
        if len(cards) > self.most:
            message = (
                f"{name} cannot have {len(cards)} cards left; a hand has {self.most}. "
                "Check those cards."
            )
            yield Problem("too-many-cards", message, inputs["cards"])
        yield from checks.same_total(name, left, self.table.total(cards), inputs["points"])

    def _total(self, key: str, name: str, total: int) -> Iterator[Problem]:
        at, fewest = self.field.inputs(key)["points"], self.table.fewest_cards(self.deck)
        if total < 0:
            yield checks.below_zero(f"{name}’s hand", total, at)
        elif total > (largest := max(sum_ for sum_, n in fewest.items() if n <= self.most)):
            message = (
                f"{name}’s hand cannot come to {total}; {self.most} cards cost {largest} at most. "
                "Check that total."
            )
            yield Problem("too-large-total", message, at)
        elif total:
            hand = f"{name}’s hand"
            yield from checks.possible_total(total, fewest, self.game, at, check=hand)
