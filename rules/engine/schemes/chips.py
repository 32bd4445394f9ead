"""Chips: whoever goes out collects from each opponent, by what lies in the hand that goes out.

Continental Rummy as the Bicycle rules tell it (bicyclecards.com).
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated

from pydantic import Field

from rules.engine.cards import Card, Rank, cards_in_deck
from rules.engine.contracts import Deal, Frozen
from rules.engine.entries import Choice, Count, Entry, EntryField, Flag, OneSide, Problem
from rules.engine.formatting import count_words
from rules.engine.schemes import checks
from rules.engine.schemes.base import Line, Mark, Past, Scheme, selected

OUT = EntryField("out", "Who went out", OneSide("Out"))
ONE_SUIT = EntryField("one-suit", "All in one suit", Flag())
FIRST_TURN = ("first-turn", "on the first turn")
NO_DRAW = ("no-draw", "on the first turn, without drawing")

Chips = Annotated[int, Field(ge=0, le=500)]


class ChipsFigures(Frozen):
    """What each opponent pays to whoever goes out.

    ``deuce`` and ``joker`` are for each one that goes down, ``none_wild`` for a hand with neither,
    ``no_draw`` for going out on the first turn without drawing, in place of ``first_turn``.
    """

    going_out: Chips = 0
    deuce: Chips = 0
    joker: Chips = 0
    none_wild: Chips = 0
    first_turn: Chips = 0
    no_draw: Chips = 0
    one_suit: Chips = 0


class ChipsScheme(Scheme[ChipsFigures]):
    """The winner of a deal collects the same from every opponent; a deal adds up to nothing."""

    name = "chips"
    Figures = ChipsFigures

    @cached_property
    def counted(self) -> tuple[tuple[EntryField, Rank, int], ...]:
        """The cards that are counted in the hand that goes out: field, rank, chips for each."""
        figures = self.figures
        return tuple(
            (self._count(field_id, rank), rank, worth)
            for field_id, rank, worth in (
                ("jokers", Rank.JOKER, figures.joker),
                ("deuces", Rank.TWO, figures.deuce),
            )
            if worth
        )

    def _count(self, field_id: str, rank: Rank) -> EntryField:
        return EntryField(
            field_id, f"{field_id.capitalize()} melded", Count(self.deck.copies(Card(rank)))
        )

    def check(self) -> None:
        if self.ruleset.deck is None:
            raise ValueError("chips: the deck is missing")
        if not self.figures.going_out:
            raise ValueError("going_out: whoever goes out must collect something")
        if self.figures.none_wild and not self.counted:
            raise ValueError("none_wild: neither jokers nor deuces are counted")
        if self.has_partners:
            raise ValueError("chips: every player pays and collects alone")

    @property
    def early(self) -> tuple[tuple[str, str], ...]:
        """Ways of going out early that collect something more."""
        return selected((FIRST_TURN, self.figures.first_turn), (NO_DRAW, self.figures.no_draw))

    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        early = EntryField("early", "Out early", Choice(self.early), optional=True)
        return (
            OUT,
            *(field for field, _, _ in self.counted),
            *selected((early, self.early), (ONE_SUIT, self.figures.one_suit)),
        )

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        yield from checks.exactly_one(
            entry,
            OUT,
            nobody=("nobody-out", "Nobody went out; mark who did."),
            several=("several-out", "be out; only one player goes out in a deal."),
        )
        for field, rank, _ in self.counted:
            yield from self._cards(entry, field, rank)
        yield from self._hand(deal, entry)

    def _cards(self, entry: Entry, field: EntryField, rank: Rank) -> Iterator[Problem]:
        melded, card = entry.get(field.id), Card(rank)
        if melded is None:
            message = f"Nobody has said how many {field.id} went down; write the number, or 0."
            yield Problem("missing", message, field.id)
        elif melded > self.deck.copies(card):
            cards = count_words(melded, field.id.removesuffix("s"), field.id)
            message = f"No hand has {cards}; {cards_in_deck(self.deck, card)}."
            yield Problem("more-than-deck", message, field.id)

    def _hand(self, deal: Deal, entry: Entry) -> Iterator[Problem]:
        dealt = self.ruleset.cards_dealt(deal, self.players)
        melded = [entry.get(field.id, 0) for field, _, _ in self.counted]
        if dealt and sum(melded) > dealt:
            names = " and ".join(field.id for field, _, _ in self.counted)
            message = (
                f"A hand of {dealt} cards cannot have {sum(melded)} {names}; check these numbers."
            )
            yield Problem("more-than-hand", message, self.counted[-1][0].id)

    def lines(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Line]:
        (winner,) = entry.get("out")
        payments, opponents = self._collected(entry), len(entry.table.sides) - 1
        chips = sum(worth for _, worth in payments)
        reasons = ", ".join(f"{reason} {worth}" for reason, worth in payments)
        for side in entry.table.sides:
            if side.key == winner:
                reason = f"{reasons}: {chips} from each of {opponents}"
                yield Line(winner, chips * opponents, reason, mark=Mark.ACHIEVED)
            else:
                yield Line(side.key, -chips, f"pays {entry.table.name(winner)} {chips}")

    def _collected(self, entry: Entry) -> list[tuple[str, int]]:
        """What each opponent pays, with the reason."""
        figures = self.figures
        payments = [("going out", figures.going_out)]
        for field, _, worth in self.counted:
            melded = entry.get(field.id)
            if melded:
                words = count_words(melded, field.id.removesuffix("s"), field.id)
                payments.append((words, melded * worth))
        if figures.none_wild and len(payments) == 1:
            payments.append(("nothing wild", figures.none_wild))
        if entry.get("early") == FIRST_TURN[0]:
            payments.append(("first turn", figures.first_turn))
        elif entry.get("early") == NO_DRAW[0]:
            payments.append(("without drawing", figures.no_draw))
        if entry.get("one-suit"):
            payments.append(("one suit", figures.one_suit))
        return payments

    def facts(self) -> Iterator[tuple[str, str, str]]:
        figures = self.figures
        for key, label, chips in (
            ("going-out", "For going out", figures.going_out),
            ("joker", "For each joker melded", figures.joker),
            ("deuce", "For each deuce melded", figures.deuce),
            ("none-wild", "Without joker and deuce", figures.none_wild),
            ("first-turn", "Out on the first turn", figures.first_turn),
            ("no-draw", "Out on the first turn without drawing", figures.no_draw),
            ("one-suit", "All cards in one suit", figures.one_suit),
        ):
            if chips:
                yield key, label, f"{count_words(chips, 'chip', 'chips')} from each opponent"
