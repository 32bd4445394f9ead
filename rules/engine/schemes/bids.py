"""Exact bids: players bid a number of tricks and score for taking exactly that many.

Scoring of the forms of Oh Hell as described by han-tyumi (Naibi), and of the game with sixty cards
as in wizard-scorekeeper by jr-canest.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise

from rules.engine.contracts import Deal, Frozen
from rules.engine.entries import Entry, EntryField, Problem
from rules.engine.formatting import capital, count_tricks, join_texts, signed
from rules.engine.inputs import Count
from rules.engine.reasons import because
from rules.engine.rulesets import Opening
from rules.engine.schemes import checks
from rules.engine.schemes.base import (
    Scheme,
    SchemePaper,
    SchemeScoring,
    SchemeWords,
    SheetColumn,
    Worth,
)
from rules.engine.schemes.scored_deals import Line, Mark, Past
from rules.translation import gettext as _


class BidsFigures(Frozen):
    """The points for bids and tricks; 0 if a game doesn’t have them.

    ``exact``: for a bid that was made, plus ``bid`` for each trick that was bid. ``trick``: for
    each trick taken, whatever the bid. ``miss``: the deduction for each trick over or under the
    bid. ``squared``: ``bid`` and ``miss`` apply to the square of the number of tricks. ``hook``:
    the dealer may not make the bids add up to the number of tricks.
    """

    exact: Worth
    bid: Worth = 0
    trick: Worth = 0
    miss: Worth = 0
    squared: bool = False
    hook: bool = False


class BidsScoring(SchemeScoring[BidsFigures]):
    """Points for an exact bid and, in some games, for tricks; deductions for missing the bid.

    The game lists how many cards are dealt in each deal, for each number of players. The side with
    the highest total after the last of those deals wins.
    """

    def check(self) -> None:
        if not self.hands:
            raise ValueError(
                f"the deck doesn’t list the hand sizes for {self.game.players} players"
            )
        if self.ruleset.length is not None or not self.ruleset.end.open:
            raise ValueError("the list of hands ends the game, so the end has to be open")

    @cached_property
    def hands(self) -> Sequence[int]:
        """How many cards each player is dealt, deal by deal."""
        return self.ruleset.deck.hands.get(self.game.players, ()) if self.ruleset.deck else ()

    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        tricks, hook = self._tricks(deal), self.figures.hook
        count = Count(tricks)
        bid = EntryField(
            "bid",
            _("Bid"),
            count,
            "side",
            before_play=True,
            total_available=tricks,
            dealer_hook=hook,
        )
        return bid, EntryField("tricks", _("Tricks"), count, "side", total_available=tricks)

    def _tricks(self, deal: Deal) -> int:
        """Return the number of tricks in a deal, which is the number of cards in a hand."""
        return self.ruleset.cards_dealt(deal, self.game.players)

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        wrong = list(self._number_problems(deal, entry))
        yield from wrong or self._sum_problems(entry, self._tricks(deal))

    def _number_problems(self, deal: Deal, entry: Entry) -> Iterator[Problem]:
        tricks, (bid, taken) = self._tricks(deal), self.fields(deal)
        words = {"deal": self.ruleset.words.deal.one, "tricks": count_tricks(tricks)}
        high_bid = _("{name} can’t bid {number}: this {deal} has only {tricks}. Correct the bid.")
        high = _(
            "{name} can’t have taken {number}: this {deal} has only {tricks}. Correct the number."
        )
        for side in entry.table.sides:
            yield from checks.number_of(
                entry,
                bid,
                side,
                tricks,
                missing=_(
                    "No bid has been entered for {name}. Enter how many tricks, or 0 for none."
                ),
                too_many=("impossible-bid", high_bid),
                **words,
            )
            yield from checks.number_of(
                entry,
                taken,
                side,
                tricks,
                missing=checks.no_tricks(),
                too_many=("impossible-tricks", high),
                **words,
            )

    def _sum_problems(self, entry: Entry, tricks: int) -> Iterator[Problem]:
        bids = entry.of("bid")
        if self.figures.hook and sum(bids.values()) == tricks:
            dealer = entry.table.seat(entry.table.dealer)
            message = _(
                "The bids add up to {tricks}, exactly the number of tricks, so {name}, the dealer, "
                "wasn’t allowed to bid {bid}. Is that right?"
            ).format(tricks=tricks, name=dealer.name, bid=bids[dealer.side])
            yield Problem("hook", message, f"bid-{dealer.side}", warning=True)
        message = _(
            "The tricks add up to {taken}, {off}. This {deal} has {tricks}. Check the numbers."
        )
        field, deal = EntryField("tricks", "", Count(tricks), "side"), self.ruleset.words.deal.one
        yield from checks.wrong_tricks(entry, field, tricks, message, deal=deal)

    def lines(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Line]:
        lines = [self._line(entry, side) for side in entry.table.keys]
        yield from lines
        if deal.number >= len(self.hands):
            for side in past.leaders(self.ruleset, entry.table, lines):
                yield Line(side, 0, because("highest-total"), mark=Mark.WON)

    def _line(self, entry: Entry, side: str) -> Line:
        figures, bid, taken = self.figures, entry.of("bid")[side], entry.of("tricks")[side]
        reason, points = because("bid-took", bid=bid, taken=taken), figures.trick * taken
        if bid == taken:
            worth = figures.exact + figures.bid * self._counted(bid)
            return Line(side, points + worth, reason, mark=Mark.ACHIEVED)
        return Line(side, points - figures.miss * self._counted(abs(taken - bid)), reason)

    def _counted(self, tricks: int) -> int:
        return tricks**2 if self.figures.squared else tricks


class BidsPaper(SchemePaper[BidsScoring]):
    @property
    def sheet_columns(self) -> tuple[SheetColumn, ...]:
        most = str(max(self.scoring.hands))
        return (
            SheetColumn("bid", _("Bid"), "side", most),
            SheetColumn("tricks", _("Made"), "side", most),
        )


class BidsWords(SchemeWords[BidsScoring]):
    @property
    def mark_words(self) -> str:
        return _("made the bid")

    def facts(self) -> Iterator[tuple[str, str, str]]:
        figures = self.scoring.figures
        yield "made", _("Bid made"), self._made_text()
        yield "missed", _("Bid missed"), self._missed_text()
        if figures.trick:
            text = _("{points}, whatever was bid").format(points=figures.trick)
            yield "trick", _("Each trick taken"), text
        hook = _("can’t make the bids add up to the tricks") if figures.hook else _("free")
        yield "hook", _("The dealer’s bid"), hook
        yield from self._hands_facts()

    def _made_text(self) -> str:
        figures = self.scoring.figures
        if figures.bid and figures.squared:
            text = (
                _("{points}, plus the square of the bid")
                if figures.bid == 1
                else _("{points}, plus {factor} times the square of the bid")
            )
        elif figures.bid:
            text = _("{points}, plus {factor} for each trick bid")
        else:
            text = "{points}"
        return text.format(points=figures.exact, factor=figures.bid)

    def _missed_text(self) -> str:
        figures = self.scoring.figures
        if figures.miss and figures.squared:
            text = (
                _("minus the square of the difference")
                if figures.miss == 1
                else _("minus {factor} times the square of the difference")
            )
            return text.format(factor=figures.miss)
        if figures.miss:
            return _("{points} for each trick over or under").format(points=signed(-figures.miss))
        return _("0")

    def _hands_facts(self) -> Iterator[tuple[str, str, str]]:
        """Yield the number of deals, the cards dealt in each of them, and who wins."""
        words, dealt = self.ruleset.words.deal, self.ruleset.deck.hands if self.ruleset.deck else {}
        by_size = {players: dealt[players] for players in self.ruleset.players.counts}
        yield "deals", capital(words.many), _by_size({n: str(len(by_size[n])) for n in by_size})
        yield "cards", _("Cards dealt"), _by_size({n: _course(by_size[n]) for n in by_size})
        winner = _("highest total after the last {deal}").format(deal=words.one)
        yield "winner", _("Winner"), winner


def _by_size(texts: Mapping[int, str]) -> str:
    """Return the text for each number of players, or only one if all the texts are the same."""
    if len(set(texts.values())) == 1:
        return next(iter(texts.values()))
    each = _("{players} players: {text}")
    return "; ".join(each.format(players=players, text=text) for players, text in texts.items())


def _course(hands: Sequence[int]) -> str:
    """Return how the number of cards changes: ``7 down to 1, up to 7``."""
    turns = [hands[0]]
    for at in range(1, len(hands)):
        is_last = at == len(hands) - 1
        if is_last or (hands[at] - hands[at - 1]) * (hands[at + 1] - hands[at]) < 0:
            turns.append(hands[at])
    if len(turns) == 1:
        return str(turns[0])
    # Translators: how the number of cards changes: "7 down to 1, up to 7".
    first = _("{first} down to {last}") if turns[1] < turns[0] else _("{first} up to {last}")
    parts = [first.format(first=turns[0], last=turns[1])]
    for before, after in pairwise(turns[1:]):
        part = _("down to {last}") if after < before else _("up to {last}")
        parts.append(part.format(last=after))
    return join_texts(parts)


SCHEME = Scheme(
    "bids",
    BidsFigures,
    BidsScoring,
    BidsPaper,
    BidsWords,
    uses_past=True,
    usual_opening=Opening(first="next", does="leads"),
)
