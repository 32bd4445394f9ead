"""Straightening the photograph of a sheet: its QR code, its corners, and its picture from above."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
import zxingcpp
from numpy.typing import NDArray

from scorekeeper.photos import MOST_BYTES, MOST_PIXELS, UnreadablePhotoError
from scorekeeper.sheets.places import CORNER, Places

Grey = NDArray[np.uint8]
Points = Sequence[tuple[float, float]]

LONGEST_SIDE = 3600  # in pixels; a larger photograph is made smaller
FORMATS = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n")
SCALE = 10  # pixels of the straightened picture for each millimetre
REACH = 14.0  # how far a corner may be from where it is expected, in millimetres
SIZES = (0.5, 1.7)  # of a corner’s square, compared with what is expected
FULL = 0.6  # the least share of its frame that a square fills


@dataclass(frozen=True, slots=True)
class Photo:
    """A photograph with the text of its QR code and the code’s corners, clockwise."""

    picture: Grey
    text: str
    code: Points


def read_photo(data: bytes) -> Photo:
    """Return the photograph in a file. Raises UnreadablePhotoError."""
    if len(data) > MOST_BYTES or not data.startswith(FORMATS) or _pixels(data) > MOST_PIXELS:
        raise UnreadablePhotoError("file")
    read = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
    if read is None:
        raise UnreadablePhotoError("file")
    picture = np.asarray(read, np.uint8)
    scale = LONGEST_SIDE / max(picture.shape)
    if scale < 1:
        picture = np.asarray(
            cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        )
    found = zxingcpp.read_barcodes(
        picture, formats=zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    )
    if not found:
        raise UnreadablePhotoError("code")
    at = found[0].position
    corners = (at.top_left, at.top_right, at.bottom_right, at.bottom_left)
    return Photo(picture, found[0].text, [(corner.x, corner.y) for corner in corners])


def _pixels(data: bytes) -> int:
    """Return the number of pixels that the head of a JPEG or PNG file announces."""
    if data.startswith(FORMATS[1]):
        width, height = (int.from_bytes(data[at : at + 4], "big") for at in (16, 20))
        return width * height
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        kind, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        if 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):
            height, width = (int.from_bytes(data[at + by : at + by + 2], "big") for by in (5, 7))
            return width * height
        at += 2 + length
    return MOST_PIXELS + 1


def straightened(photo: Photo, places: Places) -> Grey:
    """Return the page from above, ``SCALE`` pixels for each millimetre, with even light.

    Raises UnreadablePhotoError if a corner of the page can’t be found.
    """
    box = places.code
    known: list[tuple[float, float]] = [
        (box.left, box.top),
        (box.right, box.top),
        (box.right, box.bottom),
        (box.left, box.bottom),
    ]
    seen = list(photo.code)
    # The corners nearest to the code come first: each one found makes the next more certain.
    middle = ((box.left + box.right) / 2, (box.top + box.bottom) / 2)
    for corner in sorted(places.corners, key=lambda each: _distance(each, middle)):
        seen.append(_corner_near(photo.picture, _homography(known, seen), corner))
        known.append(corner)
    way = _homography(known, seen)
    size = round(places.width * SCALE), round(places.height * SCALE)
    to_page = np.linalg.inv(way @ np.diag([1 / SCALE, 1 / SCALE, 1]))
    page = cv2.warpPerspective(photo.picture, to_page, size, flags=cv2.INTER_CUBIC, borderValue=255)
    return _evenly_lit(np.asarray(page, np.uint8))


def _distance(one: tuple[float, float], other: tuple[float, float]) -> float:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def _homography(known: Points, seen: Points) -> NDArray[np.float64]:
    """Return the mapping from the page, in millimetres, to the photograph."""
    way, _mask = cv2.findHomography(np.array(known, np.float64), np.array(seen, np.float64))
    if way is None:
        raise UnreadablePhotoError("corners")
    return np.asarray(way, np.float64)


def _mapped(way: NDArray[np.float64], points: Points) -> NDArray[np.float64]:
    mapped = cv2.perspectiveTransform(np.array([points], np.float64), way)[0]
    return np.asarray(mapped, np.float64)


def _corner_near(
    picture: Grey, way: NDArray[np.float64], corner: tuple[float, float]
) -> tuple[float, float]:
    """Return the middle of the dark square that is nearest to where ``corner`` should be."""
    x, y = corner
    frame = _mapped(way, [(x + dx * REACH, y + dy * REACH) for dx, dy in product((-1, 1), (-1, 1))])
    left, top = np.maximum(frame.min(0), 0).astype(int)
    right, bottom = np.minimum(frame.max(0), picture.shape[::-1]).astype(int)
    if right - left < 8 or bottom - top < 8:
        raise UnreadablePhotoError("corners")
    part = picture[top:bottom, left:right]
    aim = _mapped(way, [corner, (x + CORNER, y), (x, y + CORNER)])
    side = (np.linalg.norm(aim[1] - aim[0]) + np.linalg.norm(aim[2] - aim[0])) / 2
    block = max(3, round(side * 2.5) | 1)
    dark = cv2.adaptiveThreshold(
        part, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, block, 12
    )
    _count, _labels, stats, middles = cv2.connectedComponentsWithStats(dark)
    found = [
        (middle[0] + left, middle[1] + top)
        for (_x, _y, width, height, area), middle in zip(stats[1:], middles[1:], strict=True)
        if all(SIZES[0] * side < each < SIZES[1] * side for each in (width, height))
        and area > FULL * width * height
    ]
    if not found:
        raise UnreadablePhotoError("corners")
    expected = (float(aim[0][0]), float(aim[0][1]))
    return min(found, key=lambda each: _distance(each, expected))


def _evenly_lit(page: Grey) -> Grey:
    """Return the page with the brightness of white paper everywhere."""
    small = cv2.resize(page, None, fx=0.125, fy=0.125, interpolation=cv2.INTER_AREA)
    paper = cv2.medianBlur(cv2.dilate(small, np.ones((5, 5), np.uint8)), 11)
    light = cv2.resize(
        cv2.GaussianBlur(paper, (0, 0), 2), page.shape[::-1], interpolation=cv2.INTER_LINEAR
    )
    return np.asarray(cv2.divide(page, light, scale=255), np.uint8)
