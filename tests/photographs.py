"""A photograph of a blank sheet that has been filled in, for tests in Python and in a browser."""

from functools import cache

import cv2
import numpy as np

from tools.digits.blank_sheets import BlankSheet, blank_sheet

# The points of four players; somebody stopped in the fourth deal.
ROWS = ((30, 0, 47, 25), (12, 35, 0, 64), (0, 28, 73, 46), (50,))
SCALE = 7.5  # pixels for each millimetre
BROWN = (60, 80, 120)


@cache
def contract_rummy() -> BlankSheet:
    """Return a blank sheet of Contract Rummy for four."""
    return blank_sheet("contract-rummy", "players=4&names=A,B,C,D", SCALE)


@cache
def photograph() -> bytes:
    """Return a JPEG of that sheet with ROWS, seen from the side and under uneven light."""
    sheet = contract_rummy()
    page = sheet.page.astype(np.uint8)
    for boxes, numbers in zip(sheet.places.points, ROWS, strict=False):
        for box, number in zip(boxes, numbers, strict=False):
            x, y = box.left + 1.2, (box.top + box.bottom) / 2 + 3
            at, blue = (round(x * SCALE), round(y * SCALE)), (120, 50, 20)
            cv2.putText(page, str(number), at, cv2.FONT_HERSHEY_SIMPLEX, 0.25 * SCALE, blue, 4)
    height, width = page.shape[:2]
    edges = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    corners = np.array([[130, 170], [1450, 100], [1520, 2010], [70, 1940]], np.float32)
    way, size = cv2.getPerspectiveTransform(edges, corners), (1620, 2110)
    blurred = cv2.GaussianBlur(page, (0, 0), 0.8)
    seen = cv2.warpPerspective(blurred, way, size, borderValue=BROWN)
    light = np.linspace(1.0, 0.55, size[0], dtype=np.float32)[None, :, None]
    return cv2.imencode(".jpg", (seen * light).astype(np.uint8))[1].tobytes()
