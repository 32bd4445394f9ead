"""Countdown: each emptied hand takes its player a step down; who comes to nothing wins.

Crazy Eights Countdown as described by John McLeod (Crazy Eights, pagat.com).
"""

from collections.abc import Iterator, Mapping

from rules.engine.contracts import Deal
from rules.engine.entries import DealSeating, Entry, EntryField, OneSide, Problem
from rules.engine.formatting import count_words
from rules.engine.schemes import checks
from rules.engine.schemes.base import Line, Mark, NoFigures, Past, Scheme

HIGHEST = 10


class CountdownScheme(Scheme[NoFigures]):
    """A step for each hand emptied, from the target down to nothing; the pad counts the steps.

    A player's number, the target less the steps, is both the rank that is wild for that player and
    the number of cards that the player is given next.
    """

    name = "countdown"
    uses_past = True
    Figures = NoFigures

    out = EntryField("out", "Who played the last card", OneSide("Out", ends_row=True))

    def check(self) -> None:
        if not 1 <= self.ruleset.end.target <= HIGHEST:
            raise ValueError(f"the target is the first number, from 1 to {HIGHEST}")

    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        return (self.out, checks.RAN_OUT_FIELD)

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        yield from checks.one_went_out(
            entry,
            self.out,
            entry.get("out", ()),
            several="have played the last card; mark one player.",
            nobody="Nobody played a last card; mark who did",
        )

    def lines(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Line]:
        for key in entry.table.keys:
            if key in entry.get("out", ()):
                yield Line(key, 1, "one step down", mark=Mark.ACHIEVED)
            else:
                yield Line(key, 0, "no step")

    def status(self, table: DealSeating, past: Past) -> Mapping[str, str]:
        """Each side's number, as cards and wild rank; nothing for who has come down to zero."""
        numbers = {key: self.ruleset.end.target - past.total(key) for key in table.keys}
        return {key: _at(number) for key, number in numbers.items() if number > 0}

    def facts(self) -> Iterator[tuple[str, str, str]]:
        yield "countdown", "Counting down", f"from {self.ruleset.end.target} to nothing"
        yield "winner", "Winner", f"first to take {self.ruleset.end.target} steps down"


def _at(number: int) -> str:
    wild = "aces" if number == 1 else f"{number}s"
    return f"{count_words(number, 'card', 'cards')}, {wild} wild"
