"""Straightening the photograph of a sheet: its QR code, its corners, and its picture from above."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
import zxingcpp
from numpy.typing import NDArray

from scorekeeper.photos import MOST_BYTES, MOST_PIXELS, UnreadablePhotoError
from scorekeeper.sheets.places import CORNER, Places

cv2.setNumThreads(1)  # the other cores are for other requests

Grey = NDArray[np.uint8]
Points = Sequence[tuple[float, float]]

LONGEST_SIDE = 3600  # in pixels; a larger photograph is made smaller
FORMATS = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n")
SCALE = 10  # pixels of the straightened picture for each millimetre
FARTHEST = 2.0  # how far the code may be from where the corners put it, in millimetres
MOST = (8, 1, 12, 16)  # squares that are tried for each corner; the code is near the second one
DARKER = 12  # how much darker than its surroundings a square has to be
SIZES = (0.5, 1.8)  # of a corner’s square, compared with what is expected
ALIKE = (0.8, 1.25)  # the size of a found square, compared with what it should be
FULL = 0.65  # the least share of its frame that a square fills


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
    try:
        read = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
    except cv2.error:
        read = None
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
    code = [(x, y) for y in (box.top, box.bottom) for x in (box.left, box.right)]
    seen = [photo.code[at] for at in (0, 1, 3, 2)]
    way = _homography(code, seen)
    side = float(np.linalg.norm(np.subtract(seen[1], seen[0]))) * CORNER / (box.right - box.left)
    squares = list(_squares(photo.picture, side))
    near = []
    for corner, most in zip(places.corners, MOST, strict=True):
        expected = _mapped(way, [corner])[0]
        near.append(sorted(squares, key=lambda each: _distance(each[0], expected))[:most])
    best, ways = FARTHEST * side / CORNER, []
    for chosen in product(*near):
        found = [middle for middle, _side in chosen]
        corners = np.array(places.corners, np.float32), np.array(found, np.float32)
        mapping = np.asarray(cv2.getPerspectiveTransform(*corners), np.float64)
        error = float(np.abs(_mapped(mapping, code) - seen).max())
        if error < best and _are_corners(mapping, places, [own for _middle, own in chosen]):
            best, ways = error, [_homography([*code, *places.corners], [*seen, *found])]
    if not ways:
        raise UnreadablePhotoError("corners")
    return flattened(photo.picture, ways[-1], places.width, places.height)


def flattened(picture: Grey, way: NDArray[np.float64], width: float, height: float) -> Grey:
    """Return a page of this size from above, with even light.

    ``way`` maps the page, in millimetres, to the picture.
    """
    size = round(width * SCALE), round(height * SCALE)
    to_page = np.linalg.inv(way @ np.diag([1 / SCALE, 1 / SCALE, 1]))
    page = cv2.warpPerspective(picture, to_page, size, flags=cv2.INTER_CUBIC, borderValue=255)
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


def _are_corners(way: NDArray[np.float64], places: Places, sides: Sequence[float]) -> bool:
    """Return whether the squares are as large as those in the corners would be."""
    for (x, y), side in zip(places.corners, sides, strict=True):
        at, right, below = _mapped(way, [(x, y), (x + CORNER, y), (x, y + CORNER)])
        area = abs(np.linalg.det(np.stack([right - at, below - at])))
        if not ALIKE[0] < side / area**0.5 < ALIKE[1]:
            return False
    return True


def _squares(picture: Grey, side: float) -> Iterator[tuple[tuple[float, float], float]]:
    """Yield the middle and the size of dark squares with sides of about ``side`` pixels."""
    block = max(3, round(side * 2.5) | 1)
    dark = cv2.adaptiveThreshold(
        picture, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, block, DARKER
    )
    _count, _labels, stats, middles = cv2.connectedComponentsWithStats(dark)
    for (_x, _y, width, height, area), middle in zip(stats[1:], middles[1:], strict=True):
        is_alike = all(SIZES[0] * side < each < SIZES[1] * side for each in (width, height))
        if is_alike and area > FULL * width * height and abs(width - height) < 0.3 * side:
            yield (float(middle[0]), float(middle[1])), float(area) ** 0.5


def _evenly_lit(page: Grey) -> Grey:
    """Return the page with the brightness of white paper everywhere."""
    small = cv2.resize(page, None, fx=0.125, fy=0.125, interpolation=cv2.INTER_AREA)
    paper = cv2.medianBlur(cv2.dilate(small, np.ones((5, 5), np.uint8)), 11)
    light = cv2.resize(
        cv2.GaussianBlur(paper, (0, 0), 2), page.shape[::-1], interpolation=cv2.INTER_LINEAR
    )
    return np.asarray(cv2.divide(page, light, scale=255), np.uint8)
