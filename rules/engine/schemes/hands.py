"""Checks on the hands that were entered, one by one and all together."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.engine.cards import Deck, Hand
from rules.engine.entries import Entry, EntryField, Problem
from rules.engine.formatting import join_names, with_minus
from rules.engine.inputs import Left
from rules.engine.penalties import PenaltyTable
from rules.engine.schemes import checks
from rules.translation import gettext as _


@dataclass(frozen=True, slots=True)
class Entered:
    """The cards that one side or seat has, or their total, as entered in ``inputs``."""

    name: str
    left: Left
    inputs: Mapping[str, str]


def all_within_deck(
    table: PenaltyTable,
    deck: Deck,
    entered: Sequence[Entered],
    *,
    together: str = "",
    in_all: str = "",
    less: Collection[int] = (0,),
    elsewhere: Hand = (),
) -> Iterator[Problem]:
    """Check that the deck allows all hands together, whether entered as cards or as totals.

    The cards that were entered are known, so the totals must come from the rest of the deck. Each
    total is also checked on its own, but not here. ``together`` is a message as for
    ``within_deck_together``, and ``in_all`` has the fields ``total`` and ``deck``. ``less`` are the
    amounts by which totals may be lower than the values of their cards. Nobody has the cards
    ``elsewhere`` in hand.
    """
    shown = [(one.name, one.left.cards, one.inputs["cards"]) for one in entered if one.left.cards]
    yield from checks.within_deck_together(deck, shown, together)
    totals = [one for one in entered if not one.left.cards and one.left.points]
    if not totals or any(checks.held_beyond(deck, shown)):
        return
    cards = tuple(card for _name, hand, _at in shown for card in hand)
    whole = table.fewest_cards(deck, elsewhere)
    rest = table.fewest_cards(deck, (*elsewhere, *cards))
    if not all(_is_possible(one.left.points or 0, whole, less) for one in totals):
        return
    if any(not _is_possible(one.left.points or 0, rest, less) for one in totals):
        yield from _without_the_others(totals, rest, less)
    elif len(totals) > 1:
        yield from _sum_of_totals(totals, rest, less, table.total(cards), in_all)


def larger_than_hands(
    table: PenaltyTable, deck: Deck, entered: Sequence[Entered], most: int
) -> Sequence[tuple[Sequence[Entered], int]]:
    """Return the totals that need more than ``most`` cards a hand, with the fewest that they need.

    The cards that were entered for other hands are left out. If each total is possible alone, the
    result has only the highest totals that are impossible together.
    """
    fewest = _fewest_in_rest(table, deck, entered)
    totals = [one for one in entered if not one.left.cards and one.left.points]
    totals.sort(key=lambda one: one.left.points or 0, reverse=True)
    groups = [*([one] for one in totals), *(totals[:n] for n in range(2, len(totals) + 1))]
    needed = ((hands, fewest.get(_sum(hands), 0)) for hands in groups)
    beyond = [(hands, cards) for hands, cards in needed if cards > len(hands) * most]
    return [(hands, cards) for hands, cards in beyond if len(hands) == len(beyond[0][0])]


def _fewest_in_rest(
    table: PenaltyTable, deck: Deck, entered: Sequence[Entered]
) -> Mapping[int, int]:
    """Return the possible totals without the cards that were entered, with the fewest cards."""
    return table.fewest_cards(deck, [card for one in entered for card in one.left.cards or ()])


def _sum(hands: Sequence[Entered]) -> int:
    return sum(one.left.points or 0 for one in hands)


def _is_possible(total: int, possible: Collection[int], less: Collection[int]) -> bool:
    return any(total + lower in possible for lower in less)


def _without_the_others(
    totals: Sequence[Entered], rest: Collection[int], less: Collection[int]
) -> Iterator[Problem]:
    """Yield a problem for each total that needs cards entered for other hands."""
    for one in totals:
        total = one.left.points or 0
        if not _is_possible(total, rest, less):
            message = _(
                "{name} can’t have {total}: the cards for it were entered elsewhere. "
                "{nearest} Check these hands."
            ).format(
                name=one.name, total=with_minus(total), nearest=checks.nearest_totals(total, rest)
            )
            yield Problem("impossible-total", message, one.inputs["points"])


def _sum_of_totals(
    totals: Sequence[Entered],
    rest: Mapping[int, int],
    less: Collection[int],
    known: int,
    in_all: str,
) -> Iterator[Problem]:
    """Yield a problem if no cards in the rest of the deck add up to the sum of the totals.

    ``known`` is the value of the cards that were entered.
    """
    total = _sum(totals)
    if not total or _is_possible(total, rest, less):
        return
    highest = max(totals, key=lambda one: one.left.points or 0)
    if total > max(rest) and min(rest) >= 0:
        message = in_all or _(
            "The hands come to {total} in all, but the entire deck comes to only {deck}. "
            "Check the totals."
        )
        text = message.format(total=total + known, deck=max(rest) + known)
        yield Problem("more-than-whole-deck", text, highest.inputs["points"])
        return
    message = _(
        "No cards add up to {total} for {names} together. {nearest} Check these hands."
    ).format(
        total=with_minus(total),
        names=join_names(one.name for one in totals),
        nearest=checks.nearest_totals(total, rest),
    )
    yield Problem("impossible-sum", message, highest.inputs["points"])


@dataclass(frozen=True, slots=True)
class HeldCards:
    """The hands entered in ``field``.

    The cards come from ``deck``. Their values are in ``table``. A side has at most ``most`` cards.
    ``game`` is the name of the game, for messages.
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
        entered = [
            Entered(entry.table.name(key), left, self.field.inputs(key))
            for key, left in entry.of(self.field.id).items()
        ]
        beyond_deck = tuple(all_within_deck(self.table, self.deck, entered))
        yield from beyond_deck or self._together(entered)

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
        at = self.field.inputs(key)["points"]
        fewest = self.table.fewest_cards(self.deck)
        possible = self._possible(fewest)
        if total < 0:
            yield checks.below_zero(name, total, at)
        elif total > max(possible):
            message = _(
                "{name}’s hand can’t come to {total}: {count} cards count at most {largest}. "
                "Check the total."
            ).format(name=name, total=total, count=self.most, largest=max(possible))
            yield Problem("too-large-total", message, at)
        elif fewest.get(total, 0) > self.most:
            message = _(
                "{name}’s hand can’t come to {total}: that takes {cards} cards, but a hand has "
                "{most}. {nearest} Check the total."
            ).format(
                name=name,
                total=total,
                cards=fewest[total],
                most=self.most,
                nearest=checks.nearest_totals(total, possible),
            )
            yield Problem("impossible-total", message, at)
        elif total:
            yield from checks.possible_total(name, total, possible, self.game, at)

    def _possible(self, fewest: Mapping[int, int], hands: int = 1) -> Collection[int]:
        """Return the totals for which this number of hands has enough cards."""
        return [total for total, cards in fewest.items() if cards <= hands * self.most]

    def _together(self, entered: Sequence[Entered]) -> Iterator[Problem]:
        """Check that all hands together have enough cards for the totals."""
        rest = _fewest_in_rest(self.table, self.deck, entered)
        whole = self._possible(self.table.fewest_cards(self.deck))
        for hands, _cards in larger_than_hands(self.table, self.deck, entered, self.most):
            possible, total = self._possible(rest, len(hands)), _sum(hands)
            if len(hands) == 1 and total in whole:
                yield from _without_the_others(hands, possible, (0,))
            elif len(hands) > 1:
                message = _(
                    "{names} can’t have {total} between them: {count} cards count at most "
                    "{largest}. Check the totals."
                ).format(
                    names=join_names(one.name for one in hands),
                    total=total,
                    count=len(hands) * self.most,
                    largest=max(possible),
                )
                yield Problem("too-large-sum", message, hands[0].inputs["points"])
