"""The texts of tally for pages and score sheets."""

from collections.abc import Iterator, Mapping

from rules.engine.contracts import Deal
from rules.engine.entries import Count, DealSeating, Entry
from rules.engine.formatting import capital, signed
from rules.engine.schemes.base import Past, SheetColumn
from rules.engine.schemes.tally.fields import MOST_COUNTED
from rules.engine.schemes.tally.figures import MOST_IN_A_HEAD, Item, Opening
from rules.engine.schemes.tally.points import TallyPoints

MOST_NOTED = 2


class TallyWords(TallyPoints):
    """Sheet columns, statuses and facts."""

    @property
    def mark_words(self) -> str:
        marked = [item.label.lower() for item in self._asked if item.mark]
        return " or ".join(marked) or super().mark_words

    @property
    def sheet_columns(self) -> tuple[SheetColumn, ...]:
        """The numbers that have a head; without such the counts of each side, where there are few
        numbers, headed by the first word.
        """
        headed = [item for item in self._asked if item.head]
        numbers = [item for item in self._asked if item.is_number and item.by_side]
        if headed:
            return tuple(map(self._headed, headed))
        if len(numbers) > MOST_NOTED:
            return ()
        return tuple(
            SheetColumn(item.id, head, "side", str(kind.most))
            for item in numbers
            if isinstance(kind := self._fields[item.id].kind, Count)
            and len(head := item.label.split()[0]) <= MOST_IN_A_HEAD
        )

    def _headed(self, item: Item) -> SheetColumn:
        most = self.target or MOST_COUNTED if item.most is None else item.most
        return SheetColumn(item.id, item.head, "side" if item.by_side else "deal", str(most))

    def column_texts(self, deal: Deal, entry: Entry) -> Mapping[tuple[str, str], str]:
        """With what a sum comes to in a column that has a head."""
        headed = {item.id: item for item in self._asked if item.head}
        return {
            (sheet_columns, side): str(self._amount(headed[sheet_columns], entry, side))
            if sheet_columns in headed
            else text
            for (sheet_columns, side), text in super().column_texts(deal, entry).items()
        }

    def status(self, table: DealSeating, past: Past) -> Mapping[str, str]:
        opening = self.figures.opening
        if opening is None:
            return {}
        number = len(past.deals) + 1
        return {
            side: f"{opening.words} {opening.least(past.total(side), number)}"
            for side in table.keys
        }

    def facts(self) -> Iterator[tuple[str, str, str]]:
        for item in self._asked:
            text = self._fact(item)
            if text:
                yield f"tally-{item.id}", item.label, text
            if item.names_the_winner and not self.target:
                best = f"{self.ruleset.end.wins} total"
                yield "winner", "Winner", f"the first under “{item.label}”, or else the {best}"
        if self.figures.opening:
            yield "opening", *self._opening_fact(self.figures.opening)
        if self.figures.rates:
            rates = "; ".join(f"{rate.label} {rate.points:,}" for rate in self.figures.rates)
            yield "rates", "What counts", rates

    def _fact(self, item: Item) -> str:
        unit = " each" if item.ask == "count" else " a point" if item.is_number else ""
        parts = []
        if item.worth == -1 and item.is_number:
            parts.append("count against their side")
        elif item.worth and not item.over and not item.is_plain:
            parts.append(f"{signed(item.worth)}{unit}")
        if item.over:
            parts.append(f"{signed(item.worth)}{unit} above {item.over}")
        parts += [f"{count} together {signed(item.prices[count])}" for count in sorted(item.prices)]
        if item.gives:
            parts.append(
                f"{signed(item.gives)}{unit} to the side under “{self._item(item.to).label}”"
            )
        if item.total is not None:
            parts.append(f"{item.total} in all")
        return ", ".join(parts)

    def _opening_fact(self, opening: Opening) -> tuple[str, str]:
        label = capital(opening.words)
        if opening.deals:
            deal = self.ruleset.words.deal
            return label, f"{', '.join(map(str, opening.deals))}, {deal.one} by {deal.one}"
        low, *others = opening.levels
        below = f"{low.least} below {others[0].at:,}" if others else str(low.least)
        return label, ", ".join([below, *(f"{level.least} from {level.at:,}" for level in others)])
