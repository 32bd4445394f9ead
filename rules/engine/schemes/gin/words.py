"""The texts of gin for pages and score sheets."""

from collections.abc import Iterator, Mapping

from rules.engine.contracts import Deal
from rules.engine.entries import DealSeating, Entry
from rules.engine.formatting import count_words, signed
from rules.engine.schemes.base import Past, SheetColumn, bare
from rules.engine.schemes.gin.points import GinPoints


class GinWords(GinPoints):
    """Sheet columns, statuses and facts."""

    @property
    def sheet_columns(self) -> tuple[SheetColumn, ...]:
        knocked = SheetColumn("knocked", "Gin" if self._only_gin else "Knocked", "deal", "")
        if len(self._ends) == 1:
            return knocked, *self._raced
        longest = max(map(bare, self._ends.values()), key=len)
        return SheetColumn("how", "Ended", "deal", longest), knocked, *self._raced

    @property
    def _raced(self) -> tuple[SheetColumn, ...]:
        """The columns of Hollywood, each with its own total."""
        count = self.figures.columns
        numbers = range(1, count + 1) if count > 1 else ()
        return tuple(SheetColumn(f"column-{n}", f"col. {n}", "side", "1000") for n in numbers)

    @property
    def summary_row(self) -> str:
        return "Boxes" if self.figures.box else ""

    def running_texts(self, table: DealSeating, past: Past) -> Mapping[tuple[str, str], str]:
        """The new total in each column in which the last hand gave something, and the boxes in
        every column.
        """
        before = self._columns(table, past.upto(len(past.deals) - 1))
        after = self._columns(table, past)
        texts = {
            (part.id, side): str(new.total(side))
            for part, old, new in zip(self._raced, before, after, strict=False)
            for side in table.keys
            if new.total(side) != old.total(side)
        }
        if self.summary_row:
            for side in table.keys:
                texts["summary", side] = " · ".join(str(column.boxes[side]) for column in after)
        return texts

    def column_texts(self, deal: Deal, entry: Entry) -> Mapping[tuple[str, str], str]:
        """As reported; how the hand ended may be known from the deadwood alone."""
        texts = dict(super().column_texts(deal, entry))
        if entry.get("knocked") and len(self._ends) > 1:
            texts["how", ""] = bare(self._ends[self._how(entry)])
        return texts

    def status(self, table: DealSeating, past: Past) -> Mapping[str, str]:
        columns = self._columns(table, past)
        if len(columns) > 1:
            statuses = {
                side: " · ".join(
                    f"{column.total(side)}{' (over)' if column.winner else ''}"
                    for column in columns
                )
                for side in table.keys
            }
            return statuses if past.deals else {}
        boxes = columns[0].boxes
        return {
            side: count_words(boxes[side], "box", "boxes") for side in table.keys if boxes[side]
        }

    def facts(self) -> Iterator[tuple[str, str, str]]:
        figures = self.figures
        yield "knock", "Knocking", self._knocking_text()
        if not self._only_gin:
            yield "knock-points", "A knock", "the difference of the two counts"
            yield "undercut", "An undercut", f"the difference and {figures.undercut}"
        yield "gin", "Gin", f"the other’s deadwood and {figures.gin}"
        if figures.big_gin:
            yield "big-gin", "Big gin", f"the other’s deadwood and {figures.big_gin}"
        if figures.spade > 1:
            yield "spade", "A spade turned up", f"the hand counts {figures.spade} times"
        yield "box", "A box: each hand won, at the end", signed(figures.box)
        extra = (("undercut", figures.undercut_boxes), ("gin", figures.gin_boxes))
        boxes = [f"{count_words(n, 'box', 'boxes')} for {name}" for name, n in extra if n]
        if boxes:
            yield "extra-boxes", "Extra boxes", ", ".join(boxes)
        yield "game", f"Reaching {self.target}", signed(figures.game)
        if figures.shutout or figures.shutout_times > 1:
            yield "shutout", "The other has nothing", self._shutout_text()
        if figures.columns > 1:
            text = f"{count_words(figures.columns, 'race', 'races')} side by side, each to its end"
            yield "columns", "Columns", text

    def _knocking_text(self) -> str:
        figures = self.figures
        if self._only_gin:
            return "not allowed; only gin ends a hand"
        if not figures.upcard:
            return f"with {figures.knock} or less"
        ace = "; after an ace only gin" if figures.ace_means_gin else ""
        return f"with the first upcard’s count or less{ace}"

    def _shutout_text(self) -> str:
        figures = self.figures
        parts = []
        if figures.shutout:
            parts.append(f"{signed(figures.shutout)} in place of {signed(figures.game)}")
        if figures.shutout_times > 1:
            parts.append(f"the whole total counts {figures.shutout_times} times")
        return ", ".join(parts)
