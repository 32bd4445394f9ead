"""500: the side that won the bidding plays its contract against the others.

Scoring of 500 as described by han-tyumi (Naibi).
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Annotated, Literal

from pydantic import Field

from rules.engine.contracts import Deal, Frozen
from rules.engine.deal_seating import DealSeating
from rules.engine.entries import Entry, EntryField, Problem
from rules.engine.formatting import capital, count_tricks, join_texts, signed
from rules.engine.inputs import Choice, Count, Flag, OneSide
from rules.engine.reasons import Reason, because
from rules.engine.rulesets import Opening
from rules.engine.schemes import checks
from rules.engine.schemes.base import Scheme, SchemePaper, SchemeScoring, SchemeWords, SheetColumn
from rules.engine.schemes.scored_deals import Line, Mark, Past, no_points
from rules.engine.terms import bid_text, suit_text
from rules.translation import gettext as _
from rules.translation import pgettext

SUITS = ("spades", "clubs", "diamonds", "hearts", "no-trump")  # from the lowest up
MISERE, OPEN_MISERE = "misere", "open-misere"
MISERES = (MISERE, OPEN_MISERE)

Worth = Annotated[int, Field(ge=0, le=10_000)]


class ContractBidFigures(Frozen):
    """The values of contracts and tricks; a misère with a value of 0 can’t be bid.

    ``base`` is the value of a contract for ``least`` tricks in the lowest suit. Each higher suit
    adds ``suit``, and each trick above ``least`` adds ``trick``. If the bidders take every trick,
    their contract is worth at least ``all_tricks``. ``defender`` is the value of each trick of the
    other side, except against a misère.
    """

    base: Worth
    suit: Worth
    trick: Worth
    least: Annotated[int, Field(ge=1, le=26)]
    misere: Worth = 0
    open_misere: Worth = 0
    all_tricks: Worth = 0
    defender: Worth = 0


class ContractBidScoring(SchemeScoring[ContractBidFigures]):
    """The value of the contract for or against the side that bid it, and the others’ tricks.

    Bidders who reach the target by making a contract win, whatever the others have. If the target
    must be claimed, nobody else can win.
    """

    def check(self) -> None:
        if not self.figures.least <= self.game.hand_size:
            raise ValueError(f"least: a {self._deal_word} has only {self.game.hand_size} tricks")

    @property
    def _deal_word(self) -> str:
        return self.ruleset.words.deal.one

    @property
    def has_two_sides(self) -> bool:
        return self.game.players == 2 * self.ruleset.players.team

    @cached_property
    def values(self) -> Mapping[str, int]:
        """The value of each bid, by key."""
        figures = self.figures
        values = {
            _key(tricks, suit): figures.base + step * figures.suit + more * figures.trick
            for more, tricks in enumerate(range(figures.least, self.game.hand_size + 1))
            for step, suit in enumerate(SUITS)
        }
        miseres = {MISERE: figures.misere, OPEN_MISERE: figures.open_misere}
        return values | {key: worth for key, worth in miseres.items() if worth}

    @property
    def bidders(self) -> EntryField:
        """The side that won the bidding."""
        return EntryField("bidders", _("Who won the bidding"), OneSide())

    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        label = _("{contract} ({points})")
        answers = tuple(
            (key, label.format(contract=capital(bid_text(key)), points=worth))
            for key, worth in self.values.items()
        )
        thrown_in = EntryField("thrown-in", _("Everyone passed: thrown in"), Flag())
        bid = EntryField("bid", pgettext("that was bid", "Contract"), Choice(answers))
        return self.bidders, bid, self.tricks, thrown_in

    @cached_property
    def tricks(self) -> EntryField:
        """The bidders’ tricks or, with more than two sides, each side’s tricks."""
        kind = Count(self.game.hand_size)
        if self.has_two_sides:
            return EntryField("tricks", _("Bidders’ tricks"), kind)
        return EntryField("tricks", _("Tricks"), kind, "side")

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        if entry.get("thrown-in"):
            yield from checks.nothing_else(entry, "thrown-in", self._deal_word)
            return
        nobody = _(
            "The bidders are missing. Mark who won the bidding, or tick that everyone passed."
        )
        several = _("{names} are marked, but only one side can win the bidding. Mark one.")
        yield from checks.exactly_one(
            entry, self.bidders, nobody=("no-bidders", nobody), several=("several", several)
        )
        if "bid" not in entry.values:
            message = _("The contract is missing. Choose the winning bid.")
            yield Problem("no-bid", message, "bid")
        yield from self._trick_problems(entry)

    def _trick_problems(self, entry: Entry) -> Iterator[Problem]:
        if self.has_two_sides:
            missing = _("The bidders’ tricks are missing. Enter a number from 0 to {most}.")
            yield from checks.makers_tricks(
                entry, "tricks", self.game.hand_size, missing=missing, deal=self._deal_word
            )
        else:
            yield from checks.tricks_of_each(
                entry, self.tricks, self.game.hand_size, deal=self._deal_word
            )

    def lines(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Line]:
        if entry.get("thrown-in"):
            yield from no_points(entry.table.keys, because("thrown-in"))
            return
        for key in entry.table.keys:
            yield (
                self._bidders_line(entry, key, past)
                if entry.get("bidders") == (key,)
                else self._defenders_line(entry, key)
            )

    def _taken(self, entry: Entry, side: str) -> int:
        if not self.has_two_sides:
            return int(entry.of("tricks")[side])
        tricks = int(entry.get("tricks"))
        return tricks if entry.get("bidders") == (side,) else self.game.hand_size - tricks

    def _bidders_line(self, entry: Entry, side: str, past: Past) -> Line:
        bid, taken = entry.get("bid"), self._taken(entry, side)
        points = self.values[bid]
        reason = because("contract", bid=bid, taken=taken)
        if not (taken == 0 if bid in MISERES else taken >= _tricks_of(bid)):
            return Line(side, -points, reason.plus("failed"))
        if bid not in MISERES and taken == self.game.hand_size and points < self.figures.all_tricks:
            points, reason = self.figures.all_tricks, reason.plus("every-trick")
        has_won = 0 < self.game.target <= past.total(side) + points
        return Line(side, points, reason, mark=Mark.WON if has_won else Mark.ACHIEVED)

    def _defenders_line(self, entry: Entry, side: str) -> Line:
        bid, taken = entry.get("bid"), self._taken(entry, side)
        if bid in MISERES:
            return Line(side, 0, because("against-contract", bid=bid))
        reason = because("tricks-against", tricks=taken, bid=bid)
        return Line(side, self.figures.defender * taken, reason)

    def status(self, table: DealSeating, past: Past) -> Mapping[str, Reason]:
        """Return which sides have the points to win but must still make a contract."""
        if not self.ruleset.end.claimed:
            return {}
        reason = because("needs-contract")
        return {key: reason for key in table.keys if past.total(key) >= self.game.target}


class ContractBidPaper(SchemePaper[ContractBidScoring]):
    @property
    def sheet_columns(self) -> tuple[SheetColumn, ...]:
        """The contract, and the tricks as entered: the bidders’ or each side’s."""
        scope: Literal["deal", "side"] = "deal" if self.scoring.has_two_sides else "side"
        return (
            SheetColumn("bidders", _("Bidders"), "deal", ""),
            SheetColumn("bid", _("Bid"), "deal", max(map(bid_text, self.scoring.values), key=len)),
            SheetColumn("tricks", _("Tricks"), scope, str(self.game.hand_size)),
        )


class ContractBidWords(SchemeWords[ContractBidScoring]):
    @property
    def mark_words(self) -> str:
        return _("made the contract")

    def facts(self) -> Iterator[tuple[str, str, str]]:
        figures = self.scoring.figures
        lowest = (
            _("{suit} {points}").format(suit=suit_text(suit), points=self.scoring.values[key])
            for suit in SUITS
            for key in (_key(figures.least, suit),)
        )
        label = _("{tricks} in").format(tricks=capital(count_tricks(figures.least)))
        yield "least", label, join_texts(lowest)
        yield "trick", _("Each extra trick in the contract"), signed(figures.trick)
        for key in MISERES:
            worth = str(self.scoring.values[key]) if key in self.scoring.values else _("not bid")
            yield key, capital(bid_text(key)), worth
        yield "failed", _("Contract failed"), _("minus its value")
        if figures.all_tricks:
            text = _("{points} for a contract worth less").format(points=figures.all_tricks)
            yield "all-tricks", _("All {tricks} tricks").format(tricks=self.game.hand_size), text
        defender = "0"
        if figures.defender:
            text = _("{points}, none against a misère")
            defender = text.format(points=figures.defender)
        yield "defender", _("Each trick of the others"), defender
        yield "winner", _("Winner"), self._winner_text()

    def _winner_text(self) -> str:
        end = self.ruleset.end
        won = (
            _("first to {target} by making a contract")
            if end.claimed
            else _("first to {target}, bidders before the others")
        ).format(target=self.game.target)
        if end.floor is None:
            return won
        lost = _("{won}, or highest total once someone falls to {floor}")
        return lost.format(won=won, floor=signed(end.floor))


def _key(tricks: int, suit: str) -> str:
    return f"{tricks}-{suit}"


def _tricks_of(bid: str) -> int:
    return int(bid.partition("-")[0])


SCHEME = Scheme(
    "contract-bid",
    ContractBidFigures,
    ContractBidScoring,
    ContractBidPaper,
    ContractBidWords,
    uses_past=True,
    usual_opening=Opening(first="next", does="bids first"),
)
