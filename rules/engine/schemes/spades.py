"""Spades: each side bids for a number of tricks, and tricks beyond it are bags that add up.

Scoring as described by John McLeod (Spades, pagat.com) and han-tyumi (Naibi).
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Annotated

from pydantic import Field

from rules.engine.contracts import Deal, Frozen
from rules.engine.entries import Count, Entry, EntryField, Flag, Problem, Seat, Side, Table
from rules.engine.formatting import count_words, join_names, signed
from rules.engine.rulesets import Opening
from rules.engine.schemes import checks
from rules.engine.schemes.base import Line, Mark, Noted, Past, Scheme, selected

SUIT = 13  # spades in the pack
MOST_TRICKS = 26
BLIND_SEVEN = 7
BIG_BID = 10
BLIND_SIGN = "b"

BLIND_NIL = EntryField("blind-nil", "Blind nil", Flag(), "seat")
BLIND = EntryField("blind", "Contract bid blind", Flag(), "side")
Worth = Annotated[int, Field(ge=0, le=1000)]
Tricks = Annotated[int, Field(ge=0, le=SUIT)]


class SpadesFigures(Frozen):
    """What bids are worth and which are allowed; 0 is for what a game does not have.

    ``trick``: each trick of a contract. ``bag``: each trick beyond it. ``bags``: so many of them,
    over several deals, cost ``bags_cost``. ``most_bags``: with more of them a contract is set.
    ``nil`` and ``blind_nil``: made or failed; the latter is for a side ``blind_nil_behind`` points
    behind. ``failed_nil_helps``: the tricks of a failed nil are the partner’s. ``least`` and
    ``most``: the contract of a side. ``ten``: a contract of ten, with ``ten_wins`` the game for all
    the tricks. ``blind``: by how much a contract bid blind is multiplied. ``blind_seven``: a
    contract of seven bid blind. ``one_nil``: one player of each side bids nil. ``mirror``: players
    bid the spades they hold.
    """

    trick: Worth
    bag: Worth = 0
    bags: Annotated[int, Field(ge=0, le=100)] = 0
    bags_cost: Annotated[int, Field(ge=-1000, le=0)] = 0
    most_bags: Tricks | None = None
    nil: Worth = 0
    blind_nil: Worth = 0
    blind_nil_behind: Worth = 0
    failed_nil_helps: bool = False
    least: Tricks = 0
    most: Tricks = 0
    ten: Worth = 0
    ten_wins: bool = False
    blind: Annotated[int, Field(ge=0, le=10)] = 0
    blind_seven: Worth = 0
    one_nil: bool = False
    mirror: bool = False


class SpadesScheme(Scheme[SpadesFigures]):
    """Points for the contract of each side, its nils and its bags.

    The contract is the sum of the bids, of which nil is none; bags are what was taken beyond it and
    what a failed nil took.
    """

    name = "spades"
    Figures = SpadesFigures
    uses_past = True
    usual_opening = Opening(first="next", does="leads")

    @property
    def mark_words(self) -> str:
        return "made the bid"

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

    @cached_property
    def bid(self) -> EntryField:
        unless = BLIND_NIL.id if self.figures.blind_nil else ""
        most = self.hand_size
        return EntryField("bid", "Bid", Count(most), "seat", ahead=True, whole=most, unless=unless)

    @cached_property
    def tricks(self) -> EntryField:
        return EntryField("tricks", "Tricks", Count(self.hand_size), "seat", whole=self.hand_size)

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
        most, bid = self.hand_size, _bids(entry).get(seat.key)
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
        bids = _bids(entry)
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

    def _bid_nil(self, entry: Entry, seat: Seat) -> bool:
        return bool(self.figures.nil) and not _bids(entry)[seat.key]

    def _contract(self, entry: Entry, side: str) -> int:
        bids = _bids(entry)
        return sum(bids[seat.key] for seat in entry.table.partners(side))

    def _taken(self, entry: Entry, side: str) -> tuple[int, int]:
        """Tricks for the contract of a side, and those of its failed nils that are bags only."""
        towards = apart = 0
        for seat in entry.table.partners(side):
            tricks = entry.of("tricks")[seat.key]
            if self._bid_nil(entry, seat) and not self.figures.failed_nil_helps:
                apart += tricks
            else:
                towards += tricks
        return towards, apart

    @property
    def _counts_bags(self) -> bool:
        figures = self.figures
        return bool(figures.bag or figures.bags) or figures.most_bags is not None

    def _bags(self, entry: Entry, side: str) -> int:
        towards, apart = self._taken(entry, side)
        return max(0, towards - self._contract(entry, side)) + apart

    def _bags_before(self, past: Past, side: str) -> int:
        """Bags of the deals so far that have cost nothing yet."""
        if not self.figures.bags:
            return 0
        return sum(self._bags(entry, side) for entry in past.entries()) % self.figures.bags

    def lines(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Line]:
        for side in entry.table.sides:
            for seat in entry.table.partners(side.key):
                if self._bid_nil(entry, seat):
                    yield self._nil_line(entry, seat)
            nobody = all(self._bid_nil(entry, seat) for seat in entry.table.partners(side.key))
            if not nobody:
                yield self._contract_line(entry, side.key)
            yield from self._bag_lines(entry, side.key, past)

    def _nil_line(self, entry: Entry, seat: Seat) -> Line:
        blind, tricks = entry.of("blind-nil").get(seat.key), entry.of("tricks")[seat.key]
        worth = self.figures.blind_nil if blind else self.figures.nil
        name = f"{seat.name}: " if self.has_partners else ""
        bid = f"{name}blind nil" if blind else f"{name}nil"
        if tricks:
            return Line(seat.side, -worth, f"{bid} failed, took {tricks}")
        return Line(seat.side, worth, f"{bid} made", mark=Mark.OUT)

    def _contract_line(self, entry: Entry, side: str) -> Line:
        figures, contract = self.figures, self._contract(entry, side)
        taken, _ = self._taken(entry, side)
        worth = contract * figures.trick
        if figures.ten and contract == BIG_BID:
            worth = figures.ten
        blind = entry.of("blind").get(side)
        if blind:
            worth = figures.blind_seven or worth * figures.blind
        because = f"bid {contract}{' blind' if blind else ''}, took {taken}"
        if figures.ten_wins and contract == BIG_BID and taken == self.hand_size:
            return Line(side, worth, because, mark=Mark.WON)
        if taken < contract:
            return Line(side, -worth, because)
        if figures.most_bags is not None and self._bags(entry, side) > figures.most_bags:
            bags = count_words(self._bags(entry, side), "bag", "bags")
            return Line(side, -worth, f"{because}: {bags} are a set")
        return Line(side, worth, because, mark=Mark.OUT)

    def _bag_lines(self, entry: Entry, side: str, past: Past) -> Iterator[Line]:
        figures, bags = self.figures, self._bags(entry, side)
        if bags and figures.bag:
            yield Line(side, bags * figures.bag, count_words(bags, "bag", "bags"))
        if figures.bags:
            times = (self._bags_before(past, side) + bags) // figures.bags
            if times:
                because = count_words(times * figures.bags, "bag", "bags") + " together"
                yield Line(side, times * figures.bags_cost, because)

    def status(self, table: Table, past: Past) -> Mapping[str, str]:
        bags = {side: self._bags_before(past, side) for side in table.keys}
        return {side: f"{n} {'bag' if n == 1 else 'bags'}" for side, n in bags.items() if n}

    @property
    def noted(self) -> tuple[Noted, ...]:
        figures, tricks = self.figures, str(self.hand_size)
        bid = f"{tricks}{BLIND_SIGN}" if figures.blind or figures.blind_seven else tricks
        team = self.ruleset.players.team
        return (
            Noted("bid", "Bid", "side", "+".join([bid] * team)),
            Noted("tricks", "Made", "side", "+".join([tricks] * team)),
            *((Noted("bags", "Bags", "side", tricks),) if self._counts_bags else ()),
        )

    @property
    def signs(self) -> tuple[tuple[str, str], ...]:
        figures = self.figures
        has_blind = figures.blind_nil or figures.blind or figures.blind_seven
        return ((BLIND_SIGN, "bid blind"),) if has_blind else ()

    def notes(self, deal: Deal, entry: Entry) -> Mapping[tuple[str, str], str]:
        """As reported, what was bid blind with its sign; a blind nil is a bid of 0 even where that
        was not written.
        """
        texts, bids = dict(super().notes(deal, entry)), _bids(entry)
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


def _bids(entry: Entry) -> Mapping[str, int]:
    """Bids by seat; a tick for blind nil says 0."""
    ticked = dict.fromkeys(entry.of("blind-nil"), 0)
    return ticked | dict(entry.of("bid"))
