"""Checks on the hands that were entered, for games in which every side has one."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.engine.cards import Deck
from rules.engine.entries import Entry, EntryField, Left, Problem
from rules.engine.penalties import PenaltyTable
from rules.engine.schemes import checks
from rules.translation import gettext as _


@dataclass(frozen=True, slots=True)
class Hands:
    """The hands entered in ``field``.

    The cards come from ``deck``, ``table`` has their values, and a side has at most ``most`` of
    them. ``game`` is the name of the game, for messages.
    """

    field: EntryField
    table: PenaltyTable
    deck: Deck
    most: int
    game: str

    def count(self, left: Left) -> int:
        """Return the total of a hand."""
        return self.table.total(left.cards) if left.cards is not None else left.points or 0

    def problems(self, entry: Entry) -> Iterator[Problem]:
        """Yield the problems with each hand, and with all hands together."""
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
            message = _(
                "{name} can’t have {count} cards left: a hand has {most}. Check the cards."
            ).format(name=name, count=len(cards), most=self.most)
            yield Problem("too-many-cards", message, inputs["cards"])
        yield from checks.same_total(name, left, self.table.total(cards), inputs["points"])

    def _total(self, key: str, name: str, total: int) -> Iterator[Problem]:
        at, fewest = self.field.inputs(key)["points"], self.table.fewest_cards(self.deck)
        if total < 0:
            yield checks.below_zero(name, total, at)
        elif total > (largest := max(sum_ for sum_, n in fewest.items() if n <= self.most)):
            message = _(
                "{name}’s hand can’t come to {total}: {count} cards count at most {largest}. "
                "Check the total."
            ).format(name=name, total=total, count=self.most, largest=largest)
            yield Problem("too-large-total", message, at)
        elif total:
            yield from checks.possible_total(name, total, fewest, self.game, at)
