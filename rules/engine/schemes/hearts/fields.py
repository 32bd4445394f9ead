"""The fields of a hand of hearts, and the cards that count."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from rules.engine.contracts import Deal
from rules.engine.entries import EntryField, Shortcut
from rules.engine.formatting import capital, join_names, signed
from rules.engine.inputs import Choice, Count, Flag, OneSide, Points
from rules.engine.schemes.base import Scheme, selected
from rules.engine.schemes.hearts.figures import HEARTS, HeartsFigures
from rules.translation import gettext as _


class HeartsFields(Scheme[HeartsFigures]):
    """The hearts that each side took, who took the other scoring cards, and the moon."""

    @property
    def mark_words(self) -> str:
        return _("shot the moon or the sun") if self.figures.sun else _("shot the moon")

    @cached_property
    def _cards(self) -> Mapping[str, tuple[str, str, int]]:
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
    def _in_hearts(self) -> int:
        """The number to which the sides’ entries for hearts must add up."""
        return sum(self.figures.spots.values()) or HEARTS

    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        figures = self.figures
        label = _("Points in hearts") if figures.spots else _("Hearts")
        kind = Points() if figures.spots else Count(HEARTS)
        card = _("{card} ({points})")
        return (
            EntryField("hearts", label, kind, "side", total_available=self._in_hearts),
            *(
                EntryField(
                    field_id,
                    card.format(card=capital(name), points=signed(worth)),
                    OneSide(mark=sign),
                )
                for field_id, (name, sign, worth) in self._cards.items()
            ),
            *selected(
                (self._moon_field, figures.moon and figures.moon_by == "choice"),
                (EntryField("sun", _("Every trick"), Flag()), figures.sun),
            ),
        )

    @property
    def _moon_field(self) -> EntryField:
        ways = (("subtract", _("off the shooter’s total")), ("add", _("to everyone else")))
        return EntryField(
            "moon", _("After shooting the moon"), Choice(ways), optional=True, after="moon"
        )

    @property
    def shortcuts(self) -> tuple[Shortcut, ...]:
        """The button for shooting the moon, which fills in all the cards that a moon needs."""
        if not self.figures.moon:
            return ()
        hearts = {"hearts": str(self._in_hearts)}
        moon = Shortcut("moon", _("Shot the moon"), _("Moon"), hearts, tuple(self._needed))
        return (moon,)

    @cached_property
    def _moon_words(self) -> str:
        """The cards needed for a moon: ``all the hearts and the queen of spades``."""
        the = _("the {card}")
        cards = (the.format(card=self._cards[key][0]) for key in self._needed)
        return join_names([_("all the hearts"), *cards])

    @cached_property
    def _needed(self) -> Sequence[str]:
        """The field ids of the cards that a moon needs in addition to the hearts."""
        return [key for key in self._cards if key != "diamond" or self.figures.bonus_for_moon]
