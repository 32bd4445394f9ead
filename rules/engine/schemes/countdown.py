"""Countdown: a player who runs out of cards goes down a step, and the first to reach 0 wins.

Crazy Eights Countdown as described by John McLeod (Crazy Eights, pagat.com).
"""

from collections.abc import Iterator, Mapping

from rules.engine.contracts import Deal
from rules.engine.deal_seating import DealSeating
from rules.engine.entries import Entry, EntryField, Problem
from rules.engine.inputs import OneSide
from rules.engine.reasons import Reason, because
from rules.engine.schemes import checks
from rules.engine.schemes.base import NoFigures, Scheme, SchemeScoring, SchemeWords
from rules.engine.schemes.scored_deals import Line, Mark, Past
from rules.translation import gettext as _

HIGHEST = 10


class CountdownScoring(SchemeScoring[NoFigures]):
    """Steps from the target down to 0: a player takes one for each hand in which they go out.

    A player’s number is the target less the steps. That number is the rank that is wild for the
    player, and also the number of cards that the player is dealt next.
    """

    @property
    def out(self) -> EntryField:
        """The player who played the last card."""
        return EntryField("out", _("Who played the last card"), OneSide(_("Out"), ends_row=True))

    def check(self) -> None:
        """Raise ValueError if the target isn’t a number of cards."""
        if not 1 <= self.ruleset.end.target <= HIGHEST:
            raise ValueError(f"the target must be a number of cards from 1 to {HIGHEST}")

    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        """Return the fields for who went out and for whether the cards ran out."""
        return (self.out, checks.ran_out_field(self.ruleset))

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        """Yield a problem unless one player went out or the cards ran out."""
        yield from checks.one_went_out(
            entry,
            self.out,
            entry.get("out", ()),
            several=_("{names} are marked, but only one player plays the last card. Mark one."),
            nobody=_(
                "Nobody is marked for the last card. Mark who played it, or tick that the cards "
                "ran out."
            ),
        )

    def lines(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Line]:
        """Yield a step for the player who went out."""
        for key in entry.table.keys:
            if key in entry.get("out", ()):
                yield Line(key, 1, because("step-down"), mark=Mark.ACHIEVED)
            else:
                yield Line(key, 0, because("no-step"))

    def status(self, table: DealSeating, past: Past) -> Mapping[str, Reason]:
        """Return each side’s number of cards, which is also the wild rank, unless it is 0."""
        numbers = {key: self.ruleset.end.target - past.total(key) for key in table.keys}
        return {
            key: because("countdown", number=number)
            for key, number in numbers.items()
            if number > 0
        }


class CountdownWords(SchemeWords[CountdownScoring]):
    def facts(self) -> Iterator[tuple[str, str, str]]:
        """Yield the number of steps, and who wins."""
        target = self.ruleset.end.target
        yield "countdown", _("Counting down"), _("from {target} to 0").format(target=target)
        winner = _("first to take {target} steps down").format(target=target)
        yield "winner", _("Winner"), winner


SCHEME = Scheme("countdown", NoFigures, CountdownScoring, words=CountdownWords, uses_past=True)
