"""The fields of a hand of gin, and what was entered in them."""

from collections.abc import Mapping
from functools import cached_property

from rules.engine.contracts import Deal
from rules.engine.entries import CardsLeft, Choice, DealSeating, Entry, EntryField, Flag, OneSide
from rules.engine.formatting import signed
from rules.engine.schemes.base import Scheme, selected
from rules.engine.schemes.gin.figures import GinFigures
from rules.engine.schemes.hands import Hands

KNOCK, GIN, BIG_GIN = "knock", "gin", "big-gin"
UPCARD_CHOICES = (
    ("1", "ace"),
    *((str(count), str(count)) for count in range(2, 10)),
    ("10", "10, jack, queen or king"),
)


class GinFields(Scheme[GinFigures]):
    """The fields of a hand, and how it ended."""

    void = EntryField("void", "Void: nobody knocked", Flag(), conflicts_with="knocked")
    upcard = EntryField("upcard", "First upcard", Choice(UPCARD_CHOICES))

    @cached_property
    def knocked(self) -> EntryField:
        if self._only_gin:
            return EntryField("knocked", "Who went gin", OneSide("Gin"))
        return EntryField("knocked", "Who knocked", OneSide("Knocked"))

    @cached_property
    def how(self) -> EntryField:
        """How the hand ended: what the reported deadwood says already may be left out."""
        kind = Choice(tuple(self._ends.items()))
        return EntryField("how", "How it ended", kind, optional=not self.figures.big_gin)

    @cached_property
    def left(self) -> EntryField:
        ranks = tuple(self.ruleset.scoring.values)
        return EntryField("left", "Deadwood", CardsLeft(ranks), "side")

    @cached_property
    def spade(self) -> EntryField:
        return EntryField("spade", f"A spade was turned up (× {self.figures.spade})", Flag())

    @property
    def _only_gin(self) -> bool:
        return not self.figures.knock and not self.figures.upcard

    @cached_property
    def _ends(self) -> Mapping[str, str]:
        """The ways in which a hand ends, with their words."""
        figures = self.figures
        ends = {} if self._only_gin else {KNOCK: "knock"}
        ends[GIN] = f"gin ({signed(figures.gin)})"
        if figures.big_gin:
            ends[BIG_GIN] = f"big gin ({signed(figures.big_gin)})"
        return ends

    @cached_property
    def _hands(self) -> Hands:
        """Raises ValueError when the game has no cards or does not say what they cost."""
        table, deck = self.ruleset.card_values, self.ruleset.deck_of(self.players)
        if table is None or deck is None:
            raise ValueError("there is no deck, or no table of card values")
        return Hands(self.left, table, deck, self.hand_size, self.ruleset.name)

    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        return selected(
            (self.upcard, self.figures.upcard),
            (self.knocked, True),
            (self.how, len(self._ends) > 1),
            (self.void, True),
            (self.left, True),
            (self.spade, self.figures.spade > 1),
        )

    def if_unasked(self, deal: Deal) -> Mapping[str, str]:
        name = self.ruleset.name
        return {
            "how": f"Only gin ends a hand of {name} here; clear that answer.",
            "upcard": f"The upcard sets no limit in {name} here; clear it.",
            "spade": f"A spade doubles nothing in {name} here; untick it.",
        }

    @staticmethod
    def _opponent(table: DealSeating, key: str) -> str:
        return next(side for side in table.keys if side != key)

    def _count(self, entry: Entry, key: str) -> int | None:
        left = entry.of("left").get(key)
        return None if left is None else self._hands.count(left)

    def _how(self, entry: Entry) -> str:
        """How the hand ended; empty where neither the answer nor the deadwood says so."""
        how: str = entry.get("how", "")
        if how:
            return how
        if len(self._ends) == 1:
            return GIN
        count = self._count(entry, entry.get("knocked")[0])
        if count:
            return "" if self._only_gin else KNOCK
        return "" if count is None or self.figures.big_gin else GIN

    def _limit(self, entry: Entry) -> int | None:
        """The most deadwood to knock with; None where nobody has said what was turned up."""
        if not self.figures.upcard:
            return self.figures.knock
        upcard = entry.get("upcard")
        if upcard is None:
            return None
        return 0 if upcard == "1" and self.figures.ace_means_gin else int(upcard)
