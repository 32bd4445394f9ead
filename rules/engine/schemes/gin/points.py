"""The points of a hand of gin."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rules.engine.cards import notation
from rules.engine.contracts import Deal
from rules.engine.deal_seating import DealSeating
from rules.engine.entries import Entry, Problem
from rules.engine.inputs import Left
from rules.engine.reasons import Reason, because
from rules.engine.schemes.gin.checks import GinChecks
from rules.engine.schemes.gin.fields import GIN, KNOCK, GinFields
from rules.engine.schemes.scored_deals import Line, Mark, Past, no_points


@dataclass(frozen=True, slots=True)
class Won:
    """The winner of a hand, with points, boxes and the reason."""

    side: str
    points: int
    boxes: int
    reason: Reason


@dataclass(slots=True)
class GinColumn:
    """A race to the target: the points and boxes of each side, and the bonuses at its end."""

    points: Counter[str] = field(default_factory=Counter)
    boxes: Counter[str] = field(default_factory=Counter)
    bonuses: tuple[Line, ...] = ()
    winner: str = ""

    def total(self, side: str) -> int:
        return self.points[side] + sum(line.points for line in self.bonuses if line.side == side)


class GinScoring(GinFields):
    """Points for the winner of each hand; boxes and bonuses with the hand that ends the game."""

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        return GinChecks(self).problems(deal, entry, past)

    def lines(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Line]:
        table, won = entry.table, self._won(entry)
        if won is None:
            yield from no_points(table.keys, because("void-hand"))
            return
        columns = self.columns(table, past)
        entered = self._enter(columns, table, won)
        other = self.opponent(table, won.side)
        yield Line(other, 0, self._deadwood_reason(entry.of("left")[other]))
        for number in entered:
            mark = Mark.ACHIEVED if number == entered[0] else Mark.NONE
            hand = Line(won.side, won.points, won.reason, mark=mark)
            yield from self._in_column(number, (hand, *columns[number - 1].bonuses))
        if not entered:
            yield Line(won.side, 0, because("after-the-end"))
        is_decided = any(columns[number - 1].winner for number in entered)
        if is_decided and all(column.winner for column in columns):
            yield from self._winners(table, columns)

    def _deadwood_reason(self, left: Left) -> Reason:
        if left.cards is None:
            return because("deadwood", total=left.points_text)
        values = self.hands.table.values(left.cards)
        return because("deadwood-cards", cards=notation(left.cards), values=values)

    def _won(self, entry: Entry) -> Won | None:
        """Return the result of a valid hand; None if the hand is void."""
        if entry.get("void"):
            return None
        figures, knocker = self.figures, entry.get("knocked")[0]
        other, how = self.opponent(entry.table, knocker), self.how_ended(entry)
        low, high = self.count(entry, knocker) or 0, self.count(entry, other) or 0
        times = self._spades(entry)
        if how == KNOCK and high > low:
            won = Won(knocker, high - low, 1, because("knocked", high=high, low=low))
        elif how == KNOCK:
            reason = because("undercut", high=low, low=high, bonus=figures.undercut)
            boxes = 1 + figures.undercut_boxes * times
            won = Won(other, low - high + figures.undercut, boxes, reason)
        else:
            bonus = figures.gin if how == GIN else figures.big_gin
            reason = because("gin" if how == GIN else "big-gin", count=high, bonus=bonus)
            won = Won(knocker, high + bonus, 1 + figures.gin_boxes * times, reason)
        if times == 1:
            return won
        reason = won.reason.plus("spade", factor=times)
        return Won(won.side, won.points * times, won.boxes, reason)

    def _spades(self, entry: Entry) -> int:
        return self.figures.spade if entry.get("spade") else 1

    def _in_column(self, number: int, lines: Sequence[Line]) -> Iterator[Line]:
        """Yield the lines or, if there are several columns, one line per side with its column."""
        if self.figures.columns == 1:
            yield from lines
            return
        for side in dict.fromkeys(line.side for line in lines):
            own = [line for line in lines if line.side == side]
            reasons = [line.reason.dump() for line in own]
            points = sum(line.points for line in own)
            reason = because("column", number=number, reasons=reasons)
            yield Line(side, points, reason, mark=own[0].mark)

    def columns(self, table: DealSeating, past: Past) -> list[GinColumn]:
        """Return the columns so far; points that a side started with are in the first one."""
        columns = [GinColumn() for _number in range(self.figures.columns)]
        columns[0].points.update(past.starts or {})
        for scored in past.deals:
            won = self._won(scored.entry)
            if won:
                self._enter(columns, table, won)
        return columns

    def _enter(self, columns: Sequence[GinColumn], table: DealSeating, won: Won) -> tuple[int, ...]:
        """Enter a hand in the columns, and return the numbers of the columns that it went into.

        A column that reaches the target gets its bonuses. The first hand that a side wins goes into
        the first column, the second into the first two, and every later one into all. If a column
        is finished, the side continues in the next one (Hollywood Gin, rummy-games.com).
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
            if column.points[won.side] >= self.game.target:
                column.winner = won.side
                column.bonuses = tuple(self._bonuses(column, table))
        return tuple(entered)

    def _bonuses(self, column: GinColumn, table: DealSeating) -> Iterator[Line]:
        """Yield the points that the end of a race adds."""
        figures, winner = self.figures, column.winner
        loser = self.opponent(table, winner)
        is_shutout = not column.points[loser]
        game = figures.shutout if is_shutout and figures.shutout else figures.game
        reason = because("game-bonus", points=game)
        yield Line(winner, game, reason.plus("shutout") if is_shutout else reason)
        for side in (winner, loser):
            boxes = column.boxes[side]
            if boxes and figures.box:
                reason = because("boxes-won", count=boxes, points=figures.box)
                yield Line(side, boxes * figures.box, reason)
        if is_shutout and figures.shutout_times > 1:
            total = column.points[winner] + game + column.boxes[winner] * figures.box
            reason = because("shutout-total", total=total, factor=figures.shutout_times)
            yield Line(winner, total * (figures.shutout_times - 1), reason)

    def _winners(self, table: DealSeating, columns: Sequence[GinColumn]) -> Iterator[Line]:
        """Yield a line for the winner, the side with the higher total.

        A tie goes to the side at the target or, if there are several columns, to both sides.
        """
        totals = {side: sum(column.total(side) for column in columns) for side in table.keys}
        best = [side for side, total in totals.items() if total == max(totals.values())]
        if len(columns) == 1 and len(best) > 1:
            best = [columns[0].winner]
        for side in best:
            yield Line(side, 0, because("wins-the-game"), mark=Mark.WON)

    def status(self, table: DealSeating, past: Past) -> Mapping[str, Reason]:
        columns = self.columns(table, past)
        if len(columns) > 1:
            statuses = {
                side: because(
                    "columns",
                    columns=[[column.total(side), bool(column.winner)] for column in columns],
                )
                for side in table.keys
            }
            return statuses if past.deals else {}
        boxes = columns[0].boxes
        return {side: because("boxes", count=boxes[side]) for side in table.keys if boxes[side]}
