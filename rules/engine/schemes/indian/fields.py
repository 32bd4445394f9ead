"""The fields of a deal of Indian rummy, and what was entered in them."""

from collections.abc import Iterator, Mapping
from functools import cached_property

from rules.engine.cards import Rank, rank_words
from rules.engine.contracts import Deal
from rules.engine.entries import Entry, EntryField
from rules.engine.formatting import signed
from rules.engine.inputs import CardsLeft, Choice, Count, Flag, OneSide, Points
from rules.engine.penalties import PenaltyTable
from rules.engine.schemes.base import SchemeScoring, selected
from rules.engine.schemes.hands import HeldCards
from rules.engine.schemes.indian.figures import (
    DEALT,
    FIRST_DRAW,
    FIRST_DROP,
    FULL,
    LATER_DROP,
    MOST_PAPLUS,
    PRINTED_JOKER,
    WRONG_SHOW,
    IndianFigures,
)
from rules.engine.schemes.scored_deals import Past
from rules.translation import gettext as _


class IndianFields(SchemeScoring[IndianFigures]):
    """The fields of a deal, and who is in the game."""

    @property
    def declared(self) -> EntryField:
        """The winner of the deal."""
        label = _("Who declared, or was the last one in")
        return EntryField("declared", label, OneSide(_("Won"), ends_row=True))

    @property
    def void(self) -> EntryField:
        """Whether the stock ran out."""
        label = _("Deal void: the stock ran out")
        return EntryField("void", label, Flag(), conflicts_with="declared")

    @property
    def acted(self) -> EntryField:
        """The players who had taken a turn."""
        return EntryField("acted", _("Had played"), Flag(), "side", optional=True)

    @property
    def back(self) -> EntryField:
        """The total at which a side rejoins."""
        return EntryField("back", _("Rejoin at"), Points(), "side", optional=True)

    @cached_property
    def left(self) -> EntryField:
        """The hands of the losers."""
        kind = CardsLeft(tuple(self.game.card_values.by_rank), add_up=False)  # wild cards count 0
        return EntryField("left", _("Count"), kind, "side", skipped_if="instead")

    @cached_property
    def instead(self) -> EntryField:
        """The fixed penalty that a loser pays instead of counting a hand."""
        label = _("{drop} ({points})")
        answers = (
            (key, label.format(drop=words, points=price))
            for key, (words, price) in self.prices.items()
        )
        kind = Choice(tuple(answers))
        return EntryField("instead", _("Instead of a count"), kind, "side", optional=True)

    @cached_property
    def wild(self) -> EntryField:
        """The rank that was wild."""
        names = {rank: rank_words(rank) for rank in self.game.card_values.by_rank}
        kind = Choice(tuple((names | {PRINTED_JOKER: printed_joker()}).items()))
        optional = self.figures.joker_stake == 1
        return EntryField("wild", _("Wild joker"), kind, optional=optional)

    @cached_property
    def early(self) -> EntryField:
        """Which early declaration ended the deal, if any."""
        answers = []
        if self.figures.first_draw_halves:
            text = _("after the first draw: half for players who had not played")
            answers.append((FIRST_DRAW, text))
        if self.figures.dealt_doubles:
            text = _("as dealt: double for players who had played")
            answers.append((DEALT, text))
        return EntryField("early", _("Declared at once"), Choice(tuple(answers)), optional=True)

    @cached_property
    def paplu(self) -> EntryField:
        """The number of paplus that each side held."""
        label = _("Paplu ({points} from each)").format(points=signed(self.figures.paplu))
        return EntryField("paplu", label, Count(MOST_PAPLUS), "side", optional=True)

    def check(self) -> None:
        figures, end = self.figures, self.ruleset.end
        if not (self.game.deck and self.game.card_values.by_rank and self.game.hand_size):
            raise ValueError("no cards are dealt")
        if figures.pays != (end.wins == "highest"):
            raise ValueError(
                "pays: the highest total must win if the winner is paid, otherwise the lowest"
            )
        if figures.pays and self.limit:
            raise ValueError("pays: in a pool the losers are charged")
        if figures.rejoin and not figures.rejoin < self.limit:
            raise ValueError("rejoin: it must be below the total that puts a side out of a pool")
        if bool(figures.paplu) != bool(figures.paplu_two):
            raise ValueError("paplu: give a price for both one paplu and two")

    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        figures = self.figures
        by_turn = figures.first_draw_halves or figures.dealt_doubles
        return (
            *(self.declared, self.void, self.wild),
            *selected((self.early, by_turn), (self.acted, by_turn)),
            *(self.left, self.instead),
            *selected((self.paplu, figures.paplu), (self.back, figures.rejoin)),
        )

    def unasked(self, deal: Deal) -> Mapping[str, str]:
        early = _("Declaring early has no effect in {game} here. Clear that answer.")
        acted = _("It doesn’t matter who had played in {game} here. Untick this.")
        paplu = _("{game} has no bonus for the paplu under these rules. Clear it.")
        back = _("Nobody rejoins in {game} here. Clear that total.")
        name = self.ruleset.name
        return {
            "early": early.format(game=name),
            "acted": acted.format(game=name),
            "paplu": paplu.format(game=name),
            "back": back.format(game=name),
        }

    @property
    def limit(self) -> int:
        """The total that puts a side out of a pool; 0 if the game isn’t a pool."""
        return self.ruleset.end.out_at

    def playing(self, entry: Entry, past: Past) -> tuple[str, ...]:
        out, back = self.game.eliminated(entry.table, past), entry.of("back")
        return tuple(key for key in entry.table.keys if key not in out or key in back)

    def reported(self, entry: Entry, key: str) -> Iterator[EntryField]:
        """Yield the fields in which something was entered for a side."""
        for field in (self.left, self.instead, self.acted, self.paplu):
            if key in entry.of(field.id):
                yield field

    @cached_property
    def prices(self) -> Mapping[str, tuple[str, int]]:
        """The fixed penalties that replace a count, each with its label."""
        figures = self.figures
        prices = {
            FIRST_DROP: (_("first drop"), figures.first_drop),
            LATER_DROP: (_("middle drop"), figures.later_drop),
            FULL: (_("full count"), figures.full),
            WRONG_SHOW: (_("wrong declaration"), figures.wrong_show),
        }
        return {key: priced for key, priced in prices.items() if priced[1]}

    def hands(self, entry: Entry) -> HeldCards:
        """Return the hands, in which the wild cards of the deal count 0."""
        table = self.values_in(self.ruleset.deals[0], tuple(filter(None, [entry.get("wild")])))
        return HeldCards(self.left, table, self.game.deck, self.game.hand_size, self.ruleset.name)

    def values_in(self, deal: Deal, drawn: tuple[str, ...] = ()) -> PenaltyTable:
        """Return the card values, in which the wild cards of the deal count 0."""
        aces = (Rank.ACE.value,) if self.figures.joker_makes_aces_wild else ()
        wild = aces if drawn == (PRINTED_JOKER,) and aces else drawn
        values = self.game.card_values.by_rank | dict.fromkeys(wild, 0)
        return PenaltyTable(values, tuple(values))


def printed_joker() -> str:
    """Return the name of a joker in the pack, as opposed to other wild cards."""
    return _("printed joker")
