"""500: the side that won the auction plays its contract, tricks in a suit or none at all, against
the others.

Scoring of 500 as described by han-tyumi (Naibi).
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Annotated

from pydantic import Field

from rules.engine.contracts import Deal, Frozen
from rules.engine.entries import (
    Choice,
    Count,
    DealSeating,
    Entry,
    EntryField,
    Flag,
    OneSide,
    Problem,
)
from rules.engine.formatting import capital, count_words, signed
from rules.engine.rulesets import Opening
from rules.engine.schemes import checks
from rules.engine.schemes.base import Line, Mark, Past, Scheme, SheetColumn, no_points

SUITS = ("spades", "clubs", "diamonds", "hearts", "no trump")  # from the lowest up
MISERE, OPEN_MISERE = "misere", "open-misere"
MISERES = {MISERE: "misère", OPEN_MISERE: "open misère"}

THROWN_IN = EntryField("thrown-in", "All passed: thrown in", Flag())
BIDDERS = EntryField("bidders", "Who won the bidding", OneSide())
Worth = Annotated[int, Field(ge=0, le=10_000)]


class ContractBidFigures(Frozen):
    """What contracts and tricks are worth; a misère of 0 is not bid.

    ``base`` is for the ``least`` tricks in the lowest suit, ``suit`` more for each suit above it,
    ``trick`` more for each trick above the least. A contract worth less than ``all_tricks`` counts
    that much when it takes every trick. ``defender``: each trick of the other side, but none
    against a misère.
    """

    base: Worth
    suit: Worth
    trick: Worth
    least: Annotated[int, Field(ge=1, le=26)]
    misere: Worth = 0
    open_misere: Worth = 0
    all_tricks: Worth = 0
    defender: Worth = 0


class ContractBidScheme(Scheme[ContractBidFigures]):
    """The value of the contract for the side that bid it, or against it, and the others’ tricks.

    Bidders who reach the target with a contract that they made have won, whatever the others have;
    where the end is claimed nobody else can win.
    """

    name = "contract-bid"
    Figures = ContractBidFigures
    achieved = "made the contract"
    uses_past = True
    usual_opening = Opening(first="next", does="bids first")

    def check(self) -> None:
        if not self.figures.least <= self.hand_size:
            raise ValueError(f"least: a {self._deal_word} has {self.hand_size} tricks")

    @property
    def _deal_word(self) -> str:
        return self.ruleset.words.deal.one

    @property
    def _has_two_sides(self) -> bool:
        return self.players == 2 * self.ruleset.players.team

    @cached_property
    def _values(self) -> Mapping[str, int]:
        """What each bid is worth, by key."""
        figures = self.figures
        values = {
            _key(tricks, suit): figures.base + step * figures.suit + more * figures.trick
            for more, tricks in enumerate(range(figures.least, self.hand_size + 1))
            for step, suit in enumerate(SUITS)
        }
        miseres = {MISERE: figures.misere, OPEN_MISERE: figures.open_misere}
        return values | {key: worth for key, worth in miseres.items() if worth}

    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        answers = tuple(
            (key, f"{capital(_words(key))} ({worth})") for key, worth in self._values.items()
        )
        return THROWN_IN, BIDDERS, EntryField("bid", "Contract", Choice(answers)), self.tricks

    @cached_property
    def tricks(self) -> EntryField:
        """The bidders’ tricks, or with more than two sides those of each."""
        kind = Count(self.hand_size)
        if self._has_two_sides:
            return EntryField("tricks", "Tricks of the bidders", kind)
        return EntryField("tricks", "Tricks", kind, "side")

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        if entry.get("thrown-in"):
            if len(entry.values) > 1:
                message = (
                    f"The {self._deal_word} was thrown in, so nothing was played; untick that, "
                    "or clear the other answers."
                )
                yield Problem("not-played", message, "thrown-in")
            return
        nobody = "Nobody won the bidding; mark who did, or tick that all passed."
        several = ("several", "have won the bidding; mark one.")
        yield from checks.exactly_one(
            entry, BIDDERS, nobody=("no-bidders", nobody), several=several
        )
        if "bid" not in entry.values:
            message = "The contract is missing; choose what the bidders have to make."
            yield Problem("no-bid", message, "bid")
        yield from self._trick_problems(entry)

    def _trick_problems(self, entry: Entry) -> Iterator[Problem]:
        if not self._has_two_sides:
            yield from self._tricks_of_each(entry)
            return
        tricks, write = entry.get("tricks"), f"write a number from 0 to {self.hand_size}"
        if tricks is None:
            yield Problem("missing", f"The bidders’ tricks are missing; {write}.", "tricks")
        elif tricks > self.hand_size:
            message = (
                f"Nobody takes {tricks} tricks, because a {self._deal_word} has {self.hand_size}; "
                f"{write}."
            )
            yield Problem("too-many-tricks", message, "tricks")

    def _tricks_of_each(self, entry: Entry) -> Iterator[Problem]:
        yield from checks.tricks_of_each(
            entry,
            self.tricks,
            self.hand_size,
            missing="has no tricks entered; write how many, 0 for none.",
            hand=self._deal_word,
            check="the numbers",
        )

    def lines(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Line]:
        if entry.get("thrown-in"):
            yield from no_points(entry.table.keys, "thrown in")
            return
        for key in entry.table.keys:
            yield (
                self._bidders_line(entry, key, past)
                if entry.get("bidders") == (key,)
                else self._defenders_line(entry, key)
            )

    def _taken(self, entry: Entry, side: str) -> int:
        if not self._has_two_sides:
            return int(entry.of("tricks")[side])
        tricks = int(entry.get("tricks"))
        return tricks if entry.get("bidders") == (side,) else self.hand_size - tricks

    def _bidders_line(self, entry: Entry, side: str, past: Past) -> Line:
        bid, taken = entry.get("bid"), self._taken(entry, side)
        points = self._values[bid]
        reason = f"{_words(bid)}, took {taken}"
        if not (taken == 0 if bid in MISERES else taken >= _tricks_of(bid)):
            return Line(side, -points, f"{reason}: failed")
        if bid not in MISERES and taken == self.hand_size and points < self.figures.all_tricks:
            points, reason = self.figures.all_tricks, f"{reason}: every trick"
        has_won = 0 < self.target <= past.total(side) + points
        return Line(side, points, reason, mark=Mark.WON if has_won else Mark.ACHIEVED)

    def _defenders_line(self, entry: Entry, side: str) -> Line:
        bid, taken = entry.get("bid"), self._taken(entry, side)
        if bid in MISERES:
            return Line(side, 0, f"against {_words(bid)}")
        reason = f"{count_words(taken, 'trick', 'tricks')} against {_words(bid)}"
        return Line(side, self.figures.defender * taken, reason)

    @property
    def sheet_columns(self) -> tuple[SheetColumn, ...]:
        """Tricks as they are asked for: the bidders’, or with more than two sides those of each."""
        return (
            SheetColumn("bidders", "Bidders", "deal", ""),
            SheetColumn("bid", "Bid", "deal", max(map(_words, self._values), key=len)),
            SheetColumn(
                "tricks", "Tricks", "deal" if self._has_two_sides else "side", str(self.hand_size)
            ),
        )

    def status(self, table: DealSeating, past: Past) -> Mapping[str, str]:
        """Who has the points to win but not yet the contract, where it takes one."""
        if not self.ruleset.end.claimed:
            return {}
        return {key: "needs a contract" for key in table.keys if past.total(key) >= self.target}

    def facts(self) -> Iterator[tuple[str, str, str]]:
        figures = self.figures
        lowest = (f"{suit} {self._values[_key(figures.least, suit)]}" for suit in SUITS)
        least = capital(count_words(figures.least, "trick", "tricks"))
        yield "least", f"{least} in", ", ".join(lowest)
        yield "trick", "Each trick more in the contract", signed(figures.trick)
        for key, label in MISERES.items():
            worth = str(self._values[key]) if key in self._values else "not bid"
            yield key, capital(label), worth
        yield "failed", "Contract failed", "minus its value"
        if figures.all_tricks:
            text = f"{figures.all_tricks} for a contract worth less"
            yield "all-tricks", f"All {self.hand_size} tricks", text
        defender = f"{figures.defender}, none against a misère" if figures.defender else "nothing"
        yield "defender", "Each trick of the others", defender
        yield "winner", "Winner", self._winner_text()

    def _winner_text(self) -> str:
        end = self.ruleset.end
        how = " with a contract made" if end.claimed else ", bidders before the others"
        lost = "" if end.floor is None else f"; at {signed(end.floor)} a side has lost"
        return f"first to {self.target}{how}{lost}"


def _key(tricks: int, suit: str) -> str:
    return f"{tricks}-{suit.replace(' ', '-')}"


def _words(bid: str) -> str:
    """A bid as it is said: ``8 hearts``, ``misère``."""
    return MISERES.get(bid) or bid.replace("-", " ")


def _tricks_of(bid: str) -> int:
    return int(bid.partition("-")[0])
