"""Laid and held: each side scores the cards it laid down, less those left in hand.

Scoring of 500 Rummy as described by John McLeod (pagat.com).
"""

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import Annotated

from pydantic import Field

from rules.engine.cards import Card, Hand, Rank, copies_words, notation
from rules.engine.contracts import Deal, Frozen
from rules.engine.deal_seating import DealSide
from rules.engine.entries import Entry, EntryField, Problem
from rules.engine.formatting import count_cards, signed
from rules.engine.inputs import CardsLeft, Count, Left, OneSide
from rules.engine.reasons import because
from rules.engine.schemes import checks
from rules.engine.schemes.base import Scheme, SchemeScoring, SchemeWords
from rules.engine.schemes.cards_left.figures import Bonus
from rules.engine.schemes.hands import Entered, all_within_deck
from rules.engine.schemes.scored_deals import Line, Mark, Past
from rules.translation import gettext as _

ACE = Card(Rank.ACE)


class LaidAndHeldFigures(Frozen):
    """Scoring rules in addition to the values of the cards laid down and left in hand.

    ``ace_low``: the value of an ace at the low end of a run; 0 if all aces count the same.
    ``going_out``: points for going out. ``floating``: a player without cards need not be out.
    """

    ace_low: Annotated[int, Field(ge=0, le=500)] = 0
    going_out: Bonus = 0
    floating: bool = False


class LaidAndHeldScoring(SchemeScoring[LaidAndHeldFigures]):
    """Points for the cards laid down, less the points of those left in hand when a deal ends.

    If the target has to be claimed, a player who goes out with at least that total wins the game
    (500 Rummy, pagat.com).
    """

    @property
    def out(self) -> EntryField:
        """The player who went out."""
        return EntryField("out", _("Who went out"), OneSide(mark=_("Out")))

    @cached_property
    def laid(self) -> EntryField:
        """The cards laid down."""
        kind = CardsLeft(tuple(self.game.card_values.by_rank))
        return EntryField("laid", _("Laid down"), kind, "side", points_each=self._adds)

    @cached_property
    def held(self) -> EntryField:
        """The cards left in hand."""
        kind = CardsLeft(tuple(self.game.card_values.by_rank))
        return EntryField(
            "held", _("Left in hand"), kind, "side", skipped_if="out", points_each=-self._adds
        )

    @cached_property
    def low(self) -> EntryField:
        """The number of aces laid low."""
        label = _("Aces laid low ({points})").format(points=self.figures.ace_low)
        less = self._adds * (self.figures.ace_low - self.game.card_values.points(ACE))
        kind = Count(self.game.deck.copies(ACE))
        return EntryField("low", label, kind, "side", optional=True, points_each=less)

    @property
    def _adds(self) -> int:
        """1 if the points for cards are a side’s entire score, otherwise 0."""
        return int(not self.figures.going_out)

    def check(self) -> None:
        if self.figures.ace_low and not (
            Rank.ACE in self.game.card_values.by_rank and self.game.deck.copies(ACE)
        ):
            raise ValueError("ace_low: this pack has no aces")
        if self.game.has_partners:
            raise ValueError("this scheme is not for games with partners")
        if self.ruleset.end.claimed and not self.game.target:
            raise ValueError("there is no target to claim")

    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        low = (self.low,) if self.figures.ace_low else ()
        return (self.out, checks.ran_out_field(self.ruleset), self.laid, *low, self.held)

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        yield from self._who_went_out(entry)
        for side in entry.table.sides:
            yield from self._missing(entry, side)
            yield from self._what_is_laid(deal, entry, side)
            left = entry.of("held").get(side.key)
            if left:
                yield from self._hand(side, left)
        yield from self._all_cards(entry)

    def _who_is_out(self, entry: Entry) -> tuple[str, ...]:
        """Return the sides that are marked as out or, unless players may float, have no cards."""
        marked, hands = entry.get("out", ()), entry.of("held")
        empty = [key for key, hand in hands.items() if hand.is_empty and not self.figures.floating]
        return tuple(key for key in entry.table.keys if key in marked or key in empty)

    def _who_went_out(self, entry: Entry) -> Iterator[Problem]:
        yield from checks.one_went_out(
            entry,
            self.out,
            self._who_is_out(entry),
            several=checks.one_goes_out(self.ruleset.words.deal.one),
        )
        for key in entry.get("out", ()):
            hand, name = entry.of("held").get(key), entry.table.name(key)
            yield from checks.out_holds_nothing(name, hand, "out")

    def _missing(self, entry: Entry, side: DealSide) -> Iterator[Problem]:
        if side.key not in entry.of("laid"):
            message = _(
                "Nothing has been entered as laid down for {name}. Enter the cards or their "
                "total, or 0 for none."
            ).format(name=side.name)
            yield Problem("missing-laid", message, self.laid.inputs(side.key)["points"])
        if side.key not in entry.of("held") and side.key not in self._who_is_out(entry):
            message = _(
                "Nothing has been entered as left in hand for {name}. Enter the cards or their "
                "total."
            ).format(name=side.name)
            yield Problem("missing-held", message, self.held.inputs(side.key)["points"])

    def _what_is_laid(self, deal: Deal, entry: Entry, side: DealSide) -> Iterator[Problem]:
        laid, low = entry.of("laid").get(side.key), entry.of("low").get(side.key, 0)
        if laid is None:
            return
        inputs = self.laid.inputs(side.key)
        if laid.is_empty:
            if side.key in self._who_is_out(entry):
                message = _(
                    "{name} went out but laid nothing down. Enter the cards laid down, "
                    "or mark someone else as out."
                ).format(name=side.name)
                yield Problem("out-without-laying", message, inputs["points"])
        elif laid.points is not None and laid.points < 0:
            message = _(
                "The cards that {name} laid down can’t come to {total}. Enter what they are "
                "worth, without a minus sign."
            )
            yield checks.below_zero(side.name, laid.points, inputs["points"], message)
            return
        yield from self._low_aces(side, laid, low)
        if laid.cards:
            yield from self._laid_cards(deal, entry, side, laid)
        elif laid.points:
            yield from self._laid_total(side, laid.points)

    def _low_aces(self, side: DealSide, laid: Left, low: int) -> Iterator[Problem]:
        at = self.low.input(side.key)
        if low and not laid.cards:
            message = _(
                "{name}’s total already includes the low aces. Clear their number, "
                "or enter the cards."
            )
            yield Problem("low-in-total", message.format(name=side.name), at)
        elif laid.cards and low > _aces(laid.cards):
            message = _("{name} laid down {aces}, so {low} can’t be low. Correct that number.")
            aces = copies_words(ACE, _aces(laid.cards))
            yield Problem("low-aces", message.format(name=side.name, aces=aces, low=low), at)

    def _laid_cards(
        self, deal: Deal, entry: Entry, side: DealSide, laid: Left
    ) -> Iterator[Problem]:
        inputs, name, cards = self.laid.inputs(side.key), side.name, laid.cards or ()
        message = _("{name} can’t lay down {cards}. The deck has {in_deck}.")
        yield from checks.within_deck(self.game.deck, name, cards, inputs["cards"], message)
        counted = sum(self._laid_worth(entry, side.key, cards))
        wrong_total = ""
        if self._may_lie_low(cards):
            wrong_total = _(
                "{name}’s cards {cards} come to {counted}, but the total entered is {total}. "
                "Enter how many aces are low, or clear either the cards or the total."
            )
        yield from checks.same_total(name, laid, counted, inputs["points"], wrong_total)
        dealt = self.ruleset.cards_dealt(deal, self.game.players)
        if side.key in self._who_is_out(entry) and len(cards) < dealt:
            message = _(
                "{name} went out with {cards} laid down, but {dealt} were dealt. Is that right?"
            ).format(name=name, cards=count_cards(len(cards)), dealt=dealt)
            yield Problem("few-laid", message, inputs["cards"], warning=True)

    def _may_lie_low(self, cards: Hand) -> bool:
        return bool(self.figures.ace_low) and _aces(cards) > 0

    def _laid_total(self, side: DealSide, total: int) -> Iterator[Problem]:
        fewest = self.game.card_values.fewest_cards(self.game.deck)
        possible = {points - less for points in fewest for less in self._low_ace_losses}
        yield from checks.possible_total(
            side.name,
            total,
            {points for points in possible if points > 0},
            self.ruleset.name,
            self.laid.inputs(side.key)["points"],
            message=_(
                "No cards laid down add up to {total} in {game}. {nearest} Check {name}’s melds."
            ),
        )

    def _hand(self, side: DealSide, left: Left) -> Iterator[Problem]:
        inputs, name, deck = self.held.inputs(side.key), side.name, self.game.deck
        at = inputs["points"]
        if left.points is not None and left.points < 0:
            yield checks.below_zero(name, left.points, at)
        elif left.cards:
            yield from checks.within_deck(deck, name, left.cards, inputs["cards"])
            yield from checks.same_total(name, left, self.game.card_values.total(left.cards), at)
        elif left.points:
            fewest, game = self.game.card_values.fewest_cards(deck), self.ruleset.name
            yield from checks.possible_total(name, left.points, fewest, game, at)

    def _all_cards(self, entry: Entry) -> Iterator[Problem]:
        """Check that the deck has all the cards that were laid down or left in hand."""
        entered = [
            Entered(side.name, left, field.inputs(side.key))
            for field in (self.laid, self.held)
            for side in entry.table.sides
            if (left := entry.of(field.id).get(side.key))
        ]
        yield from all_within_deck(
            self.game.card_values,
            self.game.deck,
            entered,
            together=_(
                "{names} can’t have {cards} on the table and in hand. The deck has {in_deck}. "
                "Check these cards."
            ),
            in_all=_(
                "The cards laid down and left in hand come to {total} in all, but the entire deck "
                "comes to only {deck}. Check the totals."
            ),
            less=self._low_ace_losses,
        )

    @property
    def _low_ace_losses(self) -> tuple[int, ...]:
        """The amounts by which low aces can make a total lower than the values of its cards."""
        if not self.figures.ace_low:
            return (0,)
        less = self.game.card_values.points(ACE) - self.figures.ace_low
        return tuple(less * low for low in range(self.game.deck.copies(ACE) + 1))

    def lines(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Line]:
        for side in entry.table.sides:
            yield from self._side(entry, side, past)

    def _side(self, entry: Entry, side: DealSide, past: Past) -> Iterator[Line]:
        laid = self._laid_line(entry, side)
        yield laid
        if side.key not in self._who_is_out(entry):
            yield self._held_line(side, entry.of("held")[side.key])
            return
        bonus = self.figures.going_out
        total = past.total(side.key) + laid.points + bonus
        has_won = self.ruleset.end.claimed and total >= self.game.target
        mark = Mark.WON if has_won else Mark.ACHIEVED
        yield Line(side.key, 0, because("went-out"), mark=mark)
        if bonus:
            yield Line(side.key, bonus, because("going-out-bonus"))

    def _laid_line(self, entry: Entry, side: DealSide) -> Line:
        laid: Left = entry.of("laid")[side.key]
        if laid.cards:
            worth = self._laid_worth(entry, side.key, laid.cards)
            reason = because("laid-cards", cards=notation(laid.cards), values=worth)
            return Line(side.key, sum(worth), reason)
        if laid.points:
            return Line(side.key, laid.points, because("laid-total", total=laid.points_text))
        return Line(side.key, 0, because("nothing-laid"))

    def _laid_worth(self, entry: Entry, key: str, cards: Hand) -> list[int]:
        """Return the value of each card laid down; the first aces count as low, if any were low."""
        low, worth = entry.of("low").get(key, 0), []
        for card in cards:
            is_low = low > 0 and card.rank == Rank.ACE
            worth.append(self.figures.ace_low if is_low else self.game.card_values.points(card))
            low -= is_low
        return worth

    def _held_line(self, side: DealSide, left: Left) -> Line:
        if left.is_empty:
            return Line(side.key, 0, because("floating"))
        if not left.cards:
            reason = because("held-total", total=left.points_text)
            return Line(side.key, -(left.points or 0), reason)
        values = self.game.card_values.values(left.cards)
        reason = because("held-cards", cards=notation(left.cards), values=values)
        return Line(side.key, -sum(values), reason)


class LaidAndHeldWords(SchemeWords[LaidAndHeldScoring]):
    @property
    def values_words(self) -> str:
        return _("Cards laid down, and cards left in hand")

    def facts(self) -> Iterator[tuple[str, str, str]]:
        figures = self.scoring.figures
        text = _("the cards laid down, less the cards left in hand")
        yield "hand", _("A player scores"), text
        if figures.ace_low:
            yield "ace-low", _("An ace laid down in A 2 3"), str(figures.ace_low)
        if figures.going_out:
            yield "out-bonus", _("For going out"), signed(figures.going_out)
        if figures.floating:
            text = _("the player floats and is not out")
            yield "floating", _("Out of cards without a discard"), text
        if self.ruleset.end.claimed:
            text = _("first to go out with a total of {target} or more").format(
                target=self.game.target
            )
            yield "winner", _("Winner"), text


def _aces(cards: Hand) -> int:
    return Counter(card.rank for card in cards)[Rank.ACE]


SCHEME = Scheme(
    "laid-and-held", LaidAndHeldFigures, LaidAndHeldScoring, words=LaidAndHeldWords, uses_past=True
)
