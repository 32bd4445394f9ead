"""The fields of a hand of Skat."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from rules.engine.contracts import Deal
from rules.engine.entries import EntryField
from rules.engine.formatting import capital
from rules.engine.inputs import Choice, Count, Flag, OneSide
from rules.engine.schemes.base import SchemeScoring, selected
from rules.engine.schemes.skat.figures import (
    ANNOUNCED,
    CARD_POINTS,
    GAMES,
    GRAND,
    RESULTS,
    SUITS,
    TRUMPS,
    SkatFigures,
    most_factors,
)
from rules.engine.terms import skat_game, skat_result
from rules.translation import gettext as _


class SkatFields(SchemeScoring[SkatFigures]):
    """The declarer, the game and its result."""

    @property
    def limits_points(self) -> bool:
        return True

    @cached_property
    def bases(self) -> Mapping[str, int]:
        """The base value of each game with trumps."""
        return {game: getattr(self.figures, game) for game in (*SUITS, GRAND)}

    @property
    def nulls(self) -> Sequence[int]:
        """The values of the null games."""
        figures = self.figures
        return (figures.null, figures.null_hand, figures.null_ouvert, figures.null_ouvert_hand)

    @cached_property
    def values(self) -> Sequence[int]:
        """Every value that a game can have, in order; these are the possible bids."""
        with_trumps = {
            base * factor
            for game, base in self.bases.items()
            for factor in range(2, most_factors(game) + 1)
        }
        return sorted({*with_trumps, *self.nulls})

    @property
    def declarer(self) -> EntryField:
        """The player who won the bidding."""
        return EntryField("declarer", _("Declarer"), OneSide())

    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        base = _("{game} ({points})")
        games = tuple(
            (game, base.format(game=capital(skat_game(game)), points=getattr(self.figures, game)))
            for game in GAMES
        )
        results = tuple((result, capital(skat_result(result))) for result in RESULTS)
        announced = tuple((level, capital(skat_result(level))) for level in ANNOUNCED)
        doublings = (("kontra", _("Kontra (× 2)")), ("re", _("Re (× 4)")))
        ramsch = Count(CARD_POINTS)
        return selected(
            (self.declarer, True),
            (EntryField("game", _("Game"), Choice(games)), True),
            (EntryField("matadors", _("Matadors, with or without"), Count(TRUMPS, least=1)), True),
            (EntryField("hand", _("Hand: the skat was not picked up"), Flag()), True),
            (EntryField("result", _("Result"), Choice(results)), True),
            (EntryField("announced", _("Announced"), Choice(announced), optional=True), True),
            (
                EntryField("bid", _("Bid, to check for overbidding"), Count(264), optional=True),
                True,
            ),
            (
                EntryField("doubled", _("Doubled"), Choice(doublings), optional=True),
                self.figures.kontra,
            ),
            (
                EntryField(
                    "ramsch",
                    _("Card points in a Ramsch"),
                    ramsch,
                    "side",
                    optional=True,
                    total_available=CARD_POINTS,
                ),
                self.figures.ramsch,
            ),
            (
                EntryField("virgin", _("Ramsch: someone took no trick (× 2)"), Flag()),
                self.figures.ramsch,
            ),
            (
                EntryField("passed", _("Everyone passed: thrown in"), Flag()),
                not self.figures.ramsch,
            ),
        )

    def unasked(self, deal: Deal) -> Mapping[str, str]:
        """Return the error messages for doubling, for a Ramsch and for passing, by id."""
        message = _("{game} has no {thing} here. Clear it.")
        name = self.ruleset.name
        ramsch = message.format(game=name, thing=_("Ramsch"))
        return {
            "doubled": message.format(game=name, thing=_("Kontra")),
            "ramsch": ramsch,
            "virgin": ramsch,
            "passed": _("If everyone passes, the hand is played as a Ramsch. Untick this."),
        }
