"""The checks of a deal of a tally game."""

from collections.abc import Iterator

from rules.engine.contracts import Deal
from rules.engine.entries import Entry, Problem
from rules.engine.formatting import capital
from rules.engine.schemes import checks
from rules.engine.schemes.base import Past
from rules.engine.schemes.hands import Hands
from rules.engine.schemes.tally.figures import Item
from rules.engine.schemes.tally.points import TallyPoints


class TallyChecks(TallyPoints):
    """Problems of a deal of a tally game."""

    def check(self) -> None:
        items = {item.id: item for item in self.figures.items}
        if len(items) < len(self.figures.items):
            raise ValueError("items: an id stands twice")
        if not any(item.required for item in self._asked):
            raise ValueError("items: at least one is required")
        for item in self.figures.items:
            if item.to and (item.to not in items or items[item.to].ask != "one-side"):
                raise ValueError(f"items.{item.id}: to names no item that asks for one side")
            others = [item.without, *(other for need in item.needs for other in need.of)]
            unknown = [other for other in others if other and other not in items]
            if unknown:
                raise ValueError(f"items.{item.id}: there is no item “{unknown[0]}”")
            if item.ask == "cards" and not (self.ruleset.card_values and self.ruleset.deck):
                raise ValueError(f"items.{item.id}: there is no deck, or no table of card values")
        opening = self.figures.opening
        if opening and (opening.item not in items or not items[opening.item].by_side):
            raise ValueError("opening: its item is none of which each side reports")

    def _hands(self, item: Item) -> Hands:
        field, deck = self._fields[item.id], self.deck
        return Hands(field, self.card_values, deck, len(deck), self.ruleset.name)

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        for item in self._asked:
            if item.ask == "one-side":
                yield from self._names(item, entry)
            elif item.by_side:
                for side in entry.table.keys:
                    yield from self._reported(item, entry, side)
                    yield from self._first(item, entry, side, past)
                yield from self._together(item, entry)
            else:
                yield from self._reported(item, entry, "")
            if item.ask == "cards":
                yield from self._hands(item).problems(entry)
            yield from self._given(item, entry)
            for side in entry.table.keys:
                yield from self._needs(item, entry, side)
        yield from self._apart(entry)
        yield from self._behind(entry, past)
        yield from self._opening(deal, entry, past)

    def _names(self, item: Item, entry: Entry) -> Iterator[Problem]:
        cannot = f"be named under “{item.label}”; choose one of them."
        yield from checks.at_most_one(entry, self._fields[item.id], "several-named", cannot)
        if item.required and not entry.get(item.id):
            message = f"Nobody is named under “{item.label}”; choose who it was."
            yield Problem("nobody-named", message, item.id)

    def _is_due(self, item: Item, entry: Entry, side: str) -> bool:
        """Whether it may not stay blank; the side that it goes to need not report it."""
        named = entry.get(item.to, ()) if item.to else ()
        return side not in named and (item.required or (item.is_number and bool(named)))

    def _reported(self, item: Item, entry: Entry, side: str) -> Iterator[Problem]:
        """What one side, or the deal where there is no ``side``, reports of a number."""
        amount, at = self._amount(item, entry, side), self._input(item, side)
        who = entry.table.name(side) if side else f"the {self.ruleset.words.deal.one}"
        if amount is None:
            if self._is_due(item, entry, side):
                message = f"Nothing is entered for {who} under “{item.label}”; write it, or 0."
                yield Problem("missing", message, at)
            return
        cannot = f"{capital(who)} cannot have {amount} under “{item.label}”"
        if item.least is not None and amount < item.least:
            yield Problem("too-few", f"{cannot}; {item.least} is the least.", at)
        elif item.most is not None and amount > item.most:
            yield Problem("too-many", f"{cannot}; {item.most} is the most.", at)
        if amount % item.step:
            message = f"{cannot}; it goes in steps of {item.step}. Check the sum."
            yield Problem("no-such-sum", message, at)

    def _first(self, item: Item, entry: Entry, side: str, past: Past) -> Iterator[Problem]:
        amount = self._amount(item, entry, side)
        if not item.first or not amount or amount >= item.first:
            return
        if not any(self._amount(item, before, side) for before in past.entries()):
            message = (
                f"“{item.label}” is nothing so far for {entry.table.name(side)}, and the first "
                f"time takes {item.first} or more; {amount} is too little. Write 0, or check it."
            )
            yield Problem("first-too-small", message, self._input(item, side))

    def _together(self, item: Item, entry: Entry) -> Iterator[Problem]:
        amounts = [self._amount(item, entry, side) for side in entry.table.keys]
        sum_of_all = sum(amount or 0 for amount in amounts)
        if item.total is not None and None not in amounts and sum_of_all != item.total:
            message = (
                f"“{item.label}” comes to {sum_of_all} for all together, but there are "
                f"{item.total}; check the numbers."
            )
            yield Problem("wrong-total", message, "")
        if item.pool is not None and sum_of_all > item.pool:
            message = (
                f"“{item.label}” comes to {sum_of_all} for all together, but there are only "
                f"{item.pool}; check the numbers."
            )
            yield Problem("more-than-there-are", message, "")

    def _given(self, item: Item, entry: Entry) -> Iterator[Problem]:
        if not item.to:
            return
        to, named = self._item(item.to), entry.get(item.to, ())
        if not item.by_side and self._amount(item, entry, "") and not named:
            message = (
                f"Nobody is named under “{to.label}”, but “{item.label}” is for that side; "
                "choose who it was, or clear it."
            )
            yield Problem("nobody-named", message, item.id)
        for side in named if item.by_side else ():
            amount = self._amount(item, entry, side)
            if amount:
                message = (
                    f"“{to.label}” names {entry.table.name(side)}, so that {amount} under "
                    f"“{item.label}” cannot be; clear it, or name somebody else."
                )
                yield Problem("named-with-some", message, self._input(item, side))

    def _needs(self, item: Item, entry: Entry, side: str) -> Iterator[Problem]:
        if not self._amount(item, entry, side):
            return
        for need in item.needs:
            others = [other for other in map(self._item, need.of) if other.asked]
            has = self._has(entry, side, (other.id for other in others))
            if others and has < need.least:
                labels = " and ".join(f"“{other.label}”" for other in others)
                message = (
                    f"{entry.table.name(side)} cannot have “{item.label}” with {has} under "
                    f"{labels}; it takes {need.least}. Check both."
                )
                yield Problem(
                    "needs-more", message, self._input(item, side if item.by_side else "")
                )

    def _apart(self, entry: Entry) -> Iterator[Problem]:
        seen: dict[tuple[str, str], Item] = {}
        for item in self._asked:
            for side in entry.get(item.id, ()) if item.apart else ():
                other = seen.setdefault((item.apart, side), item)
                if other is not item:
                    message = (
                        f"{entry.table.name(side)} cannot be named under “{other.label}” and under "
                        f"“{item.label}”; choose another for one of the two."
                    )
                    yield Problem("named-twice", message, item.id)

    def _behind(self, entry: Entry, past: Past) -> Iterator[Problem]:
        """In a game without a target nobody who is behind can be named as its winner."""
        named = [item for item in self._asked if item.names_the_winner and not self.target]
        lines = self._counted(entry, past) if named else []
        best = past.leaders(self.ruleset, entry.table, lines)
        for item in named:
            for side in entry.get(item.id, ()):
                if side not in best:
                    message = (
                        f"{entry.table.name(side)} comes to {past.total(side, lines)} with this "
                        f"{self.ruleset.words.deal.one}, but the best total is "
                        f"{past.total(best[0], lines)}, so "
                        f"“{item.label}” cannot be; untick it, or check the points."
                    )
                    yield Problem("behind", message, item.id)

    def _opening(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        opening = self.figures.opening
        if opening is None:
            return
        item = self._item(opening.item)
        for side in entry.table.keys:
            amount = self._amount(item, entry, side) or 0
            least = opening.least(past.total(side), deal.number)
            if 0 < amount < least:
                message = (
                    f"“{item.label}” is {amount} for {entry.table.name(side)}, less than the "
                    f"{opening.words} of {least}. Is that right?"
                )
                yield Problem("small-opening", message, self._input(item, side), warning=True)
