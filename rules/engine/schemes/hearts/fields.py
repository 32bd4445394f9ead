"""The fields of a hand of hearts, and the cards that count."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from rules.engine.cards import card_sign
from rules.engine.contracts import Deal
from rules.engine.entries import Entry, EntryField
from rules.engine.formatting import capital, join_names, signed
from rules.engine.inputs import Choice, Count, Flag, OneSide, Points
from rules.engine.schemes.base import SchemeScoring, selected
from rules.engine.schemes.hearts.figures import HEARTS, HeartsFigures
from rules.translation import gettext as _


class HeartsFields(SchemeScoring[HeartsFigures]):
    """The hearts that each side took, who took the other scoring cards, and the moon."""

    limits_points = True

    @cached_property
    def cards(self) -> Mapping[str, tuple[str, str, int]]:
        """The scoring cards apart from the hearts, by field id: name, sign and points."""
        figures = self.figures
        cards = {
            rank: (name, sign, worth)
            for rank, name, sign, worth in (
                ("queen", _("queen of spades"), "♠Q", figures.queen),
                ("king", _("king of spades"), "♠K", figures.king),
                ("ace", _("ace of spades"), "♠A", figures.ace),
            )
            if worth
        }
        if figures.bonus_card == "jack":
            cards["diamond"] = (_("jack of diamonds"), "♦J", figures.bonus)
        elif figures.bonus_card:
            cards["diamond"] = (_("ten of diamonds"), "♦10", figures.bonus)
        return cards

    @cached_property
    def in_hearts(self) -> int:
        """The number to which the sides’ entries for hearts must add up."""
        return sum(self.figures.spots.values()) or HEARTS

    def check(self) -> None:
        figures = self.figures
        if bool(figures.heart) == bool(figures.spots):
            raise ValueError(
                "set either heart, the value of each heart, or spots, the values by rank"
            )
        if figures.spots and len(figures.spots) != HEARTS:
            raise ValueError(f"spots: this needs a value for each of the {HEARTS} hearts")
        if figures.drop_at and figures.drop_to >= figures.drop_at:
            raise ValueError("drop_to: it must be less than drop_at")

    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        figures = self.figures
        label = _("Points in hearts") if figures.spots else _("Hearts")
        kind = Points() if figures.spots else Count(HEARTS)
        card = _("{card} ({points})")
        return (
            EntryField("hearts", label, kind, "side", total_available=self.in_hearts),
            *(
                EntryField(
                    field_id,
                    card.format(card=capital(name), points=signed(worth)),
                    OneSide(mark=card_sign(sign)),
                )
                for field_id, (name, sign, worth) in self.cards.items()
            ),
            *selected(
                (self._moon_field, figures.moon and figures.moon_by == "choice"),
                (EntryField("sun", _("Every trick"), Flag()), figures.sun),
            ),
        )

    @property
    def _moon_field(self) -> EntryField:
        figures = self.figures
        moon = " / ".join(str(worth) for worth in (figures.moon, figures.sun) if worth)
        ways = (
            ("subtract", _("{moon} off the shooter’s total").format(moon=moon)),
            ("add", _("{moon} to everyone else").format(moon=moon)),
        )
        return EntryField(
            "moon", _("After shooting the moon"), Choice(ways), optional=True, after="moon"
        )

    @cached_property
    def moon_words(self) -> str:
        """The cards needed for a moon: ``all the hearts and the queen of spades``."""
        is_jack = self.figures.bonus_card == "jack"
        cards = {
            "queen": _("the queen of spades"),
            "king": _("the king of spades"),
            "ace": _("the ace of spades"),
            "diamond": _("the jack of diamonds") if is_jack else _("the ten of diamonds"),
        }
        return join_names([_("all the hearts"), *(cards[key] for key in self.needed)])

    @cached_property
    def needed(self) -> Sequence[str]:
        """The field ids of the cards that a moon needs in addition to the hearts."""
        return [key for key in self.cards if key != "diamond" or self.figures.bonus_for_moon]

    def shooter(self, entry: Entry) -> str | None:
        """Return the side that shot the moon; None if nobody did or the game has no moon."""
        if self.figures.moon:
            for key, taken in entry.of("hearts").items():
                if taken == self.in_hearts and all(
                    entry.get(field_id) == (key,) for field_id in self.needed
                ):
                    return key
        return None

    def moon_worth(self, entry: Entry) -> int:
        return self.figures.sun if entry.get("sun") else self.figures.moon
