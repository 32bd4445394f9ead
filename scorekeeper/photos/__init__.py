"""Reading photographs of sheets; needs the optional packages OpenCV and ZXing-C++."""

from importlib.util import find_spec

MOST_BYTES, MOST_PIXELS = 12_000_000, 50_000_000


class UnreadablePhotoError(Exception):
    """A photograph can’t be read.

    ``reason`` is ``file``, ``code`` (no QR code of a sheet), ``corners`` (a corner of the page
    can’t be seen), or what differs from the game: ``game``, ``players`` or ``layout``.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def can_read() -> bool:
    """Return whether the optional packages are installed."""
    return all(find_spec(package) for package in ("cv2", "zxingcpp"))
