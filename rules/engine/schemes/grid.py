"""Grid: what the cards lying in front of each player come to, column by column.

Six-card golf and its relatives (Naibi, Six-Card Golf), and the twelve-card form in which the player
who ends a round pays for not being lowest (Visual Foodie).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Annotated, Literal

from pydantic import Field

from rules.engine.cards import Card, Hand, cards_in_deck, hand_text
from rules.engine.contracts import Deal, Frozen
from rules.engine.entries import ROW_END, CardsLeft, Entry, EntryField, Left, OneSide, Problem, Side
from rules.engine.formatting import count_words, join_names, number_word, with_minus
from rules.engine.schemes import checks
from rules.engine.schemes.base import Line, Mark, Past, Scheme

HOW_TYPED = f"Cards column by column, or rows with {ROW_END} between."
ENDED = EntryField("ended", "Who ended the round", OneSide(mark="Ended"))


class GridFigures(Frozen):
    """The grid of ``columns`` and ``rows``, and what does not count in it.

    ``clears``: a column of equal cards counts nothing, or any two equal cards; ``removed`` says
    that such a column has left the grid by then. ``failed``: by how much the points of the player
    who ended the round are multiplied when another has fewer, 0 where nobody asks who it was;
    ``tie_fails`` when another has as few.
    """

    columns: Annotated[int, Field(ge=1, le=8)]
    rows: Annotated[int, Field(ge=1, le=8)]
    clears: Literal["", "column", "pairs"] = ""
    removed: bool = False
    failed: Annotated[int, Field(ge=0, le=10)] = 0
    tie_fails: bool = False

    @property
    def size(self) -> int:
        return self.columns * self.rows


class GridScheme(Scheme[GridFigures]):
    """Points for the cards of a grid, typed column by column or row by row, or their sum."""

    name = "grid"
    Figures = GridFigures
    achieved = "ended the round"
    values_words = "Cards in the grid"

    @cached_property
    def grid(self) -> EntryField:
        figures = self.figures
        ranks = tuple(self.ruleset.scoring.values)
        kind = CardsLeft(ranks, not figures.clears, figures.rows, figures.clears)
        hint = HOW_TYPED if figures.clears == "column" else ""
        return EntryField("grid", "Grid", kind, "side", points_each=not figures.failed, hint=hint)

    def check(self) -> None:
        size = self.figures.size
        if self.ruleset.card_values is None:
            raise ValueError("there is no table of card values")
        if len(self.deck) < self.players * size:
            raise ValueError(f"the deck is too small for {self.players} grids of {size}")
        if self.figures.removed and self.figures.clears != "column":
            raise ValueError("removed: only columns of equal cards leave the grid")

    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        return (ENDED, self.grid) if self.figures.failed else (self.grid,)

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        if self.figures.failed:
            yield from checks.at_most_one(
                entry, ENDED, "several-ended", "have ended the round; mark the one who was first."
            )
            if not entry.get("ended"):
                message = "Nobody ended the round; mark who was the first to turn up all cards."
                yield Problem("nobody-ended", message, "ended")
        for side in entry.table.sides:
            left = entry.of("grid").get(side.key)
            inputs = self.grid.inputs(side.key)
            if left is None:
                message = (
                    f"{side.name} has nothing entered; write the cards column by column, "
                    "or what they come to."
                )
                yield Problem("missing", message, inputs["points"])
            elif left.cards is not None:
                yield from self._cards(side, left, left.cards)
            elif left.points is not None:
                yield from self._sum(side.name, left.points, inputs["points"])
        yield from self._all_grids(entry)

    def _cards(self, side: Side, left: Left, cards: Hand) -> Iterator[Problem]:
        inputs, name = self.grid.inputs(side.key), side.name
        size, rows = self.figures.size, self.figures.rows
        whole = range(rows, size + 1, rows) if self.figures.removed else (size,)
        if len(cards) not in whole:
            grid = f"a grid has {size}"
            if self.figures.removed:
                grid += f", less {rows} for each column that is gone"
            what = "write all of them, column by column"
            if len(cards) > size:
                what = f"leave {number_word(len(cards) - size)} out"
            message = f"{name} has {count_words(len(cards), 'card', 'cards')}, but {grid}; {what}."
            yield Problem("grid-size", message, inputs["cards"])
        elif left.points is not None and left.points != sum(self._counted(cards)):
            message = (
                f"{name}’s cards come to {sum(self._counted(cards))}, but the sum says "
                f"{left.points}; clear one of the two."
            )
            yield Problem("cards-or-total", message, inputs["points"])

    def _sum(self, name: str, points: int, at: str) -> Iterator[Problem]:
        size, cards = self.figures.size, [Card(rank) for rank in self.deck.ranks]
        worths = sorted(
            worth
            for card in cards
            for worth in [self.card_values.points(card)] * self.deck.copies(card)
        )
        low = sum(min(0, worth) for worth in worths[:size])
        high = sum(max(0, worth) for worth in worths[-size:])
        if not low <= points <= high:
            message = (
                f"No grid comes to {with_minus(points)}; the lowest is {with_minus(low)} and the "
                f"highest {with_minus(high)}. Check {name}’s sum."
            )
            yield Problem("impossible-total", message, at)

    def _all_grids(self, entry: Entry) -> Iterator[Problem]:
        hands = tuple(
            (entry.table.name(key), left.cards, self.grid.inputs(key)["cards"])
            for key, left in entry.of("grid").items()
            if left.cards
        )
        for card, holders, copies in checks.held_beyond(self.deck, hands):
            together = " together" if len(holders) > 1 else ""
            message = (
                f"{join_names(name for name, _, _ in holders)}{together} cannot have {copies}; "
                f"{cards_in_deck(self.deck, card)}. Check these cards."
            )
            yield Problem("more-than-deck", message, holders[-1][2])

    def lines(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Line]:
        grids = entry.of("grid")
        points = {key: self._points(left) for key, left in grids.items()}
        ended = entry.get("ended", ())
        for key, left in grids.items():
            reason = self._because(left)
            if key not in ended:
                yield Line(key, points[key], reason)
                continue
            factor = 1
            if points[key] > 0 and self._fails(key, points):
                factor = self.figures.failed
                reason += f", not lowest: × {factor}"
            yield Line(key, points[key] * factor, reason, mark=Mark.ACHIEVED)

    def _points(self, left: Left) -> int:
        return left.points or 0 if left.cards is None else sum(self._counted(left.cards))

    def _because(self, left: Left) -> str:
        if left.cards is None:
            return f"{left.points_text} declared"
        counted = " + ".join(map(str, self._counted(left.cards)))
        return f"{hand_text(left.cards)}: {counted or 0}"

    def _counted(self, cards: Hand) -> Sequence[int]:
        """What counts of a grid: its columns, or the cards that are left without a partner."""
        if self.figures.clears == "pairs":
            ranks = Counter(card.rank for card in cards)
            return [self.card_values.by_rank[rank] for rank, count in ranks.items() if count % 2]
        rows = self.figures.rows
        columns = [cards[at : at + rows] for at in range(0, len(cards), rows)]
        return [
            0
            if self.figures.clears == "column" and len({card.rank for card in column}) == 1
            else self.card_values.total(column)
            for column in columns
        ]

    def _fails(self, key: str, points: dict[str, int]) -> bool:
        least = min(other for side, other in points.items() if side != key)
        return least < points[key] or (self.figures.tie_fails and least == points[key])

    def facts(self) -> Iterator[tuple[str, str, str]]:
        figures = self.figures
        columns = count_words(figures.columns, "column", "columns")
        yield "grid", "Grid", f"{columns} of {figures.rows}"
        if figures.clears == "column":
            gone = "is removed" if figures.removed else "counts nothing"
            yield "clears", "A column of equal cards", gone
        elif figures.clears == "pairs":
            yield "clears", "Two equal cards anywhere", "count nothing"
        if figures.failed:
            others = "another has as few or fewer" if figures.tie_fails else "another has fewer"
            text = f"the points × {figures.failed} when {others}"
            yield "failed", "Whoever ends the round", text
