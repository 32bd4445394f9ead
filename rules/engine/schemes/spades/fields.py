"""The fields of a deal of spades, and what was entered in them."""

from collections.abc import Mapping
from functools import cached_property

from rules.engine.contracts import Deal
from rules.engine.deal_seating import DealSeat
from rules.engine.entries import Entry, EntryField
from rules.engine.inputs import Count, Flag
from rules.engine.schemes.base import SchemeScoring, selected
from rules.engine.schemes.spades.figures import SpadesFigures
from rules.translation import gettext as _

MOST_TRICKS = 26


class SpadesFields(SchemeScoring[SpadesFigures]):
    """The bids and the tricks of each seat."""

    @cached_property
    def bid(self) -> EntryField:
        """The bid of each player."""
        most = self.game.hand_size
        return EntryField(
            "bid",
            _("Bid"),
            Count(most),
            "seat",
            before_play=True,
            total_available=most,
            skipped_if="blind-nil" if self.figures.blind_nil else "",
        )

    @cached_property
    def tricks(self) -> EntryField:
        """The tricks of each player."""
        most = self.game.hand_size
        return EntryField("tricks", _("Tricks"), Count(most), "seat", total_available=most)

    def check(self) -> None:
        figures = self.figures
        if figures.blind_nil and not figures.nil:
            raise ValueError("blind_nil: this needs a value for nil")
        if figures.one_nil and (not figures.nil or not self.game.has_partners):
            raise ValueError("one_nil: this needs partners, and a value for nil")
        if figures.most and figures.least > figures.most:
            raise ValueError("least: it must not be more than most")
        if figures.mirror and (figures.least or figures.most or figures.one_nil):
            raise ValueError("mirror: the hands determine the bids, so nothing else may limit them")
        if figures.blind and figures.blind_seven:
            raise ValueError(
                "blind: give the value of a blind seven or of any blind contract, not both"
            )
        if not 0 < self.game.hand_size <= MOST_TRICKS:
            raise ValueError("the deck doesn’t give the number of cards dealt")

    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        figures = self.figures
        return selected(
            (self.bid, True),
            (self.tricks, True),
            (
                EntryField("blind-nil", _("Blind nil"), Flag(), "seat", before_play=True),
                figures.blind_nil,
            ),
            (
                EntryField("blind", _("Contract bid blind"), Flag(), "side", before_play=True),
                figures.blind or figures.blind_seven,
            ),
        )

    def unasked(self, deal: Deal) -> Mapping[str, str]:
        blind_nil = _("{game} has no blind nil here. Untick it.")
        blind = _("{game} has no blind contracts here. Untick it.")
        name = self.ruleset.name
        return {"blind-nil": blind_nil.format(game=name), "blind": blind.format(game=name)}

    def bid_nil(self, entry: Entry, seat: DealSeat) -> bool:
        return bool(self.figures.nil) and not bids_by_seat(entry)[seat.key]

    def contract(self, entry: Entry, side: str) -> int:
        bids = bids_by_seat(entry)
        return sum(bids[seat.key] for seat in entry.table.partners(side))


def bids_by_seat(entry: Entry) -> Mapping[str, int]:
    """Return the bids by seat; a tick for blind nil means 0."""
    ticked = dict.fromkeys(entry.of("blind-nil"), 0)
    return ticked | dict(entry.of("bid"))
