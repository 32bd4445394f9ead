"""The fields of a hand of gin, and what was entered in them."""

from collections.abc import Mapping
from functools import cached_property

from rules.engine.contracts import Deal
from rules.engine.deal_seating import DealSeating
from rules.engine.entries import Entry, EntryField
from rules.engine.formatting import signed
from rules.engine.inputs import CardsLeft, Choice, Flag, OneSide
from rules.engine.schemes.base import SchemeScoring, selected
from rules.engine.schemes.gin.figures import GinFigures
from rules.engine.schemes.hands import HeldCards
from rules.translation import gettext as _

KNOCK, GIN, BIG_GIN = "knock", "gin", "big-gin"


class GinFields(SchemeScoring[GinFigures]):
    """The fields of a hand, and how it ended."""

    limits_points = True

    @property
    def void(self) -> EntryField:
        """Whether nobody knocked."""
        label = _("Hand void: nobody knocked")
        return EntryField("void", label, Flag(), conflicts_with="knocked")

    @property
    def upcard(self) -> EntryField:
        """The first upcard."""
        choices = (
            ("1", _("ace")),
            *((str(count), str(count)) for count in range(2, 10)),
            ("10", _("10, jack, queen or king")),
        )
        return EntryField("upcard", _("First upcard"), Choice(choices))

    @cached_property
    def knocked(self) -> EntryField:
        """The player who ended the hand."""
        if self.only_gin:
            return EntryField("knocked", _("Who went gin"), OneSide(_("Gin"), ends_row=True))
        return EntryField("knocked", _("Who knocked"), OneSide(_("Knocked")))

    @cached_property
    def how(self) -> EntryField:
        """How the hand ended; it may be left out if the deadwood shows it."""
        kind = Choice(tuple(self.ends.items()))
        return EntryField("how", _("How it ended"), kind, optional=not self.figures.big_gin)

    @cached_property
    def left(self) -> EntryField:
        """The deadwood."""
        ranks = tuple(self.ruleset.scoring.values)
        table, deck = self.ruleset.card_values, self.ruleset.deck_of(self.game.players)
        most = table.highest(deck, self.game.hand_size) if table and deck else 0
        return EntryField(
            "left",
            _("Deadwood"),
            CardsLeft(ranks, most=most),
            "side",
            skipped_if="" if self.only_gin else "knocked",
            skipped_with=("how", (GIN, BIG_GIN)),
        )

    @cached_property
    def spade(self) -> EntryField:
        """Whether a spade was turned up."""
        label = _("A spade was turned up (× {factor})").format(factor=self.figures.spade)
        return EntryField("spade", label, Flag())

    @property
    def only_gin(self) -> bool:
        return not self.figures.knock and not self.figures.upcard

    @cached_property
    def ends(self) -> Mapping[str, str]:
        """The ways in which a hand ends, with their labels."""
        figures = self.figures
        ends = {} if self.only_gin else {KNOCK: _("knock")}
        ends[GIN] = _("gin ({points})").format(points=signed(figures.gin))
        if figures.big_gin:
            ends[BIG_GIN] = _("big gin ({points})").format(points=signed(figures.big_gin))
        return ends

    @cached_property
    def hands(self) -> HeldCards:
        """The checks on deadwood. Raises ValueError if the game has no cards or card values."""
        table, deck = self.ruleset.card_values, self.ruleset.deck_of(self.game.players)
        if table is None or deck is None:
            raise ValueError("the game has no deck or no card values")
        return HeldCards(self.left, table, deck, self.game.hand_size, self.ruleset.name)

    def check(self) -> None:
        if self.game.players != 2 or not self.hands.most:
            raise ValueError("gin needs exactly two players, and cards to deal")
        if not self.game.target:
            raise ValueError("boxes and the game bonus need a target")
        if self.figures.upcard and not self.figures.knock:
            raise ValueError("upcard: it sets the limit, so knock can’t be 0")
        if self.figures.columns > 1 and not self.ruleset.end.claimed:
            raise ValueError(
                "columns: the last of them ends the game, so the target must be claimed"
            )

    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        return selected(
            (self.upcard, self.figures.upcard),
            (self.knocked, True),
            (self.how, len(self.ends) > 1),
            (self.void, True),
            (self.left, True),
            (self.spade, self.figures.spade > 1),
        )

    def unasked(self, deal: Deal) -> Mapping[str, str]:
        how = _("Only gin ends a hand of {game} here. Clear that answer.")
        upcard = _("The upcard sets no limit in {game} here. Clear it.")
        spade = _("A spade has no effect in {game} here. Untick this.")
        name = self.ruleset.name
        return {
            "how": how.format(game=name),
            "upcard": upcard.format(game=name),
            "spade": spade.format(game=name),
        }

    @staticmethod
    def opponent(table: DealSeating, key: str) -> str:
        return next(side for side in table.keys if side != key)

    def count(self, entry: Entry, key: str) -> int | None:
        left = entry.of("left").get(key)
        return None if left is None else self.hands.count(left)

    def how_ended(self, entry: Entry) -> str:
        """Return how the hand ended; empty if neither the answer nor the deadwood shows it."""
        how: str = entry.get("how", "")
        if how:
            return how
        if len(self.ends) == 1:
            return GIN
        count = self.count(entry, entry.get("knocked")[0])
        if count:
            return "" if self.only_gin else KNOCK
        return "" if count is None or self.figures.big_gin else GIN

    def limit(self, entry: Entry) -> int | None:
        """Return the most deadwood with which a player may knock; None if the upcard is missing."""
        return self.limit_with(entry.get("upcard"))

    def limit_with(self, upcard: str | None) -> int | None:
        """Return the most deadwood with which a player may knock after this upcard."""
        if not self.figures.upcard:
            return self.figures.knock
        if upcard is None:
            return None
        return 0 if upcard == "1" and self.figures.ace_means_gin else int(upcard)
