"""The points for each item of a tally game."""

from collections.abc import Iterator, Sequence

from rules.engine.entries import Entry
from rules.engine.formatting import stored_points
from rules.engine.inputs import sum_text
from rules.engine.reasons import Reason, because
from rules.engine.schemes.base import SchemePart
from rules.engine.schemes.scored_deals import Line, Mark, Past
from rules.engine.schemes.tally.contract import CountedItems
from rules.engine.schemes.tally.fields import TallyFields
from rules.engine.schemes.tally.figures import Item


class TallyCounting(SchemePart[TallyFields]):
    """The points for each item: usually the amount that was entered, times the item’s value."""

    def counted(self, entry: Entry, past: Past) -> list[Line]:
        """Return the lines of all items, and those of the contract if the game has one."""
        by_item = self._by_item(entry, past)
        lines = [line for lines in by_item.values() for line in lines]
        contract = self.scoring.figures.contract
        if contract:
            lines.extend(contract.lines(entry, by_item, self.held(past)))
        return lines

    def held(self, past: Past) -> int:
        """Return the points that tied contracts hold for the winner of the next deal."""
        contract = self.scoring.figures.contract
        return contract.held(self._last_first(past)) if contract else 0

    def _last_first(self, past: Past) -> Iterator[tuple[Entry, CountedItems]]:
        """Yield the entry of each earlier deal with its lines, from the last deal to the first."""
        for count in reversed(range(len(past.deals))):
            entry = past.deals[count].entry
            yield entry, self._by_item(entry, past.upto(count))

    def _by_item(self, entry: Entry, past: Past) -> CountedItems:
        """Return the lines by item; items that name the winner come last, after all points."""
        by_item: dict[str, list[Line]] = {}
        for item in sorted(self.scoring.asked, key=lambda item: item.names_the_winner):
            before = [line for lines in by_item.values() for line in lines]
            by_item[item.id] = list(self._lines(item, entry, past, before))
        return by_item

    def _lines(
        self, item: Item, entry: Entry, past: Past, before: Sequence[Line]
    ) -> Iterator[Line]:
        playing = self.scoring.playing(entry, past)
        for side in playing if item.per == "side" or not item.to else ():
            amount = self.scoring.amount(item, entry, side)
            if amount is None or not (amount or item.required) or self._is_covered(item, entry):
                continue
            points = self._points(item, amount)
            reason = self._reason(item, entry, side, amount)
            if item.without and not self.scoring.has(entry, side, [item.without]):
                points, reason = -points, reason.plus("against")
            if item.not_from and past.total(side) >= item.not_from:
                points, reason = 0, reason.plus("not-from", total=item.not_from)
            total = past.total(side, before) + points
            yield Line(side, points, reason, mark=self._mark(item, total))
        yield from self._gift(item, entry)

    def _is_covered(self, item: Item, entry: Entry) -> bool:
        """Return whether the item needs no line, because other lines show what follows from it."""
        contract = self.scoring.figures.contract
        if contract and item.id == contract.takers:
            return True
        if item.ask != "one-side" or item.worth or item.mark or item.decides:
            return False
        coming = (
            other for other in self.scoring.asked if other.to == item.id and not other.by_side
        )
        return any(other.gives and self.scoring.amount(other, entry, "") for other in coming)

    def _reason(self, item: Item, entry: Entry, side: str, amount: int) -> Reason:
        label = item.label
        if not item.is_number:
            return because("item", label=label)
        if item.over:
            beyond = max(0, amount - item.over)
            return because("item-over", label=label, amount=amount, beyond=beyond, limit=item.over)
        if item.prices.get(amount, amount) != amount:
            return because("item-price", label=label, amount=amount, points=item.prices[amount])
        decimals = self.ruleset.scoring.decimals if item.ask == "points" else 0
        if item.worth == -1:
            entered = stored_points(-amount, decimals)
            return because("item-entered", label=label, entered=entered)
        if abs(item.worth) > 1 and amount not in item.prices:
            shown = stored_points(amount, decimals) if decimals else amount
            return because("item-each", label=label, amount=shown, each=item.worth)
        return self._typed(item, entry, side, amount)

    def _points(self, item: Item, amount: int) -> int:
        unit = 1 if item.ask == "points" else self.ruleset.unit
        if amount in item.prices:
            return item.prices[amount] * unit
        return item.worth * unit * (max(0, amount - item.over) if item.over else amount)

    def _mark(self, item: Item, total: int) -> Mark:
        reached = total >= self.game.target if self.game.target else item.names_the_winner
        if item.decides and (reached or (item.outright and item.names_the_winner)):
            return Mark.WON
        return Mark.ACHIEVED if item.mark else Mark.NONE

    def _typed(self, item: Item, entry: Entry, side: str, amount: int) -> Reason:
        """Return the label with the amount as typed or the total of cards; a tick has no amount."""
        if not item.is_number:
            return because("item", label=item.label)
        typed = "" if item.ask == "cards" else entry.texts.get(self.scoring.input(item, side), "")
        decimals = self.ruleset.scoring.decimals if item.ask == "points" else 0
        if typed and decimals:
            typed = sum_text(typed, decimals)
        return because("item-entered", label=item.label, entered=typed or str(amount))

    def _gift(self, item: Item, entry: Entry) -> Iterator[Line]:
        """Yield the points that this item gives to the side named under the item ``to``."""
        for named in entry.get(item.to, ()) if item.gives else ():
            if not item.by_side:
                amount = self.scoring.amount(item, entry, "")
                if amount:
                    yield Line(named, item.gives * amount, self._typed(item, entry, "", amount))
                continue
            of_others = [side for side in entry.table.keys if side != named]
            amount = sum(self.scoring.amount(item, entry, side) or 0 for side in of_others)
            reason = because("item-of-others", label=item.label, amount=amount)
            if item.gives != 1:
                reason = because(
                    "item-of-others-each", label=item.label, amount=amount, each=item.gives
                )
            yield Line(named, item.gives * amount, reason)
