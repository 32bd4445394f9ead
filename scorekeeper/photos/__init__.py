"""Reading photographs of sheets; needs the optional packages OpenCV and ZXing-C++."""

from importlib.util import find_spec


def can_read() -> bool:
    """Return whether the optional packages are installed."""
    return all(find_spec(package) for package in ("cv2", "zxingcpp"))
