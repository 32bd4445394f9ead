"""The points of a deal of a tally game."""

from collections.abc import Iterator, Sequence

from rules.engine.contracts import Deal
from rules.engine.entries import Entry
from rules.engine.formatting import with_minus
from rules.engine.schemes.base import Line, Mark, Past
from rules.engine.schemes.tally.fields import TallyFields
from rules.engine.schemes.tally.figures import Item


class TallyPoints(TallyFields):
    """The number reported times what the item is worth."""

    def lines(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Line]:
        lines = self._counted(entry, past)
        scored = {line.side for line in lines}
        lines.extend(Line(side, 0, "nothing") for side in entry.table.keys if side not in scored)
        yield from lines
        if any(self._is_reported(item, entry) for item in self._asked if item.ends):
            reason = f"{self.ruleset.end.wins} total at the end"
            for side in past.leaders(self.ruleset, entry.table, lines):
                yield Line(side, 0, reason, mark=Mark.WON)

    def _counted(self, entry: Entry, past: Past) -> list[Line]:
        """The lines of all items; those that name the winner come last, after all the points."""
        lines: list[Line] = []
        for item in sorted(self._asked, key=lambda item: item.names_the_winner):
            lines.extend(list(self._lines(item, entry, past, lines)))
        return lines

    def _is_reported(self, item: Item, entry: Entry) -> bool:
        return any(self._amount(item, entry, side) is not None for side in entry.table.keys)

    def _lines(
        self, item: Item, entry: Entry, past: Past, before: Sequence[Line]
    ) -> Iterator[Line]:
        for side in entry.table.keys if item.per == "side" or not item.to else ():
            amount = self._amount(item, entry, side)
            if amount is None or not (amount or item.required) or self._is_told(item, entry):
                continue
            points = self._points(item, amount)
            reason = self._because(item, entry, side, amount)
            if item.without and not self._has(entry, side, [item.without]):
                points, reason = -points, f"{reason}, against"
            if item.not_from and past.total(side) >= item.not_from:
                points, reason = 0, f"{reason}, not from {item.not_from} on"
            total = past.total(side, before) + points
            yield Line(side, points, reason, mark=self._mark(item, total))
        yield from self._gift(item, entry)

    def _is_told(self, item: Item, entry: Entry) -> bool:
        """Whether the points that come with it say as much as its own line would."""
        if item.ask != "one-side" or item.worth or item.mark or item.decides:
            return False
        coming = (other for other in self._asked if other.to == item.id and not other.by_side)
        return any(other.gives and self._amount(other, entry, "") for other in coming)

    def _points(self, item: Item, amount: int) -> int:
        if amount in item.prices:
            return item.prices[amount]
        return item.worth * (max(0, amount - item.over) if item.over else amount)

    def _mark(self, item: Item, total: int) -> Mark:
        reached = total >= self.target if self.target else item.names_the_winner
        if item.decides and reached:
            return Mark.WON
        return Mark.ACHIEVED if item.mark else Mark.NONE

    def _because(self, item: Item, entry: Entry, side: str, amount: int) -> str:
        if not item.is_number:
            return item.label
        if item.over:
            return f"{item.label}: {amount}, {max(0, amount - item.over)} over {item.over}"
        if item.prices.get(amount, amount) != amount:
            return f"{item.label}: {amount}: {with_minus(item.prices[amount])}"
        if item.worth == -1:
            return f"{item.label}: {with_minus(-amount)}"
        if abs(item.worth) > 1 and amount not in item.prices:
            return f"{item.label}: {amount} × {with_minus(item.worth)}"
        return self._typed(item, entry, side, amount)

    def _typed(self, item: Item, entry: Entry, side: str, amount: int) -> str:
        """The label with what was typed; of cards what they come to, of a tick the label alone."""
        typed = "" if item.ask == "cards" else entry.texts.get(self._input(item, side), "")
        return f"{item.label}: {typed or amount}" if item.is_number else item.label

    def _gift(self, item: Item, entry: Entry) -> Iterator[Line]:
        """What the side that another item names gets from this one."""
        for named in entry.get(item.to, ()) if item.gives else ():
            if not item.by_side:
                amount = self._amount(item, entry, "")
                if amount:
                    yield Line(named, item.gives * amount, self._typed(item, entry, "", amount))
                continue
            of_others = [side for side in entry.table.keys if side != named]
            amount = sum(self._amount(item, entry, side) or 0 for side in of_others)
            times = f" × {item.gives}" if item.gives != 1 else ""
            reason = f"{item.label} of the others: {amount}{times}"
            yield Line(named, item.gives * amount, reason)
