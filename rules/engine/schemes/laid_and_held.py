"""Laid and held: each side scores the cards it has laid down, less those it still holds.

Scoring of 500 Rummy as described by John McLeod (pagat.com).
"""

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import Annotated

from pydantic import Field

from rules.engine.cards import Card, Hand, Rank, cards_words
from rules.engine.contracts import Deal, Frozen
from rules.engine.entries import CardsLeft, Count, Entry, EntryField, Left, OneSide, Problem, Side
from rules.engine.formatting import count_words, signed
from rules.engine.schemes import checks
from rules.engine.schemes.base import Line, Mark, Past, Scheme
from rules.engine.schemes.cards_left.figures import Bonus

ACE = Card(Rank.ACE)


class LaidAndHeldFigures(Frozen):
    """What a game adds to counting what is laid down and what is held.

    ``ace_low``: what an ace counts that was laid at the low end of a run, 0 where every ace counts
    the same. ``going_out``: points for going out. ``floating``: a player may be without cards and
    not be out.
    """

    ace_low: Annotated[int, Field(ge=0, le=500)] = 0
    going_out: Bonus = 0
    floating: bool = False


class LaidAndHeldScheme(Scheme[LaidAndHeldFigures]):
    """Points for the cards laid down, less the points of the cards held when a deal ends.

    Where the target has to be claimed, whoever goes out with it wins the game (500 Rummy,
    pagat.com).
    """

    name = "laid-and-held"
    Figures = LaidAndHeldFigures
    values_words = "Cards laid down, and cards held"
    uses_past = True

    out = EntryField("out", "Who went out", OneSide(mark="Out"))

    @cached_property
    def laid(self) -> EntryField:
        kind = CardsLeft(tuple(self.card_values.by_rank))
        return EntryField("laid", "Laid down", kind, "side", points_each=self._adds)

    @cached_property
    def held(self) -> EntryField:
        kind = CardsLeft(tuple(self.card_values.by_rank))
        return EntryField(
            "held", "Left in hand", kind, "side", skipped_if="out", points_each=-self._adds
        )

    @cached_property
    def low(self) -> EntryField:
        label = f"Aces laid low ({self.figures.ace_low})"
        less = self._adds * (self.figures.ace_low - self.card_values.points(ACE))
        kind = Count(self.deck.copies(ACE))
        return EntryField("low", label, kind, "side", optional=True, points_each=less)

    @property
    def _adds(self) -> int:
        """1 where cards are all that a side scores, else 0."""
        return int(not self.figures.going_out)

    def check(self) -> None:
        if self.figures.ace_low and not (
            Rank.ACE in self.card_values.by_rank and self.deck.copies(ACE)
        ):
            raise ValueError("ace_low: this pack has no aces")
        if self.has_partners:
            raise ValueError("partners: what is laid and held counts for each player alone")
        if self.ruleset.end.claimed and not self.target:
            raise ValueError("there is no target to claim")

    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        low = (self.low,) if self.figures.ace_low else ()
        return (self.out, checks.RAN_OUT_FIELD, self.laid, *low, self.held)

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
        """Sides that are out: an empty hand says the same as the mark, unless players may float."""
        marked, hands = entry.get("out", ()), entry.of("held")
        empty = [key for key, hand in hands.items() if hand.is_empty and not self.figures.floating]
        return tuple(key for key in entry.table.keys if key in marked or key in empty)

    def _who_went_out(self, entry: Entry) -> Iterator[Problem]:
        yield from checks.one_went_out(
            entry,
            self.out,
            self._who_is_out(entry),
            several=f"be out; only one player goes out in a {self.ruleset.words.deal.one}.",
            nobody="Nobody went out; mark who did",
        )
        for key in entry.get("out", ()):
            hand, name = entry.of("held").get(key), entry.table.name(key)
            yield from checks.out_holds_nothing(name, hand, "out")

    def _missing(self, entry: Entry, side: Side) -> Iterator[Problem]:
        if side.key not in entry.of("laid"):
            message = (
                f"{side.name} has nothing entered as laid down; "
                "write the cards, or what they come to, or 0 for none."
            )
            yield Problem("missing-laid", message, self.laid.inputs(side.key)["points"])
        if side.key not in entry.of("held") and side.key not in self._who_is_out(entry):
            message = (
                f"{side.name} has nothing entered as left in hand; "
                "write the cards, or what they come to."
            )
            yield Problem("missing-held", message, self.held.inputs(side.key)["points"])

    def _what_is_laid(self, deal: Deal, entry: Entry, side: Side) -> Iterator[Problem]:
        laid, low = entry.of("laid").get(side.key), entry.of("low").get(side.key, 0)
        if laid is None:
            return
        inputs = self.laid.inputs(side.key)
        if laid.is_empty:
            if side.key in self._who_is_out(entry):
                message = (
                    f"{side.name} went out but laid nothing down; "
                    "write what was laid, or mark somebody else as out."
                )
                yield Problem("out-without-laying", message, inputs["points"])
        elif laid.points is not None and laid.points < 0:
            whose = f"{side.name}’s cards on the table"
            yield checks.below_zero(whose, laid.points, inputs["points"], "what they count")
            return
        yield from self._low_aces(side, laid, low)
        if laid.cards:
            yield from self._laid_cards(deal, entry, side, laid)
        elif laid.points:
            yield from self._laid_total(side, laid.points)

    def _low_aces(self, side: Side, laid: Left, low: int) -> Iterator[Problem]:
        at = self.low.input(side.key)
        if low and not laid.cards:
            message = (
                f"{side.name}’s total has its low aces in it already; clear their number, "
                "or write the cards."
            )
            yield Problem("low-in-total", message, at)
        elif laid.cards and low > _aces(laid.cards):
            aces = count_words(_aces(laid.cards), "ace", "aces")
            message = (
                f"{side.name} laid down {aces} and cannot have {low} low; correct that number."
            )
            yield Problem("low-aces", message, at)

    def _laid_cards(self, deal: Deal, entry: Entry, side: Side, laid: Left) -> Iterator[Problem]:
        inputs, name, cards = self.laid.inputs(side.key), side.name, laid.cards or ()
        lay = "cannot lay down"
        yield from checks.within_deck(self.deck, name, cards, inputs["cards"], lay)
        counted = sum(self._laid_worth(entry, side.key, cards))
        lie_low = "say how many aces lie low, or " if self._may_lie_low(cards) else ""
        yield from checks.same_total(name, laid, counted, inputs["points"], lie_low)
        dealt = self.ruleset.cards_dealt(deal, self.players)
        if side.key in self._who_is_out(entry) and len(cards) < dealt:
            message = (
                f"{side.name} went out with {count_words(len(cards), 'card', 'cards')} laid down, "
                f"but {dealt} were dealt. Is that right?"
            )
            yield Problem("few-laid", message, inputs["cards"], warning=True)

    def _may_lie_low(self, cards: Hand) -> bool:
        return bool(self.figures.ace_low) and _aces(cards) > 0

    def _laid_total(self, side: Side, total: int) -> Iterator[Problem]:
        fewest = self.card_values.fewest_cards(self.deck)
        less, aces = 0, 0
        if self.figures.ace_low:
            less, aces = self.card_values.points(ACE) - self.figures.ace_low, self.deck.copies(ACE)
        possible = {points - less * low for points in fewest for low in range(aces + 1)}
        yield from checks.possible_total(
            total,
            {points for points in possible if points > 0},
            self.ruleset.name,
            self.laid.inputs(side.key)["points"],
            cards="cards laid down",
            check=f"{side.name}’s melds",
        )

    def _hand(self, side: Side, left: Left) -> Iterator[Problem]:
        inputs, name, hand = self.held.inputs(side.key), side.name, f"{side.name}’s hand"
        at, deck = inputs["points"], self.deck
        if left.points is not None and left.points < 0:
            yield checks.below_zero(hand, left.points, at, "what its cards count")
        elif left.cards:
            yield from checks.within_deck(deck, name, left.cards, inputs["cards"])
            yield from checks.same_total(name, left, self.card_values.total(left.cards), at)
        elif left.points:
            fewest, game = self.card_values.fewest_cards(deck), self.ruleset.name
            yield from checks.possible_total(left.points, fewest, game, at, check=hand)

    def _all_cards(self, entry: Entry) -> Iterator[Problem]:
        """What all of them have laid and hold together must be in the deck."""
        places = [
            (field.inputs(side.key), side.name, left)
            for field in (self.laid, self.held)
            for side in entry.table.sides
            if (left := entry.of(field.id).get(side.key))
        ]
        shown = [(name, left.cards, inputs["cards"]) for inputs, name, left in places if left.cards]
        cannot = "cannot have {} on the table and in hand"
        yield from checks.within_deck_together(self.deck, shown, cannot, "cards")
        has_excess = any(checks.held_beyond(self.deck, shown))
        worths = [self._worth(left) for _, _, left in places]
        whole = sum(
            n * self.deck.copies(Card(rank)) for rank, n in self.card_values.by_rank.items()
        )
        if sum(worths) > whole >= max(worths) and not has_excess:
            message = (
                f"What is laid down and held comes to {sum(worths)} in all, "
                f"but the whole deck to {whole}; check the totals."
            )
            inputs, _, _ = places[worths.index(max(worths))]
            yield Problem("more-than-whole-deck", message, inputs["points"])

    def _worth(self, left: Left) -> int:
        return self.card_values.total(left.cards or ()) if left.points is None else left.points

    def lines(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Line]:
        for side in entry.table.sides:
            yield from self._side(entry, side, past)

    def _side(self, entry: Entry, side: Side, past: Past) -> Iterator[Line]:
        laid = self._laid_line(entry, side)
        yield laid
        if side.key not in self._who_is_out(entry):
            yield self._held_line(side, entry.of("held")[side.key])
            return
        bonus = self.figures.going_out
        total = past.total(side.key) + laid.points + bonus
        has_won = self.ruleset.end.claimed and total >= self.target
        yield Line(side.key, 0, "went out", mark=Mark.WON if has_won else Mark.ACHIEVED)
        if bonus:
            yield Line(side.key, bonus, "for going out")

    def _laid_line(self, entry: Entry, side: Side) -> Line:
        laid: Left = entry.of("laid")[side.key]
        if not laid.cards:
            words = f"laid down: {laid.points_text}" if laid.points else "nothing laid down"
            return Line(side.key, laid.points or 0, words)
        worth = self._laid_worth(entry, side.key, laid.cards)
        sums = " + ".join(map(str, worth))
        return Line(side.key, sum(worth), f"laid down {cards_words(laid.cards)}: {sums}")

    def _laid_worth(self, entry: Entry, key: str, cards: Hand) -> list[int]:
        """What each card laid down counts, the first of the aces low."""
        low, worth = entry.of("low").get(key, 0), []
        for card in cards:
            is_low = low > 0 and card.rank == Rank.ACE
            worth.append(self.figures.ace_low if is_low else self.card_values.points(card))
            low -= is_low
        return worth

    def _held_line(self, side: Side, left: Left) -> Line:
        if left.is_empty:
            return Line(side.key, 0, "no cards, but not out")
        if not left.cards:
            return Line(side.key, -(left.points or 0), f"held: {left.points_text}")
        total = self.card_values.total(left.cards)
        return Line(side.key, -total, f"held {self.card_values.sum_words(left.cards)}")

    def facts(self) -> Iterator[tuple[str, str, str]]:
        yield "hand", "A player scores", "the cards laid down, less the cards held"
        if self.figures.ace_low:
            yield "ace-low", "An ace laid as A 2 3", str(self.figures.ace_low)
        if self.figures.going_out:
            yield "out-bonus", "For going out", signed(self.figures.going_out)
        if self.figures.floating:
            yield "floating", "No cards, but no discard either", "the player floats and is not out"
        if self.ruleset.end.claimed:
            text = f"whoever goes out with a total of {self.target} or more"
            yield "winner", "Winner", text


def _aces(cards: Hand) -> int:
    return Counter(card.rank for card in cards)[Rank.ACE]
