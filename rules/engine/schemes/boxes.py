"""Boxes: players fill one box on their sheet in each round, as in Yahtzee."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Annotated, Self

from pydantic import Field, computed_field, model_validator

from rules.engine.contracts import Deal, Frozen
from rules.engine.deal_seating import DealSeating
from rules.engine.entries import Entry, EntryField, Problem
from rules.engine.formatting import join_choices, join_texts, signed, with_minus
from rules.engine.inputs import Choice, Flag, Points
from rules.engine.reasons import Reason, because
from rules.engine.rulesets import Slug
from rules.engine.schemes.base import (
    BoxRow,
    BoxSheet,
    Scheme,
    SchemePaper,
    SchemeScoring,
    SchemeWords,
)
from rules.engine.schemes.scored_deals import Line, Past
from rules.translation import gettext as _

# The codes of points that don’t belong to a box, which are also the ids of their rows.
BONUS, EXTRA = "upper-section", "another-box"
MOST_KEYS = 36  # a box with at most this many possible scores has a keypad key for each


class Box(Frozen):
    """A box on the sheet.

    A box scores one of three things: the sum of the dice that show ``die``; a ``fixed`` number of
    points for a combination; or the sum of all dice. With ``figure``, the sum of all dice also
    needs a combination, and is 0 without it.
    """

    id: Slug
    label: Annotated[str, Field(min_length=1, max_length=30)]
    die: Annotated[int, Field(ge=0, le=6)] = 0
    fixed: Annotated[int, Field(ge=0, le=1000)] = 0
    figure: bool = False

    @model_validator(mode="after")
    def takes_one(self) -> Self:
        if (self.die > 0) + (self.fixed > 0) + self.figure > 1:
            raise ValueError(f"{self.id}: a box has only one of “die”, “fixed” and “figure”")
        return self

    def allowed(self, dice: int) -> Sequence[int]:
        """Return the points that the box can score with ``dice`` dice."""
        if self.die:
            return range(0, dice * self.die + 1, self.die)
        if self.fixed:
            return (0, self.fixed)
        sums = range(dice, 6 * dice + 1)
        return (0, *sums) if self.figure else sums

    def words(self, dice: int) -> str:
        """Return ``allowed`` as text: ``0, 3, 6 or 9``."""
        allowed = self.allowed(dice)
        if self.die or self.fixed:
            return join_choices(map(str, allowed))
        if self.figure:
            return _("0, or {least} to {most}").format(least=dice, most=6 * dice)
        return _("{least} to {most}").format(least=dice, most=6 * dice)


class BoxesFigures(Frozen):
    """The sheet: its boxes and bonuses.

    ``bonus`` is for at least ``bonus_from`` points in the upper section. ``extra`` is for all dice
    alike, once the side has scored in the box ``extra_box``.
    """

    dice: Annotated[int, Field(ge=1, le=10)]
    boxes: Annotated[tuple[Box, ...], Field(min_length=1, max_length=30)]
    bonus: Annotated[int, Field(ge=0, le=1000)] = 0
    bonus_from: Annotated[int, Field(ge=0, le=1000)] = 0
    extra: Annotated[int, Field(ge=0, le=1000)] = 0
    extra_box: str = ""

    @computed_field
    def box(self) -> dict[str, Box]:
        """Return the boxes by id, for rule texts: ``{figures.box.full_house.fixed}``."""
        return {box.id.replace("-", "_"): box for box in self.boxes}


class BoxesScoring(SchemeScoring[BoxesFigures]):
    """A sheet of boxes for each side; a box is filled once, with points or with 0."""

    limits_points = True

    @cached_property
    def _boxes(self) -> Mapping[str, Box]:
        return {box.id: box for box in self.figures.boxes}

    @cached_property
    def box(self) -> EntryField:
        answers = tuple((box.id, box.label) for box in self.figures.boxes)
        return EntryField("box", _("Box"), Choice(answers), "side", once_a_game=True)

    @cached_property
    def _box_points(self) -> EntryField:
        allowed = ((box.id, tuple(box.allowed(self.figures.dice))) for box in self.figures.boxes)
        values = tuple((box, points) for box, points in allowed if len(points) <= MOST_KEYS)
        return EntryField("points", _("Points"), Points("box", values), "side")

    def check(self) -> None:
        figures = self.figures
        if len(self._boxes) < len(figures.boxes):
            raise ValueError("boxes: two have the same id")
        if self.ruleset.length != len(figures.boxes):
            raise ValueError(f"the game needs a deal for each box, {len(figures.boxes)} in all")
        if figures.extra and figures.extra_box not in self._boxes:
            raise ValueError("extra: extra_box isn’t one of the boxes")

    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        always = (self.box, self._box_points)
        if not self.figures.extra:
            return always
        label = _("Another “{box}” ({points})").format(
            box=self.extra_label, points=signed(self.figures.extra)
        )
        return (*always, EntryField("extra", label, Flag(), "side", optional=True))

    def unasked(self, deal: Deal) -> Mapping[str, str]:
        message = _("{game} has no such bonus here. Untick it.")
        return {"extra": message.format(game=self.ruleset.name)}

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        for key in entry.table.keys:
            name, at = entry.table.name(key), self.box.input(key)
            box, points = entry.of("box").get(key), entry.of("points").get(key)
            if box is None:
                message = _(
                    "No box has been chosen for {name}. Choose the box that was filled."
                ).format(name=name)
                yield Problem("missing", message, at)
                continue
            used = _used(past, key)
            label = self._boxes[box].label
            if box in used:
                message = _("{name} filled “{box}” in {deal} {number}. Choose another box.")
                text = message.format(
                    name=name, box=label, deal=self.ruleset.words.deal.one, number=used[box]
                )
                yield Problem("used", text, at)
            if points is None:
                message = _(
                    "No points have been entered for {name} in “{box}”. Enter them, or 0 for none."
                )
                text = message.format(name=name, box=label)
                yield Problem("missing", text, self._box_points.input(key))
            else:
                yield from self._points(name, self._boxes[box], points, self._box_points.input(key))
            if entry.of("extra").get(key):
                yield from self._extra(entry, key, past)

    def _points(self, name: str, box: Box, points: int, at: str) -> Iterator[Problem]:
        if points not in box.allowed(self.figures.dice):
            message = _("{name} can’t have {points} in “{box}”. Enter {allowed}.").format(
                name=name,
                points=with_minus(points),
                box=box.label,
                allowed=box.words(self.figures.dice),
            )
            yield Problem("impossible-points", message, at)

    def _extra(self, entry: Entry, key: str, past: Past) -> Iterator[Problem]:
        """Check that the side has scored in ``extra_box`` before, and that all dice are alike."""
        name, extra = entry.table.name(key), self._boxes[self.figures.extra_box]
        if not self.may_have_extra(key, past):
            message = _("{name} hasn’t scored in “{box}” yet. Untick the bonus.")
            yield Problem("no-extra", message.format(name=name, box=extra.label), f"extra-{key}")
        box, points = self._boxes[entry.of("box")[key]], entry.of("points").get(key, 0)
        alike = (0, self.figures.dice * box.die) if box.die else range(0, 61, self.figures.dice)
        if not box.fixed and points not in alike:
            message = _(
                "{name} can’t have {points} in “{box}” with all dice alike. "
                "Untick the bonus, or correct the points."
            ).format(name=name, points=points, box=box.label)
            yield Problem("not-alike", message, f"extra-{key}")

    def may_have_extra(self, key: str, past: Past) -> bool:
        """Return whether a side has scored in ``extra_box``."""
        return any(
            entry.of("box").get(key) == self.figures.extra_box and entry.of("points").get(key)
            for entry in past.entries()
        )

    def lines(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Line]:
        before = past.entries()
        for key in entry.table.keys:
            for row, points in self.filled(entry, key, before):
                yield Line(key, points, self._reason(row, points, entry, key, before))

    def filled(self, entry: Entry, key: str, before: Sequence[Entry]) -> Iterator[tuple[str, int]]:
        """Yield the rows in which a side scores, each with its points.

        A side that hasn’t had its turn yet has none.
        """
        figures = self.figures
        if not (key in entry.of("box") and key in entry.of("points")):
            return
        box, points = self._boxes[entry.of("box")[key]], entry.of("points")[key]
        yield box.id, points
        if entry.of("extra").get(key):
            yield EXTRA, figures.extra
        so_far = self.single_numbers(before, key)
        if figures.bonus and so_far < figures.bonus_from <= so_far + (points if box.die else 0):
            yield BONUS, figures.bonus

    def _reason(
        self, row: str, points: int, entry: Entry, key: str, before: Sequence[Entry]
    ) -> Reason:
        if row == EXTRA:
            return because(EXTRA, label=self.extra_label)
        if row == BONUS:
            return because(BONUS, points=self.single_numbers([*before, entry], key))
        typed = entry.texts.get(self._box_points.input(key), str(points))
        return because("item-entered", label=self._boxes[row].label, entered=typed)

    @property
    def extra_label(self) -> str:
        return self._boxes[self.figures.extra_box].label

    def single_numbers(self, entries: Sequence[Entry], key: str) -> int:
        """Return the points of a side in the upper section."""
        return sum(
            entry.of("points").get(key, 0)
            for entry in entries
            if key in entry.of("box") and self._boxes[entry.of("box")[key]].die
        )

    def status(self, table: DealSeating, past: Past) -> Mapping[str, Reason]:
        figures = self.figures
        if not figures.bonus:
            return {}
        statuses = {}
        for key in table.keys:
            so_far = self.single_numbers(past.entries(), key)
            if so_far >= figures.bonus_from:
                statuses[key] = because("bonus-earned", points=figures.bonus)
            else:
                statuses[key] = because(
                    "upper-section-so-far", points=so_far, needed=figures.bonus_from
                )
        return statuses


class BoxesSheet(BoxSheet[BoxesScoring]):
    @property
    def rows(self) -> tuple[BoxRow, ...]:
        """The boxes, with the bonus after the last box for a single number."""
        return tuple(self._rows())

    def _rows(self) -> Iterator[BoxRow]:
        figures = self.scoring.figures
        last = max((box.die for box in figures.boxes), default=0)
        for box in figures.boxes:
            yield BoxRow(box.id, box.label, self._worth(box), self.scoring.box.id)
            if box.die and box.die == last and figures.bonus:
                scores = _("{bonus} from {points}").format(
                    bonus=signed(figures.bonus), points=figures.bonus_from
                )
                yield BoxRow(BONUS, _("Bonus"), scores)
        if figures.extra:
            scores = _("{points} each").format(points=signed(figures.extra))
            yield BoxRow(EXTRA, _("Another “{box}”").format(box=self.scoring.extra_label), scores)

    @staticmethod
    def _worth(box: Box) -> str:
        if box.die:
            return _("{points} each").format(points=box.die)
        return str(box.fixed) if box.fixed else _("sum of all dice")

    @property
    def facts(self) -> frozenset[str]:
        """The keys of all facts except the number of boxes."""
        return frozenset(("fixed", "sums", "bonus", "extra"))

    def points(self, past: Past) -> Mapping[tuple[str, str], int]:
        """Return the points of each side’s box in the last deal, and of its bonuses."""
        *before, last = past.entries()
        return {
            (row, key): points
            for key in last.table.keys
            for row, points in self.scoring.filled(last, key, before)
        }

    def progress(self, past: Past, side: str) -> Mapping[str, tuple[int, int]]:
        """Return a side’s points in the upper section, and the number that earns the bonus."""
        figures = self.scoring.figures
        if not figures.bonus:
            return {}
        return {BONUS: (self.scoring.single_numbers(past.entries(), side), figures.bonus_from)}


class BoxesPaper(SchemePaper[BoxesScoring]):
    @property
    def boxes(self) -> BoxesSheet:
        return BoxesSheet(self.scoring)


class BoxesWords(SchemeWords[BoxesScoring]):
    def impossible(self, side: str, past: Past) -> Collection[str]:
        return () if self.scoring.may_have_extra(side, past) else ("extra",)

    def facts(self) -> Iterator[tuple[str, str, str]]:
        figures = self.scoring.figures
        fixed = "; ".join(f"{box.label} {box.fixed}" for box in figures.boxes if box.fixed)
        sums = join_texts(box.label for box in figures.boxes if not (box.fixed or box.die))
        boxes = _("{count}, each filled once").format(count=len(figures.boxes))
        yield "boxes", _("Boxes"), boxes
        if fixed:
            yield "fixed", _("Fixed points"), fixed
        if sums:
            yield "sums", _("Sum of all dice"), sums
        if figures.bonus:
            text = _("{bonus} for {points} points or more")
            bonus = text.format(bonus=signed(figures.bonus), points=figures.bonus_from)
            yield "bonus", _("Upper section"), bonus
        if figures.extra:
            label = _("Another “{box}”").format(box=self.scoring.extra_label)
            yield "extra", label, signed(figures.extra)


def _used(past: Past, key: str) -> dict[str, int]:
    """Return the boxes that a side has filled, each with the number of its deal."""
    return {
        scored.entry.of("box")[key]: scored.deal.number
        for scored in past.deals
        if key in scored.entry.of("box")
    }


SCHEME = Scheme(
    "boxes",
    BoxesFigures,
    BoxesScoring,
    BoxesPaper,
    BoxesWords,
    uses_past=True,
    as_played=("box", "points", "extra"),
)
