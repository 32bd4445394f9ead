"""The fields of a deal, and what was entered in them."""

from collections.abc import Mapping
from functools import cached_property, partial
from typing import Literal

from rules.engine.cards import Card, read_card
from rules.engine.contracts import Deal
from rules.engine.entries import CardsLeft, Count, Entry, EntryField, Flag, OneSeat, OneSide, Points
from rules.engine.formatting import capital, signed
from rules.engine.penalties import PenaltyTable
from rules.engine.schemes import checks
from rules.engine.schemes.base import Scheme, selected
from rules.engine.schemes.cards_left.figures import CardsLeftFigures

CUTTER_CHOICES = {-1: "Dealer’s right", 0: "Dealer", 1: "Dealer’s left"}
MOST_MISSING = 30
MOST_TAKES = 30


class CardsLeftFields(Scheme[CardsLeftFigures]):
    """The fields of a deal, and who is out."""

    @cached_property
    def out(self) -> EntryField:
        kind = OneSeat("Out", ends_row=True) if self.has_partners else OneSide("Out", ends_row=True)
        return EntryField("out", "Who went out", kind)

    @cached_property
    def left(self) -> EntryField:
        table = self.ruleset.card_values
        ranks = tuple(table.by_rank) if table else ()
        kind = CardsLeft(ranks, add_up=not self._suited)
        return EntryField("left", "Left in hand", kind, self._per, points_each=self._counts_alone)

    @property
    def _counts_alone(self) -> bool:
        """Whether a hand is all that its side scores, so that it can be added up as it is typed."""
        figures, scoring = self.figures, self.ruleset.scoring
        multiplied = figures.collects or figures.rummy
        besides = figures.at_once or figures.caller or figures.false_call or figures.missing_card
        bonuses = figures.take or scoring.cut_bonus or scoring.adjustments
        return not (multiplied or besides or bonuses or figures.suited or self.has_partners)

    @property
    def _per(self) -> Literal["side", "seat"]:
        return "seat" if self.has_partners else "side"

    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        words, scoring, figures = self.ruleset.words, self.ruleset.scoring, self.figures
        missing, takes = Count(MOST_MISSING), Count(self._most_takes(deal))
        take = capital(words.take.one) + (f" ({signed(figures.take)})" if figures.take else "")
        at_once = f"Down and out in one turn ({signed(figures.at_once)})"
        false_call = f"Called falsely ({signed(figures.false_call)})"
        cut = f"{CUTTER_CHOICES[scoring.cut_by]} cut exactly ({signed(scoring.cut_bonus)})"
        optional = partial(EntryField, optional=True)
        return (
            *(self.out, checks.RAN_OUT_FIELD, self.left),
            *selected(
                (optional("missing", "Cards too few", missing, self._per), figures.missing_card),
                (optional("takes", take, takes, self._per), takes.most),
                (EntryField("rummy", f"Went rummy (× {figures.rummy})", Flag()), figures.rummy),
                (EntryField("at-once", at_once, Flag()), figures.at_once),
                (optional("false-call", false_call, OneSeat()), figures.false_call),
                (EntryField("cut", cut, Flag()), scoring.cut_bonus),
                (optional("bonus", "Bonus", Points(), "side"), scoring.adjustments),
            ),
        )

    def if_unasked(self, deal: Deal) -> Mapping[str, str]:
        name, take = self.ruleset.name, self.ruleset.words.take
        return {
            "takes": f"Deal {deal.number} of {name} counts no {take.many}; clear that number.",
            "cut": f"{name} has no bonus for a perfect cut; untick it.",
            "bonus": f"{name} has no bonus points here; clear them.",
        }

    def _who_is_out(self, entry: Entry) -> tuple[str, ...]:
        """Seats that are out: a reported zero says the same as the mark."""
        marked, left = entry.get("out", ()), entry.of("left")
        return tuple(
            seat.key
            for seat in entry.table.seats
            if seat.key in marked
            or (seat.key in left and left[seat.key].is_empty and self._zero_is_out)
        )

    @cached_property
    def _zero_is_out(self) -> bool:
        """Whether nothing left means going out: not where a hand of cards may come to nothing."""
        if self.figures.last_turn or self.figures.zero_left:
            return False
        return min(self._worths, default=1) > 0

    @cached_property
    def _worths(self) -> tuple[int, ...]:
        """What cards cost here; a ``wild`` of 0 is none."""
        wild = (self.figures.wild,) if self.figures.wild else ()
        suited = self._suited.values()
        return (*self.ruleset.scoring.values.values(), *wild, *suited)

    @cached_property
    def _suited(self) -> Mapping[Card, int]:
        """What single cards cost. Raises UnreadableError on a name that is no card."""
        return {read_card(name): worth for name, worth in self.figures.suited.items()}

    def worths(self, deal: Deal) -> Mapping[str, int]:
        table = self._table(deal)
        return table.by_rank if table else {}

    def _table(self, deal: Deal) -> PenaltyTable | None:
        """What a card costs in that deal, its own wild ranks included."""
        table = self.ruleset.card_values
        wild = dict.fromkeys(deal.wild, self.figures.wild) if self.figures.wild else {}
        if table is None or not (wild or self._suited):
            return table
        return PenaltyTable(table.by_rank | wild, tuple(table.by_rank), self._suited)

    def _most_takes(self, deal: Deal) -> int:
        """How many takes a player may report after that deal; 0 where they are not counted."""
        if deal.takes.limit is None:
            return MOST_TAKES if self.figures.take else 0
        return deal.takes.limit
