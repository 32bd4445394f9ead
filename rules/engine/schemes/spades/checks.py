"""Checks on the entry of a deal of spades."""

from collections.abc import Iterator
from functools import cached_property

from rules.engine.contracts import Deal
from rules.engine.deal_seating import DealSeat, DealSide
from rules.engine.entries import Entry, Problem
from rules.engine.formatting import join_names
from rules.engine.schemes import checks
from rules.engine.schemes.base import SchemePart
from rules.engine.schemes.scored_deals import Past
from rules.engine.schemes.spades.fields import SpadesFields, bids_by_seat
from rules.engine.schemes.spades.figures import SUIT
from rules.translation import gettext as _

BLIND_SEVEN = 7


class SpadesChecks(SchemePart[SpadesFields]):
    """Problems with a deal of spades."""

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

    def _seat_problems(self, entry: Entry, seat: DealSeat) -> Iterator[Problem]:
        most, bid = self.game.hand_size, bids_by_seat(entry).get(seat.key)
        if bid is None or bid > most:
            missing = (
                _("No bid has been entered for {name}. Enter how many tricks, or 0 for nil.")
                if self.scoring.figures.nil
                else _("No bid has been entered for {name}. Enter how many tricks, or 0 for none.")
            )
            high = _("{name} can’t bid {number}: there are only {tricks} tricks. Correct the bid.")
            yield from checks.number_of(
                entry,
                self.scoring.bid,
                seat,
                most,
                missing=missing,
                too_many=("impossible-bid", high),
                tricks=most,
            )
        elif bid and entry.of("blind-nil").get(seat.key):
            message = _("{name} bid {bid}, so it isn’t a blind nil. Untick it, or enter 0.")
            text = message.format(name=seat.name, bid=bid)
            yield Problem("no-nil", text, f"blind-nil-{seat.key}")
        high = _(
            "{name} can’t have taken {number} tricks: there are only {tricks}. Correct the number."
        )
        yield from checks.number_of(
            entry,
            self.scoring.tricks,
            seat,
            most,
            missing=checks.no_tricks(),
            too_many=("impossible-tricks", high),
            tricks=most,
        )

    def _sum_problems(self, entry: Entry) -> Iterator[Problem]:
        message = _("The tricks add up to {taken}, {off}. There are {tricks}. Check the numbers.")
        yield from checks.wrong_tricks(entry, self.scoring.tricks, self.game.hand_size, message)
        bid, fewest = sum(bids_by_seat(entry).values()), self._spades_dealt
        if self.scoring.figures.mirror and fewest is not None and not fewest <= bid <= SUIT:
            message = (
                _(
                    "The bids add up to {bid}, but players bid the number of spades they hold, and "
                    "there are {most}. Is that right?"
                )
                if fewest == SUIT
                else _(
                    "The bids add up to {bid}, but players bid the number of spades they hold, and "
                    "they hold {fewest} to {most}. Is that right?"
                )
            )
            text = message.format(bid=bid, fewest=fewest, most=SUIT)
            yield Problem("bids-sum", text, "", warning=True)

    @cached_property
    def _spades_dealt(self) -> int | None:
        """The fewest spades that the players can hold; None if jokers also count as spades."""
        deck = self.ruleset.deck_of(self.game.players)
        if deck is None or deck.jokers:
            return None
        return max(0, SUIT - (len(deck) - self.game.players * self.game.hand_size))

    def _side_problems(self, entry: Entry, side: DealSide) -> Iterator[Problem]:
        figures, contract = self.scoring.figures, self.scoring.contract(entry, side.key)
        first = entry.table.partners(side.key)[0].key
        fields = {"name": side.name, "bid": contract}
        if contract < figures.least:
            message = (
                _("{name} bid {bid}, but a side must bid at least {least}. Is that right?")
                if self.game.has_partners
                else _("{name} bid {bid}, but everyone must bid at least {least}. Is that right?")
            )
            text = message.format(**fields, least=figures.least)
            yield Problem("low-bid", text, f"bid-{first}", warning=True)
        elif figures.most and contract > figures.most:
            message = (
                _("{name} bid {bid}, but a side can bid at most {most}. Is that right?")
                if self.game.has_partners
                else _("{name} bid {bid}, but nobody can bid more than {most}. Is that right?")
            )
            text = message.format(**fields, most=figures.most)
            yield Problem("high-bid", text, f"bid-{first}", warning=True)
        elif contract > self.game.hand_size:
            message = _("{name} bid {bid}, but there are only {tricks} tricks. Is that right?")
            text = message.format(**fields, tricks=self.game.hand_size)
            yield Problem("high-bid", text, f"bid-{first}", warning=True)
        if entry.of("blind").get(side.key):
            yield from self._blind_problems(side, contract)

    def _blind_problems(self, side: DealSide, contract: int) -> Iterator[Problem]:
        if self.scoring.figures.blind_seven and contract != BLIND_SEVEN:
            message = _(
                "{name} bid {bid}, but a blind contract is always {seven}. Untick it, or make the "
                "bids add up to {seven}."
            ).format(name=side.name, bid=contract, seven=BLIND_SEVEN)
            yield Problem("blind", message, f"blind-{side.key}")
        elif not contract:
            message = _("{name} bid 0, which isn’t a blind contract. Untick it.")
            yield Problem("blind", message.format(name=side.name), f"blind-{side.key}")

    def _nil_problems(self, entry: Entry, side: DealSide, past: Past) -> Iterator[Problem]:
        seats = entry.table.partners(side.key)
        if (
            self.scoring.figures.one_nil
            and sum(self.scoring.bid_nil(entry, seat) for seat in seats) != 1
        ):
            message = _("Exactly one of {names} must bid nil. Is that right?")
            text = message.format(names=join_names(seat.name for seat in seats))
            yield Problem("one-nil", text, f"bid-{seats[0].key}", warning=True)
        behind = max(past.total(key) for key in entry.table.keys) - past.total(side.key)
        for seat in seats:
            if (
                entry.of("blind-nil").get(seat.key)
                and behind < self.scoring.figures.blind_nil_behind
            ):
                message = _(
                    "{name} bid blind nil, which is only for a side at least {points} points "
                    "behind. Is that right?"
                ).format(name=seat.name, points=self.scoring.figures.blind_nil_behind)
                yield Problem("blind-nil", message, f"blind-nil-{seat.key}", warning=True)
