"""Laid and held: each side scores the cards it has laid down, less those it still holds.

Scoring of 500 Rummy as described by John McLeod (pagat.com).
"""

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from itertools import chain
from typing import Annotated

from pydantic import Field

from rules.engine.cards import Card, Deck, Hand, Rank, hand_text
from rules.engine.contracts import Deal, Frozen
from rules.engine.entries import CardsLeft, Count, Entry, EntryField, Left, OneSide, Problem, Side
from rules.engine.formatting import cannot_all, count_words, join_names, signed
from rules.engine.penalties import PenaltyTable
from rules.engine.schemes.base import Line, Mark, Past, Scheme
from rules.engine.schemes.cards_left import (
    RAN_OUT,
    Bonus,
    cards_words,
    copies_words,
    held_words,
    holds_card,
    in_deck,
    nearest,
    out_and_ran_out,
    says_none,
)

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
    uses_past = True

    out = EntryField("out", "Who went out", OneSide(mark="Out"))

    @cached_property
    def table(self) -> PenaltyTable:
        """What a card counts. Raises ValueError when the game does not say."""
        if self.ruleset.table is None:
            raise ValueError("there is no table of card values")
        return self.ruleset.table

    @cached_property
    def deck(self) -> Deck:
        """The cards in play. Raises ValueError when the game does not say."""
        deck = self.ruleset.deck_of(self.players)
        if deck is None:
            raise ValueError("there is no deck")
        return deck

    @cached_property
    def laid(self) -> EntryField:
        kind = CardsLeft(tuple(self.table.by_rank))
        return EntryField("laid", "Laid down", kind, "side", adds=self._adds)

    @cached_property
    def held(self) -> EntryField:
        kind = CardsLeft(tuple(self.table.by_rank))
        return EntryField("held", "Left in hand", kind, "side", unless="out", adds=-self._adds)

    @cached_property
    def low(self) -> EntryField:
        label = f"Aces laid low ({self.figures.ace_low})"
        less = self._adds * (self.figures.ace_low - self.table.points(ACE))
        kind = Count(self.deck.copies(ACE))
        return EntryField("low", label, kind, "side", optional=True, adds=less)

    @property
    def _adds(self) -> int:
        """1 where cards are all that a side scores, else 0."""
        return int(not self.figures.going_out)

    def check(self) -> None:
        if self.figures.ace_low and not (Rank.ACE in self.table.by_rank and self.deck.copies(ACE)):
            raise ValueError("ace_low: this pack has no aces")
        if self.ruleset.players.team > 1:
            raise ValueError("partners: what is laid and held counts for each player alone")
        if self.ruleset.end.claimed and not self.ruleset.end.target_for(self.players):
            raise ValueError("there is no target to claim")

    @property
    def values_words(self) -> str:
        return "Cards laid down, and cards held"

    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        low = (self.low,) if self.figures.ace_low else ()
        return (self.out, RAN_OUT, self.laid, *low, self.held)

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        yield from self._who_went_out(entry)
        for side in entry.table.sides:
            yield from self._missing(entry, side)
            yield from self._what_is_laid(deal, entry, side)
            held = entry.of("held").get(side.key)
            if held:
                yield from self._hand(side, held)
        yield from self._all_cards(entry)

    def _who_is_out(self, entry: Entry) -> tuple[str, ...]:
        """Sides that are out: an empty hand says the same as the mark, unless players may float."""
        marked, held = entry.get("out", ()), entry.of("held")
        return tuple(
            key
            for key in entry.table.keys
            if key in marked or (says_none(held.get(key)) and not self.figures.floating)
        )

    def _who_went_out(self, entry: Entry) -> Iterator[Problem]:
        table, out = entry.table, self._who_is_out(entry)
        if len(out) > 1:
            several = [table.name(key) for key in out]
            message = (
                f"{cannot_all(several)} be out; "
                f"only one player goes out in a {self.ruleset.words.deal.one}."
            )
            yield Problem("several-out", message, "out")
        if out and entry.get("ran-out"):
            yield out_and_ran_out(table.name(out[0]))
        if not out and not entry.get("ran-out"):
            message = "Nobody went out; mark who did, or tick that the cards ran out."
            yield Problem("nobody-out", message, "out")
        for key in entry.get("out", ()):
            held = entry.of("held").get(key)
            if held is not None and not says_none(held):
                message = (
                    f"{table.name(key)} went out but holds {held_words(held)}; "
                    "clear that hand, or mark somebody else as out."
                )
                yield Problem("out-with-cards", message, "out")

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
        if says_none(laid):
            if side.key in self._who_is_out(entry):
                message = (
                    f"{side.name} went out but laid nothing down; "
                    "write what was laid, or mark somebody else as out."
                )
                yield Problem("out-without-laying", message, inputs["points"])
        elif laid.points is not None and laid.points < 0:
            message = (
                f"{side.name}’s cards on the table cannot come to {signed(laid.points)}; "
                "write what they count, without a minus."
            )
            yield Problem("below-zero", message, inputs["points"])
            return
        yield from self._low_aces(side, laid, low)
        if laid.cards:
            yield from self._laid_cards(deal, entry, side, laid.cards, laid.points)
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

    def _laid_cards(
        self, deal: Deal, entry: Entry, side: Side, cards: Hand, total: int | None
    ) -> Iterator[Problem]:
        inputs = self.laid.inputs(side.key)
        for card, laid in self.deck.excess(cards):
            copies = f"{copies_words(card, laid)}; {in_deck(self.deck.copies(card))}"
            message = f"{side.name} cannot lay down {copies}."
            yield Problem("more-than-deck", message, inputs["cards"])
        counted = sum(self._laid_worth(entry, side.key, cards))
        if total is not None and counted != total:
            lie_low = "say how many aces lie low, or " if self._may_lie_low(cards) else ""
            message = (
                f"{side.name}’s cards {hand_text(cards)} come to {counted}, "
                f"but the total says {total}; {lie_low}clear one of the two."
            )
            yield Problem("cards-or-total", message, inputs["points"])
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
        fewest = self.table.fewest_cards(self.deck)
        less, aces = 0, 0
        if self.figures.ace_low:
            less, aces = self.table.points(ACE) - self.figures.ace_low, self.deck.copies(ACE)
        possible = {points - less * low for points in fewest for low in range(aces + 1)}
        possible = {points for points in possible if points > 0}
        if total not in possible:
            message = (
                f"No cards laid down come to a total of {total} in {self.ruleset.name}; "
                f"{nearest(total, sorted(possible))}. Check {side.name}’s melds."
            )
            yield Problem("impossible-total", message, self.laid.inputs(side.key)["points"])

    def _hand(self, side: Side, held: Left) -> Iterator[Problem]:
        inputs = self.held.inputs(side.key)
        if held.points is not None and held.points < 0:
            message = (
                f"{side.name}’s hand cannot come to {signed(held.points)}; "
                "write what its cards count, without a minus."
            )
            yield Problem("below-zero", message, inputs["points"])
        elif held.cards:
            for card, copies in self.deck.excess(held.cards):
                words = f"{copies_words(card, copies)}; {in_deck(self.deck.copies(card))}"
                yield Problem(
                    "more-than-deck", f"{side.name} cannot hold {words}.", inputs["cards"]
                )
            counted = self.table.total(held.cards)
            if held.points is not None and counted != held.points:
                message = (
                    f"{side.name}’s cards {hand_text(held.cards)} come to {counted}, "
                    f"but the total says {held.points}; clear one of the two."
                )
                yield Problem("cards-or-total", message, inputs["points"])
        elif held.points:
            fewest = self.table.fewest_cards(self.deck)
            if held.points not in fewest:
                message = (
                    f"No cards come to a total of {held.points} in {self.ruleset.name}; "
                    f"{nearest(held.points, sorted(fewest))}. Check {side.name}’s hand."
                )
                yield Problem("impossible-total", message, inputs["points"])

    def _all_cards(self, entry: Entry) -> Iterator[Problem]:
        """What all of them have laid and hold together must be in the deck."""
        places = [
            (asked.inputs(side.key), side.name, left)
            for asked in (self.laid, self.held)
            for side in entry.table.sides
            if (left := entry.of(asked.id).get(side.key))
        ]
        shown = [(inputs, name, left.cards) for inputs, name, left in places if left.cards]
        excess = list(self.deck.excess(chain.from_iterable(cards for _, _, cards in shown)))
        for card, seen in excess:
            at = [(inputs, name) for inputs, name, cards in shown if holds_card(cards, card)]
            if len(at) < 2:  # one place alone has been refused already
                continue
            names = join_names(dict.fromkeys(name for _, name in at))
            message = (
                f"{names} cannot have {copies_words(card, seen)} on the table and in hand; "
                f"{in_deck(self.deck.copies(card))}. Check these cards."
            )
            yield Problem("more-than-deck", message, at[-1][0]["cards"])
        worths = [self._worth(left) for _, _, left in places]
        whole = sum(n * self.deck.copies(Card(rank)) for rank, n in self.table.by_rank.items())
        if sum(worths) > whole >= max(worths) and not excess:
            message = (
                f"What is laid down and held comes to {sum(worths)} in all, "
                f"but the whole deck to {whole}; check the totals."
            )
            inputs, _, _ = places[worths.index(max(worths))]
            yield Problem("more-than-whole-deck", message, inputs["points"])

    def _worth(self, left: Left) -> int:
        return self.table.total(left.cards or ()) if left.points is None else left.points

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
        end = self.ruleset.end
        has_won = end.claimed and total >= end.target_for(self.players)
        yield Line(side.key, 0, "went out", mark=Mark.WON if has_won else Mark.OUT)
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
            worth.append(self.figures.ace_low if is_low else self.table.points(card))
            low -= is_low
        return worth

    def _held_line(self, side: Side, held: Left) -> Line:
        if says_none(held):
            return Line(side.key, 0, "no cards, but not out")
        if not held.cards:
            return Line(side.key, -(held.points or 0), f"held: {held.points_text}")
        worth = " + ".join(str(self.table.points(card)) for card in held.cards)
        total = self.table.total(held.cards)
        return Line(side.key, -total, f"held {cards_words(held.cards)}: {worth}")

    def facts(self) -> Iterator[tuple[str, str, str]]:
        yield "hand", "A player scores", "the cards laid down, less the cards held"
        if self.figures.ace_low:
            yield "ace-low", "An ace laid as A 2 3", str(self.figures.ace_low)
        if self.figures.going_out:
            yield "out-bonus", "For going out", signed(self.figures.going_out)
        if self.figures.floating:
            yield "floating", "No cards, but no discard either", "the player floats and is not out"
        if self.ruleset.end.claimed:
            target = self.ruleset.end.target_for(self.players)
            yield "winner", "Winner", f"whoever goes out with a total of {target} or more"


def _aces(cards: Hand) -> int:
    return Counter(card.rank for card in cards)[Rank.ACE]
