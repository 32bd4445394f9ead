"""The checks of a deal of spades."""

from collections.abc import Iterator
from functools import cached_property

from rules.engine.contracts import Deal
from rules.engine.entries import Entry, Problem, Seat, Side
from rules.engine.formatting import join_names
from rules.engine.schemes import checks
from rules.engine.schemes.base import Past
from rules.engine.schemes.spades.fields import bids_by_seat
from rules.engine.schemes.spades.figures import SUIT
from rules.engine.schemes.spades.points import SpadesPoints

MOST_TRICKS = 26
BLIND_SEVEN = 7


class SpadesChecks(SpadesPoints):
    """Problems of a deal of spades."""

    def check(self) -> None:
        figures = self.figures
        if figures.blind_nil and not figures.nil:
            raise ValueError("blind_nil: only where there is a nil")
        if figures.one_nil and (not figures.nil or not self.has_partners):
            raise ValueError("one_nil: only where one of two partners can bid nil")
        if figures.most and figures.least > figures.most:
            raise ValueError("least: more than the most")
        if figures.mirror and (figures.least or figures.most or figures.one_nil):
            raise ValueError("mirror: the bids are what the hands say, so nothing else limits them")
        if figures.blind and figures.blind_seven:
            raise ValueError("blind: say what a blind seven is worth, or any blind contract")
        if not 0 < self.hand_size <= MOST_TRICKS:
            raise ValueError("the deck does not say how many cards are dealt")

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        wrong = [
            problem for seat in entry.table.seats for problem in self._seat_problems(entry, seat)
        ]
        yield from wrong
        if wrong:
            return
        yield from self._sum_problems(entry)
        for side in entry.table.sides:
            yield from self._side_problems(entry, side)
            yield from self._nil_problems(entry, side, past)

    def _seat_problems(self, entry: Entry, seat: Seat) -> Iterator[Problem]:
        most, bid = self.hand_size, bids_by_seat(entry).get(seat.key)
        if bid is None or bid > most:
            none = "0 for nil" if self.figures.nil else "0 for none"
            yield from checks.number_of(
                entry,
                self.bid,
                seat,
                most,
                missing=f"has no bid entered; write how many tricks, {none}.",
                too_many=("impossible-bid", "cannot bid", f"; there are {most} tricks."),
            )
        elif bid and entry.of("blind-nil").get(seat.key):
            message = (
                f"{seat.name} bid {bid}, so that is no blind nil; "
                "untick it, or write 0 for the bid."
            )
            yield Problem("no-nil", message, f"blind-nil-{seat.key}")
        yield from checks.number_of(
            entry,
            self.tricks,
            seat,
            most,
            missing="has no tricks entered; write how many, 0 for none.",
            too_many=("impossible-tricks", "cannot have taken", f" tricks; there are {most}."),
        )

    def _sum_problems(self, entry: Entry) -> Iterator[Problem]:
        bids = bids_by_seat(entry)
        taken, tricks = sum(entry.of("tricks").values()), self.hand_size
        if taken != tricks:
            off = checks.sum_words(taken, tricks)
            message = f"The tricks come to {off}; there are {tricks}. Check the numbers."
            yield Problem("tricks-sum", message, "")
        bid, fewest = sum(bids.values()), self._spades_dealt
        if self.figures.mirror and fewest is not None and not fewest <= bid <= SUIT:
            spades = str(SUIT) if fewest == SUIT else f"{fewest} to {SUIT}"
            message = (
                f"The bids come to {bid}, but the players hold {spades} spades and bid "
                "as many as they hold. Check the bids."
            )
            yield Problem("bids-sum", message, "")

    @cached_property
    def _spades_dealt(self) -> int | None:
        """The fewest spades that the players can hold; None where jokers are spades as well."""
        deck = self.ruleset.deck_of(self.players)
        if deck is None or deck.jokers:
            return None
        return max(0, SUIT - (len(deck) - self.players * self.hand_size))

    def _side_problems(self, entry: Entry, side: Side) -> Iterator[Problem]:
        figures, contract = self.figures, self._contract(entry, side.key)
        first = entry.table.partners(side.key)[0].key
        bid = f"{side.name} bid {contract}"
        limit = "a side bids" if self.has_partners else "everybody bids"
        if contract < figures.least:
            message = f"{bid}, but {limit} at least {figures.least}. Check the bids."
            yield Problem("low-bid", message, f"bid-{first}")
        elif figures.most and contract > figures.most:
            message = f"{bid}, but {limit} at most {figures.most}. Check the bids."
            yield Problem("high-bid", message, f"bid-{first}")
        elif contract > self.hand_size:
            message = f"{bid}, but there are only {self.hand_size} tricks. Is that right?"
            yield Problem("high-bid", message, f"bid-{first}", warning=True)
        if entry.of("blind").get(side.key):
            if figures.blind_seven and contract != BLIND_SEVEN:
                message = (
                    f"{bid}, but blind a side bids {BLIND_SEVEN}; "
                    f"untick it, or let the bids make {BLIND_SEVEN}."
                )
                yield Problem("blind", message, f"blind-{side.key}")
            elif not contract:
                message = f"{side.name} bid no contract that could be blind; untick it."
                yield Problem("blind", message, f"blind-{side.key}")

    def _nil_problems(self, entry: Entry, side: Side, past: Past) -> Iterator[Problem]:
        seats = entry.table.partners(side.key)
        if self.figures.one_nil and sum(self._bid_nil(entry, seat) for seat in seats) != 1:
            names = join_names(seat.name for seat in seats)
            message = f"One of {names} must bid nil, and only one; check their bids."
            yield Problem("one-nil", message, f"bid-{seats[0].key}")
        behind = max(past.total(key) for key in entry.table.keys) - past.total(side.key)
        for seat in seats:
            if entry.of("blind-nil").get(seat.key) and behind < self.figures.blind_nil_behind:
                message = (
                    f"{seat.name} bid blind nil, which is for a side "
                    f"{self.figures.blind_nil_behind} points behind. Is that right?"
                )
                yield Problem("blind-nil", message, f"blind-nil-{seat.key}", warning=True)
