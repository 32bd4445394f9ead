"""The fields of a hand of euchre."""

from collections.abc import Mapping

from rules.engine.contracts import Deal
from rules.engine.entries import EntryField
from rules.engine.inputs import Choice, Count, Flag, InputType, OneSeat, OneSide
from rules.engine.schemes.base import SchemeScoring, selected
from rules.engine.schemes.euchre.figures import EuchreFigures
from rules.translation import gettext as _

NOT_PLAYED_FIELDS = ("thrown-in", "mcevoy")


class EuchreFields(SchemeScoring[EuchreFigures]):
    """The side that called trump, the players who went alone, and the makers’ tricks.

    The other fields are rarely used.
    """

    def check(self) -> None:
        figures = self.figures
        if not figures.needed <= self.game.hand_size:
            raise ValueError(f"needed: a hand has only {self.game.hand_size} tricks")
        if not self.game.has_partners and (
            figures.dirty_clubs or figures.assist_alone or figures.called_game
        ):
            raise ValueError("this house rule is for partners")

    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        figures, partners = self.figures, self.game.has_partners
        tricks = EntryField("tricks", _("Makers’ tricks"), Count(self.game.hand_size))
        return selected(
            (self._rare("clubs-up", _("Clubs were turned up"), Flag()), figures.dirty_clubs),
            (self.makers, True),
            (self._rare("trumps", _("Trumps"), self._suits, optional=True), True),
            (
                self._rare("assisted", _("The dealer’s partner assisted"), Flag()),
                figures.assist_alone,
            ),
            (self.alone, partners),
            (self.defended, partners),
            (self._rare("called", _("Called for the game"), Flag()), figures.called_game),
            (tricks, True),
            (self.reneged, True),
            (self._renege_choice, True),
            (self.mcevoy, figures.mcevoy),
            (EntryField("thrown-in", _("Everyone passed: thrown in"), Flag()), not figures.stick),
        )

    @staticmethod
    def _rare(field_id: str, label: str, kind: InputType, *, optional: bool = False) -> EntryField:
        return EntryField(field_id, label, kind, optional=optional, rarely_used=True)

    @property
    def makers(self) -> EntryField:
        """The side that called trump."""
        return EntryField("makers", _("Who called trump?"), OneSide())

    @property
    def alone(self) -> EntryField:
        """The maker who went alone."""
        return EntryField("alone", _("Went alone"), OneSeat(), optional=True)

    @property
    def defended(self) -> EntryField:
        """The defender who went alone."""
        return self._rare("alone-defender", _("Defended alone"), OneSeat(), optional=True)

    @property
    def reneged(self) -> EntryField:
        """The side that reneged."""
        return self._rare("renege", _("Who reneged?"), OneSide(), optional=True)

    @property
    def mcevoy(self) -> EntryField:
        """The player who showed a hand of only nines and tens."""
        return self._rare("mcevoy", _("Showed only nines and tens"), OneSeat(), optional=True)

    @property
    def _renege_choice(self) -> EntryField:
        ways = (("add", _("Points for the other side")), ("take", _("Off the offenders’ total")))
        return self._rare("renege-points", _("Renege penalty"), Choice(ways), optional=True)

    @property
    def _suits(self) -> Choice:
        suits = [
            ("clubs", _("Clubs")),
            ("diamonds", _("Diamonds")),
            ("hearts", _("Hearts")),
            ("spades", _("Spades")),
        ]
        if self.figures.no_hearts:
            del suits[2]
        if self.figures.no_trump:
            suits.append(("no-trump", _("No trump")))
        return Choice(tuple(suits))

    def unasked(self, deal: Deal) -> Mapping[str, str]:
        alone = _("Everyone plays alone in {game}. Clear this.").format(game=self.ruleset.name)
        return {
            "thrown-in": _(
                "The dealer has to call trump under these rules, so no hand is thrown in. "
                "Mark who called it."
            ),
            "mcevoy": _("A hand of nines and tens isn’t redealt under these rules. Clear this."),
            "clubs-up": _("Turning up clubs has no effect under these rules. Untick this."),
            "assisted": _("Assisting has no effect under these rules. Untick this."),
            "alone": alone,
            "alone-defender": alone,
            "called": _("Nobody calls for the game under these rules. Untick this."),
        }
