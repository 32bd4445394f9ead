"""The texts of spades for pages and score sheets."""

from collections.abc import Iterator, Mapping

from rules.engine.contracts import Deal
from rules.engine.entries import DealSeating, Entry, Seat
from rules.engine.formatting import count_words, signed
from rules.engine.schemes.base import Past, SheetColumn
from rules.engine.schemes.spades.fields import bids_by_seat
from rules.engine.schemes.spades.points import SpadesPoints

BLIND_SIGN = "b"


class SpadesWords(SpadesPoints):
    """Sheet columns, statuses and facts."""

    @property
    def sheet_columns(self) -> tuple[SheetColumn, ...]:
        figures, tricks = self.figures, str(self.hand_size)
        bid = f"{tricks}{BLIND_SIGN}" if figures.blind or figures.blind_seven else tricks
        team = self.ruleset.players.team
        return (
            SheetColumn("bid", "Bid", "side", "+".join([bid] * team)),
            SheetColumn("tricks", "Made", "side", "+".join([tricks] * team)),
            *((SheetColumn("bags", "Bags", "side", tricks),) if self._counts_bags else ()),
        )

    @property
    def legend(self) -> tuple[tuple[str, str], ...]:
        figures = self.figures
        has_blind = figures.blind_nil or figures.blind or figures.blind_seven
        return ((BLIND_SIGN, "bid blind"),) if has_blind else ()

    def column_texts(self, deal: Deal, entry: Entry) -> Mapping[tuple[str, str], str]:
        """As reported, what was bid blind with its sign; a blind nil is a bid of 0 even where that
        was not written.
        """
        texts, bids = dict(super().column_texts(deal, entry)), bids_by_seat(entry)
        for side in entry.table.keys:
            seats = entry.table.partners(side)
            texts["bid", side] = "+".join(
                f"{bids[seat.key]}{BLIND_SIGN * _is_blind(entry, seat, bids[seat.key])}"
                for seat in seats
            )
            bags = self._bags(entry, side)
            if bags and self._counts_bags:
                texts["bags", side] = str(bags)
        return texts

    def status(self, table: DealSeating, past: Past) -> Mapping[str, str]:
        bags = {side: self._bags_before(past, side) for side in table.keys}
        return {side: f"{n} {'bag' if n == 1 else 'bags'}" for side, n in bags.items() if n}

    def facts(self) -> Iterator[tuple[str, str, str]]:
        figures = self.figures
        made = f"{figures.trick} for each trick of the bid"
        yield "made", "Contract made", made
        text = f"−{figures.trick} for each trick of the bid"
        yield "set", "Contract set", text
        yield from self._bag_facts()
        yield from self._nil_facts()
        if figures.least or figures.most:
            limits = [f"at least {figures.least}"] if figures.least else []
            limits += [f"at most {figures.most}"] if figures.most else []
            yield "limits", "Contract of a side", ", ".join(limits)
        if figures.ten:
            text = f"{figures.ten} either way"
            if figures.ten_wins:
                text += ", and the game with all the tricks"
            yield "ten", "A contract of ten", text
        if figures.blind:
            text = f"counts {figures.blind} times, made or set"
            yield "blind", "A contract bid blind", text
        if figures.blind_seven:
            yield "blind", "A contract of seven bid blind", f"{figures.blind_seven} either way"
        if figures.one_nil:
            yield "bids", "Bids", "nil for exactly one player of each side"
        if figures.mirror:
            yield "bids", "Bids", "as many as the player holds spades"

    def _bag_facts(self) -> Iterator[tuple[str, str, str]]:
        figures = self.figures
        yield "bag", "Each trick more (bag)", signed(figures.bag) if figures.bag else "nothing"
        if figures.bags:
            text = f"{signed(figures.bags_cost)}; the rest is carried over"
            yield "bags", f"Every {figures.bags} bags", text
        if figures.most_bags is not None:
            text = f"more than {count_words(figures.most_bags, 'bag', 'bags')} and it is set"
            yield "most-bags", "Bags in a contract", text

    def _nil_facts(self) -> Iterator[tuple[str, str, str]]:
        figures = self.figures
        if not figures.nil:
            yield "nil", "Nil", "not bid"
            return
        yield "nil", "Nil", f"{signed(figures.nil)} made, {signed(-figures.nil)} failed"
        if figures.blind_nil:
            text = f"{signed(figures.blind_nil)} made, {signed(-figures.blind_nil)} failed"
            if figures.blind_nil_behind:
                text += f"; for a side {figures.blind_nil_behind} points behind"
            yield "blind-nil", "Blind nil", text
        tricks = "help the partner" if figures.failed_nil_helps else "are bags"
        yield "failed-nil", "Tricks of a failed nil", tricks


def _is_blind(entry: Entry, seat: Seat, bid: int) -> bool:
    """Whether a seat’s bid was blind: its nil, or its part of a contract bid blind."""
    if bid:
        return bool(entry.of("blind").get(seat.side))
    return bool(entry.of("blind-nil").get(seat.key))
