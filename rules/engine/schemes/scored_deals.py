"""The points of a deal, scored deals, and the earlier deals of a game."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import overload

from rules.engine.contracts import Deal
from rules.engine.deal_seating import DealSeating
from rules.engine.entries import Entry
from rules.engine.reasons import Reason
from rules.engine.rulesets import AnyRuleset


class Mark(StrEnum):
    """A side’s achievement in a deal, apart from its points."""

    NONE = ""
    ACHIEVED = "out"  # went out, or achieved the aim of the deal
    WON = "won"  # wins the game with this deal, whatever the totals


@dataclass(frozen=True, slots=True)
class Line:
    """Points for one side with their reason, and what the side paid into the kitty."""

    side: str
    points: int
    reason: Reason
    kitty_payment: int = 0
    mark: Mark = Mark.NONE


def no_points(keys: Iterable[str], reason: Reason) -> Iterator[Line]:
    """Yield a line without points for each of these sides."""
    return (Line(key, 0, reason) for key in keys)


@dataclass(frozen=True, slots=True)
class ScoredDeal:
    """A deal that was played: its entry and its points.

    ``overruled`` is true if a warning about the entry had to be accepted.
    """

    deal: Deal
    entry: Entry
    lines: tuple[Line, ...]
    overruled: bool = False

    @property
    def number(self) -> int:
        """The number of the deal in its game."""
        return self.deal.number

    @property
    def dealer(self) -> int:
        """The chair of the dealer."""
        return int(self.entry.table.dealer)

    @property
    def points(self) -> Mapping[str, int]:
        """The points by side."""
        points: Counter[str] = Counter()
        for line in self.lines:
            points[line.side] += line.points
        return points

    @property
    def marks(self) -> Mapping[str, tuple[Mark, ...]]:
        """The marks by side, without sides that have none."""
        return {line.side: self.marks_of(line.side) for line in self.lines if line.mark}

    @property
    def pennies(self) -> Mapping[str, int]:
        """What each side paid into the kitty, without sides that paid nothing."""
        paid: Counter[str] = Counter()
        for line in self.lines:
            if line.kitty_payment:
                paid[line.side] += line.kitty_payment
        return paid

    def points_of(self, side: str) -> int:
        """Return the points of a side."""
        return sum(line.points for line in self.lines if line.side == side)

    def marks_of(self, side: str) -> tuple[Mark, ...]:
        """Return the marks of a side."""
        return tuple(line.mark for line in self.lines if line.side == side and line.mark)


class Recalled(Sequence[ScoredDeal]):
    """Stored deals, which aren’t loaded until a scheme uses one."""

    def __init__(self, count: int, read: Callable[[], Sequence[ScoredDeal]]) -> None:
        self._count = count
        self._read = read
        self._deals: Sequence[ScoredDeal] | None = None

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> ScoredDeal: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[ScoredDeal]: ...
    def __getitem__(self, index: int | slice) -> ScoredDeal | Sequence[ScoredDeal]:
        if self._deals is None:
            self._deals = self._read()
        return self._deals[index]

    def then(self, scored: ScoredDeal) -> "Recalled":
        """Return these deals and one more, without loading them."""
        return Recalled(self._count + 1, lambda: (*self, scored))


@dataclass(frozen=True, slots=True)
class Past:
    """The earlier deals in order, and the points each side started the game with.

    ``totals`` are the points of all ``deals`` plus the ``starts``. Each new deal is added to the
    totals, so the earlier ones needn’t be added up again.
    """

    deals: Sequence[ScoredDeal] = ()
    starts: Mapping[str, int] | None = None
    totals: Mapping[str, int] | None = None

    def __post_init__(self) -> None:
        if self.totals is None:
            totals = Counter(self.starts or {})
            for scored in self.deals:
                totals.update(scored.points)
            object.__setattr__(self, "totals", totals)

    def then(self, scored: ScoredDeal) -> "Past":
        """Return these deals and one more."""
        totals = Counter(self.totals)
        totals.update(scored.points)
        deals = self.deals
        if isinstance(deals, Recalled):
            return Past(deals.then(scored), self.starts, totals)
        return Past((*deals, scored), self.starts, totals)

    def upto(self, count: int) -> "Past":
        """Return the first ``count`` of these deals."""
        return Past(self.deals[:count], self.starts)

    def total(self, side: str, lines: Iterable[Line] = ()) -> int:
        """Return the side’s total so far, including ``lines`` of the next deal."""
        scored = (self.totals or {}).get(side, 0)
        return scored + sum(line.points for line in lines if line.side == side)

    def leaders(self, ruleset: AnyRuleset, table: DealSeating, lines: Iterable[Line]) -> list[str]:
        """Return the sides with the best total after ``lines`` of the next deal."""
        lines = tuple(lines)
        totals = {side: self.total(side, lines) for side in table.keys}
        best = max if ruleset.end.wins == "highest" else min
        return [side for side, total in totals.items() if total == best(totals.values())]

    def entries(self) -> Sequence[Entry]:
        """Return the entry of each deal."""
        return tuple(scored.entry for scored in self.deals)
