"""Reading the numbers in the boxes of a straightened sheet."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, product

import cv2
import numpy as np
from numpy.typing import NDArray

from scorekeeper.photos.digits import Picture, likelihoods, normalised
from scorekeeper.photos.straightening import SCALE, Grey
from scorekeeper.sheets.places import PrintedBox

AROUND = 2.0  # how far around a box numbers may reach, in millimetres
LINE, BESIDE = 0.35, 0.5  # half the width of a printed line, and where the paper beside it begins
PALE, DARK = 30, 70  # how much darker than paper ink has to be, and the least contrast
INK = 0.35  # the least ink of a stroke
SPECK = 0.5  # the width of the smallest stroke, in millimetres
PART = 0.5  # a stroke that is so much lower than the tallest one is a part of another
LOWEST = 1.8  # the least height of a number, in millimetres
NARROW, WIDEST = 0.6, 1.6  # the widths of a stroke that may be two digits, and of any digit
MOST_CUTS, BETWEEN = 3, 0.18  # in a wide stroke, and how far apart they are
MOST_PIECES, MOST_TEXTS = 12, 8  # of a box; more pieces are scribbles
OTHER = 10  # the network’s answer for what isn’t a single digit
UNREADABLE = "?"  # the text of a box with something else than digits
UNLIKELY = 0.001  # less likely readings aren’t considered

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Reading:
    """What may be written in a box: texts and how likely they are, the most likely one first.

    There are none if the box is blank.
    """

    texts: tuple[tuple[str, float], ...] = ()

    @property
    def text(self) -> str:
        """The most likely text, empty if the box is blank."""
        return self.texts[0][0] if self.texts else ""

    @property
    def chance(self) -> float:
        """How likely the most likely text is."""
        return self.texts[0][1] if self.texts else 1.0


@dataclass(frozen=True, slots=True)
class Segment:
    """The pieces from ``first`` to before ``end``, which may be a digit; its place, in pixels."""

    first: int
    end: int
    left: int
    top: int
    right: int
    bottom: int
    picture: Picture


def read_boxes(
    page: Grey, boxes: Sequence[PrintedBox], printed: Sequence[tuple[float, float]]
) -> list[Reading]:
    """Return what is written in each box.

    ``printed`` are the widths and heights of the marks printed in the boxes, in millimetres.
    """
    framed = np.pad(page, round(AROUND * SCALE), constant_values=255)
    found = [
        segments(ink_around(framed, box, marks)) for box, marks in zip(boxes, printed, strict=True)
    ]
    pictures = [segment.picture for parts in found for segment in parts]
    answers = iter(likelihoods(np.stack(pictures)) if pictures else ())
    return [_reading([(segment, next(answers)) for segment in parts]) for parts in found]


def ink_around(framed: Grey, box: PrintedBox, printed: tuple[float, float] = (0, 0)) -> Picture:
    """Return the ink in and around a box, from 0 to 1, without the printed lines and marks.

    The page is framed with ``AROUND`` millimetres of paper, and so is the box in the result.
    """
    around = round(AROUND * SCALE)
    left, top, right, bottom = (
        round(edge * SCALE) for edge in (box.left, box.top, box.right, box.bottom)
    )
    part = framed[top : bottom + 2 * around, left : right + 2 * around]
    dark = cv2.GaussianBlur(255 - part.astype(np.float32), (0, 0), 1)
    wide, high = (round(size * SCALE) if size else -around for size in printed)
    dark[: around + high, around : around + wide] = 0
    line, beside = round(LINE * SCALE), round(BESIDE * SCALE)
    height, width = bottom - top, right - left
    for at in (around, around + width):
        crossing = np.minimum(dark[:, at - beside], dark[:, at + beside])
        dark[:, at - line : at + line + 1] = crossing[:, None]
    for at in (around, around + height):
        dark[at - line : at + line + 1] = np.minimum(dark[at - beside], dark[at + beside])
    inside = dark[around : around + height, around : around + width]
    full = max(DARK, float(np.percentile(inside, 99.5)))
    ink: Picture = np.clip((dark - PALE) / (full - PALE), 0, 1).astype(np.float32)
    return ink


def segments(ink: Picture) -> list[Segment]:
    """Return everything in a box that may be a digit: pieces, and neighbouring pieces together."""
    pieces = list(_pieces(ink))[:MOST_PIECES]
    found = []
    tallest = max((np.ptp(np.flatnonzero(piece.any(1))) + 1 for piece in pieces), default=0)
    for first, end in combinations(range(len(pieces) + 1), 2):
        mask = np.logical_or.reduce(pieces[first:end])
        rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
        left, top, right, bottom = columns[0], rows[0], columns[-1] + 1, rows[-1] + 1
        if right - left <= WIDEST * tallest or end == first + 1:
            own = np.where(mask, ink, 0)[top:bottom, left:right].astype(np.float32)
            place = int(left), int(top), int(right), int(bottom)
            found.append(Segment(first, end, *place, normalised(own)))
    return found


def _pieces(ink: Picture) -> Iterator[Mask]:
    """Yield the strokes and parts of strokes from left to right. Each belongs to one digit only."""
    _count, labels, stats, middles = cv2.connectedComponentsWithStats((ink > INK).astype(np.uint8))
    least, around = SPECK * SCALE, AROUND * SCALE
    height, width = ink.shape
    strokes = [
        _Stroke(int(left), int(top), int(wide), int(high), [at])
        for at, ((left, top, wide, high, area), (x, y)) in enumerate(
            zip(stats, middles, strict=True)
        )
        if at
        and around < x < width - around
        and around + least < y < height - around - least
        and max(wide, high) >= least
        and area >= least * least / 2
        and not (high < 1.5 * least and wide > 5 * least)
    ]
    tallest = max((stroke.height for stroke in strokes), default=0)
    if tallest < LOWEST * SCALE:
        return
    groups: list[_Stroke] = []
    for stroke in sorted(strokes, key=lambda each: each.left):
        if stroke.height > PART * tallest:
            if groups and stroke.is_above(groups[-1]):
                groups[-1].add(stroke)
            else:
                groups.append(stroke)
    # The bar of a 5 may be apart from it.
    for stroke in strokes:
        if stroke.height <= PART * tallest:
            near = min(groups, key=stroke.gap)
            if stroke.gap(near) < 2 * least:
                near.labels += stroke.labels
    for group in groups:
        own = np.isin(labels, group.labels).astype(np.uint8)
        mask = cv2.dilate(own, np.ones((3, 3), np.uint8)).astype(bool)
        cuts = _cuts(np.where(mask, ink, 0).sum(0), group, tallest)
        for begin, end in pairwise((0, *cuts, width)):
            piece = mask.copy()
            piece[:, :begin] = piece[:, end:] = False
            yield piece


@dataclass(slots=True)
class _Stroke:
    """A stroke with its place, and the labels of its parts."""

    left: int
    top: int
    width: int
    height: int
    labels: list[int]

    @property
    def right(self) -> int:
        return self.left + self.width

    def add(self, other: "_Stroke") -> None:
        """Add a stroke, which isn’t farther left."""
        self.width = max(self.right, other.right) - self.left
        self.labels += other.labels

    def is_above(self, other: "_Stroke") -> bool:
        """Return whether one of the strokes is above the other."""
        beside = min(self.top + self.height, other.top + other.height) - max(self.top, other.top)
        if beside >= 0.5 * min(self.height, other.height):
            return False
        common = min(self.right, other.right) - max(self.left, other.left)
        return common > 0.5 * min(self.width, other.width)

    def gap(self, other: "_Stroke") -> int:
        """Return how far apart the strokes are, from left to right."""
        return max(other.left - self.right, self.left - other.right)


def _cuts(amount: NDArray[np.float32], stroke: _Stroke, tallest: int) -> list[int]:
    """Return the columns with the least ink, at which a wide stroke may be two digits."""
    if stroke.width <= NARROW * tallest:
        return []
    apart = round(BETWEEN * tallest)
    inner = range(stroke.left + apart, stroke.right - apart)
    lowest = [x for x in inner if amount[x] <= amount[x - apart : x + apart + 1].min()]
    chosen: list[int] = []
    for x in sorted(lowest, key=lambda x: amount[x]):
        if all(abs(x - other) >= apart for other in chosen):
            chosen.append(x)
    return sorted(chosen[:MOST_CUTS])


def _reading(answers: Sequence[tuple[Segment, Picture]]) -> Reading:
    """Return the texts that the answers of the network for the segments of a box allow."""
    count = max((segment.end for segment, _likely in answers), default=0)
    # The readings of the first pieces, as pairs of texts and chances, by number of pieces.
    upto: list[dict[str, float]] = [{"": 1.0}] + [defaultdict(float) for _ in range(count)]
    whole = [1.0] + [0.0] * count
    for segment, likely in sorted(answers, key=lambda answer: answer[0].first):
        before = upto[segment.first]
        whole[segment.end] += whole[segment.first] * float(1 - likely[OTHER])
        digits = [digit for digit in range(OTHER) if likely[digit] > UNLIKELY]
        for (text, chance), digit in product(before.items(), digits):
            if chance * likely[digit] > UNLIKELY:
                upto[segment.end][f"{text}{digit}"] += chance * float(likely[digit])
    if not count:
        return Reading()
    found = sorted(upto[count].items(), key=lambda reading: -reading[1])[:MOST_TEXTS]
    most = max(1.0, whole[count])
    return Reading(tuple((text, chance / most) for text, chance in found) or ((UNREADABLE, 0.0),))
