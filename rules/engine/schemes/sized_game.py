"""A game for one number of players: the deck, the hands, the sides, and who plays first."""

from collections.abc import Container
from dataclasses import dataclass
from functools import cached_property

from rules.engine.cards import Deck
from rules.engine.contracts import Deal
from rules.engine.deal_seating import DealSeat, DealSeating
from rules.engine.penalties import PenaltyTable
from rules.engine.rulesets import AnyRuleset, Opening
from rules.engine.schemes.scored_deals import Past


@dataclass(frozen=True)
class SizedGame:
    """A game for one number of players; ``opening`` is how a deal begins."""

    ruleset: AnyRuleset
    players: int
    opening: Opening

    @cached_property
    def deck(self) -> Deck:
        """The cards in play. Raises ValueError if the game has none."""
        deck = self.ruleset.deck_of(self.players)
        if deck is None:
            raise ValueError("there is no deck")
        return deck

    @cached_property
    def card_values(self) -> PenaltyTable:
        """The value of each card. Raises ValueError if the game has no card values."""
        table = self.ruleset.card_values
        if table is None:
            raise ValueError("the game has no card values")
        return table

    @cached_property
    def hand_size(self) -> int:
        """The number of cards in a hand of the first deal, and thus its number of tricks."""
        return self.ruleset.cards_dealt(self.ruleset.deals[0], self.players)

    @property
    def target(self) -> int:
        """The total that ends the game; 0 if there is none."""
        return self.ruleset.end.target_for(self.players) * self.ruleset.unit

    @property
    def has_partners(self) -> bool:
        """Whether a side has several players."""
        return self.ruleset.players.team > 1

    def eliminated(self, table: DealSeating, past: Past) -> tuple[str, ...]:
        """Return the sides that earlier deals have put out of the game."""
        limit = self.ruleset.end.out_at * self.ruleset.unit
        return tuple(key for key in table.keys if limit and past.total(key) >= limit)

    def sitting_out(self, table: DealSeating) -> frozenset[str]:
        """Return the keys of the seats and sides that are not dealt in."""
        out = {seat.key for seat in table.sitting_out(self.ruleset.dealt_in(len(table.seats)))}
        sides = {
            side.key
            for side in table.sides
            if all(seat.key in out for seat in table.partners(side.key))
        }
        return frozenset(out | sides)

    def first_player(
        self, deal: Deal, table: DealSeating, out: Container[str] = ()
    ) -> DealSeat | None:
        """Return who plays first in ``deal``; None if the cards decide, or no source gives it.

        The sides in ``out`` are eliminated, and the player after them goes first instead.
        """
        opening = self.opening
        is_late = opening.until and deal.number > opening.until
        is_elsewhere = opening.players and len(table.seats) not in opening.players
        if not opening.first or is_late or is_elsewhere:
            return None
        if opening.first == "dealer":
            return table.seat(table.dealer)
        step = 1 if self.ruleset.players.clockwise else -1
        seats = (table.beside_dealer(step * place) for place in range(1, len(table.seats) + 1))
        return next((seat for seat in seats if seat.side not in out), None)
