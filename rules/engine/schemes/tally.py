"""Tally: the game’s file lists what a deal is asked for and what each thing is worth.

It is how a counting game is added without Python: the numbers, ticks and names that a side reports
times their worth. What no list can say (bids, contracts, boxes used up) is for other schemes.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Annotated, Literal, Self

from pydantic import Field, computed_field, model_validator

from rules.engine.contracts import Deal, Frozen
from rules.engine.entries import (
    CardsLeft,
    Count,
    Entry,
    EntryField,
    Flag,
    Kind,
    Left,
    OneSide,
    Points,
    Problem,
    Table,
)
from rules.engine.formatting import capital, signed, with_minus
from rules.engine.rulesets import Slug
from rules.engine.schemes import checks
from rules.engine.schemes.base import Line, Mark, Noted, Past, Scheme
from rules.engine.schemes.hands import Hands

MOST_COUNTED = 999
MOST_NOTED = 2
MOST_IN_A_HEAD = 8

Worth = Annotated[int, Field(ge=-10_000, le=10_000)]
Size = Annotated[int, Field(ge=0, le=100_000)]


class Need(Frozen):
    """What something takes: that the side has at least so many of these items together."""

    of: Annotated[tuple[Slug, ...], Field(min_length=1)]
    least: Annotated[int, Field(ge=1)] = 1


class Item(Frozen):
    """One thing that a deal is asked for; what a side reports of it times ``worth`` are points.

    ``ask``: signed points or a sum, a count, a tick, one of the sides, or cards by their values.
    ``asked`` is false for what only an option asks for. A ``required`` item may not be blank;
    ``mark`` is the word over a tick beside a side’s name, ``head`` that over a column of its own on
    a score sheet. ``per`` "deal" is reported once for all.

    Points: only what exceeds ``over`` counts; ``prices`` are points for certain counts, in place of
    ``worth``. ``gives`` are points for each one, and they go to the side that the item ``to``
    names; that side has none to report, and the others owe it once somebody is named. The item
    counts against a side that reports nothing of the item ``without``, and nothing at all for a
    side whose total is ``not_from`` or more.

    Limits: from ``least`` to ``most`` in multiples of ``step``; the sides together report exactly
    ``total``, or ``pool`` at most; a side’s ``first`` amount is at least so large. One side cannot
    be named by two items with the same word in ``apart``. ``needs`` says what else the side must
    have.

    The end: a side that comes to the target by an item that ``decides`` wins before the others
    count anything. One that names a side decides with all the points of the deal; in a game without
    a target that side has won, and may not be behind. A deal in which an item that ``ends`` is
    reported is the last.
    """

    id: Slug
    label: Annotated[str, Field(min_length=1, max_length=60)]
    ask: Literal["points", "count", "flag", "one-side", "cards"]
    per: Literal["side", "deal"] = "side"
    asked: bool = True
    required: bool = False
    mark: Annotated[str, Field(max_length=20)] = ""
    head: Annotated[str, Field(max_length=MOST_IN_A_HEAD)] = ""
    worth: Worth = 0
    over: Size = 0
    prices: dict[int, Worth] = {}
    gives: Worth = 0
    to: str = ""
    without: str = ""
    not_from: Size = 0
    least: Annotated[int, Field(ge=-100_000)] | None = None
    most: Size | None = None
    step: Annotated[int, Field(ge=1)] = 1
    total: Size | None = None
    pool: Size | None = None
    first: Size = 0
    apart: str = ""
    needs: tuple[Need, ...] = ()
    decides: bool = False
    ends: bool = False

    @property
    def is_number(self) -> bool:
        return self.ask in ("points", "count", "cards")

    @property
    def is_plain(self) -> bool:
        """Whether what is typed is what it counts."""
        return self.is_number and self.worth == 1 and not (self.over or self.prices)

    @property
    def counts_as_typed(self) -> bool:
        """Whether what is typed is what it counts in every deal, and all that it counts."""
        return self.is_plain and not (self.gives or self.without or self.not_from)

    @property
    def names_the_winner(self) -> bool:
        """Whether the side that it names is the one that may win with this deal."""
        return self.decides and self.ask == "one-side"

    @property
    def by_side(self) -> bool:
        """Whether each side has an input of its own."""
        return self.per == "side" and self.ask != "one-side"

    @model_validator(mode="after")
    def makes_sense(self) -> Self:
        if self.ask == "flag" and self.required:
            raise ValueError(f"{self.id}: a tick cannot be required")
        if self.mark and self.is_number:
            raise ValueError(f"{self.id}: only a tick or a name has a mark")
        if self.head and not self.is_number:
            raise ValueError(f"{self.id}: only a number has a column")
        if self.per == "deal" and self.ask == "cards":
            raise ValueError(f"{self.id}: cards are those of a side")
        if self.per == "deal" and self.ask != "one-side" and not self.to:
            raise ValueError(f"{self.id}: asked once for the deal, its points need “to”")
        if self.gives and not self.to:
            raise ValueError(f"{self.id}: what it gives needs “to”")
        if not (self.is_number and self.by_side) and (self.total is not None or self.pool):
            raise ValueError(f"{self.id}: only numbers of each side add up to a total")
        return self


class Level(Frozen):
    """The ``least`` for a side whose total is ``at`` or more; the lowest level has no ``at``."""

    least: Size
    at: int | None = None


class Opening(Frozen):
    """The least that a side’s item ``item`` comes to in a deal in which it reports any.

    It depends on the side’s total before the deal (``levels``) or on the deal (``deals``).
    """

    item: str
    words: str
    levels: tuple[Level, ...] = ()
    deals: tuple[Size, ...] = ()

    def least(self, total: int, deal: int) -> int:
        """For a side of that total, in the deal of that number."""
        if self.deals:
            return self.deals[(deal - 1) % len(self.deals)]
        reached = [level for level in self.levels if level.at is None or total >= level.at]
        return reached[-1].least

    @model_validator(mode="after")
    def has_steps(self) -> Self:
        if bool(self.deals) == bool(self.levels):
            raise ValueError("an opening has a figure for each deal, or levels")
        lowest, *others = [level.at for level in self.levels] or [None]
        rising = [at for at in others if at is not None]
        if lowest is not None or others != sorted(set(rising)):
            raise ValueError("the levels of an opening rise from one that has no “at”")
        return self


class Rate(Frozen):
    """What something is worth that the players add up themselves, for the rules and the facts."""

    id: Slug
    label: str
    points: int


class TallyFigures(Frozen):
    """What a deal is asked for, in the order in which it is asked."""

    items: Annotated[tuple[Item, ...], Field(min_length=1, max_length=20)]
    opening: Opening | None = None
    rates: tuple[Rate, ...] = ()

    @computed_field
    def item(self) -> dict[str, Item]:
        """The items by id, for the words: ``{figures.item.red_threes.worth}``."""
        return {item.id.replace("-", "_"): item for item in self.items}

    @computed_field
    def rate(self) -> dict[str, int]:
        """The rates by id, for the words."""
        return {rate.id.replace("-", "_"): rate.points for rate in self.rates}

    @computed_field
    def opens(self) -> dict[str, Level]:
        """The steps of the opening by number, for the words."""
        if self.opening is None:
            return {}
        steps = self.opening.levels or [Level(least=least) for least in self.opening.deals]
        return {str(number): step for number, step in enumerate(steps, 1)}


class TallyScheme(Scheme[TallyFigures]):
    """Points by a list: what was reported times what it is worth."""

    name = "tally"
    Figures = TallyFigures
    uses_past = True

    @cached_property
    def _asked(self) -> tuple[Item, ...]:
        return tuple(item for item in self.figures.items if item.asked)

    @cached_property
    def _fields(self) -> Mapping[str, EntryField]:
        scoring = [item.id for item in self._asked if item.worth or item.gives or item.prices]
        return {
            item.id: EntryField(
                item.id,
                _label(item),
                self._kind(item),
                "side" if item.by_side else "deal",
                optional=not self._is_expected(item),
                unless=self._spared_by(item),
                adds=scoring == [item.id] and item.counts_as_typed,
            )
            for item in self.figures.items
        }

    def _is_expected(self, item: Item) -> bool:
        """Whether every deal has something to report of it."""
        owed = item.by_side and any(
            other.required for other in self.figures.items if other.id == item.to
        )
        return item.required or owed

    def _spared_by(self, item: Item) -> str:
        """The item whose side is not asked for this one, where that does not clear the row."""
        to = next((other for other in self.figures.items if other.id == item.to), None)
        kind = self._kind(to) if to and item.by_side else None
        return item.to if isinstance(kind, OneSide) and not kind.clears else ""

    def _kind(self, item: Item) -> Kind:
        match item.ask:
            case "count":
                return Count(MOST_COUNTED if item.most is None else item.most)
            case "flag":
                return Flag()
            case "one-side":
                others = [other.to == item.id for other in self._asked if other.by_side]
                return OneSide(item.mark, clears=bool(item.mark and others) and all(others))
            case "cards":
                return CardsLeft(tuple(self.ruleset.scoring.values))
            case "points":
                return Points()

    def _hands(self, item: Item) -> Hands:
        field, deck = self._fields[item.id], self.deck
        return Hands(field, self.card_values, deck, len(deck), self.ruleset.name)

    def _item(self, item_id: str) -> Item:
        return next(item for item in self.figures.items if item.id == item_id)

    @property
    def mark_words(self) -> str:
        marked = [item.label.lower() for item in self._asked if item.mark]
        return " or ".join(marked) or super().mark_words

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
            if item.ask == "cards" and not (self.ruleset.table and self.ruleset.deck):
                raise ValueError(f"items.{item.id}: there is no deck, or no table of card values")
        opening = self.figures.opening
        if opening and (opening.item not in items or not items[opening.item].by_side):
            raise ValueError("opening: its item is none of which each side reports")

    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        return tuple(self._fields[item.id] for item in self._asked)

    def unasked(self, deal: Deal) -> dict[str, str]:
        name = self.ruleset.name
        return {
            item.id: f"{name} does not ask for “{item.label}” here; clear it."
            for item in self.figures.items
            if not item.asked
        }

    def _input(self, item: Item, side: str = "") -> str:
        inputs = self._fields[item.id].inputs(side)
        return inputs.get("points") or next(iter(inputs.values()))

    def _amount(self, item: Item, entry: Entry, side: str) -> int | None:
        """What a side reported of an item; None where it said nothing, 1 for a tick or a name."""
        if item.ask == "one-side":
            return 1 if side in entry.get(item.id, ()) else None
        value = entry.of(item.id).get(side) if item.by_side else entry.get(item.id)
        if isinstance(value, Left):
            return self.card_values.total(value.cards) if value.cards else value.points
        return None if value is None else int(value)

    def _has(self, entry: Entry, side: str, items: Iterable[str]) -> int:
        return sum(self._amount(self._item(item), entry, side) or 0 for item in items)

    # What cannot be

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

    # What counts

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
            because = self._because(item, entry, side, amount)
            if item.without and not self._has(entry, side, [item.without]):
                points, because = -points, f"{because}, against"
            if item.not_from and past.total(side) >= item.not_from:
                points, because = 0, f"{because}, not from {item.not_from} on"
            total = past.total(side, before) + points
            yield Line(side, points, because, mark=self._mark(item, total))
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
        return Mark.OUT if item.mark else Mark.NONE

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
            because = f"{item.label} of the others: {amount}{times}"
            yield Line(named, item.gives * amount, because)

    # What is told

    @property
    def noted(self) -> tuple[Noted, ...]:
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
            Noted(item.id, head, "side", str(kind.most))
            for item in numbers
            if isinstance(kind := self._fields[item.id].kind, Count)
            and len(head := item.label.split()[0]) <= MOST_IN_A_HEAD
        )

    def _headed(self, item: Item) -> Noted:
        most = self.target or MOST_COUNTED if item.most is None else item.most
        return Noted(item.id, item.head, "side" if item.by_side else "deal", str(most))

    def notes(self, deal: Deal, entry: Entry) -> Mapping[tuple[str, str], str]:
        """With what a sum comes to in a column that has a head."""
        headed = {item.id: item for item in self._asked if item.head}
        return {
            (noted, side): str(self._amount(headed[noted], entry, side))
            if noted in headed
            else text
            for (noted, side), text in super().notes(deal, entry).items()
        }

    def status(self, table: Table, past: Past) -> Mapping[str, str]:
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
        each = " each" if item.ask == "count" else " a point" if item.is_number else ""
        parts = []
        if item.worth == -1 and item.is_number:
            parts.append("count against their side")
        elif item.worth and not item.over and not item.is_plain:
            parts.append(f"{signed(item.worth)}{each}")
        if item.over:
            parts.append(f"{signed(item.worth)}{each} above {item.over}")
        parts += [f"{count} together {signed(item.prices[count])}" for count in sorted(item.prices)]
        if item.gives:
            parts.append(
                f"{signed(item.gives)}{each} to the side under “{self._item(item.to).label}”"
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
        return label, ", ".join([below, *(f"{each.least} from {each.at:,}" for each in others)])


def _label(item: Item) -> str:
    """The label, with what a tick or each one is worth."""
    points = item.gives if item.per == "deal" and item.to else item.worth
    if (item.ask in ("flag", "one-side") and points) or (item.ask == "count" and abs(points) > 1):
        return f"{item.label} ({signed(points)})"
    return item.label
