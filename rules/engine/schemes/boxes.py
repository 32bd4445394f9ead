"""Boxes: every round fills one box of each player’s sheet, each box once (PlayPalace, Yahtzee)."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Annotated, Self

from pydantic import Field, computed_field, model_validator

from rules.engine.contracts import Deal, Frozen
from rules.engine.entries import Choice, DealSeating, Entry, EntryField, Flag, Points, Problem
from rules.engine.formatting import signed
from rules.engine.rulesets import Slug
from rules.engine.schemes.base import Line, Past, Scheme

BOX_POINTS = EntryField("points", "Points", Points(), "side")


class Box(Frozen):
    """A box of the sheet.

    It takes one of three: the dice that show ``die``, added; a ``fixed`` number of points for a
    figure; or the sum of all dice, which also serves as 0 where that takes a ``figure``.
    """

    id: Slug
    label: Annotated[str, Field(min_length=1, max_length=30)]
    die: Annotated[int, Field(ge=0, le=6)] = 0
    fixed: Annotated[int, Field(ge=0, le=1000)] = 0
    figure: bool = False

    @model_validator(mode="after")
    def takes_one(self) -> Self:
        if (self.die > 0) + (self.fixed > 0) + self.figure > 1:
            raise ValueError(f"{self.id}: a box takes a die, a fixed number or a sum, not two")
        return self

    def allowed(self, dice: int) -> Sequence[int]:
        """The points that the box can have with so many dice."""
        if self.die:
            return range(0, dice * self.die + 1, self.die)
        if self.fixed:
            return (0, self.fixed)
        sums = range(dice, 6 * dice + 1)
        return (0, *sums) if self.figure else sums

    def words(self, dice: int) -> str:
        """What ``allowed`` is, in words."""
        allowed = self.allowed(dice)
        if self.die or self.fixed:
            return f"{', '.join(map(str, allowed[:-1]))} or {allowed[-1]}"
        return f"{'0, or ' if self.figure else ''}{dice} to {6 * dice}"


class BoxesFigures(Frozen):
    """The sheet: its boxes, the ``bonus`` for ``bonus_from`` points in those of the single numbers,
    and the ``extra`` points for all dice alike once the box ``extra_box`` has scored.
    """

    dice: Annotated[int, Field(ge=1, le=10)]
    boxes: Annotated[tuple[Box, ...], Field(min_length=1, max_length=30)]
    bonus: Annotated[int, Field(ge=0, le=1000)] = 0
    bonus_from: Annotated[int, Field(ge=0, le=1000)] = 0
    extra: Annotated[int, Field(ge=0, le=1000)] = 0
    extra_box: str = ""

    @computed_field
    def box(self) -> dict[str, Box]:
        """The boxes by id, for the words: ``{figures.box.full_house.fixed}``."""
        return {box.id.replace("-", "_"): box for box in self.boxes}


class BoxesScheme(Scheme[BoxesFigures]):
    """A sheet of boxes for each side; a box is filled once, with points or with nothing."""

    name = "boxes"
    Figures = BoxesFigures
    uses_past = True

    @cached_property
    def _boxes(self) -> Mapping[str, Box]:
        return {box.id: box for box in self.figures.boxes}

    @cached_property
    def _box(self) -> EntryField:
        answers = tuple((box.id, box.label) for box in self.figures.boxes)
        return EntryField("box", "Box", Choice(answers), "side")

    def check(self) -> None:
        figures = self.figures
        if len(self._boxes) < len(figures.boxes):
            raise ValueError("boxes: an id stands twice")
        if self.ruleset.length != len(figures.boxes):
            raise ValueError(f"a game has as many deals as boxes, {len(figures.boxes)}")
        if figures.extra and figures.extra_box not in self._boxes:
            raise ValueError("extra: extra_box names no box")

    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        always = (self._box, BOX_POINTS)
        if not self.figures.extra:
            return always
        box = self._boxes[self.figures.extra_box]
        label = f"Another {box.label.lower()} ({signed(self.figures.extra)})"
        return (*always, EntryField("extra", label, Flag(), "side", optional=True))

    def if_unasked(self, deal: Deal) -> Mapping[str, str]:
        return {"extra": f"{self.ruleset.name} has no bonus for that here; untick it."}

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        for key in entry.table.keys:
            name, at = entry.table.name(key), self._box.input(key)
            box, points = entry.of("box").get(key), entry.of("points").get(key)
            if box is None:
                message = f"{name} has no box; choose the box that the dice go into."
                yield Problem("missing", message, at)
                continue
            used = _used(past, key)
            label = self._boxes[box].label
            if box in used:
                message = (
                    f"{name} has filled “{label}” in {self.ruleset.words.deal.one} {used[box]}; "
                    "choose another box."
                )
                yield Problem("used", message, at)
            if points is None:
                message = f"{name} has no points for “{label}”; write them, or 0."
                yield Problem("missing", message, BOX_POINTS.input(key))
            else:
                yield from self._points(name, self._boxes[box], points, BOX_POINTS.input(key))
            if entry.of("extra").get(key):
                yield from self._extra(entry, key, past)

    def _points(self, name: str, box: Box, points: int, at: str) -> Iterator[Problem]:
        if points not in box.allowed(self.figures.dice):
            takes = box.words(self.figures.dice)
            message = f"{name} cannot have {points} in “{box.label}”; it takes {takes}."
            yield Problem("impossible-points", message, at)

    def _extra(self, entry: Entry, key: str, past: Past) -> Iterator[Problem]:
        """The bonus takes a box that has scored, and dice that are all alike."""
        name, extra = entry.table.name(key), self._boxes[self.figures.extra_box]
        if not any(
            scored.entry.of("box").get(key) == extra.id and scored.entry.of("points").get(key)
            for scored in past.deals
        ):
            message = f"{name} has not scored in “{extra.label}” before; untick the bonus."
            yield Problem("no-extra", message, f"extra-{key}")
        box, points = self._boxes[entry.of("box")[key]], entry.of("points").get(key, 0)
        alike = (0, self.figures.dice * box.die) if box.die else range(0, 61, self.figures.dice)
        if not box.fixed and points not in alike:
            message = (
                f"{name} cannot have {points} in “{box.label}” with all dice alike; "
                "untick the bonus, or mend the points."
            )
            yield Problem("not-alike", message, f"extra-{key}")

    def lines(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Line]:
        figures = self.figures
        for key in entry.table.keys:
            box, points = self._boxes[entry.of("box")[key]], entry.of("points")[key]
            typed = entry.texts.get(BOX_POINTS.input(key), str(points))
            yield Line(key, points, f"{box.label}: {typed}")
            if entry.of("extra").get(key):
                yield Line(key, figures.extra, f"another {self._extra_label}")
            before = self._single_numbers(past.entries(), key)
            after = before + (points if box.die else 0)
            if figures.bonus and before < figures.bonus_from <= after:
                yield Line(key, figures.bonus, f"{after} in the single numbers")

    @property
    def _extra_label(self) -> str:
        return self._boxes[self.figures.extra_box].label.lower()

    def _single_numbers(self, entries: Sequence[Entry], key: str) -> int:
        """What the boxes for a single number of a side hold."""
        return sum(
            entry.of("points").get(key, 0)
            for entry in entries
            if key in entry.of("box") and self._boxes[entry.of("box")[key]].die
        )

    def status(self, table: DealSeating, past: Past) -> Mapping[str, str]:
        figures = self.figures
        if not figures.bonus:
            return {}
        statuses = {}
        for key in table.keys:
            so_far = self._single_numbers(past.entries(), key)
            statuses[key] = f"{so_far} of {figures.bonus_from} in single numbers"
            if so_far >= figures.bonus_from:
                statuses[key] = f"bonus of {figures.bonus} earned"
        return statuses

    def facts(self) -> Iterator[tuple[str, str, str]]:
        figures = self.figures
        fixed = "; ".join(f"{box.label} {box.fixed}" for box in figures.boxes if box.fixed)
        sums = ", ".join(box.label for box in figures.boxes if not (box.fixed or box.die))
        yield "boxes", "Boxes", f"{len(figures.boxes)}, each filled once"
        if fixed:
            yield "fixed", "Fixed points", fixed
        if sums:
            yield "sums", "Sum of all dice", sums
        if figures.bonus:
            text = f"{signed(figures.bonus)} from {figures.bonus_from} points on"
            yield "bonus", "Boxes for single numbers", text
        if figures.extra:
            yield "extra", f"Another {self._extra_label}", signed(figures.extra)


def _used(past: Past, key: str) -> dict[str, int]:
    """The boxes that a side has filled, with the numbers of the deals."""
    return {
        scored.entry.of("box")[key]: scored.deal.number
        for scored in past.deals
        if key in scored.entry.of("box")
    }
