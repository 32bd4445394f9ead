"""The texts of spades for pages and score sheets."""

from collections.abc import Iterator, Mapping

from rules.engine.contracts import Deal
from rules.engine.deal_seating import DealSeat
from rules.engine.entries import Entry
from rules.engine.formatting import count_bags, join_texts, signed, times_word
from rules.engine.schemes.base import SchemePaper, SchemeWords, SheetColumn
from rules.engine.schemes.spades.fields import bids_by_seat
from rules.engine.schemes.spades.points import SpadesScoring
from rules.translation import gettext as _

BLIND_SIGN = "b"


class SpadesPaper(SchemePaper[SpadesScoring]):
    @property
    def _counts_bags(self) -> bool:
        figures = self.scoring.figures
        return bool(figures.bag or figures.bags) or figures.most_bags is not None

    @property
    def sheet_columns(self) -> tuple[SheetColumn, ...]:
        figures, tricks = self.scoring.figures, str(self.game.hand_size)
        bid = f"{tricks}{BLIND_SIGN}" if figures.blind or figures.blind_seven else tricks
        team = self.ruleset.players.team
        bags = (SheetColumn("bags", _("Bags"), "side", tricks),) if self._counts_bags else ()
        return (
            SheetColumn("bid", _("Bid"), "side", "+".join([bid] * team)),
            SheetColumn("tricks", _("Made"), "side", "+".join([tricks] * team)),
            *bags,
        )

    @property
    def legend(self) -> tuple[tuple[str, str], ...]:
        figures = self.scoring.figures
        has_blind = figures.blind_nil or figures.blind or figures.blind_seven
        return ((BLIND_SIGN, _("bid blind")),) if has_blind else ()

    def column_texts(self, deal: Deal, entry: Entry) -> Mapping[tuple[str, str], str]:
        """Return the texts as entered, with a sign after each blind bid.

        A blind nil is shown as a bid of 0, even if the 0 wasn’t entered.
        """
        texts = dict(super().column_texts(deal, entry))
        for side in entry.table.keys:
            texts["bid", side] = self.bid_text(deal, entry, side)
            bags = self.scoring.bags(entry, side)
            if bags and self._counts_bags:
                texts["bags", side] = str(bags)
        return texts

    def bid_text(self, deal: Deal, entry: Entry, side: str) -> str:
        bids = bids_by_seat(entry)
        return "+".join(
            f"{bids[seat.key]}{BLIND_SIGN * _is_blind(entry, seat, bids[seat.key])}"
            for seat in entry.table.partners(side)
        )


class SpadesWords(SchemeWords[SpadesScoring]):
    @property
    def mark_words(self) -> str:
        return _("made the bid")

    def facts(self) -> Iterator[tuple[str, str, str]]:
        figures = self.scoring.figures
        made = _("{points} for each trick of the bid").format(points=figures.trick)
        yield "made", _("Contract made"), made
        missed = _("{points} for each trick of the bid").format(points=signed(-figures.trick))
        yield "set", _("Contract set"), missed
        yield from self._bag_facts()
        yield from self._nil_facts()
        if figures.least or figures.most:
            limits = [_("at least {least}").format(least=figures.least)] if figures.least else []
            limits += [_("at most {most}").format(most=figures.most)] if figures.most else []
            yield "limits", _("A side’s contract"), join_texts(limits)
        if figures.ten:
            text = (
                _("{points} either way, and the game with all the tricks")
                if figures.ten_wins
                else _("{points} either way")
            )
            yield "ten", _("A contract of ten"), text.format(points=figures.ten)
        if figures.blind:
            text = _("counts {times}, made or set").format(times=times_word(figures.blind))
            yield "blind", _("A contract bid blind"), text
        if figures.blind_seven:
            text = _("{points} either way").format(points=figures.blind_seven)
            yield "blind", _("A contract of seven bid blind"), text
        if figures.one_nil:
            yield "bids", _("Bids"), _("nil for exactly one player of each side")
        if figures.mirror:
            yield "bids", _("Bids"), _("each player bids the number of spades held")

    def _bag_facts(self) -> Iterator[tuple[str, str, str]]:
        figures = self.scoring.figures
        yield "bag", _("Each overtrick (bag)"), signed(figures.bag) if figures.bag else "0"
        if figures.bags:
            label = _("Every {count} bags").format(count=figures.bags)
            text = _("{points}; the rest are carried over").format(points=signed(figures.bags_cost))
            yield "bags", label, text
        if figures.most_bags is not None:
            text = _("set with more than {bags}").format(bags=count_bags(figures.most_bags))
            yield "most-bags", _("Bags in a contract"), text

    def _nil_facts(self) -> Iterator[tuple[str, str, str]]:
        figures = self.scoring.figures
        if not figures.nil:
            yield "nil", _("Nil"), _("not bid")
            return
        either = _("{made} made, {failed} failed")
        nil = either.format(made=signed(figures.nil), failed=signed(-figures.nil))
        yield "nil", _("Nil"), nil
        if figures.blind_nil:
            made, failed = signed(figures.blind_nil), signed(-figures.blind_nil)
            text = either.format(made=made, failed=failed)
            if figures.blind_nil_behind:
                text = _(
                    "{made} made, {failed} failed; only for a side at least {points} points behind"
                ).format(made=made, failed=failed, points=figures.blind_nil_behind)
            yield "blind-nil", _("Blind nil"), text
        tricks = _("help the partner") if figures.failed_nil_helps else _("are bags")
        yield "failed-nil", _("Tricks of a failed nil"), tricks


def _is_blind(entry: Entry, seat: DealSeat, bid: int) -> bool:
    """Return whether a seat’s bid was blind: a blind nil, or its part of a blind contract."""
    if bid:
        return bool(entry.of("blind").get(seat.side))
    return bool(entry.of("blind-nil").get(seat.key))
