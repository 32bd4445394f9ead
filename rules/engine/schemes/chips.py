"""Chips: a player who goes out collects chips from each opponent, depending on the hand.

Continental Rummy as in the Bicycle rules (bicyclecards.com).
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated

from pydantic import Field

from rules.engine.cards import Card, Rank, cards_in_deck, copies_words
from rules.engine.contracts import Deal, Frozen
from rules.engine.entries import Entry, EntryField, Problem
from rules.engine.formatting import join_names, number_word
from rules.engine.inputs import Choice, Count, Flag, OneSide
from rules.engine.reasons import Reason, because
from rules.engine.schemes import checks
from rules.engine.schemes.base import Scheme, SchemeScoring, SchemeWords, selected
from rules.engine.schemes.scored_deals import Line, Mark, Past
from rules.translation import gettext as _
from rules.translation import ngettext

FIRST_TURN, NO_DRAW = "first-turn", "no-draw"

Chips = Annotated[int, Field(ge=0, le=500)]


class ChipsFigures(Frozen):
    """The chips that each opponent pays to a player who goes out.

    ``deuce`` and ``joker`` are for each deuce or joker melded; ``none_wild`` is for melding none.
    ``no_draw`` is for going out on the first turn without drawing, instead of ``first_turn``.
    """

    going_out: Chips = 0
    deuce: Chips = 0
    joker: Chips = 0
    none_wild: Chips = 0
    first_turn: Chips = 0
    no_draw: Chips = 0
    one_suit: Chips = 0


class ChipsScoring(SchemeScoring[ChipsFigures]):
    """Each opponent pays the winner of a deal the same amount. A deal’s points add up to 0."""

    @property
    def out(self) -> EntryField:
        """The player who went out."""
        return EntryField("out", _("Who went out"), OneSide(_("Out")))

    @cached_property
    def counted(self) -> tuple[tuple[EntryField, Rank, int], ...]:
        """The cards that earn chips for a player who goes out: field, rank, and chips for each."""
        figures = self.figures
        return tuple(
            (EntryField(field_id, label, Count(self.game.deck.copies(Card(rank)))), rank, worth)
            for field_id, label, rank, worth in (
                ("jokers", _("Jokers melded"), Rank.JOKER, figures.joker),
                ("deuces", _("Deuces melded"), Rank.TWO, figures.deuce),
            )
            if worth
        )

    def check(self) -> None:
        if self.ruleset.deck is None:
            raise ValueError("chips: the deck is missing")
        if not self.figures.going_out:
            raise ValueError("going_out: a player who goes out must collect something")
        if self.figures.none_wild and not self.counted:
            raise ValueError("none_wild: neither jokers nor deuces are counted")
        if self.game.has_partners:
            raise ValueError("chips: this is not for games with partners")

    @property
    def early(self) -> tuple[tuple[str, str], ...]:
        """The ways of going out early that earn extra chips."""
        return selected(
            ((FIRST_TURN, _("on the first turn")), self.figures.first_turn),
            ((NO_DRAW, _("on the first turn, without drawing")), self.figures.no_draw),
        )

    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        early = EntryField("early", _("Out early"), Choice(self.early), optional=True)
        one_suit = EntryField("one-suit", _("All in one suit"), Flag())
        return (
            self.out,
            *(field for field, _rank, _chips in self.counted),
            *selected((early, self.early), (one_suit, self.figures.one_suit)),
        )

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        yield from checks.exactly_one(
            entry,
            self.out,
            nobody=("nobody-out", _("Nobody is marked as out. Mark who went out.")),
            several=(
                "several-out",
                _("{names} are marked as out. Only one player goes out in a deal, so mark one."),
            ),
        )
        for field, rank, _chips in self.counted:
            yield from self._cards(entry, field, rank)
        yield from self._hand(deal, entry)

    def _cards(self, entry: Entry, field: EntryField, rank: Rank) -> Iterator[Problem]:
        melded, card = entry.get(field.id), Card(rank)
        if melded is None:
            message = _("Nothing has been entered under “{label}”. Enter the number, or 0.")
            yield Problem("missing", message.format(label=field.label), field.id)
        elif melded > self.game.deck.copies(card):
            message = _("A hand can’t have {cards}. The deck has {in_deck}.").format(
                cards=self._melded(field.id, melded), in_deck=cards_in_deck(self.game.deck, card)
            )
            yield Problem("more-than-deck", message, field.id)

    @staticmethod
    def _melded(field_id: str, count: int) -> str:
        if field_id == "jokers":
            return copies_words(Card(Rank.JOKER), count)
        text = ngettext("{count} deuce", "{count} deuces", count)
        return text.format(count=number_word(count))

    def _hand(self, deal: Deal, entry: Entry) -> Iterator[Problem]:
        dealt = self.ruleset.cards_dealt(deal, self.game.players)
        melded = {field.id: entry.get(field.id, 0) for field, _rank, _chips in self.counted}
        if dealt and sum(melded.values()) > dealt:
            message = _("A hand of {dealt} cards can’t have {cards}. Check the numbers.").format(
                dealt=dealt,
                cards=join_names(self._melded(*each) for each in melded.items()),
            )
            yield Problem("more-than-hand", message, self.counted[-1][0].id)

    def lines(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Line]:
        (winner,) = entry.get("out")
        payments, opponents = self._collected(entry), len(entry.table.sides) - 1
        chips = sum(worth for _reason, worth in payments)
        items = [reason.dump() | {"chips": worth} for reason, worth in payments]
        for side in entry.table.sides:
            if side.key == winner:
                reason = because("chips-collected", items=items, chips=chips, opponents=opponents)
                yield Line(winner, chips * opponents, reason, mark=Mark.ACHIEVED)
            else:
                reason = because("chips-paid", name=entry.table.name(winner), chips=chips)
                yield Line(side.key, -chips, reason)

    def _collected(self, entry: Entry) -> list[tuple[Reason, int]]:
        """Return what each opponent pays, with the reason."""
        figures = self.figures
        payments = [(because("going-out"), figures.going_out)]
        for field, _rank, worth in self.counted:
            melded = entry.get(field.id)
            if melded:
                payments.append((because(field.id, count=melded), melded * worth))
        if figures.none_wild and len(payments) == 1:
            payments.append((because("none-wild"), figures.none_wild))
        if entry.get("early") == FIRST_TURN:
            payments.append((because("first-turn"), figures.first_turn))
        elif entry.get("early") == NO_DRAW:
            payments.append((because("no-draw"), figures.no_draw))
        if entry.get("one-suit"):
            payments.append((because("one-suit"), figures.one_suit))
        return payments


class ChipsWords(SchemeWords[ChipsScoring]):
    def facts(self) -> Iterator[tuple[str, str, str]]:
        figures = self.scoring.figures
        for key, label, chips in (
            ("going-out", _("For going out"), figures.going_out),
            ("joker", _("For each joker melded"), figures.joker),
            ("deuce", _("For each deuce melded"), figures.deuce),
            ("none-wild", _("Without jokers and deuces"), figures.none_wild),
            ("first-turn", _("Out on the first turn"), figures.first_turn),
            ("no-draw", _("Out on the first turn without drawing"), figures.no_draw),
            ("one-suit", _("All cards in one suit"), figures.one_suit),
        ):
            if chips:
                text = ngettext(
                    "{count} chip from each opponent", "{count} chips from each opponent", chips
                )
                yield key, label, text.format(count=number_word(chips))


SCHEME = Scheme("chips", ChipsFigures, ChipsScoring, words=ChipsWords)
