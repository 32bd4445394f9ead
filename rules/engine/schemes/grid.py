"""Grid: the cards in front of each player, counted column by column.

Six-card golf and its relatives (Naibi, Six-Card Golf), and the twelve-card form in which the player
who ends a round pays for not being the lowest (Visual Foodie).
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Annotated, Literal

from pydantic import Field

from rules.engine.cards import Card, Hand, cards_in_deck, notation
from rules.engine.contracts import Deal, Frozen
from rules.engine.deal_seating import DealSide
from rules.engine.entries import Entry, EntryField, Problem
from rules.engine.formatting import count_cards, join_names, number_word, with_minus
from rules.engine.inputs import ROW_END, CardsLeft, Left, OneSide
from rules.engine.reasons import Reason, because
from rules.engine.schemes import checks
from rules.engine.schemes.base import Scheme, SchemeScoring, SchemeWords
from rules.engine.schemes.scored_deals import Line, Mark, Past
from rules.translation import gettext as _
from rules.translation import ngettext


class GridFigures(Frozen):
    """The grid of ``columns`` and ``rows``, and what counts 0 in it.

    ``clears``: a matching column counts 0, or any two matching cards do. ``removed``: matching
    columns are taken off the grid during play. ``failed``: the multiplier for the points of the
    player who ended the round, if another player has fewer; 0 if it doesn’t matter who ended the
    round. ``tie_fails``: the multiplier also applies if another player has just as few.
    ``penalty``: a total may include a penalty on which the group has agreed, such as for a wrong
    knock.
    """

    columns: Annotated[int, Field(ge=1, le=8)]
    rows: Annotated[int, Field(ge=1, le=8)]
    clears: Literal["", "column", "pairs"] = ""
    removed: bool = False
    failed: Annotated[int, Field(ge=0, le=10)] = 0
    tie_fails: bool = False
    penalty: bool = False

    @property
    def size(self) -> int:
        """The number of cards in a grid."""
        return self.columns * self.rows


class GridScoring(SchemeScoring[GridFigures]):
    """Points for the cards of a grid, entered column by column, row by row, or as a total."""

    @cached_property
    def ended(self) -> EntryField:
        """The player who ended the round."""
        return EntryField("ended", _("Who ended the round"), OneSide(_("Ended")))

    @cached_property
    def grid(self) -> EntryField:
        """The cards of a grid, or their total."""
        figures = self.figures
        ranks = tuple(self.ruleset.scoring.values)
        kind = CardsLeft(ranks, not figures.clears, figures.rows, figures.clears)
        # Translators: how to type the cards of a grid; {slash} separates rows.
        how = _("Enter cards by column, or by row with {slash} in between.")
        hint = how.format(slash=ROW_END) if figures.clears == "column" else ""
        return EntryField(
            "grid", _("Grid"), kind, "side", points_each=not figures.failed, hint=hint
        )

    def check(self) -> None:
        """Raise ValueError if the deck has too few cards or the figures don’t fit."""
        size = self.figures.size
        if self.ruleset.card_values is None:
            raise ValueError("the game has no card values")
        if len(self.game.deck) < self.game.players * size:
            raise ValueError(f"the deck is too small for {self.game.players} grids of {size}")
        if self.figures.removed and self.figures.clears != "column":
            raise ValueError("removed: only matching columns are taken off the grid")

    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        """Return the fields for the grids and, if it matters, for who ended the round."""
        return (self.ended, self.grid) if self.figures.failed else (self.grid,)

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        """Yield the problems with each grid, and with all grids together."""
        if self.figures.failed:
            several = _("{names} are marked, but only one player ends a round. Mark the first.")
            yield from checks.at_most_one(entry, self.ended, "several-ended", several)
            if not entry.get("ended"):
                message = _(
                    "Nobody is marked as ending the round. Mark who was "
                    "first to turn up all their cards."
                )
                yield Problem("nobody-ended", message, "ended")
        for side in entry.table.sides:
            left = entry.of("grid").get(side.key)
            inputs = self.grid.inputs(side.key)
            if left is None:
                message = _(
                    "Nothing has been entered for {name}. Enter the cards column by column, "
                    "or their total."
                ).format(name=side.name)
                yield Problem("missing", message, inputs["points"])
            elif left.cards is not None:
                yield from self._cards(side, left, left.cards)
        yield from self._totals(entry)
        yield from self._all_grids(entry)

    def _cards(self, side: DealSide, left: Left, cards: Hand) -> Iterator[Problem]:
        inputs, name = self.grid.inputs(side.key), side.name
        size, rows = self.figures.size, self.figures.rows
        whole = range(rows, size + 1, rows) if self.figures.removed else (size,)
        if len(cards) not in whole:
            message = self._wrong_size(len(cards)).format(
                name=name,
                cards=count_cards(len(cards)),
                size=size,
                rows=rows,
                beyond=number_word(abs(len(cards) - size)),
            )
            yield Problem("grid-size", message, inputs["cards"])
        elif left.points is not None and left.points != sum(self._counted(cards)):
            message = _(
                "{name}’s cards come to {counted}, but the total entered is {total}. "
                "Clear the cards or the total."
            ).format(
                name=name,
                counted=with_minus(sum(self._counted(cards))),
                total=with_minus(left.points),
            )
            yield Problem("cards-or-total", message, inputs["points"])

    def _wrong_size(self, count: int) -> str:
        """Return the message for a grid of ``count`` cards, with fields for the numbers."""
        beyond = count - self.figures.size
        if self.figures.removed and beyond > 0:
            return ngettext(
                "{name} has {cards}, but a grid has {size}, less {rows} for each column taken off. "
                "Leave {beyond} out.",
                "{name} has {cards}, but a grid has {size}, less {rows} for each column taken off. "
                "Leave {beyond} out.",
                beyond,
            )
        if self.figures.removed:
            return _(
                "{name} has {cards}, but a grid has {size}, less {rows} for each column taken off. "
                "Enter all of them, column by column."
            )
        if beyond > 0:
            return ngettext(
                "{name} has {cards}, but a grid has {size}. Leave {beyond} out.",
                "{name} has {cards}, but a grid has {size}. Leave {beyond} out.",
                beyond,
            )
        return _("{name} has {cards}, but a grid has {size}. Enter all of them, column by column.")

    def _limits(self, grids: int, elsewhere: Sequence[Card]) -> tuple[int, int]:
        """Return the lowest and highest total of ``grids`` grids without the cards ``elsewhere``.

        A column of one rank counts 0, so a rank counts at most ``rows`` - 1 times in a column. If
        pairs cancel, a rank counts at most once in a grid.
        """
        figures, gone = self.figures, Counter(card.rank for card in elsewhere)
        most = {
            "": grids * figures.size,
            "column": grids * figures.columns * (figures.rows - 1),
            "pairs": grids,
        }[figures.clears]
        worths = sorted(
            worth
            for rank in self.game.deck.ranks
            for worth in [self.game.card_values.points(Card(rank))]
            * max(0, min(most, self.game.deck.copies(Card(rank)) - gone[rank]))
        )
        low, high = worths[: grids * figures.size], worths[-grids * figures.size :]
        if not figures.clears:
            return sum(low), sum(high)
        # Matching cards can fill the rest of a grid without counting.
        return sum(min(0, worth) for worth in low), sum(max(0, worth) for worth in high)

    def _totals(self, entry: Entry) -> Iterator[Problem]:
        """Check the totals against the cards that are not in the other grids."""
        grids = entry.of("grid")
        elsewhere = [card for left in grids.values() for card in left.cards or ()]
        totals = {key: left.points for key, left in grids.items() if left.cards is None}
        low, high = self._limits(1, elsewhere)
        wrong = [key for key, total in totals.items() if not low <= total <= high]
        for key in wrong:
            may_be_penalty = self.figures.penalty and totals[key] > high
            message = (
                _(
                    "No grid comes to {total}: the highest is {high}. Does {name}’s total "
                    "include a penalty?"
                )
                if may_be_penalty
                else _(
                    "No grid comes to {total}: the lowest is {low} and the highest {high}. "
                    "Check {name}’s total."
                )
            )
            text = message.format(
                total=with_minus(totals[key]),
                low=with_minus(low),
                high=with_minus(high),
                name=entry.table.name(key),
            )
            at = self.grid.inputs(key)["points"]
            yield Problem("impossible-total", text, at, warning=may_be_penalty)
        if totals and not wrong:
            yield from self._all_totals(totals, elsewhere)

    def _all_totals(
        self, totals: Mapping[str, int], elsewhere: Sequence[Card]
    ) -> Iterator[Problem]:
        in_all = sum(totals.values())
        low, high = self._limits(len(totals), elsewhere)
        if not low <= in_all <= high:
            may_be_penalty = self.figures.penalty and in_all > high
            message = (
                _(
                    "The totals come to {total} in all, but the cards allow only {high}. Do they "
                    "include a penalty?"
                )
                if may_be_penalty
                else _(
                    "The totals come to {total} in all, but the cards allow only {low} to {high}. "
                    "Check them."
                )
            )
            text = message.format(
                total=with_minus(in_all), low=with_minus(low), high=with_minus(high)
            )
            farthest = min if in_all < low else max
            key = farthest(totals, key=totals.__getitem__)
            at = self.grid.inputs(key)["points"]
            yield Problem("impossible-sum", text, at, warning=may_be_penalty)

    def _all_grids(self, entry: Entry) -> Iterator[Problem]:
        hands = tuple(
            (entry.table.name(key), left.cards, self.grid.inputs(key)["cards"])
            for key, left in entry.of("grid").items()
            if left.cards
        )
        for card, holders, copies in checks.held_beyond(self.game.deck, hands):
            if len(holders) > 1:
                message = _(
                    "{names} can’t have {cards} between them. The deck has {in_deck}. "
                    "Check these cards."
                )
            else:
                message = _(
                    "{names} can’t have {cards}. The deck has {in_deck}. Check these cards."
                )
            text = message.format(
                names=join_names(name for name, _cards, _at in holders),
                cards=copies,
                in_deck=cards_in_deck(self.game.deck, card),
            )
            yield Problem("more-than-deck", text, holders[-1][2])

    def lines(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Line]:
        grids = entry.of("grid")
        points = {key: self._points(left) for key, left in grids.items()}
        ended = entry.get("ended", ())
        for key, left in grids.items():
            reason = self._reason(left)
            if key not in ended:
                yield Line(key, points[key], reason)
                continue
            factor = 1
            if points[key] > 0 and self._fails(key, points):
                factor = self.figures.failed
                reason = reason.plus("not-lowest", factor=factor)
            yield Line(key, points[key] * factor, reason, mark=Mark.ACHIEVED)

    def _points(self, left: Left) -> int:
        return left.points or 0 if left.cards is None else sum(self._counted(left.cards))

    def _reason(self, left: Left) -> Reason:
        if left.cards is None:
            return because("total-entered", total=left.points_text)
        return because("cards", cards=notation(left.cards), values=list(self._counted(left.cards)))

    def _counted(self, cards: Hand) -> Sequence[int]:
        """Return the points of each column or, if pairs cancel out, of each card without a pair."""
        if self.figures.clears == "pairs":
            ranks = Counter(card.rank for card in cards)
            return [
                self.game.card_values.by_rank[rank] for rank, count in ranks.items() if count % 2
            ]
        rows = self.figures.rows
        columns = [cards[at : at + rows] for at in range(0, len(cards), rows)]
        return [
            0
            if self.figures.clears == "column" and len({card.rank for card in column}) == 1
            else self.game.card_values.total(column)
            for column in columns
        ]

    def _fails(self, key: str, points: dict[str, int]) -> bool:
        least = min(other for side, other in points.items() if side != key)
        return least < points[key] or (self.figures.tie_fails and least == points[key])


class GridWords(SchemeWords[GridScoring]):
    @property
    def mark_words(self) -> str:
        """The meaning of a tick on the score pad: the side ended the round."""
        return _("ended the round")

    @property
    def values_words(self) -> str:
        """The label of the card values."""
        return _("Cards in the grid")

    def facts(self) -> Iterator[tuple[str, str, str]]:
        """Yield the size of the grid, and the effects of matching cards and of ending the round."""
        figures = self.scoring.figures
        text = ngettext("{count} column of {rows}", "{count} columns of {rows}", figures.columns)
        grid = text.format(count=number_word(figures.columns), rows=figures.rows)
        yield "grid", _("Grid"), grid
        if figures.clears == "column":
            gone = _("is taken off the grid") if figures.removed else _("counts 0")
            yield "clears", _("A matching column"), gone
        elif figures.clears == "pairs":
            yield "clears", _("Two matching cards anywhere"), _("count 0")
        if figures.failed:
            text = (
                _("points × {factor} if another player has as few or fewer")
                if figures.tie_fails
                else _("points × {factor} if another player has fewer")
            )
            label = _("The player who ends the round")
            yield "failed", label, text.format(factor=figures.failed)


SCHEME = Scheme("grid", GridFigures, GridScoring, words=GridWords)
