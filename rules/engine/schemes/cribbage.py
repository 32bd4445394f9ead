"""Cribbage: points for the play, the hands and the crib, in that order, until somebody is there.

Scoring as described by John McLeod (Six Card Cribbage, pagat.com) and han-tyumi (Naibi).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from rules.engine.contracts import Deal, Frozen
from rules.engine.entries import Count, Entry, EntryField, Flag, Points, Problem, Scope, Seat
from rules.engine.formatting import cannot_all, join_names
from rules.engine.schemes.base import Line, Mark, Past, Scheme

MOST = 29
PEGGING = "pegging"
NO_HAND = (19, 25, 26, 27)  # what no four cards and a starter come to
CRIB = EntryField("crib", "Crib of the dealer", Count(MOST))
MISSED_IN_CRIB = EntryField(
    "missed-crib", "Muggins: missed in the crib", Count(MOST), optional=True
)
Worth = Annotated[int, Field(ge=0, le=1000)]


class CribbageFigures(Frozen):
    """What a starter that is a jack gives the dealer, and the house rules.

    A loser with less than ``skunk``, or even ``double_skunk``, is skunked; 0 where that is not
    counted. ``muggins``: what a player misses in a hand or crib is for the other side.
    """

    heels: Worth
    skunk: Worth = 0
    double_skunk: Worth = 0
    muggins: bool = False


@dataclass(frozen=True, slots=True)
class _Count:
    """What one side counts at one moment of a deal; ``points`` is None where nobody said, and
    ``missing`` asks for it.
    """

    side: str
    points: int | None
    words: str
    input: str
    missing: str = ""


@dataclass(frozen=True, slots=True)
class _Pegged:
    """What a count brought: nothing more than the way to the target, None where the game was over
    before.
    """

    count: _Count
    points: int | None
    is_there: bool = False

    @property
    def in_play(self) -> bool:
        return self.count.input.startswith(PEGGING)


class CribbageScheme(Scheme[CribbageFigures]):
    """The points of a deal in the order in which they are counted.

    Whoever reaches the target first has won there and then: what would be counted after that counts
    nothing, and need not be reported.
    """

    name = "cribbage"
    Figures = CribbageFigures
    uses_past = True

    def check(self) -> None:
        figures = self.figures
        if not self.target:
            raise ValueError("the game is played to a number of points, so it needs a target")
        if not figures.double_skunk <= figures.skunk <= self.target:
            raise ValueError("skunk: it lies above a double skunk and below the target")
        if figures.muggins and self.players != 2 * self.ruleset.players.team:
            raise ValueError(
                "muggins: it is for two sides, one of which gets what the other missed"
            )

    @property
    def _per_hand(self) -> Scope:
        """Partners count their hands one by one, for their side."""
        return "seat" if self.has_partners else "side"

    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        heels = f"The starter is a jack (+{self.figures.heels})"
        hand, per = Count(MOST), self._per_hand
        all_fields = (
            EntryField("heels", heels, Flag()),
            EntryField(PEGGING, "Pegged in the play", Points(), "side"),
            EntryField("hand", "Hand", hand, per),
            CRIB,
            EntryField("missed", "Muggins: missed in the hand", hand, per, optional=True),
            MISSED_IN_CRIB,
        )
        return all_fields if self.figures.muggins else all_fields[:4]

    def if_unasked(self, deal: Deal) -> Mapping[str, str]:
        sentence = "Nobody plays muggins here, so what was missed counts for nobody; clear it."
        return {"missed": sentence, MISSED_IN_CRIB.id: sentence}

    # What cannot be

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        pegged = list(self._pegged(entry, past))
        yield from self._play_problems(entry, [peg for peg in pegged if peg.in_play])
        yield from self._hand_problems(entry)
        for peg in pegged:
            if peg.points is not None and peg.count.points is None:
                yield Problem("missing", peg.count.missing, peg.count.input)

    def _play_problems(self, entry: Entry, play: Sequence[_Pegged]) -> Iterator[Problem]:
        for peg in play:
            if (peg.count.points or 0) < 0:
                message = (
                    f"{entry.table.name(peg.count.side)} cannot have pegged less than nothing; "
                    "write the points, 0 for none."
                )
                yield Problem("negative", message, peg.count.input)
        if all(peg.count.points == peg.points == 0 for peg in play):
            message = (
                "Whoever plays the last card pegs for it, so somebody has pegged; "
                "check the points of the play."
            )
            yield Problem("nobody-pegged", message, play[-1].count.input)
        there = [peg.count for peg in play if peg.is_there]
        if len(there) > 1:
            several = [entry.table.name(count.side) for count in there]
            message = (
                f"{cannot_all(several)} have pegged to {self.target}, because the game stops "
                "when the first is there; write what each had pegged by then."
            )
            yield Problem("two-there", message, there[-1].input)

    def _hand_problems(self, entry: Entry) -> Iterator[Problem]:
        hands, missed = entry.of("hand"), entry.of("missed")
        for seat in self._order(entry):
            at, whose = f"hand-{seat.key}", f"{seat.name}’s hand"
            yield from _cannot_be(hands.get(seat.key), missed.get(seat.key, 0), whose, at)
        whose = f"{entry.table.seat(entry.table.dealer).name}’s crib"
        yield from _cannot_be(entry.get("crib"), entry.get("missed-crib", 0), whose, "crib")

    # What counts

    def _order(self, entry: Entry) -> Sequence[Seat]:
        """The seats as their hands are counted: from the dealer’s left on, the dealer last."""
        return [entry.table.beside_dealer(steps) for steps in range(1, self.players + 1)]

    def _moments(self, entry: Entry) -> Iterator[tuple[_Count, ...]]:
        """What is counted, moment by moment; only in the play several sides count."""
        table, pegging = entry.table, entry.of(PEGGING)
        dealer = table.seat(table.dealer)
        if entry.get("heels"):
            heels = self.figures.heels
            yield (_Count(dealer.side, heels, f"{heels} for his heels", "heels"),)
        yield tuple(
            _Count(
                side.key,
                pegging.get(side.key),
                f"pegged {pegging.get(side.key)}",
                f"{PEGGING}-{side.key}",
                f"{side.name} has nothing entered for the play; write the points that were "
                "pegged, 0 for none.",
            )
            for side in table.sides
        )
        for seat in self._order(entry):
            points, name = entry.of("hand").get(seat.key), seat.name
            words = f"{name}’s hand {points}" if self._per_hand == "seat" else f"hand {points}"
            missing = f"{name}’s hand is missing; write what it counts, 0 for none."
            yield (_Count(seat.side, points, words, f"hand-{seat.key}", missing),)
            yield self._muggins(entry, seat, "hand", entry.of("missed").get(seat.key, 0))
        points = entry.get("crib")
        missing = f"{dealer.name}’s crib is missing; write what it counts, 0 for none."
        yield (_Count(dealer.side, points, f"crib {points}", "crib", missing),)
        yield self._muggins(entry, dealer, "crib", entry.get("missed-crib", 0))

    def _muggins(self, entry: Entry, seat: Seat, what: str, missed: int) -> tuple[_Count, ...]:
        others = [key for key in entry.table.keys if key != seat.side] if missed else []
        words = f"muggins {missed}, {seat.name}’s {what}"
        return tuple(_Count(other, missed, words, "missed") for other in others)

    def _pegged(self, entry: Entry, past: Past) -> Iterator[_Pegged]:
        totals = {key: past.total(key) for key in entry.table.keys}
        for moment in self._moments(entry):
            is_over = max(totals.values()) >= self.target
            for count in moment:
                if is_over:
                    yield _Pegged(count, None)
                    continue
                points = min(count.points or 0, self.target - totals[count.side])
                totals[count.side] += points
                yield _Pegged(count, points, is_there=totals[count.side] == self.target)

    def lines(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Line]:
        lines = [
            _line(pegged)
            for pegged in self._pegged(entry, past)
            if pegged.points is not None or pegged.count.points
        ]
        yield from lines
        has_ended = any(line.mark == Mark.WON for line in lines)
        for side in entry.table.keys:
            gained = [line.points for line in lines if line.side == side]
            lost = self._lost(past.total(side) + sum(gained)) if has_ended else ""
            if lost or not gained:
                yield Line(side, 0, lost or "nothing counted")

    def _lost(self, total: int) -> str:
        """How a side lost that is skunked; empty for the others."""
        if total < self.figures.double_skunk:
            return f"double skunk, below {self.figures.double_skunk}"
        return f"skunk, below {self.figures.skunk}" if total < self.figures.skunk else ""

    def facts(self) -> Iterator[tuple[str, str, str]]:
        figures = self.figures
        yield "heels", "The starter is a jack", f"{figures.heels} for the dealer"
        order = "the play, the hands from the dealer’s left on, the dealer’s hand, the crib"
        yield "order", "Counting order", order
        yield "no-hand", "No hand counts", f"{join_names(map(str, NO_HAND))}, or above {MOST}"
        if figures.skunk:
            yield "skunk", "Skunk", f"a loser below {figures.skunk}"
        if figures.double_skunk:
            yield "double-skunk", "Double skunk", f"a loser below {figures.double_skunk}"
        missed = "for the other side" if figures.muggins else "for nobody"
        yield "muggins", "Points that a player misses", missed


def _line(pegged: _Pegged) -> Line:
    count, points = pegged.count, pegged.points
    if points is None:
        return Line(count.side, 0, f"{count.words}, too late")
    if not pegged.is_there:
        return Line(count.side, points, count.words)
    reason = count.words if points == count.points else f"{count.words}, {points} were enough"
    return Line(count.side, points, reason, mark=Mark.WON)


def _cannot_be(counted: int | None, missed: int, whose: str, at: str) -> Iterator[Problem]:
    """What is wrong with a hand or crib that counted so much, with so much missed in it."""
    if counted is None:
        return
    all_of_it = counted + missed
    too = f"{counted} with {missed} missed" if missed else str(counted)
    if all_of_it > MOST:
        message = f"{whose} cannot count {too}; {MOST} is the most. Count it again."
        yield Problem("too-much", message, at)
    elif all_of_it in NO_HAND:
        message = f"{whose} cannot count {too}; no cards come to {all_of_it}. Count it again."
        yield Problem("no-such-hand", message, at)
