"""The fields of a deal, and what was entered in them."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property, partial
from typing import Literal

from rules.engine.cards import Card, read_card
from rules.engine.contracts import Deal
from rules.engine.entries import Entry, EntryField
from rules.engine.formatting import capital, signed
from rules.engine.inputs import CardsLeft, Count, Flag, OneSeat, OneSide, Points
from rules.engine.penalties import PenaltyTable
from rules.engine.schemes import checks
from rules.engine.schemes.base import SchemeScoring, selected
from rules.engine.schemes.cards_left.figures import CardsLeftFigures
from rules.translation import gettext as _

MOST_MISSING = 30
MOST_TAKES = 30


class CardsLeftFields(SchemeScoring[CardsLeftFigures]):
    """The inputs of a deal, including the one for who went out."""

    @cached_property
    def out(self) -> EntryField:
        mark = _("Out")
        kind = (
            OneSeat(mark, ends_row=True) if self.game.has_partners else OneSide(mark, ends_row=True)
        )
        return EntryField("out", _("Who went out"), kind)

    @cached_property
    def left(self) -> EntryField:
        ranks = tuple(self._values.by_rank) if self._values else ()
        kind = CardsLeft(ranks, add_up=not self.suited)
        return EntryField(
            "left", _("Left in hand"), kind, self._per, points_each=self._counts_alone
        )

    def _left_in(self, deal: Deal) -> EntryField:
        """Return the field for the hands, with the highest usual total of a hand in this deal."""
        table, deck = self.values_in(deal), self.ruleset.deck_of(self.game.players)
        cards = deal.takes.largest_hand(self.ruleset.cards_dealt(deal, self.game.players))
        if table is None or deck is None or cards is None or self.suited:
            return self.left
        kind = CardsLeft(tuple(table.by_rank), most=table.highest(deck, cards))
        return replace(self.left, kind=kind)

    @property
    def _counts_alone(self) -> bool:
        """Whether a side scores only for its hand, so that pages can add up points as you type."""
        figures, scoring = self.figures, self.ruleset.scoring
        multiplied = figures.collects or figures.rummy
        besides = figures.at_once or figures.caller or figures.false_call or figures.missing_card
        bonuses = figures.take or scoring.cut_bonus or scoring.adjustments
        return not (multiplied or besides or bonuses or figures.suited or self.game.has_partners)

    @property
    def _per(self) -> Literal["side", "seat"]:
        return "seat" if self.game.has_partners else "side"

    def check(self) -> None:
        if self.figures.wild and not self.ruleset.card_values:
            raise ValueError("wild: the game has no card values")
        if self.figures.collects and self.game.has_partners:
            raise ValueError("collects: this is not for games with partners")
        if self.figures.blocked == "differences" and not self.figures.collects:
            raise ValueError("“blocked” is for games in which the winner of a deal collects")
        if any(card.suit is None for card in self.suited):
            raise ValueError("suited: each card needs a suit, such as 2H")

    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        """Return the fields for who went out, for the hands, and for other points of the game."""
        scoring, figures = self.ruleset.scoring, self.figures
        missing, takes = Count(MOST_MISSING), Count(self.most_takes(deal))
        rummy = _("Went rummy (× {factor})").format(factor=figures.rummy)
        at_once = _("Down and out in one turn ({points})").format(points=signed(figures.at_once))
        false_call = _("Made a false call ({points})").format(points=signed(figures.false_call))
        optional = partial(EntryField, optional=True)
        return (
            *(self.out, checks.ran_out_field(self.ruleset), self._left_in(deal)),
            *selected(
                (optional("missing", _("Cards short"), missing, self._per), figures.missing_card),
                (optional("takes", self._take_label, takes, self._per), takes.most),
                (EntryField("rummy", rummy, Flag()), figures.rummy),
                (EntryField("at-once", at_once, Flag()), figures.at_once),
                (optional("false-call", false_call, OneSeat()), figures.false_call),
                (EntryField("cut", self._cut_label, Flag()), scoring.cut_bonus),
                (optional("bonus", _("Bonus"), Points(), "side"), scoring.adjustments),
            ),
        )

    @property
    def _take_label(self) -> str:
        take = capital(self.ruleset.words.take.one)
        if not self.figures.take:
            return take
        return _("{take} ({points})").format(take=take, points=signed(self.figures.take))

    @property
    def _cut_label(self) -> str:
        match self.ruleset.scoring.cut_by:
            case -1:
                label = _("Perfect cut by the player to the dealer’s right ({points})")
            case 0:
                label = _("Perfect cut by the dealer ({points})")
            case _left:
                label = _("Perfect cut by the player to the dealer’s left ({points})")
        return label.format(points=signed(self.ruleset.scoring.cut_bonus))

    def unasked(self, deal: Deal) -> Mapping[str, str]:
        """Return the error messages for takes, a cut and a bonus, by id."""
        takes = _("{takes} aren’t counted in {deal} {number} of {game}. Clear that number.").format(
            deal=self.ruleset.words.deal.one,
            number=deal.number,
            game=self.ruleset.name,
            takes=capital(self.ruleset.words.take.many),
        )
        cut = _("{game} has no bonus for a perfect cut. Untick it.")
        bonus = _("{game} has no bonus points. Clear them.")
        name = self.ruleset.name
        return {"takes": takes, "cut": cut.format(game=name), "bonus": bonus.format(game=name)}

    def who_is_out(self, entry: Entry) -> tuple[str, ...]:
        """Return the seats that are out: those marked, and usually those with a total of 0."""
        marked, left = entry.get("out", ()), entry.of("left")
        return tuple(
            seat.key
            for seat in entry.table.seats
            if seat.key in marked
            or (seat.key in left and left[seat.key].is_empty and self._zero_is_out)
        )

    @cached_property
    def _zero_is_out(self) -> bool:
        """Whether a total of 0 means that a player is out, because cards left can’t come to 0."""
        if self.figures.last_turn or self.figures.zero_left:
            return False
        return min(self.all_worths, default=1) > 0

    @cached_property
    def all_worths(self) -> tuple[int, ...]:
        """All card values of this game; ``wild`` is left out if it is 0."""
        wild = (self.figures.wild,) if self.figures.wild else ()
        suited = self.suited.values()
        return (*self.ruleset.scoring.values.values(), *wild, *suited)

    @cached_property
    def suited(self) -> Mapping[Card, int]:
        """The values of single cards. Raises UnreadableError for a name that isn’t a card."""
        return {read_card(name): worth for name, worth in self.figures.suited.items()}

    @cached_property
    def _values(self) -> PenaltyTable | None:
        return self.ruleset.card_values

    def values_in(self, deal: Deal, drawn: tuple[str, ...] = ()) -> PenaltyTable | None:
        """Return the card values in ``deal``, including its own wild ranks."""
        table, ranks = self._values, (*deal.wild, *drawn)
        wild = dict.fromkeys(ranks, self.figures.wild) if self.figures.wild else {}
        if table is None or not (wild or self.suited):
            return table
        return PenaltyTable(table.by_rank | wild, tuple(table.by_rank), self.suited)

    def most_takes(self, deal: Deal) -> int:
        """Return how many takes a player may enter; 0 if they aren’t counted."""
        if deal.takes.limit is None:
            return MOST_TAKES if self.figures.take else 0
        return deal.takes.limit
