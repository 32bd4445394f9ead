"""Checks on canastas and melds against the deck."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from rules.engine.cards import Hand, Rank, read_card
from rules.engine.entries import Entry, Problem
from rules.engine.formatting import join_names
from rules.engine.inputs import Left
from rules.engine.schemes import checks
from rules.engine.schemes.base import SchemePart
from rules.engine.schemes.hands import Entered, all_within_deck
from rules.engine.schemes.tally.canastas import Canastas
from rules.engine.schemes.tally.fields import TallyFields
from rules.engine.schemes.tally.figures import Item, Melding
from rules.translation import gettext as _
from rules.translation import ngettext

NO_MELDING = Melding(item="")


class MeldingChecks(SchemePart[TallyFields]):
    """Problems with canastas, bonus cards, and the points for melded cards."""

    def problems(self, entry: Entry) -> Iterator[Problem]:
        yield from self._canastas(entry)
        yield from self._bonus_cards(entry)

    def _canastas_of(self, entry: Entry, side: str) -> Mapping[str, int]:
        """Return how many canastas of each kind a side has, by the id of the item."""
        counts = {
            item.id: self.scoring.amount(item, entry, side) or 0
            for item in self.scoring.asked
            if item.made_of
        }
        return {item: count for item, count in counts.items() if count}

    def _by_cards(self, counted: Mapping[str, int]) -> Mapping[str, int]:
        """Return the numbers of canastas by what they are made of."""
        return {self.scoring.item(item).made_of: count for item, count in counted.items()}

    @cached_property
    def _possible_canastas(self) -> Canastas:
        """The canastas that the deck allows. Raises ValueError if the game has none."""
        wild = self.ruleset.deck.wild if self.ruleset.deck else ()
        if self.scoring.figures.melding is None:
            raise ValueError("the game has no canastas")
        ranks = frozenset((*wild, Rank.JOKER.value))
        return Canastas(self.game.deck, self.game.card_values, ranks, self.scoring.figures.melding)

    def _canastas(self, entry: Entry) -> Iterator[Problem]:
        """Check the canastas against the deck, and the points melded against the canastas."""
        if self.scoring.figures.melding is None:
            return
        by_side = {side: self._canastas_of(entry, side) for side in entry.table.keys}
        in_all: Counter[str] = Counter()
        for counted in by_side.values():
            in_all.update(counted)
        beyond = tuple(self._too_many_canastas(in_all))
        yield from beyond
        for side, counted in by_side.items():
            if counted and not beyond:
                yield from self._cards_of_canastas(
                    self.scoring.figures.melding, entry, side, counted
                )

    def _too_many_canastas(self, in_all: Mapping[str, int]) -> Iterator[Problem]:
        possible = self._possible_canastas
        for item, count in in_all.items():
            most = possible.most(self.scoring.item(item).made_of)
            if count > most:
                message = _(
                    "“{label}” adds up to {count}, but the deck has cards for only {most}. "
                    "Check the numbers."
                ).format(label=self.scoring.item(item).label, count=count, most=most)
                yield Problem("more-than-deck", message, "")
                return
        short = possible.short(self._by_cards(in_all))
        if short:
            is_wild, needed, cards = short
            message = (
                _(
                    "{labels} need at least {needed} wild cards in all, but the deck has {cards}. "
                    "Check the numbers."
                )
                if is_wild
                else _(
                    "{labels} need at least {needed} natural cards in all, but the deck has "
                    "{cards} that can be melded. Check the numbers."
                )
            ).format(labels=self._labels(in_all), needed=needed, cards=cards)
            yield Problem("more-than-deck", message, "")

    def _cards_of_canastas(
        self, melding: Melding, entry: Entry, side: str, counted: Mapping[str, int]
    ) -> Iterator[Problem]:
        melds = self.scoring.item(melding.item)
        amount = self.scoring.amount(melds, entry, side)
        least = self._possible_canastas.least(self._by_cards(counted))
        if amount is not None and amount < least:
            message = ngettext(
                "{labels} needs at least {least} under “{melds}”, but {name} entered {amount}. "
                "Check both.",
                "{labels} need at least {least} under “{melds}” together, but {name} entered "
                "{amount}. Check them.",
                len(counted),
            ).format(
                name=entry.table.name(side),
                labels=self._labels(counted),
                least=least,
                melds=melds.label,
                amount=amount,
            )
            first = self.scoring.item(next(iter(counted)))
            yield Problem("needs-more", message, self.scoring.input(first, side))

    def _bonus_cards(self, entry: Entry) -> Iterator[Problem]:
        """Check the numbers of bonus cards against the deck."""
        items = (self.scoring.figures.melding or NO_MELDING).bonus
        count = sum(self.scoring.has(entry, side, items) for side in entry.table.keys)
        if count > len(self._apart_cards) and items:
            message = ngettext(
                "{labels} adds up to {count}, but the deck has only {cards}. Check the numbers.",
                "{labels} add up to {count}, but the deck has only {cards}. Check the numbers.",
                len(items),
            ).format(labels=self._labels(items), count=count, cards=len(self._apart_cards))
            yield Problem("more-than-deck", message, "")

    @cached_property
    def _apart_cards(self) -> Hand:
        """The bonus cards of the deck, which are neither melded nor counted with a hand."""
        names = (self.scoring.figures.melding or NO_MELDING).bonus_cards
        return tuple(
            card for card in map(read_card, names) for _copy in range(self.game.deck.copies(card))
        )

    def melds_and_hands(self, held: Item, entry: Entry) -> Iterator[Problem]:
        """Check that the deck has the cards that were melded and those left in hand."""
        if self.scoring.figures.melding is None:
            return
        melds, possible = (
            self.scoring.item(self.scoring.figures.melding.item),
            self._possible_totals,
        )
        entered = []
        for side in entry.table.sides:
            amount = self.scoring.amount(melds, entry, side.key) or 0
            at = self.scoring.input(melds, side.key)
            if amount < 0 or amount % melds.step:
                return
            if amount and amount not in possible:
                message = _(
                    "No cards melded add up to {total} in {game}. {nearest} Check {name}’s melds."
                )
                yield from checks.possible_total(
                    side.name, amount, possible, self.ruleset.name, at, message=message
                )
                return
            entered.append(Entered(side.name, Left(points=amount), {"points": at}))
            left = entry.of(held.id).get(side.key)
            if left:
                inputs = self.scoring.fields_by_id[held.id].inputs(side.key)
                entered.append(Entered(side.name, left, inputs))
        yield from all_within_deck(
            self.game.card_values,
            self.game.deck,
            entered,
            in_all=_(
                "The cards melded and left in hand come to {total} in all, but the entire deck "
                "comes to only {deck}. Check the totals."
            ),
            elsewhere=self._apart_cards,
        )

    @property
    def _possible_totals(self) -> Mapping[int, int]:
        """The totals of the cards that can be melded, each with the fewest cards for it."""
        return self.game.card_values.fewest_cards(self.game.deck, self._apart_cards)

    def _labels(self, items: Iterable[str]) -> str:
        return join_names(f"“{self.scoring.item(item).label}”" for item in items)
