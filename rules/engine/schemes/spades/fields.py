"""The fields of a deal of spades, and what was entered in them."""

from collections.abc import Mapping
from functools import cached_property

from rules.engine.contracts import Deal
from rules.engine.entries import Count, Entry, EntryField, Flag, Seat
from rules.engine.schemes.base import Scheme, selected
from rules.engine.schemes.spades.figures import SpadesFigures

BLIND_NIL = EntryField("blind-nil", "Blind nil", Flag(), "seat")
BLIND = EntryField("blind", "Contract bid blind", Flag(), "side")


class SpadesFields(Scheme[SpadesFigures]):
    """The bids and the tricks of each seat."""

    @cached_property
    def bid(self) -> EntryField:
        unless = BLIND_NIL.id if self.figures.blind_nil else ""
        most = self.hand_size
        return EntryField(
            "bid",
            "Bid",
            Count(most),
            "seat",
            before_play=True,
            total_available=most,
            skipped_if=unless,
        )

    @cached_property
    def tricks(self) -> EntryField:
        return EntryField(
            "tricks", "Tricks", Count(self.hand_size), "seat", total_available=self.hand_size
        )

    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        figures = self.figures
        return selected(
            (self.bid, True),
            (self.tricks, True),
            (BLIND_NIL, figures.blind_nil),
            (BLIND, figures.blind or figures.blind_seven),
        )

    def if_unasked(self, deal: Deal) -> Mapping[str, str]:
        name = self.ruleset.name
        return {
            "blind-nil": f"{name} has no blind nil here; untick it.",
            "blind": f"{name} has no contract bid blind here; untick it.",
        }

    def _bid_nil(self, entry: Entry, seat: Seat) -> bool:
        return bool(self.figures.nil) and not bids_by_seat(entry)[seat.key]

    def _contract(self, entry: Entry, side: str) -> int:
        bids = bids_by_seat(entry)
        return sum(bids[seat.key] for seat in entry.table.partners(side))


def bids_by_seat(entry: Entry) -> Mapping[str, int]:
    """Bids by seat; a tick for blind nil says 0."""
    ticked = dict.fromkeys(entry.of("blind-nil"), 0)
    return ticked | dict(entry.of("bid"))
