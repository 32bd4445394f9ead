"""The texts of gin for pages and score sheets."""

from collections.abc import Iterator, Mapping

from rules.engine.contracts import Deal
from rules.engine.deal_seating import DealSeating
from rules.engine.entries import Entry
from rules.engine.formatting import count_boxes, join_texts, number_word, signed, times_word
from rules.engine.schemes.base import SchemePaper, SchemeWords, SheetColumn, bare
from rules.engine.schemes.gin.points import GinScoring
from rules.engine.schemes.scored_deals import Past
from rules.translation import gettext as _
from rules.translation import ngettext, pgettext


class GinPaper(SchemePaper[GinScoring]):
    @property
    def sheet_columns(self) -> tuple[SheetColumn, ...]:
        label = _("Gin") if self.scoring.only_gin else _("Knocked")
        knocked = SheetColumn("knocked", label, "deal", "")
        if len(self.scoring.ends) == 1:
            return knocked, *self._raced
        longest = max(map(bare, self.scoring.ends.values()), key=len)
        return SheetColumn("how", _("Ended"), "deal", longest), knocked, *self._raced

    @property
    def _raced(self) -> tuple[SheetColumn, ...]:
        """The columns of Hollywood, each with its own total."""
        count = self.scoring.figures.columns
        numbers = range(1, count + 1) if count > 1 else ()
        # Translators: the short heading of a column on a score sheet.
        label = _("col. {number}")
        return tuple(
            SheetColumn(f"column-{n}", label.format(number=n), "side", "1000") for n in numbers
        )

    @property
    def summary_row(self) -> str:
        return pgettext("in gin", "Boxes") if self.scoring.figures.box else ""

    def running_texts(self, table: DealSeating, past: Past) -> Mapping[tuple[str, str], str]:
        """Return the total of each column that the last hand changed, and each side’s boxes."""
        before = self.scoring.columns(table, past.upto(len(past.deals) - 1))
        after = self.scoring.columns(table, past)
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
        """Return the texts of the fields; how the hand ended may follow from the deadwood."""
        texts = dict(super().column_texts(deal, entry))
        if entry.get("knocked") and len(self.scoring.ends) > 1:
            texts["how", ""] = bare(self.scoring.ends[self.scoring.how_ended(entry)])
        return texts


class GinWords(SchemeWords[GinScoring]):
    @property
    def mark_words(self) -> str:
        return _("won the hand")

    def facts(self) -> Iterator[tuple[str, str, str]]:
        figures = self.scoring.figures
        yield "knock", _("Knocking"), self._knocking_text()
        if not self.scoring.only_gin:
            yield "knock-points", _("A knock"), _("the difference between the two counts")
            text = _("the difference plus {points}").format(points=figures.undercut)
            yield "undercut", _("An undercut"), text
        text = _("the opponent’s deadwood plus {points}")
        yield "gin", _("Gin"), text.format(points=figures.gin)
        if figures.big_gin:
            yield "big-gin", _("Big gin"), text.format(points=figures.big_gin)
        if figures.spade > 1:
            text = _("the hand counts {times}").format(times=times_word(figures.spade))
            yield "spade", _("A spade turned up"), text
        yield "box", _("Box for each hand won, at the end"), signed(figures.box)
        boxes = []
        if figures.undercut_boxes:
            boxes.append(
                _("{boxes} for undercut").format(boxes=count_boxes(figures.undercut_boxes))
            )
        if figures.gin_boxes:
            boxes.append(_("{boxes} for gin").format(boxes=count_boxes(figures.gin_boxes)))
        if boxes:
            yield "extra-boxes", _("Extra boxes"), join_texts(boxes)
        yield "game", _("Reaching {target}").format(target=self.game.target), signed(figures.game)
        if figures.shutout or figures.shutout_times > 1:
            yield "shutout", _("The loser has no points"), self._shutout_text()
        if figures.columns > 1:
            text = ngettext(
                "{count} race, played to the end",
                "{count} races side by side, each played to the end",
                figures.columns,
            )
            yield "columns", _("Columns"), text.format(count=number_word(figures.columns))

    def _knocking_text(self) -> str:
        figures = self.scoring.figures
        if self.scoring.only_gin:
            return _("not allowed; only gin ends a hand")
        if not figures.upcard:
            return _("with {count} or less").format(count=figures.knock)
        if figures.ace_means_gin:
            return _("with the first upcard’s count or less; after an ace only gin")
        return _("with the first upcard’s count or less")

    def _shutout_text(self) -> str:
        figures = self.scoring.figures
        parts = []
        if figures.shutout:
            text = _("{shutout} instead of {game}")
            parts.append(text.format(shutout=signed(figures.shutout), game=signed(figures.game)))
        if figures.shutout_times > 1:
            text = _("the total counts {times}")
            parts.append(text.format(times=times_word(figures.shutout_times)))
        return join_texts(parts)
