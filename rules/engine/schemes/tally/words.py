"""The texts of tally for pages and score sheets."""

from collections.abc import Iterator, Mapping

from rules.engine.contracts import Deal
from rules.engine.entries import Entry
from rules.engine.formatting import capital, inside, join_choices, join_texts, signed
from rules.engine.inputs import Count
from rules.engine.schemes.base import SchemePaper, SchemeWords, SheetColumn
from rules.engine.schemes.tally.fields import MOST_COUNTED
from rules.engine.schemes.tally.figures import MOST_IN_A_HEAD, InitialMeld, Item
from rules.engine.schemes.tally.points import TallyScoring
from rules.translation import gettext as _
from rules.translation import pgettext

MOST_NOTED = 2


class TallyPaper(SchemePaper[TallyScoring]):
    @property
    def sheet_columns(self) -> tuple[SheetColumn, ...]:
        """The numbers that have a ``head``, or each side’s counts if none has one.

        If there are more than ``MOST_NOTED`` counts, they have no columns. The heading of a
        count is the first word of its label. A count that is the same number as the points has no
        column.
        """
        headed = [item for item in self.scoring.asked if item.head]
        numbers = [
            item
            for item in self.scoring.asked
            if item.is_number
            and item.by_side
            and not self.scoring.fields_by_id[item.id].points_each
        ]
        if headed:
            return tuple(map(self._headed, headed))
        if len(numbers) > MOST_NOTED:
            return ()
        return tuple(
            SheetColumn(item.id, head, "side", str(kind.most))
            for item in numbers
            if isinstance(kind := self.scoring.fields_by_id[item.id].kind, Count)
            and len(head := item.label.split()[0]) <= MOST_IN_A_HEAD
        )

    def _headed(self, item: Item) -> SheetColumn:
        most = self.game.target or MOST_COUNTED if item.most is None else item.most
        return SheetColumn(item.id, item.head, "side" if item.by_side else "deal", str(most))

    def column_texts(self, deal: Deal, entry: Entry) -> Mapping[tuple[str, str], str]:
        """Return the texts as entered, except that columns of items with a ``head`` show totals."""
        headed = {item.id: item for item in self.scoring.asked if item.head}
        return {
            (column, side): str(self.scoring.amount(headed[column], entry, side))
            if column in headed
            else text
            for (column, side), text in super().column_texts(deal, entry).items()
        }


class TallyWords(SchemeWords[TallyScoring]):
    @property
    def mark_words(self) -> str:
        if self.scoring.figures.contract:
            return self.scoring.figures.contract.mark_words
        marked = [inside(item.label) for item in self.scoring.asked if item.mark]
        return join_choices(marked) if marked else super().mark_words

    def facts(self) -> Iterator[tuple[str, str, str]]:
        for item in self.scoring.asked:
            text = self._fact(item)
            if text:
                yield f"tally-{item.id}", item.label, text
            if item.names_the_winner and not (self.game.target or self.ruleset.end.together):
                out_at = self.ruleset.end.out_at
                text = (
                    _("last player under {total}, or the first with “{label}”")
                    if out_at
                    else _("the first side with “{label}”, otherwise the highest total")
                    if self.ruleset.end.wins == "highest"
                    else _("the first side with “{label}”, otherwise the lowest total")
                )
                yield "winner", _("Winner"), text.format(label=item.label, total=out_at)
        if self.scoring.figures.contract:
            labels = {item.id: item.label for item in self.scoring.figures.items}
            deal = self.ruleset.words.deal.one
            yield (
                "tally-contract",
                pgettext("that was bid", "Contract"),
                self.scoring.figures.contract.fact(labels, deal),
            )
        if self.scoring.figures.opening:
            yield "opening", *self._opening_fact(self.scoring.figures.opening)
        if self.scoring.figures.rates:
            rates = "; ".join(f"{rate.label} {rate.points}" for rate in self.scoring.figures.rates)
            yield "rates", _("What counts"), rates

    def _fact(self, item: Item) -> str:
        parts = []
        if item.worth == -1 and item.is_number:
            parts.append(_("count against their side"))
        elif item.worth and not item.over and (not item.is_plain or self._is_unit(item)):
            parts.append(_each(item, item.worth))
        if item.over:
            each = _each(item, item.worth)
            parts.append(_("{points} above {limit}").format(points=each, limit=item.over))
        parts += [
            _("{count} together {points}").format(count=count, points=signed(item.prices[count]))
            for count in sorted(item.prices)
        ]
        if item.gives:
            parts.append(self._passed_on(item))
        if item.total is not None:
            parts.append(_("{count} in all").format(count=item.total))
        return join_texts(parts)

    def _is_unit(self, item: Item) -> bool:
        """Return whether each thing that is counted scores a point. A lost life isn’t a score."""
        return item.ask == "count" and not self.scoring.figures.lives

    def _passed_on(self, item: Item) -> str:
        """Return what another side gains or loses by the points of an item."""
        label = self.scoring.item(item.to).label
        if item.ask in ("points", "cards") and item.gives == -1:
            return _("off the total of the side with “{label}”").format(label=label)
        if item.ask in ("points", "cards") and item.gives == 1:
            return _("added to the total of the side with “{label}”").format(label=label)
        text = _("{points} to the side with “{label}”")
        return text.format(points=_each(item, item.gives), label=label)

    def _opening_fact(self, opening: InitialMeld) -> tuple[str, str]:
        label = capital(opening.words)
        if opening.deals:
            deals, deal = join_texts(map(str, opening.deals)), self.ruleset.words.deal.one
            return label, _("{points}, {deal} by {deal}").format(points=deals, deal=deal)
        low, *others = opening.levels
        if not others:
            return label, str(low.least)
        below = _("{least} below {total}").format(least=low.least, total=others[0].at)
        above = _("{least} from {total}")
        steps = (above.format(least=level.least, total=level.at) for level in others)
        return label, join_texts([below, *steps])


def _each(item: Item, points: int) -> str:
    """Return the points for each unit or each point that a side enters."""
    if item.ask == "count":
        return _("{points} each").format(points=signed(points))
    if item.is_number:
        return _("{points} a point").format(points=signed(points))
    return signed(points)
