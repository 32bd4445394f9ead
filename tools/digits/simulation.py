"""Simulated photographs of pages."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tools.digits.handwriting import MM, Page

SIZES = ((1700, 2300), (2100, 2800), (2400, 3200))  # pixels
MARGIN = 0.07  # the least share of the picture on each side that is table
Way = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class SimulatedPhoto:
    """A JPEG file, and the mapping from the page, in millimetres, to its pixels."""

    data: bytes
    way: Way


def photographed(rng: Generator, page: Page) -> SimulatedPhoto:
    """Return a photograph of the page on a table.

    It is seen at an angle, slightly curled, unevenly lit, partly in a shadow, and slightly blurred.
    The photograph has noise, a tint and the traces of JPEG.
    """
    width, height = SIZES[rng.integers(len(SIZES))]
    rows, columns = page.shape[:2]
    corners = _corners(rng, width, height, rows / columns)
    around = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32)
    way = np.asarray(cv2.getPerspectiveTransform(around, corners.astype(np.float32)), np.float64)
    picture = _curled(rng, page)
    scale = float(np.linalg.norm(corners[1] - corners[0])) / columns
    if scale < 0.6:
        picture = cv2.GaussianBlur(picture, (0, 0), 0.4 / scale)
    table = cv2.resize(
        rng.normal(0, 18, (height // 40, width // 8, 3)).astype(np.float32), (width, height)
    ) + rng.integers(40, 120, 3).astype(np.float32)
    seen = cv2.warpPerspective(picture, way, (width, height))
    is_page = cv2.warpPerspective(np.ones((rows, columns), np.float32), way, (width, height))
    photo = table + (seen - table) * is_page[..., None]
    photo *= _light(rng, width, height)[..., None]
    photo *= np.array([rng.uniform(0.82, 1), rng.uniform(0.92, 1), 1], np.float32)
    photo = cv2.GaussianBlur(photo, (0, 0), rng.uniform(0.6, 1.5))
    if rng.random() < 0.3:
        length = int(rng.integers(2, 4))
        photo = cv2.blur(photo, (length, 1) if rng.random() < 0.5 else (1, length))
    noise = rng.standard_normal(photo.shape, np.float32) * np.float32(rng.uniform(2, 6))
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(72, 92))]
    _done, file = cv2.imencode(".jpg", np.clip(photo + noise, 0, 255).astype(np.uint8), quality)
    return SimulatedPhoto(file.tobytes(), way @ np.diag([MM, MM, 1]))


def _corners(rng: Generator, width: int, height: int, ratio: float) -> Way:
    """Return where the corners of a page with this ratio of its sides are, clockwise."""
    wide = (1 - 2 * MARGIN) * width
    high = wide * ratio
    if high > (1 - 2 * MARGIN) * height:
        wide, high = (1 - 2 * MARGIN) * height / ratio, (1 - 2 * MARGIN) * height
    corners = np.array([[-wide, -high], [wide, -high], [wide, high], [-wide, high]]) / 2
    turn = np.deg2rad(rng.uniform(-7, 7))
    turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    size = np.array([width, height])
    moved: Way = corners @ turned.T * 0.95 + size / 2 + rng.uniform(-0.035, 0.035, (4, 2)) * size
    return moved


def _curled(rng: Generator, page: Page) -> Page:
    """Return the page with its middle moved up or down by at most 0.4 mm."""
    rows, columns = page.shape[:2]
    x, y = np.meshgrid(np.arange(columns, dtype=np.float32), np.arange(rows, dtype=np.float32))
    shift = np.float32(rng.uniform(-0.4, 0.4) * MM) * np.sin(x / columns * np.pi)
    curled = cv2.remap(page, x, y + shift, cv2.INTER_LINEAR, borderValue=(255, 255, 255))
    return np.asarray(curled, np.float32)


def _light(rng: Generator, width: int, height: int) -> NDArray[np.float32]:
    """Return how bright each pixel is: darker towards one side, and in a round shadow."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    side = rng.uniform(0, 2 * np.pi)
    along = (x / width - 0.5) * np.cos(side) + (y / height - 0.5) * np.sin(side)
    light = rng.uniform(0.75, 0.98) + along * rng.uniform(0.1, 0.45)
    middle = rng.uniform(0, width), rng.uniform(0, height)
    far = ((x - middle[0]) / (0.35 * width)) ** 2 + ((y - middle[1]) / (0.25 * height)) ** 2
    shadow = rng.uniform(0.1, 0.45) / (1 + np.exp(np.minimum((far - 1) * rng.uniform(3, 12), 50)))
    return np.asarray(light * (1 - shadow), np.float32)
