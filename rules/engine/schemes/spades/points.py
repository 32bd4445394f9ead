"""The points of a deal of spades."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from rules.engine.contracts import Deal
from rules.engine.deal_seating import DealSeat, DealSeating
from rules.engine.entries import Entry, Problem
from rules.engine.reasons import Reason, because
from rules.engine.schemes.scored_deals import Line, Mark, Past
from rules.engine.schemes.spades.checks import SpadesChecks
from rules.engine.schemes.spades.fields import SpadesFields

BIG_BID = 10


class SpadesScoring(SpadesFields):
    """Points for each side’s contract, nils and bags.

    The contract is the sum of the bids, with 0 for nil. Bags are the tricks taken beyond the
    contract, and the tricks of a failed nil.
    """

    def _taken(self, entry: Entry, side: str) -> tuple[int, int]:
        """Return how many tricks count towards a side’s contract, and how many are only bags."""
        towards = apart = 0
        for seat in entry.table.partners(side):
            tricks = entry.of("tricks")[seat.key]
            if self.bid_nil(entry, seat) and not self.figures.failed_nil_helps:
                apart += tricks
            else:
                towards += tricks
        return towards, apart

    def bags(self, entry: Entry, side: str) -> int:
        towards, apart = self._taken(entry, side)
        return max(0, towards - self.contract(entry, side)) + apart

    def _bags_before(self, past: Past, side: str) -> int:
        """Return the bags of earlier deals that haven’t been penalised yet."""
        if not self.figures.bags:
            return 0
        return sum(self.bags(entry, side) for entry in past.entries()) % self.figures.bags

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        return SpadesChecks(self).problems(deal, entry, past)

    def lines(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Line]:
        for side in entry.table.sides:
            bids = tuple(self._bid_lines(entry, side.key))
            # A side has made its bid only if it made its contract and every nil.
            is_made = all(line.mark for line in bids)
            for line in bids:
                is_marked = is_made or line.mark == Mark.WON
                yield line if is_marked else replace(line, mark=Mark.NONE)
            yield from self._bag_lines(entry, side.key, past)

    def _bid_lines(self, entry: Entry, side: str) -> Iterator[Line]:
        """Yield the points of a side’s nils and of its contract."""
        nils = [seat for seat in entry.table.partners(side) if self.bid_nil(entry, seat)]
        for seat in nils:
            yield self._nil_line(entry, seat)
        if len(nils) < len(entry.table.partners(side)):
            yield self._contract_line(entry, side)

    def _nil_line(self, entry: Entry, seat: DealSeat) -> Line:
        blind, tricks = entry.of("blind-nil").get(seat.key), entry.of("tricks")[seat.key]
        worth = self.figures.blind_nil if blind else self.figures.nil
        nil, player = "blind-nil" if blind else "nil", seat.name if self.game.has_partners else None
        if tricks:
            return Line(seat.side, -worth, because(f"{nil}-failed", taken=tricks, player=player))
        return Line(seat.side, worth, because(f"{nil}-made", player=player), mark=Mark.ACHIEVED)

    def _contract_line(self, entry: Entry, side: str) -> Line:
        figures, contract = self.figures, self.contract(entry, side)
        taken, _apart = self._taken(entry, side)
        worth = contract * figures.trick
        if figures.ten and contract == BIG_BID:
            worth = figures.ten
        blind = entry.of("blind").get(side)
        if blind:
            worth = figures.blind_seven or worth * figures.blind
        reason = because("bid-blind-took" if blind else "bid-took", bid=contract, taken=taken)
        if figures.ten_wins and contract == BIG_BID and taken == self.game.hand_size:
            return Line(side, worth, reason, mark=Mark.WON)
        if taken < contract:
            return Line(side, -worth, reason)
        bags = self.bags(entry, side)
        if figures.most_bags is not None and bags > figures.most_bags:
            return Line(side, -worth, reason.plus("set-by-bags", count=bags))
        return Line(side, worth, reason, mark=Mark.ACHIEVED)

    def _bag_lines(self, entry: Entry, side: str, past: Past) -> Iterator[Line]:
        figures, bags = self.figures, self.bags(entry, side)
        if bags and figures.bag:
            yield Line(side, bags * figures.bag, because("bags", count=bags))
        if figures.bags:
            times = (self._bags_before(past, side) + bags) // figures.bags
            if times:
                reason = because("bags-penalty", count=times * figures.bags)
                yield Line(side, times * figures.bags_cost, reason)

    def status(self, table: DealSeating, past: Past) -> Mapping[str, Reason]:
        bags = {side: self._bags_before(past, side) for side in table.keys}
        return {side: because("bags-so-far", count=n) for side, n in bags.items() if n}
