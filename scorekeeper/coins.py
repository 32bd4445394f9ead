"""What can be on a person’s coin: a colour, an emoji or a picture."""

import re
from io import BytesIO

from django.utils.translation import gettext as _

from rules.engine.errors import RulesError

COLOURS = 12  # app.css has a class for each
EMOJI_LENGTH = 24
LARGEST_PICTURE = 20 * 1024  # bytes
MOST_PIXELS = 2048  # on each side of a picture that is sent
SIDE = 240  # of a stored picture, in pixels

# One emoji as Unicode’s technical standard 51 composes it: a flag, a key, or symbols that are
# joined, each with a skin tone or the tags of a flag.
_FLAG = "[\U0001f1e6-\U0001f1ff]{2}"
_KEY = "[0-9#*]\ufe0f?\u20e3"
_SYMBOL = (
    "(?:[\U0001f000-\U0001f1e5\U0001f200-\U0001f3fa\U0001f400-\U0001faff\u2190-\u21ff\u2300-\u23ff"
    "\u2460-\u24ff\u25a0-\u27bf\u2900-\u297f\u2b00-\u2bff\u00a9\u00ae\u203c\u2049\u2122\u2139\u3030"
    "\u303d\u3297\u3299][\U0001f3fb-\U0001f3ff]?\ufe0f?(?:[\U000e0020-\U000e007e]+\U000e007f)?)"
)
_EMOJI = re.compile(f"{_FLAG}|{_KEY}|{_SYMBOL}(?:\u200d{_SYMBOL})*")


class PictureError(RulesError):
    """A file isn’t a picture that can be used."""

    code = "picture"


def is_emoji(text: str) -> bool:
    """Return whether the text is exactly one emoji."""
    return len(text) <= EMOJI_LENGTH and _EMOJI.fullmatch(text) is not None


def coin_picture(data: bytes) -> bytes:
    """Return the middle of a JPEG, PNG or WebP picture as a square WebP file.

    The file has nothing but the pixels, so where and when a photo was taken is left out. Raises
    PictureError if the data is larger than ``LARGEST_PICTURE`` or isn’t such a picture.
    """
    from PIL import Image, ImageOps  # noqa: PLC0415 -- only needed when somebody sends a picture

    if len(data) > LARGEST_PICTURE:
        raise PictureError(_("That picture is larger than 20 kB. Choose a smaller one."))
    square, is_too_wide = Image.new("RGBA", (SIDE, SIDE), "white"), False
    try:
        with Image.open(BytesIO(data), formats=("JPEG", "PNG", "WEBP")) as image:
            is_too_wide = max(image.size) > MOST_PIXELS
            if not is_too_wide:
                upright = ImageOps.exif_transpose(image).convert("RGBA")
                square.alpha_composite(ImageOps.fit(upright, (SIDE, SIDE)))
    except Exception:  # noqa: BLE001 -- a damaged file can raise anything
        message = _("That file isn’t a picture. Choose a JPEG, PNG or WebP file.")
        raise PictureError(message) from None
    if is_too_wide:
        message = _("That picture is larger than {most} × {most} pixels. Choose a smaller one.")
        raise PictureError(message.format(most=MOST_PIXELS))
    stored = b""
    for quality in (80, 50, 20, 0):  # even noise is small enough at the last one
        file = BytesIO()
        square.convert("RGB").save(file, "WEBP", quality=quality)
        stored = file.getvalue()
        if len(stored) <= LARGEST_PICTURE:
            break
    return stored
