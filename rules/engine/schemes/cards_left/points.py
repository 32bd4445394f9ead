"""The points for cards left in hand."""

from collections.abc import Iterator

from rules.engine.cards import notation
from rules.engine.contracts import Deal
from rules.engine.deal_seating import DealSeat
from rules.engine.entries import Entry, Problem
from rules.engine.reasons import because
from rules.engine.schemes.cards_left.checks import CardsLeftChecks
from rules.engine.schemes.cards_left.fields import CardsLeftFields
from rules.engine.schemes.scored_deals import Line, Mark, Past


class CardsLeftScoring(CardsLeftFields):
    """Penalty points for the cards left in each hand when a deal ends.

    Partners have a hand each. If one of them goes out, the other’s cards don’t count (Push,
    pagat.com).
    """

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        return CardsLeftChecks(self).problems(deal, entry, past)

    def lines(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Line]:
        """Yield the points of each hand, then bonuses and takes."""
        hands = [self._line(deal, entry, seat) for seat in self._counting(entry)]
        if entry.get("rummy"):
            hands = [_times(line, self.figures.rummy) for line in hands]
        if self.figures.collects:
            yield from self._collected(entry, hands)
        else:
            yield from hands
        yield from self._bonuses(entry)
        word = self.ruleset.words.take
        for key, takes in entry.of("takes").items():
            if takes:
                side = entry.table.seat(key).side
                points, kitty_payment = takes * self.figures.take, takes * deal.takes.price
                reason = because("takes", count=takes, one=word.one, many=word.many)
                yield Line(side, points, reason, kitty_payment)
        for key, points in entry.of("bonus").items():
            yield Line(key, points, because("bonus"))

    def _counting(self, entry: Entry) -> Iterator[DealSeat]:
        """Yield the seats whose hands count: all but the partners of a player who went out."""
        out = [entry.table.seat(key) for key in self.who_is_out(entry)]
        for seat in entry.table.seats:
            if seat in out or seat.side not in {other.side for other in out}:
                yield seat

    def _line(self, deal: Deal, entry: Entry, seat: DealSeat) -> Line:
        left, table = entry.of("left").get(seat.key), self.values_in(deal)
        player = seat.name if self.game.has_partners else None
        if seat.key in self.who_is_out(entry):
            return Line(seat.side, 0, because("went-out", player=player), mark=Mark.ACHIEVED)
        if left is None:
            return Line(seat.side, 0, because("nothing-left", player=player))
        if left.cards is not None and table:
            reason = because(
                "cards",
                cards=notation(left.cards),
                values=table.values(left.cards),
                player=player,
            )
            return Line(seat.side, table.total(left.cards), reason)
        reason = because("total-entered", total=left.points_text, player=player)
        return Line(seat.side, left.points or 0, reason)

    def _collected(self, entry: Entry, hands: list[Line]) -> Iterator[Line]:
        """Yield what the winner or, in a blocked deal, the smallest hand collects from the others.

        If nobody wins the deal, everyone pays for the cards in their own hand (Block Rummy).
        """
        in_cash = self.figures.collects == "cash"
        pays, charges = (-1, 0) if in_cash else (0, -1)
        out = self.who_is_out(entry)
        if out:
            winners = [line for line in hands if line.side == entry.table.seat(out[0]).side]
        elif self.figures.blocked == "differences":
            least = min(line.points for line in hands)
            winners = [line for line in hands if line.points == least]
        else:
            yield from (Line(line.side, charges * line.points, line.reason) for line in hands)
            return
        least = winners[0].points
        pot = sum(line.points - least for line in hands)
        shares = [pot // len(winners) + (at < pot % len(winners)) for at in range(len(winners))]
        for line in hands:
            if line in winners:
                gets = shares[winners.index(line)]
                reason = line.reason.plus("collects", points=gets)
                yield Line(line.side, gets, reason, mark=line.mark)
            else:
                yield Line(line.side, pays * (line.points - least), line.reason)

    def _bonuses(self, entry: Entry) -> Iterator[Line]:
        figures, scoring, table = self.figures, self.ruleset.scoring, entry.table
        for key in self.who_is_out(entry):
            side = table.seat(key).side
            if entry.get("at-once"):
                yield Line(side, figures.at_once, because("at-once"))
            if figures.caller:
                yield Line(side, figures.caller, because("going-out-bonus"))
        for key, missing in entry.of("missing").items():
            if missing:
                reason = because("missing-cards", count=missing)
                yield Line(table.seat(key).side, missing * figures.missing_card, reason)
        for key in entry.get("false-call", ()):
            yield Line(table.seat(key).side, figures.false_call, because("false-call"))
        if entry.get("cut"):
            side = table.beside_dealer(scoring.cut_by).side
            yield Line(side, scoring.cut_bonus, because("perfect-cut"))


def _times(line: Line, factor: int) -> Line:
    if not line.points:
        return line
    reason = line.reason.plus("times", factor=factor)
    return Line(line.side, line.points * factor, reason, mark=line.mark)
