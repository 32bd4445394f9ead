"""Checks on amounts that one side can’t have, or can’t have together with others."""

from collections.abc import Iterable, Iterator, Sequence

from rules.engine.entries import Entry, Problem
from rules.engine.formatting import join_names, with_minus
from rules.engine.schemes import checks
from rules.engine.schemes.base import SchemePart
from rules.engine.schemes.tally.fields import TallyFields
from rules.engine.schemes.tally.figures import Darts, Item
from rules.translation import gettext as _


class LimitChecks(SchemePart[TallyFields]):
    """Problems with single amounts, and with items that depend on each other."""

    def amounts(self, item: Item, entry: Entry, side: str) -> Iterator[Problem]:
        """Yield the problems with the amount that a side entered for an item."""
        amount = self.scoring.amount(item, entry, side)
        if not amount:
            return
        name, at = entry.table.name(side), self.scoring.input(item, side)
        if amount in item.never:
            message = _("{name} can’t have {amount} under “{label}”. Check the number.")
            text = message.format(name=name, amount=amount, label=item.label)
            yield Problem("no-such-sum", text, at)
        if item.usual_most is not None and amount > item.usual_most:
            message = _(
                "{name} has {amount} under “{label}”, which is more than {most}. Is that right?"
            ).format(name=name, amount=amount, label=item.label, most=item.usual_most)
            yield Problem("unusually-many", message, at, warning=True)
        if item.darts:
            yield from self._thrown(item.darts, entry, side, amount, at)
        yield from self._closing(item, entry, side, amount)
        if item.most is None or amount <= item.most:
            yield from self._room(item, entry, side)

    def _thrown(
        self, darts: Darts, entry: Entry, side: str, points: int, at: str
    ) -> Iterator[Problem]:
        count = darts.count * (len(entry.table.sides) - 1 if darts.from_others else 1)
        possible = {0}
        for _dart in range(count):
            possible |= {total + value for total in possible for value in darts.values}
        fields = {"name": entry.table.name(side), "points": points, "count": count}
        if points > max(possible):
            message = _(
                "{name} can’t have {points}: {count} darts score at most {most}. Check the number."
            ).format(**fields, most=max(possible))
            yield Problem("too-many", message, at)
        elif points not in possible:
            message = _(
                "{name} can’t have {points} from {count} darts. {nearest} Is that right?"
            ).format(**fields, nearest=checks.nearest_totals(points, possible))
            yield Problem("impossible-total", message, at, warning=True)

    def _closing(self, item: Item, entry: Entry, side: str, amount: int) -> Iterator[Problem]:
        closing = item.closing
        if closing is None or side not in entry.get(closing.by, ()):
            return
        (limit,) = (rate.points for rate in self.scoring.figures.rates if rate.id == closing.most)
        if amount > limit:
            message = _(
                "{name} can’t be marked “{mark}” with {amount} under “{label}”: the limit is "
                "{limit}. Is that right?"
            ).format(
                name=entry.table.name(side),
                mark=self.scoring.item(closing.by).label,
                amount=amount,
                label=item.label,
                limit=limit,
            )
            yield Problem("over-the-limit", message, self.scoring.input(item, side), warning=True)

    def _room(self, item: Item, entry: Entry, side: str) -> Iterator[Problem]:
        for room in item.room:
            total = self.scoring.has(entry, side, (item.id, *room.of))
            if total > room.most:
                message = _(
                    "{name} can’t have {total} under {labels} together: there are only {most}. "
                    "Check the numbers."
                ).format(
                    name=entry.table.name(side),
                    total=total,
                    labels=self._labels((item.id, *room.of)),
                    most=room.most,
                )
                yield Problem("more-than-there-are", message, self.scoring.input(item, side))

    def needs(self, item: Item, entry: Entry, side: str) -> Iterator[Problem]:
        """Yield a problem for each item that the amount of a side needs and the side lacks."""
        amount = self.scoring.amount(item, entry, side) or 0
        for need in item.needs if amount else ():
            others = [other for other in map(self.scoring.item, need.of) if other.asked]
            has = self.scoring.has(entry, side, (other.id for other in others))
            if amount < need.at or not others or has >= need.least:
                continue
            if need.usual:
                yield from self._unusual(item, others, entry, side)
                continue
            # The problem belongs to the number to enter, not to the mark.
            is_mark = others[0].by_side and not item.by_side
            message = (
                _(
                    "“{label}” is marked for {name}, with {count} under {labels}. Enter at least "
                    "{least}, or clear the mark."
                )
                if is_mark
                else _(
                    "“{label}” needs at least {least} under {labels}, but {name} entered {count}. "
                    "Check both."
                )
            )
            text = message.format(
                name=entry.table.name(side),
                label=item.label,
                labels=self._labels(other.id for other in others),
                count=has,
                least=need.least,
            )
            wrong = others[0] if is_mark else item
            yield Problem(
                "needs-more", text, self.scoring.input(wrong, side if wrong.by_side else "")
            )

    def _unusual(
        self, item: Item, others: Sequence[Item], entry: Entry, side: str
    ) -> Iterator[Problem]:
        """Yield a warning for an amount without the items that usually go with it."""
        is_number = others[0].is_number
        if is_number and all(self.scoring.amount(each, entry, side) is None for each in others):
            return
        message = (
            _("{name} has {amount} under “{label}” with 0 under {labels}. Is that right?")
            if is_number
            else _("{name} has {amount} under “{label}” without {labels}. Is that right?")
        ).format(
            name=entry.table.name(side),
            amount=self.scoring.amount(item, entry, side),
            label=item.label,
            labels=self._labels(other.id for other in others),
        )
        yield Problem("usually-more", message, self.scoring.input(item, side), warning=True)

    def problems(self, entry: Entry, playing: Sequence[str]) -> Iterator[Problem]:
        """Yield the problems with items that exclude or contradict each other."""
        yield from self._one_of(entry)
        yield from self._apart(entry, playing)
        yield from self._short(entry)

    def _one_of(self, entry: Entry) -> Iterator[Problem]:
        for group in dict.fromkeys(item.one_of for item in self.scoring.asked if item.one_of):
            items = [item for item in self.scoring.asked if item.one_of == group]
            named = [item for item in items if entry.get(item.id)]
            labels = self._labels(item.id for item in items)
            if not named:
                message = _("Nobody is named under {labels}. Choose who it was under one of them.")
                yield Problem("nobody-named", message.format(labels=labels), items[0].id)
            elif len(named) > 1:
                message = _("{labels} both name a side, but only one can. Clear one of them.")
                yield Problem("named-twice", message.format(labels=labels), named[-1].id)

    def _apart(self, entry: Entry, playing: Sequence[str]) -> Iterator[Problem]:
        seen: dict[tuple[str, str], Item] = {}
        for item in self.scoring.asked:
            for side in playing if item.apart else ():
                if not self.scoring.amount(item, entry, side):
                    continue
                other = seen.setdefault((item.apart, side), item)
                if other is item:
                    continue
                message = (
                    _(
                        "{name} can’t be named under both “{first}” and “{second}”. "
                        "Choose someone else for one of them."
                    )
                    if item.ask == other.ask == "one-side"
                    else _("{name} can’t have both “{first}” and “{second}”. Untick one of them.")
                ).format(name=entry.table.name(side), first=other.label, second=item.label)
                at = self.scoring.input(item, side if item.by_side else "")
                yield Problem("named-twice", message, at)

    def _short(self, entry: Entry) -> Iterator[Problem]:
        """Check that a side that failed has less than it needed."""
        for item in self.scoring.asked:
            amount = self.scoring.amount(item, entry, "") if item.short_in else None
            for side in entry.get(item.to, ()) if amount else ():
                has = sum(self._at_least(other, entry, side) for other in item.short_in)
                if has >= (amount or 0):
                    message = _(
                        "{name} has {has} under {labels}, which is enough for {amount}. Check the "
                        "numbers, or clear “{mark}”."
                    ).format(
                        name=entry.table.name(side),
                        has=with_minus(has),
                        labels=self._labels(item.short_in),
                        amount=amount,
                        mark=self.scoring.item(item.to).label,
                    )
                    yield Problem("not-short", message, item.id)

    def _at_least(self, item_id: str, entry: Entry, side: str) -> int:
        """Return what a side has of an item, or must have because the others have too little."""
        item = self.scoring.item(item_id)
        amount = self.scoring.amount(item, entry, side)
        if amount is not None:
            return amount
        others = [
            self.scoring.amount(item, entry, other) for other in entry.table.keys if other != side
        ]
        if item.total is None or None in others:
            return 0
        return item.total - sum(other or 0 for other in others)

    def _labels(self, items: Iterable[str]) -> str:
        return join_names(f"“{self.scoring.item(item).label}”" for item in items)
