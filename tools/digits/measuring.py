"""Measuring how well sheets are read, with simulated photographs."""

import time
from collections import Counter
from dataclasses import dataclass, field

import numpy as np
from numpy.random import Generator

from rules.engine.catalogue import catalogue
from scorekeeper.forms.finished_sheets import FinishedSheetForm
from scorekeeper.photos import UnreadablePhotoError
from scorekeeper.photos.sheets import ReadSheet, is_possible, read_sheet
from scorekeeper.queries.stored import stored_game
from tests.factories import GameFactory
from tools.digits.blank_sheets import SHEETS, BlankSheet, blank_sheet
from tools.digits.handwriting import PENS, Digits, Hand, write
from tools.digits.simulation import photographed

MOST_ROWS = 12  # rows that are filled in on a sheet with many
NAMES = ("Ann", "Bob", "Cai", "Dee", "Eli")


@dataclass(slots=True)
class Measured:
    """How many photographs and digits were read, and how many of the digits were read wrong.

    ``sure`` are the digits that aren’t marked as doubtful, and ``misread`` the wrong ones of them.
    """

    photos: int = 0
    unreadable: int = 0
    digits: int = 0
    wrong: int = 0
    sure: int = 0
    misread: int = 0
    seconds: float = 0.0
    confused: Counter[tuple[str, str]] = field(default_factory=Counter)
    by_pen: dict[str, tuple[int, int]] = field(default_factory=dict)

    def __str__(self) -> str:
        pens = (f"{pen} {1 - wrong / count:.2%}" for pen, (count, wrong) in self.by_pen.items())
        confused = (f"{text} as {read or '-'}" for text, read in self.confused)
        return "\n".join(
            (
                f"{self.photos} photographs, {self.unreadable} of them unreadable",
                f"{self.digits:,} digits, {1 - self.wrong / self.digits:.2%} right",
                f"{self.sure / self.digits:.1%} not doubtful",
                f"{1 - self.misread / self.sure:.2%} of those right",
                f"by pen: {', '.join(pens)}",
                f"{self.seconds / self.photos:.2f} s of CPU time for each photograph",
                f"misread: {', '.join(confused)}",
            )
        )

    def add(self, sheet: "_Written", read: ReadSheet) -> None:
        """Compare a sheet with what was read."""
        wrong = 0
        for name, text in sheet.texts.items():
            found = read.texts.get(name, "")
            errors = _errors(text, found)
            wrong += errors
            self.digits += len(text)
            if found != text:
                self.confused[text, found] += 1
            if name not in read.doubtful:
                self.sure += len(text)
                self.misread += errors
        self.wrong += wrong
        digits, errors = self.by_pen.get(sheet.pen, (0, 0))
        written = sum(map(len, sheet.texts.values()))
        self.by_pen[sheet.pen] = (digits + written, errors + wrong)


@dataclass(frozen=True, slots=True)
class _Written:
    """A photograph of a sheet, and the texts written on it by input name."""

    data: bytes
    pen: str
    texts: dict[str, str]


def measured(digits: Digits, seeds: range) -> Measured:
    """Read one simulated photograph for each seed."""
    forms, sheets = [], []
    for slug, query in SHEETS:
        sheet = blank_sheet(slug, query)
        game = GameFactory(variant=slug, names=NAMES[: sheet.places.grid.sides])
        sheets.append(sheet)
        forms.append(FinishedSheetForm(stored=stored_game(game)))
    result = Measured()
    for seed in seeds:
        at = seed % len(SHEETS)
        sheet, form = sheets[at], forms[at]
        written = _filled_in(np.random.default_rng(seed), seed, sheet, form, digits)
        began = time.process_time()
        result.photos += 1
        try:
            read = read_sheet(written.data, catalogue().variant(sheet.slug), form)
        except UnreadablePhotoError:
            result.unreadable += 1
            continue
        result.seconds += time.process_time() - began
        result.add(written, read)
    return result


def _filled_in(
    rng: Generator, seed: int, sheet: BlankSheet, form: FinishedSheetForm, digits: Digits
) -> _Written:
    """Return a photograph of the sheet, filled in with numbers that are possible in the game."""
    page, pen = sheet.page.copy(), list(PENS)[seed % len(PENS)]
    hand = Hand(digits, PENS[pen], rng.uniform(4.6, 6.6))
    texts, totals = {}, [0] * len(form.players)
    for row, boxes in list(zip(form.rows, sheet.places.points, strict=False))[:MOST_ROWS]:
        out = int(rng.integers(len(boxes)))
        for column, (key, box) in enumerate(zip(row.cells, boxes, strict=True)):
            number = 0
            while column != out and not (number and is_possible(form, row, key, str(number))):
                number = _number(rng)
            write(rng, page, box, str(number), hand)
            texts[row.cells[key].html_name] = str(number)
            totals[column] += number
    if form.player_totals and seed % 2 == 0:
        for player, box, total in zip(form.players, sheet.places.totals, totals, strict=True):
            write(rng, page, box, str(total), hand)
            texts[f"total-{player.key}"] = str(total)
    return _Written(photographed(rng, page).data, pen, texts)


def _number(rng: Generator) -> int:
    ranges = ((2, 10), (10, 100), (100, 190))
    low, high = ranges[rng.choice(len(ranges), p=(0.15, 0.75, 0.1))]
    return int(rng.integers(low, high))


def _errors(text: str, found: str) -> int:
    """Return how many digits of a number were read wrong: all if their number is wrong."""
    if len(text) != len(found):
        return len(text)
    return sum(one != other for one, other in zip(text, found, strict=True))
