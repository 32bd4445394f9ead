"""Reading the numbers in the boxes of a straightened sheet."""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorekeeper.photos.digits import Picture, likelihoods, normalised
from scorekeeper.photos.straightening import SCALE, Grey
from scorekeeper.sheets.places import Box

AROUND = 2.0  # how far around a box numbers may reach, in millimetres
LINE, BESIDE = 0.35, 0.5  # half the width of a printed line, and where the paper beside it begins
PALE, DARK = 30, 70  # how much darker than paper ink has to be, and the least contrast
SPECK = 0.5  # the width of the smallest stroke, in millimetres
SURE = 0.93  # a digit that is less likely is doubtful
OTHER = 10  # the network’s answer for what isn’t a single digit
NARROW, WIDE, WIDEST = 0.6, 1.1, 1.7  # how wide one digit may be, compared with its height
PART = 0.5  # a stroke that is so much lower than the tallest one is a part of another
LOWEST = 1.8  # the least height of a number, in millimetres


@dataclass(frozen=True, slots=True)
class Reading:
    """The number read in a box, blank if nothing is written there."""

    text: str = ""
    is_sure: bool = True


def read_box(page: Grey, box: Box, *, printed: tuple[float, float] = (0, 0)) -> Reading:
    """Return the number in a box; ``printed`` is the width and height of the marks in it."""
    text, sure = "", True
    for stroke in _strokes(_ink_around(page, box, printed)):
        digits, chance = _digits(stroke)
        text += digits
        sure = sure and chance >= SURE
    return Reading(text, sure and len(text) < 4)


def _ink_around(page: Grey, box: Box, printed: tuple[float, float]) -> Picture:
    """Return the ink in and around a box, from 0 to 1, without the printed lines and marks."""
    around = round(AROUND * SCALE)
    framed = np.pad(page, around, constant_values=255)
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


def _strokes(ink: Picture) -> Iterator[Picture]:
    """Yield the ink of each digit, from left to right; parts above each other belong together."""
    _count, labels, stats, middles = cv2.connectedComponentsWithStats((ink > 0.35).astype(np.uint8))
    least, around = SPECK * SCALE, AROUND * SCALE
    height, width = ink.shape
    found = [
        (int(left), int(left + wide), int(high), at)
        for at, ((left, _top, wide, high, area), (x, y)) in enumerate(
            zip(stats, middles, strict=True)
        )
        if at
        and around < x < width - around
        and around + least < y < height - around - least
        and max(wide, high) >= least
        and area >= least * least / 2
        and not (high < 1.5 * least and wide > 5 * least)
    ]
    tallest = max((high for _left, _right, high, _at in found), default=0)
    groups: list[tuple[int, int, list[int]]] = []
    for left, right, _high, at in sorted(each for each in found if each[2] > PART * tallest):
        begin, end, parts = groups[-1] if groups else (0, -1, [])
        is_above = groups and _share(stats[at], stats[parts[-1]]) < 0.5
        if is_above and min(right, end) - left > 0.5 * min(right - left, end - begin):
            groups[-1] = (begin, max(right, end), [*parts, at])
        else:
            groups.append((left, right, [at]))
    # The bar of a 5 may be apart from it.
    for left, right, high, at in found:
        if high <= PART * tallest:
            near = min(groups, key=lambda group: max(group[0] - right, left - group[1]))
            if max(near[0] - right, left - near[1]) < 2 * least:
                near[2].append(at)
    for _left, _right, parts in groups if tallest >= LOWEST * SCALE else ():
        near_ink = cv2.dilate(np.isin(labels, parts).astype(np.uint8), np.ones((3, 3), np.uint8))
        rows, columns = np.flatnonzero(near_ink.any(1)), np.flatnonzero(near_ink.any(0))
        own = np.where(near_ink, ink, 0)
        yield own[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1].astype(np.float32)


def _share(one: NDArray[np.int32], other: NDArray[np.int32]) -> float:
    """Return how much of the lower stroke’s height is beside the other one."""
    top, bottom = max(one[1], other[1]), min(one[1] + one[3], other[1] + other[3])
    return float((bottom - top) / min(one[3], other[3]))


def _digits(stroke: Picture) -> tuple[str, float]:
    """Return the digit of a stroke, or two that touch each other, and how likely they are."""
    height, width = stroke.shape
    whole = likelihoods(normalised(stroke)[None])[0]
    best, is_one = int(whole[:OTHER].argmax()), whole[OTHER] < 0.5
    if width <= NARROW * height or (is_one and width <= WIDEST * height):
        return str(best), float(whole[best]) if width <= WIDE * height else 0.0
    at = width // 4 + int(stroke.sum(0)[width // 4 : -(width // 4)].argmin())
    parts = likelihoods(np.stack([normalised(stroke[:, :at]), normalised(stroke[:, at:])]))
    return "".join(map(str, parts[:, :OTHER].argmax(1))), 0.0
