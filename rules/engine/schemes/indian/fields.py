"""The fields of a deal of Indian rummy, and what was entered in them."""

from collections.abc import Iterator, Mapping
from functools import cached_property

from rules.engine.cards import Rank, rank_words
from rules.engine.contracts import Deal
from rules.engine.entries import (
    CardsLeft,
    Choice,
    Count,
    DealSeating,
    Entry,
    EntryField,
    Flag,
    OneSide,
    Points,
)
from rules.engine.formatting import signed
from rules.engine.penalties import PenaltyTable
from rules.engine.schemes.base import Past, Scheme, selected
from rules.engine.schemes.hands import Hands
from rules.engine.schemes.indian.figures import (
    DEALT,
    FIRST_DRAW,
    FIRST_DROP,
    FULL,
    LATER_DROP,
    MOST_PAPLUS,
    PRINTED_JOKER,
    PRINTED_WORDS,
    WRONG_SHOW,
    IndianFigures,
)


class IndianFields(Scheme[IndianFigures]):
    """The fields of a deal, and who is in the game."""

    declared = EntryField(
        "declared", "Who declared, or was left alone", OneSide("Won", ends_row=True)
    )
    void = EntryField("void", "Void: the stock ran out", Flag(), conflicts_with="declared")
    acted = EntryField("acted", "Had played", Flag(), "side", optional=True)
    back = EntryField("back", "Back in with a total of", Points(), "side", optional=True)

    @cached_property
    def left(self) -> EntryField:
        kind = CardsLeft(tuple(self.card_values.by_rank), add_up=False)  # wild cards count nothing
        return EntryField("left", "Count", kind, "side")

    @cached_property
    def instead(self) -> EntryField:
        """What a loser pays who does not count a hand."""
        answers = ((key, f"{words} ({price})") for key, (words, price) in self._prices.items())
        kind = Choice(tuple(answers))
        return EntryField("instead", "Instead of a count", kind, "side", optional=True)

    @cached_property
    def wild(self) -> EntryField:
        names = {rank: rank_words(rank) for rank in self.card_values.by_rank}
        kind = Choice(tuple((names | {PRINTED_JOKER: PRINTED_WORDS}).items()))
        optional = self.figures.joker_stake == 1
        return EntryField("wild", "Wild rank", kind, optional=optional)

    @cached_property
    def early(self) -> EntryField:
        answers = []
        if self.figures.first_draw_halves:
            answers.append((FIRST_DRAW, "after the first draw: half for who had not played"))
        if self.figures.dealt_doubles:
            answers.append((DEALT, "a dealt hand: double for who had played"))
        return EntryField("early", "Shown at once", Choice(tuple(answers)), optional=True)

    @cached_property
    def paplu(self) -> EntryField:
        label = f"Paplu ({signed(self.figures.paplu)} from each)"
        return EntryField("paplu", label, Count(MOST_PAPLUS), "side", optional=True)

    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        figures = self.figures
        by_turn = figures.first_draw_halves or figures.dealt_doubles
        return (
            *(self.declared, self.void, self.wild),
            *selected((self.early, by_turn), (self.acted, by_turn)),
            *(self.left, self.instead),
            *selected((self.paplu, figures.paplu), (self.back, figures.rejoin)),
        )

    def if_unasked(self, deal: Deal) -> Mapping[str, str]:
        name = self.ruleset.name
        return {
            "early": f"Showing early changes nothing in {name} here; clear it.",
            "acted": f"It does not matter in {name} here who had played; untick it.",
            "paplu": f"{name} has no bonus for the paplu here; clear it.",
            "back": f"Nobody comes back into {name} here; clear that total.",
        }

    @property
    def _limit(self) -> int:
        """The total that puts a side out of a pool; 0 where this is none."""
        return self.ruleset.end.out_at

    def _out(self, table: DealSeating, past: Past) -> tuple[str, ...]:
        """The sides that earlier deals have put out."""
        if not self._limit:
            return ()
        return tuple(key for key in table.keys if past.total(key) >= self._limit)

    def _playing(self, entry: Entry, past: Past) -> tuple[str, ...]:
        out, back = self._out(entry.table, past), entry.of("back")
        return tuple(key for key in entry.table.keys if key not in out or key in back)

    def _reported(self, entry: Entry, key: str) -> Iterator[EntryField]:
        """The fields in which something was reported of a side."""
        for field in (self.left, self.instead, self.acted, self.paplu):
            if key in entry.of(field.id):
                yield field

    @cached_property
    def _prices(self) -> Mapping[str, tuple[str, int]]:
        """What is paid instead of a count: its words and its price."""
        figures = self.figures
        prices = {
            FIRST_DROP: ("first drop", figures.first_drop),
            LATER_DROP: ("later drop", figures.later_drop),
            FULL: ("full count", figures.full),
            WRONG_SHOW: ("wrong show", figures.wrong_show),
        }
        return {key: priced for key, priced in prices.items() if priced[1]}

    def _hands(self, entry: Entry) -> Hands:
        """The hands, with the wild cards of the deal at nothing."""
        values, wild = self.card_values.by_rank, entry.get("wild")
        if wild == PRINTED_JOKER and self.figures.joker_makes_aces_wild:
            values = values | {Rank.ACE: 0}
        elif wild:
            values = values | {wild: 0}
        table = PenaltyTable(values, tuple(values))
        return Hands(self.left, table, self.deck, self.hand_size, self.ruleset.name)
