"""Samples to train with, cut from simulated photographs of pages full of numbers."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from scorekeeper.photos.digits import SIZE
from scorekeeper.photos.reading import AROUND, OTHER, Segment, ink_around, segments
from scorekeeper.photos.straightening import SCALE, flattened
from scorekeeper.sheets.places import PrintedBox
from tools.digits.handwriting import MM, PENS, Digits, Hand, Page, write
from tools.digits.simulation import photographed

WIDTH, HEIGHT, MARGIN = 210.0, 297.0, 12.0  # of a page, in millimetres
SAME, DIFFERENT = (
    0.6,
    1.0,
)  # how far an edge of the same digit, or of another, may be, in millimetres
Samples = tuple[NDArray[np.uint8], NDArray[np.uint8]]


def samples(digits: Digits, seed: int) -> Samples:
    """Return pictures of what may be a digit, from one page, and what they show."""
    rng = np.random.default_rng(seed)
    page = np.full((round(HEIGHT * MM), round(WIDTH * MM), 3), 255, np.float32)
    boxes = list(_boxes(rng, page))
    pen = list(PENS.values())[rng.integers(len(PENS))]
    hand = Hand(digits, pen, rng.uniform(4.2, 6.6))
    written = []
    for box in boxes:
        text = "".join(map(str, rng.integers(0, 10, rng.choice([1, 2, 3], p=[0.2, 0.55, 0.25]))))
        written.append((text, write(rng, page, box, text, hand)))
    photo = photographed(rng, page)
    way = photo.way @ np.array([[1, 0, rng.normal(0, 0.1)], [0, 1, rng.normal(0, 0.1)], [0, 0, 1]])
    picture = cv2.imdecode(np.frombuffer(photo.data, np.uint8), cv2.IMREAD_GRAYSCALE)
    flat = flattened(np.asarray(picture, np.uint8), way, WIDTH, HEIGHT)
    framed = np.pad(flat, round(AROUND * SCALE), constant_values=255)
    pictures, shown = [], []
    for box, (text, places) in zip(boxes, written, strict=True):
        for segment in segments(ink_around(framed, box)):
            answer = _answer(segment, box, text, places)
            if answer is not None:
                pictures.append((segment.picture * 255).astype(np.uint8))
                shown.append(answer)
    return np.array(pictures, np.uint8).reshape(-1, SIZE, SIZE), np.array(shown, np.uint8)


def _boxes(rng: Generator, page: Page) -> Iterator[PrintedBox]:
    """Rule a page, and yield its boxes."""
    wide, high = rng.uniform(11, 18), rng.uniform(7, 11)
    across = np.arange(MARGIN, WIDTH - MARGIN + 0.1, wide)
    down = np.arange(MARGIN, HEIGHT - MARGIN + 0.1, high)
    dark = float(rng.uniform(0, 160))
    for places, is_across in ((across, True), (down, False)):
        for place in places:
            at, thick = round(place * MM), int(rng.integers(1, 4))
            line = page[:, at : at + thick] if is_across else page[at : at + thick]
            line[:] = dark
    for top, left in product(down[:-1], across[:-1]):
        yield PrintedBox(float(left), float(top), float(left + wide), float(top + high))


def _answer(segment: Segment, box: PrintedBox, text: str, places: list[PrintedBox]) -> int | None:
    """Return what a segment shows: a digit, something else, or None if this isn’t clear."""
    x, y = box.left - AROUND, box.top - AROUND
    least = DIFFERENT
    for digit, place in zip(text, places, strict=False):
        off = max(
            abs(x + segment.left / SCALE - place.left),
            abs(y + segment.top / SCALE - place.top),
            abs(x + segment.right / SCALE - place.right),
            abs(y + segment.bottom / SCALE - place.bottom),
        )
        if off < SAME:
            return int(digit)
        least = min(least, off)
    return OTHER if least >= DIFFERENT else None


def stored_samples(digits: Digits, seeds: range, folder: Path) -> Samples:
    """Return the samples of many pages, which are kept in a folder."""
    parts = []
    for seed in seeds:
        file = folder / f"samples-{seed}.npz"
        if not file.exists():
            pictures, shown = samples(digits, seed)
            np.savez_compressed(file, pictures=pictures, shown=shown)
        with np.load(file) as stored:
            parts.append((stored["pictures"], stored["shown"]))
    return np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])
