"""Exact bids: everybody bids for a number of tricks, and what counts is to take just as many.

The ways of counting that go by the name of Oh Hell (han-tyumi, Naibi); that of the game with sixty
cards as jr-canest has it (wizard-scorekeeper).
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Annotated

from pydantic import Field

from rules.engine.contracts import Deal, Frozen
from rules.engine.entries import Count, Entry, EntryField, Problem
from rules.engine.formatting import capital, count_words, signed
from rules.engine.rulesets import Opening
from rules.engine.schemes import checks
from rules.engine.schemes.base import Line, Mark, Past, Scheme, SheetColumn

Worth = Annotated[int, Field(ge=0, le=1000)]


class BidsFigures(Frozen):
    """What a bid gives and costs; 0 is for what a game does not have.

    ``exact``: for a bid that was made, with ``bid`` for each trick of it. ``trick``: for each trick
    that was taken, whatever the bid. ``miss``: off for each trick more or fewer than bid.
    ``squared``: bid and miss count by their squares. ``hook``: the dealer may not make the bids add
    up to the tricks.
    """

    exact: Worth
    bid: Worth = 0
    trick: Worth = 0
    miss: Worth = 0
    squared: bool = False
    hook: bool = False


class BidsScheme(Scheme[BidsFigures]):
    """Points for a bid that was made, perhaps for tricks, perhaps off for each trick it missed by.

    How many cards are dealt, and how often, is said for each size of table, so whoever leads after
    the last of those deals has won.
    """

    name = "bids"
    Figures = BidsFigures
    achieved = "made the bid"
    uses_past = True
    usual_opening = Opening(first="next", does="leads")

    def check(self) -> None:
        if not self._hands:
            raise ValueError(f"the deck does not say what {self.players} players are dealt")
        if self.ruleset.length is not None or not self.ruleset.end.open:
            raise ValueError("the hands say when the game is over, so the end has to be open")

    @cached_property
    def _hands(self) -> Sequence[int]:
        """Cards dealt to each, deal by deal."""
        return self.ruleset.deck.hands.get(self.players, ()) if self.ruleset.deck else ()

    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        tricks, hook = self._tricks(deal), self.figures.hook
        count = Count(tricks)
        bid = EntryField(
            "bid", "Bid", count, "side", before_play=True, total_available=tricks, dealer_hook=hook
        )
        return bid, EntryField("tricks", "Tricks", count, "side", total_available=tricks)

    def _tricks(self, deal: Deal) -> int:
        """Tricks in a deal: as many as each player has cards."""
        return self.ruleset.cards_dealt(deal, self.players)

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        wrong = list(self._number_problems(deal, entry))
        yield from wrong or self._sum_problems(entry, self._tricks(deal))

    def _number_problems(self, deal: Deal, entry: Entry) -> Iterator[Problem]:
        tricks, (bid, taken) = self._tricks(deal), self.fields(deal)
        has = f"this {self.ruleset.words.deal.one} has {count_words(tricks, 'trick', 'tricks')}"
        why = f", because {has}; mend "
        for side in entry.table.sides:
            yield from checks.number_of(
                entry,
                bid,
                side,
                tricks,
                missing="has no bid entered; write how many tricks, 0 for none.",
                too_many=("impossible-bid", "cannot bid", f"{why}the bid."),
            )
            yield from checks.number_of(
                entry,
                taken,
                side,
                tricks,
                missing="has no tricks entered; write how many, 0 for none.",
                too_many=("impossible-tricks", "cannot have taken", f"{why}that number."),
            )

    def _sum_problems(self, entry: Entry, tricks: int) -> Iterator[Problem]:
        bids, taken = entry.of("bid"), sum(entry.of("tricks").values())
        if self.figures.hook and sum(bids.values()) == tricks:
            dealer = entry.table.seat(entry.table.dealer)
            message = (
                f"The bids come to {tricks}, just the tricks that there are, so {dealer.name} as "
                f"dealer may not bid {bids[dealer.side]}. Check the bids and who dealt."
            )
            yield Problem("hook", message, f"bid-{dealer.side}")
        if taken != tricks:
            message = (
                f"The tricks come to {checks.sum_words(taken, tricks)}; "
                f"this {self.ruleset.words.deal.one} has {tricks}. Check the numbers."
            )
            yield Problem("tricks-sum", message, "")

    def lines(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Line]:
        lines = [self._line(entry, side) for side in entry.table.keys]
        yield from lines
        if deal.number >= len(self._hands):
            for side in past.leaders(self.ruleset, entry.table, lines):
                yield Line(side, 0, "highest total at the end", mark=Mark.WON)

    def _line(self, entry: Entry, side: str) -> Line:
        figures, bid, taken = self.figures, entry.of("bid")[side], entry.of("tricks")[side]
        reason, points = f"bid {bid}, took {taken}", figures.trick * taken
        if bid == taken:
            worth = figures.exact + figures.bid * self._counted(bid)
            return Line(side, points + worth, reason, mark=Mark.ACHIEVED)
        return Line(side, points - figures.miss * self._counted(abs(taken - bid)), reason)

    def _counted(self, tricks: int) -> int:
        return tricks**2 if self.figures.squared else tricks

    @property
    def sheet_columns(self) -> tuple[SheetColumn, ...]:
        most = str(max(self._hands))
        return SheetColumn("bid", "Bid", "side", most), SheetColumn("tricks", "Made", "side", most)

    def facts(self) -> Iterator[tuple[str, str, str]]:
        figures = self.figures
        made = str(figures.exact)
        if figures.bid and figures.squared:
            made += f", and {_times(figures.bid)}the square of the bid"
        elif figures.bid:
            made += f", and {figures.bid} for each trick of it"
        yield "made", "Bid made", made
        missed = "nothing"
        if figures.miss and figures.squared:
            missed = f"minus {_times(figures.miss)}the square of the difference"
        elif figures.miss:
            missed = f"{signed(-figures.miss)} for each trick more or fewer"
        yield "missed", "Bid missed", missed
        if figures.trick:
            yield "trick", "Each trick taken", f"{figures.trick}, whatever was bid"
        hook = "may not make the bids add up to the tricks" if figures.hook else "free"
        yield "hook", "The dealer’s bid", hook
        yield from self._hands_facts()

    def _hands_facts(self) -> Iterator[tuple[str, str, str]]:
        """How often and what is dealt at each size of table, and when the game is over."""
        words, dealt = self.ruleset.words.deal, self.ruleset.deck.hands if self.ruleset.deck else {}
        by_size = {players: dealt[players] for players in self.ruleset.players.counts}
        yield "deals", capital(words.many), _by_size({n: str(len(by_size[n])) for n in by_size})
        yield "cards", "Cards dealt", _by_size({n: _course(by_size[n]) for n in by_size})
        yield "winner", "Winner", f"highest total after the last {words.one}"


def _times(factor: int) -> str:
    return "" if factor == 1 else f"{factor} times "


def _by_size(texts: Mapping[int, str]) -> str:
    """What is so at each size of table, said once where it is the same at all of them."""
    if len(set(texts.values())) == 1:
        return next(iter(texts.values()))
    return "; ".join(f"{players} players: {text}" for players, text in texts.items())


def _course(hands: Sequence[int]) -> str:
    """How the hands change: ``7 down to 1, up to 7``."""
    turns = [hands[0]]
    for at in range(1, len(hands)):
        is_last = at == len(hands) - 1
        if is_last or (hands[at] - hands[at - 1]) * (hands[at + 1] - hands[at]) < 0:
            turns.append(hands[at])
    words = [str(turns[0])]
    for before, after in pairwise(turns):
        words.append(f"{'down' if after < before else 'up'} to {after}")
    return " ".join(words[:2]) + "".join(f", {word}" for word in words[2:])
