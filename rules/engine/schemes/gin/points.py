"""The points of a hand of gin."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rules.engine.contracts import Deal
from rules.engine.entries import DealSeating, Entry
from rules.engine.formatting import count_words
from rules.engine.schemes.base import Line, Mark, Past, no_points
from rules.engine.schemes.gin.fields import GIN, KNOCK, GinFields


@dataclass(frozen=True, slots=True)
class Won:
    """What a hand gave, and whom."""

    side: str
    points: int
    boxes: int
    reason: str


@dataclass(slots=True)
class Column:
    """A race to the target: points and boxes of each side, and the bonuses once it is over."""

    points: Counter[str] = field(default_factory=Counter)
    boxes: Counter[str] = field(default_factory=Counter)
    bonuses: tuple[Line, ...] = ()
    winner: str = ""

    def total(self, side: str) -> int:
        return self.points[side] + sum(line.points for line in self.bonuses if line.side == side)


class GinPoints(GinFields):
    """The winner’s points, and what the end of the game adds."""

    def lines(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Line]:
        table, won = entry.table, self._won(entry)
        if won is None:
            yield from no_points(table.keys, "void hand")
            return
        columns = self._columns(table, past)
        entered = self._enter(columns, table, won)
        other = self._opponent(table, won.side)
        yield Line(other, 0, f"deadwood {self._hands.words(entry.of('left')[other])}")
        for number in entered:
            mark = Mark.ACHIEVED if number == entered[0] else Mark.NONE
            hand = Line(won.side, won.points, won.reason, mark=mark)
            yield from self._in_column(number, (hand, *columns[number - 1].bonuses))
        if not entered:
            yield Line(won.side, 0, "after the end of the game")
        is_decided = any(columns[number - 1].winner for number in entered)
        if is_decided and all(column.winner for column in columns):
            yield from self._winners(table, columns)

    def _won(self, entry: Entry) -> Won | None:
        """What a hand without problems gave; None where it was void."""
        if entry.get("void"):
            return None
        figures, knocker = self.figures, entry.get("knocked")[0]
        other, how = self._opponent(entry.table, knocker), self._how(entry)
        low, high = self._count(entry, knocker) or 0, self._count(entry, other) or 0
        if how == KNOCK and high > low:
            won = Won(knocker, high - low, 1, f"knocked, {high} − {low}")
        elif how == KNOCK:
            reason = f"undercut, {low} − {high} + {figures.undercut}"
            boxes = 1 + figures.undercut_boxes * self._spades(entry)
            won = Won(other, low - high + figures.undercut, boxes, reason)
        else:
            word, bonus = ("gin", figures.gin) if how == GIN else ("big gin", figures.big_gin)
            boxes = 1 + figures.gin_boxes * self._spades(entry)
            won = Won(knocker, high + bonus, boxes, f"{word}, {high} + {bonus}")
        times = self._spades(entry)
        if times == 1:
            return won
        return Won(won.side, won.points * times, won.boxes, f"{won.reason}, × {times} for a spade")

    def _spades(self, entry: Entry) -> int:
        return self.figures.spade if entry.get("spade") else 1

    def _in_column(self, number: int, lines: Sequence[Line]) -> Iterator[Line]:
        """The lines as they are; of several columns one line for each side, with its number."""
        if self.figures.columns == 1:
            yield from lines
            return
        for side in dict.fromkeys(line.side for line in lines):
            own = [line for line in lines if line.side == side]
            reason = " · ".join(line.reason for line in own)
            points = sum(line.points for line in own)
            yield Line(side, points, f"column {number}: {reason}", mark=own[0].mark)

    def _columns(self, table: DealSeating, past: Past) -> list[Column]:
        """The columns as they stand; what a side began the game with stands in the first."""
        columns = [Column() for _ in range(self.figures.columns)]
        columns[0].points.update(past.starts or {})
        for scored in past.deals:
            won = self._won(scored.entry)
            if won:
                self._enter(columns, table, won)
        return columns

    def _enter(self, columns: Sequence[Column], table: DealSeating, won: Won) -> tuple[int, ...]:
        """Write a hand into the columns, count those that it ends, and return their numbers.

        A side's first hand goes into its first column, the second into two, every later one into
        all; whom a finished column has shut out goes on in the next (Hollywood Gin,
        rummy-games.com).
        """
        numbered = tuple(enumerate(columns, 1))
        last = max((number for number, column in numbered if column.boxes[won.side]), default=0) + 1
        while last < len(columns) and columns[last - 1].winner:
            last += 1
        entered = [number for number, column in numbered if number <= last and not column.winner]
        for number in entered:
            column = columns[number - 1]
            column.points[won.side] += won.points
            column.boxes[won.side] += won.boxes
            if column.points[won.side] >= self.target:
                column.winner = won.side
                column.bonuses = tuple(self._bonuses(column, table))
        return tuple(entered)

    def _bonuses(self, column: Column, table: DealSeating) -> Iterator[Line]:
        """What the end of a race adds to its points."""
        figures, winner = self.figures, column.winner
        loser = self._opponent(table, winner)
        is_shutout = not column.points[loser]
        game = figures.shutout if is_shutout and figures.shutout else figures.game
        yield Line(winner, game, f"game bonus {game}{', shutout' if is_shutout else ''}")
        for side in (winner, loser):
            boxes = column.boxes[side]
            if boxes and figures.box:
                words = f"{count_words(boxes, 'box', 'boxes')} of {figures.box}"
                yield Line(side, boxes * figures.box, words)
        if is_shutout and figures.shutout_times > 1:
            total = column.points[winner] + game + column.boxes[winner] * figures.box
            reason = f"shutout, the total {total} × {figures.shutout_times}"
            yield Line(winner, total * (figures.shutout_times - 1), reason)

    def _winners(self, table: DealSeating, columns: Sequence[Column]) -> Iterator[Line]:
        """Who has won the game: the higher total; of equal ones that which reached the target."""
        totals = {side: sum(column.total(side) for column in columns) for side in table.keys}
        best = [side for side, total in totals.items() if total == max(totals.values())]
        if len(columns) == 1 and len(best) > 1:
            best = [columns[0].winner]
        for side in best:
            yield Line(side, 0, "wins the game", mark=Mark.WON)
