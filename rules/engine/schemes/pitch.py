"""Pitch: the pitcher bids for the points of a hand, which are high, low, jack and game.

Scoring as described by han-tyumi (Naibi).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Literal, get_args

from pydantic import Field, field_validator

from rules.engine.contracts import Deal, Frozen
from rules.engine.entries import Choice, DealSeating, Entry, EntryField, Flag, OneSide, Problem
from rules.engine.formatting import count_words, join_names
from rules.engine.rulesets import Opening
from rules.engine.schemes import checks
from rules.engine.schemes.base import Line, Mark, Past, Scheme, SheetColumn, selected

# In the order in which they are settled.
Name = Literal["high", "low", "jack", "off-jack", "high-joker", "low-joker", "game", "three"]
# What everybody has dealt to somebody: the other points may go to nobody.
ALWAYS: tuple[Name, ...] = ("high", "low")
# What whoever took every trick cannot have left to others.
TAKEN: tuple[Name, ...] = ("high", "jack", "game")
SMUDGE = "smudge"
PITCHER = EntryField("pitcher", "Pitcher, who won the bidding", OneSide())
EVERY_TRICK = EntryField("every-trick", "The pitcher took every trick", Flag())


class PitchFigures(Frozen):
    """The points of a hand and what may be bid for them.

    ``points`` by name, always in the order of ``Name``. Bids go from ``least`` to ``most``;
    ``smudge`` is for all the points and every trick, 0 where it is not bid. ``others_keep``: the
    other sides score what they took. ``low``: who gets that point, where the table has said so.
    """

    points: dict[Name, Annotated[int, Field(ge=1, le=100)]]
    least: Annotated[int, Field(ge=1, le=100)]
    most: Annotated[int, Field(ge=1, le=100)]
    smudge: Annotated[int, Field(ge=0, le=100)] = 0
    others_keep: bool = True
    low: Literal["", "holder", "taker"] = ""

    @field_validator("points")
    @classmethod
    def in_order(cls, points: dict[Name, int]) -> dict[Name, int]:
        """Return the points in order, because a database may forget the order of keys."""
        return {name: points[name] for name in get_args(Name) if name in points}


class PitchScheme(Scheme[PitchFigures]):
    """The pitcher’s points, or the bid off where they are fewer, and the points of the others.

    Only a pitcher who made the bid can win.
    """

    name = "pitch"
    Figures = PitchFigures
    achieved = "made the bid"
    uses_past = True
    usual_opening = Opening(first="next", does="bids first")

    def check(self) -> None:
        figures, all_points = self.figures, sum(self.figures.points.values())
        if missing := [name for name in ALWAYS if name not in figures.points]:
            raise ValueError(f"points: {missing[0]} is missing")
        if not figures.least <= figures.most <= all_points:
            raise ValueError(f"most: bids go from the least to the {all_points} points of a hand")

    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        figures = self.figures
        bids = [(str(bid), str(bid)) for bid in range(figures.least, figures.most + 1)]
        if figures.smudge:
            bids.append((SMUDGE, f"Smudge ({figures.smudge})"))
        return (
            PITCHER,
            EntryField("bid", "Bid", Choice(tuple(bids))),
            *map(_point_field, figures.points),
            *selected((EVERY_TRICK, figures.smudge)),
        )

    def if_unasked(self, deal: Deal) -> Mapping[str, str]:
        return {"every-trick": "Nobody bids smudge here, so every trick counts nothing; untick it."}

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        pitcher = entry.get("pitcher", ())
        yield from checks.exactly_one(
            entry,
            PITCHER,
            nobody=("no-pitcher", "Nobody pitched; mark who won the bidding."),
            several=("several", "have won the bidding; mark one."),
        )
        if "bid" not in entry.values:
            yield Problem("no-bid", "The bid is missing; choose what the pitcher bid.", "bid")
        for name in self.figures.points:
            cannot = f"have the point for {_words(name)}; mark one."
            yield from checks.at_most_one(entry, _point_field(name), "several", cannot)
            if name in ALWAYS and not entry.get(name):
                message = (
                    f"Nobody has the point for {_words(name)}, which there always is; "
                    "mark who has it."
                )
                yield Problem("nobody", message, name)
        if entry.get("every-trick"):
            yield from self._every_trick_problems(entry)
        elif entry.get("bid") == SMUDGE and len(pitcher) == 1:
            yield from self._forgotten_problems(entry, pitcher[0])

    def _forgotten_problems(self, entry: Entry, pitcher: str) -> Iterator[Problem]:
        if len(self._taken(entry, pitcher)) == len(self.figures.points):
            message = (
                f"{entry.table.name(pitcher)} bid smudge and took all the points, but not every "
                "trick. Is that right?"
            )
            yield Problem("not-every-trick", message, "every-trick", warning=True)

    def _taken(self, entry: Entry, side: str) -> Sequence[Name]:
        """The points that a side took, by name."""
        return [name for name in self.figures.points if entry.get(name) == (side,)]

    def _every_trick_problems(self, entry: Entry) -> Iterator[Problem]:
        if entry.get("bid", SMUDGE) != SMUDGE:
            message = "Every trick counts for smudge alone; untick that, or choose that bid."
            yield Problem("no-smudge", message, "every-trick")
            return
        for name in TAKEN:
            owner, pitcher = entry.get(name, ()), entry.get("pitcher", ())
            if owner and pitcher and owner != pitcher:
                message = (
                    f"{entry.table.name(owner[0])} cannot have the point for {_words(name)}, "
                    "because the pitcher took every trick; untick that, or mark the pitcher."
                )
                yield Problem("every-trick", message, name)

    def lines(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Line]:
        (pitcher,) = entry.get("pitcher")
        for key in entry.table.keys:
            taken = self._taken(entry, key)
            points = sum(self.figures.points[name] for name in taken)
            if key == pitcher:
                yield self._pitcher_line(entry, taken, points, past)
            elif points and not self.figures.others_keep:
                yield Line(key, 0, f"{_list(taken)}: the others score nothing")
            else:
                yield Line(key, points, _list(taken))

    def _pitcher_line(self, entry: Entry, taken: Sequence[Name], points: int, past: Past) -> Line:
        (pitcher,), bid, figures = entry.get("pitcher"), entry.get("bid"), self.figures
        reason = f"bid {bid}, took {_list(taken)}"
        if bid == SMUDGE:
            stake = points = figures.smudge
            has_all, has_every_trick = len(taken) == len(figures.points), entry.get("every-trick")
            is_made = has_all and bool(has_every_trick)
            if has_every_trick:
                reason += " and every trick"
            elif has_all:
                reason += ", but not every trick"
        else:
            stake = int(bid)
            is_made = points >= stake
        if not is_made:
            return Line(pitcher, -stake, f"{reason}: set back")
        has_won = 0 < self.target <= past.total(pitcher) + points
        return Line(pitcher, points, reason, mark=Mark.WON if has_won else Mark.ACHIEVED)

    @property
    def sheet_columns(self) -> tuple[SheetColumn, ...]:
        longest = SMUDGE.capitalize() if self.figures.smudge else str(self.figures.most)
        return SheetColumn("pitcher", "Pitcher", "deal", ""), SheetColumn(
            "bid", "Bid", "deal", longest
        )

    def status(self, table: DealSeating, past: Past) -> Mapping[str, str]:
        """Who has the points to win but has still to make a bid."""
        return {key: "needs a bid" for key in table.keys if 0 < self.target <= past.total(key)}

    def facts(self) -> Iterator[tuple[str, str, str]]:
        figures = self.figures
        points = ", ".join(f"{_words(name)} {worth}" for name, worth in figures.points.items())
        yield "points", f"Points of a {self.ruleset.words.deal.one}", points
        bids = f"{figures.least} to {figures.most}"
        yield "bids", "Bids", f"{bids}, or smudge" if figures.smudge else bids
        yield "made", "Bid made", "all the points that were taken"
        yield "set", "Bid not made", "minus the bid"
        if figures.smudge:
            every = f"all points and all {count_words(self.hand_size, 'trick', 'tricks')}"
            yield "smudge", "Smudge", f"{figures.smudge} either way, for {every}"
        others = "the points they took" if figures.others_keep else "nothing"
        yield "others", "The other sides", others
        owners = {"holder": "to whoever was dealt it", "taker": "to whoever takes it"}
        yield "low", "Low", owners.get(figures.low, "the table agrees who gets it")
        yield "winner", "Winner", f"first to {self.target} with a bid of its own that it made"


def _words(name: Name) -> str:
    return name if name == "off-jack" else name.replace("-", " ")


def _point_field(name: Name) -> EntryField:
    label = _words(name).capitalize()
    return EntryField(name, label, OneSide(mark=label), optional=name not in ALWAYS)


def _list(names: Sequence[Name]) -> str:
    return join_names(map(_words, names)) if names else "nothing"
