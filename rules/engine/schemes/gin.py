"""Gin: a hand is worth the difference of two counts; boxes and bonuses come when the game is over.

Scoring of Gin Rummy and Oklahoma as described by John McLeod (pagat.com); big gin, the doubled
shutout and Hollywood's columns as in han-tyumi's Gin Rummy (naibi).
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated

from pydantic import Field

from rules.engine.contracts import Deal, Frozen
from rules.engine.entries import (
    CardsLeft,
    Choice,
    Entry,
    EntryField,
    Flag,
    OneSide,
    Problem,
    Table,
)
from rules.engine.formatting import count_words, signed
from rules.engine.schemes import checks
from rules.engine.schemes.base import Line, Mark, Noted, Past, Scheme, bare, no_points, selected
from rules.engine.schemes.hands import Hands

Bonus = Annotated[int, Field(ge=0, le=1000)]
Boxes = Annotated[int, Field(ge=0, le=10)]
Times = Annotated[int, Field(ge=1, le=10)]

KNOCK, GIN, BIG_GIN = "knock", "gin", "big-gin"
UPCARDS = (
    ("1", "ace"),
    *((str(count), str(count)) for count in range(2, 10)),
    ("10", "10, jack, queen or king"),
)


class GinFigures(Frozen):
    """What the hands and the game are worth.

    ``knock``: the most deadwood to knock with, 0 where only gin ends a hand; ``upcard``: the first
    upcard sets it instead (Oklahoma), and then an ace may mean ``ace_means_gin``. ``gin``,
    ``big_gin`` (0 where there is none) and ``undercut``: points besides those of the count.
    ``box``: points at the end for each hand won; ``undercut_boxes`` and ``gin_boxes``: further
    boxes for these. ``game``: points for reaching the target, or ``shutout`` where the other has
    nothing and that is not 0; ``shutout_times``: by how much the whole total then counts.
    ``spade``: how often a hand counts after a spade was turned up. ``columns``: races run side by
    side (Hollywood).
    """

    knock: Bonus
    gin: Bonus
    undercut: Bonus
    box: Bonus
    game: Bonus
    upcard: bool = False
    ace_means_gin: bool = False
    big_gin: Bonus = 0
    undercut_boxes: Boxes = 0
    gin_boxes: Boxes = 0
    shutout: Bonus = 0
    shutout_times: Times = 1
    spade: Times = 1
    columns: Annotated[int, Field(ge=1, le=3)] = 1


@dataclass(frozen=True, slots=True)
class Won:
    """What a hand gave, and whom."""

    side: str
    points: int
    boxes: int
    because: str


@dataclass(slots=True)
class Column:
    """A race to the target: points and boxes of each side, and the bonuses once it is over."""

    points: Counter[str] = field(default_factory=Counter)
    boxes: Counter[str] = field(default_factory=Counter)
    bonuses: tuple[Line, ...] = ()
    winner: str = ""

    def total(self, side: str) -> int:
        return self.points[side] + sum(line.points for line in self.bonuses if line.side == side)


class GinScheme(Scheme[GinFigures]):
    """Points for the winner of each hand; boxes and bonuses with the hand that ends the game."""

    name = "gin"
    Figures = GinFigures
    uses_past = True
    adds_at_end = True

    void = EntryField("void", "Void: nobody knocked", Flag(), excludes="knocked")
    upcard = EntryField("upcard", "First upcard", Choice(UPCARDS))

    @cached_property
    def knocked(self) -> EntryField:
        if self._only_gin:
            return EntryField("knocked", "Who went gin", OneSide("Gin"))
        return EntryField("knocked", "Who knocked", OneSide("Knocked"))

    @cached_property
    def how(self) -> EntryField:
        """How the hand ended: what the reported deadwood says already may be left out."""
        kind = Choice(tuple(self._ends.items()))
        return EntryField("how", "How it ended", kind, optional=not self.figures.big_gin)

    @cached_property
    def left(self) -> EntryField:
        ranks = tuple(self.ruleset.scoring.values)
        return EntryField("left", "Deadwood", CardsLeft(ranks), "side")

    @cached_property
    def spade(self) -> EntryField:
        return EntryField("spade", f"A spade was turned up (× {self.figures.spade})", Flag())

    @property
    def _only_gin(self) -> bool:
        return not self.figures.knock and not self.figures.upcard

    @cached_property
    def _ends(self) -> Mapping[str, str]:
        """The ways in which a hand ends, with their words."""
        figures = self.figures
        ends = {} if self._only_gin else {KNOCK: "knock"}
        ends[GIN] = f"gin ({signed(figures.gin)})"
        if figures.big_gin:
            ends[BIG_GIN] = f"big gin ({signed(figures.big_gin)})"
        return ends

    @cached_property
    def _hands(self) -> Hands:
        """Raises ValueError when the game has no cards or does not say what they cost."""
        table, deck = self.ruleset.table, self.ruleset.deck_of(self.players)
        if table is None or deck is None:
            raise ValueError("there is no deck, or no table of card values")
        return Hands(self.left, table, deck, self.hand_size, self.ruleset.name)

    @property
    def mark_words(self) -> str:
        return "won the hand"

    def check(self) -> None:
        if self.players != 2 or not self._hands.most:
            raise ValueError("gin is for two players who are dealt cards")
        if not self.target:
            raise ValueError("boxes and the game bonus need a target")
        if self.figures.upcard and not self.figures.knock:
            raise ValueError("where only gin ends a hand, no upcard limits knocking")
        if self.figures.columns > 1 and not self.ruleset.end.claimed:
            raise ValueError("columns: the last of them ends the game, so the target is claimed")

    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        return selected(
            (self.upcard, self.figures.upcard),
            (self.knocked, True),
            (self.how, len(self._ends) > 1),
            (self.void, True),
            (self.left, True),
            (self.spade, self.figures.spade > 1),
        )

    def if_unasked(self, deal: Deal) -> Mapping[str, str]:
        name = self.ruleset.name
        return {
            "how": f"Only gin ends a hand of {name} here; clear that answer.",
            "upcard": f"The upcard sets no limit in {name} here; clear it.",
            "spade": f"A spade doubles nothing in {name} here; untick it.",
        }

    # What is refused

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        knocked = entry.get("knocked", ())
        if entry.get("void"):
            yield from self._void(entry)
        elif len(knocked) == 1:
            yield from self._knocker(entry, knocked[0])
            yield from self._other(entry, knocked[0])
        else:
            did = "went gin" if self._only_gin else "knocked"
            nobody = f"Nobody {did}; mark who did, or tick that the hand is void."
            yield from checks.exactly_one(
                entry,
                self.knocked,
                nobody=("nobody-knocked", nobody),
                several=("several-knocked", "have ended the hand; mark the one who did."),
            )
        yield from self._hands.problems(entry)

    def _void(self, entry: Entry) -> Iterator[Problem]:
        for field_id in ("knocked", "how"):
            if entry.get(field_id):
                message = "A void hand was ended by nobody; untick one of the two."
                yield Problem("void-and-knocked", message, field_id)
        for key in entry.of("left"):
            message = (
                f"Nobody counts deadwood in a void hand; clear {entry.table.name(key)}’s, "
                "or untick that it is void."
            )
            yield Problem("void-with-cards", message, self._input(entry, key))

    def _knocker(self, entry: Entry, key: str) -> Iterator[Problem]:
        name, count, how = entry.table.name(key), self._count(entry, key), self._how(entry)
        if not how:
            ways = " or ".join(map(bare, self._ends.values()))
            message = f"Say how {name} ended the hand: choose {ways}."
            yield Problem("how-missing", message, "how")
        elif how != KNOCK:
            if count:
                instead = "" if self._only_gin else ", or choose a knock"
                message = f"{name} went gin but has {count} in deadwood; clear that{instead}."
                yield Problem("gin-with-deadwood", message, self._input(entry, key))
        elif count is None:
            message = (
                f"{name} has no deadwood entered; write the cards that were not melded, "
                "or what they come to."
            )
            yield Problem("missing", message, self.left.inputs(key)["points"])
        elif not count:
            message = f"{name} knocked without deadwood, and that is gin; choose gin."
            yield Problem("knock-is-gin", message, "how")
        else:
            yield from self._limit_kept(entry, key, count)

    def _limit_kept(self, entry: Entry, key: str, count: int) -> Iterator[Problem]:
        limit, name = self._limit(entry), entry.table.name(key)
        if limit is None:
            message = "Say what the first upcard was; it sets the limit for knocking."
            yield Problem("upcard-missing", message, "upcard")
        elif not limit:
            message = (
                f"{name} cannot knock after an ace as upcard, which means gin only; "
                "check the upcard."
            )
            yield Problem("gin-only", message, "upcard")
        elif count > limit:
            message = (
                f"{name} cannot knock with {count}; {limit} is the most. "
                "Check that deadwood, or who knocked."
            )
            yield Problem("over-the-limit", message, self._input(entry, key))

    def _other(self, entry: Entry, knocker: str) -> Iterator[Problem]:
        other = self._opponent(entry.table, knocker)
        left, name = entry.of("left").get(other), entry.table.name(other)
        if left is None:
            message = (
                f"{name} has no deadwood entered; write the cards that are left, "
                "or what they come to, 0 for none."
            )
            yield Problem("missing", message, self.left.inputs(other)["points"])
            return
        # Nothing is laid off on gin, so the melds of a whole hand leave seven cards, or ten.
        melded = self._hands.most - len(left.cards or ())
        if left.cards and self._how(entry) in (GIN, BIG_GIN) and 0 < melded < self._smallest:
            message = (
                f"{name} cannot have {len(left.cards)} cards left against gin: no meld has "
                f"{melded}, and nothing is laid off. Check those cards."
            )
            yield Problem("no-such-meld", message, self._input(entry, other))

    @property
    def _smallest(self) -> int:
        """Cards of the smallest meld."""
        melds = self.ruleset.melds
        return min(melds.set_min, melds.run_min) if melds else 0

    def _input(self, entry: Entry, key: str) -> str:
        """The input in which a side's deadwood was reported."""
        inputs = self.left.inputs(key)
        return inputs["cards" if inputs["cards"] in entry.texts else "points"]

    # What was reported

    @staticmethod
    def _opponent(table: Table, key: str) -> str:
        return next(side for side in table.keys if side != key)

    def _count(self, entry: Entry, key: str) -> int | None:
        left = entry.of("left").get(key)
        return None if left is None else self._hands.count(left)

    def _how(self, entry: Entry) -> str:
        """How the hand ended; empty where neither the answer nor the deadwood says so."""
        how: str = entry.get("how", "")
        if how:
            return how
        if len(self._ends) == 1:
            return GIN
        count = self._count(entry, entry.get("knocked")[0])
        if count:
            return "" if self._only_gin else KNOCK
        return "" if count is None or self.figures.big_gin else GIN

    def _limit(self, entry: Entry) -> int | None:
        """The most deadwood to knock with; None where nobody has said what was turned up."""
        if not self.figures.upcard:
            return self.figures.knock
        upcard = entry.get("upcard")
        if upcard is None:
            return None
        return 0 if upcard == "1" and self.figures.ace_means_gin else int(upcard)

    # What counts

    def _won(self, entry: Entry) -> Won | None:
        """What a hand without problems gave; None where it was void."""
        if entry.get("void"):
            return None
        figures, knocker = self.figures, entry.get("knocked")[0]
        other, how = self._opponent(entry.table, knocker), self._how(entry)
        low, high = self._count(entry, knocker) or 0, self._count(entry, other) or 0
        if how == KNOCK and high > low:
            won = Won(knocker, high - low, 1, f"knocked, {high} − {low}")
        elif how == KNOCK:
            because = f"undercut, {low} − {high} + {figures.undercut}"
            boxes = 1 + figures.undercut_boxes * self._spades(entry)
            won = Won(other, low - high + figures.undercut, boxes, because)
        else:
            word, bonus = ("gin", figures.gin) if how == GIN else ("big gin", figures.big_gin)
            boxes = 1 + figures.gin_boxes * self._spades(entry)
            won = Won(knocker, high + bonus, boxes, f"{word}, {high} + {bonus}")
        times = self._spades(entry)
        if times == 1:
            return won
        return Won(won.side, won.points * times, won.boxes, f"{won.because}, × {times} for a spade")

    def _spades(self, entry: Entry) -> int:
        return self.figures.spade if entry.get("spade") else 1

    def lines(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Line]:
        table, won = entry.table, self._won(entry)
        if won is None:
            yield from no_points(table.keys, "void hand")
            return
        columns = self._columns(table, past)
        entered = self._enter(columns, table, won)
        other = self._opponent(table, won.side)
        yield Line(other, 0, f"deadwood {self._hands.words(entry.of('left')[other])}")
        for number in entered:
            mark = Mark.OUT if number == entered[0] else Mark.NONE
            hand = Line(won.side, won.points, won.because, mark=mark)
            yield from self._in_column(number, (hand, *columns[number - 1].bonuses))
        if not entered:
            yield Line(won.side, 0, "after the end of the game")
        is_decided = any(columns[number - 1].winner for number in entered)
        if is_decided and all(column.winner for column in columns):
            yield from self._winners(table, columns)

    def _in_column(self, number: int, lines: Sequence[Line]) -> Iterator[Line]:
        """The lines as they are; of several columns one line for each side, with its number."""
        if self.figures.columns == 1:
            yield from lines
            return
        for side in dict.fromkeys(line.side for line in lines):
            own = [line for line in lines if line.side == side]
            because = " · ".join(line.because for line in own)
            points = sum(line.points for line in own)
            yield Line(side, points, f"column {number}: {because}", mark=own[0].mark)

    def _columns(self, table: Table, past: Past) -> list[Column]:
        """The columns as they stand; what a side began the game with stands in the first."""
        columns = [Column() for _ in range(self.figures.columns)]
        columns[0].points.update(past.starts or {})
        for scored in past.deals:
            won = self._won(scored.entry)
            if won:
                self._enter(columns, table, won)
        return columns

    def _enter(self, columns: Sequence[Column], table: Table, won: Won) -> tuple[int, ...]:
        """Write a hand into the columns, count those that it ends, and return their numbers.

        A side's first hand goes into its first column, the second into two, every later one into
        all; whom a finished column has shut out goes on in the next (Hollywood Gin,
        rummy-games.com).
        """
        reached = [number for number, each in enumerate(columns, 1) if each.boxes[won.side]]
        last = max(reached, default=0) + 1
        while last < len(columns) and columns[last - 1].winner:
            last += 1
        entered = [
            number for number, each in enumerate(columns, 1) if number <= last and not each.winner
        ]
        for number in entered:
            column = columns[number - 1]
            column.points[won.side] += won.points
            column.boxes[won.side] += won.boxes
            if column.points[won.side] >= self.target:
                column.winner = won.side
                column.bonuses = tuple(self._bonuses(column, table))
        return tuple(entered)

    def _bonuses(self, column: Column, table: Table) -> Iterator[Line]:
        """What the end of a race adds to its points."""
        figures, winner = self.figures, column.winner
        loser = self._opponent(table, winner)
        is_shutout = not column.points[loser]
        game = figures.shutout if is_shutout and figures.shutout else figures.game
        yield Line(winner, game, f"game bonus {game}{', shutout' if is_shutout else ''}")
        for side in (winner, loser):
            boxes = column.boxes[side]
            if boxes and figures.box:
                words = f"{count_words(boxes, 'box', 'boxes')} of {figures.box}"
                yield Line(side, boxes * figures.box, words)
        if is_shutout and figures.shutout_times > 1:
            total = column.points[winner] + game + column.boxes[winner] * figures.box
            because = f"shutout, the total {total} × {figures.shutout_times}"
            yield Line(winner, total * (figures.shutout_times - 1), because)

    def _winners(self, table: Table, columns: Sequence[Column]) -> Iterator[Line]:
        """Who has won the game: the higher total; of equal ones that which reached the target."""
        totals = {side: sum(column.total(side) for column in columns) for side in table.keys}
        best = [side for side, total in totals.items() if total == max(totals.values())]
        if len(columns) == 1 and len(best) > 1:
            best = [columns[0].winner]
        for side in best:
            yield Line(side, 0, "wins the game", mark=Mark.WON)

    # What is told

    @property
    def noted(self) -> tuple[Noted, ...]:
        knocked = Noted("knocked", "Gin" if self._only_gin else "Knocked", "deal", "")
        if len(self._ends) == 1:
            return knocked, *self._raced
        longest = max(map(bare, self._ends.values()), key=len)
        return Noted("how", "Ended", "deal", longest), knocked, *self._raced

    @property
    def _raced(self) -> tuple[Noted, ...]:
        """The columns of Hollywood, each with its own total."""
        count = self.figures.columns
        numbers = range(1, count + 1) if count > 1 else ()
        return tuple(Noted(f"column-{n}", f"col. {n}", "side", "1000") for n in numbers)

    @property
    def collected(self) -> str:
        return "Boxes" if self.figures.box else ""

    def running(self, table: Table, past: Past) -> Mapping[tuple[str, str], str]:
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
        if self.collected:
            for side in table.keys:
                texts["collected", side] = " · ".join(str(each.boxes[side]) for each in after)
        return texts

    def notes(self, deal: Deal, entry: Entry) -> Mapping[tuple[str, str], str]:
        """As reported; how the hand ended may be known from the deadwood alone."""
        texts = dict(super().notes(deal, entry))
        if entry.get("knocked") and len(self._ends) > 1:
            texts["how", ""] = bare(self._ends[self._how(entry)])
        return texts

    def status(self, table: Table, past: Past) -> Mapping[str, str]:
        columns = self._columns(table, past)
        if len(columns) > 1:
            told = {
                side: " · ".join(
                    f"{column.total(side)}{' (over)' if column.winner else ''}"
                    for column in columns
                )
                for side in table.keys
            }
            return told if past.deals else {}
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
        boxes = [f"{count_words(n, 'box', 'boxes')} for {deed}" for deed, n in extra if n]
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
