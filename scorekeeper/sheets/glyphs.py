"""The printable characters: those in the sheet’s own fonts and in the machine’s fonts.

If the sheet’s fonts lack a character, Pango takes it from any font that fontconfig finds. If no
font has it, Pango draws a crossed-out box.
"""

import sys
import unicodedata
from collections.abc import Callable, Sequence
from ctypes import CDLL, CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_uint32, c_void_p
from functools import cache

from django.utils.translation import gettext as _

from rules.engine.formatting import join_names
from scorekeeper.sheets.measure import Fonts

# The library in which Pango looks for fonts.
_FONTCONFIG = "libfontconfig.1.dylib" if sys.platform == "darwin" else "libfontconfig.so.1"
_SYSTEM = 0  # FcSetSystem
_FOUND = 0  # FcResultMatch
EMOJI, EAST_ASIAN, OTHERS = "fonts-noto-color-emoji", "fonts-noto-cjk", "fonts-noto"


def unprinted(text: str, fonts: Fonts) -> str:
    """Return the characters of ``text`` for which there is no font, without duplicates."""
    own = fonts.regular.widths.keys() | fonts.signs.widths.keys()
    return "".join(
        char
        for char in sorted(set(text))
        if ord(char) not in own and _has_shape(char) and not fonts.others(char)
    )


def printed(text: str, fonts: Fonts) -> str:
    """Return ``text`` without characters that no font has, and without their combining marks."""
    missing = unprinted(text, fonts)
    if not missing:
        return text
    said, has_base = [], True
    for char in text:
        if not _is_mark(char):
            has_base = char not in missing
        if has_base and char not in missing:
            said.append(char)
    return "".join(said)


def printed_name(name: str, fonts: Fonts) -> str:
    """Return the printable part of ``name``.

    It is empty if characters are missing and no letter or digit is left.
    """
    text = " ".join(printed(name, fonts).split())
    return text if text == name or any(map(str.isalnum, text)) else ""


def numbered_names(names: Sequence[str], fonts: Fonts) -> list[tuple[str, str]]:
    """Return the names that can’t be printed at all, longest first.

    Each name comes with the text that replaces it in sentences: the number of its column.
    """
    lost = [
        (name, _("No. {number}").format(number=number))
        for number, name in enumerate(names, 1)
        if name and not printed_name(name, fonts)
    ]
    return sorted(lost, key=lambda pair: -len(pair[0]))


def shown_names(names: Sequence[str], fonts: Fonts) -> list[str]:
    """Return the printable part of each name, or the number of its column if there is none."""
    lost = dict(numbered_names(names, fonts))
    return [lost.get(name) or printed_name(name, fonts) for name in names]


def names_hint(names: Sequence[str], fonts: Fonts) -> str:
    """Return a hint about the names that can’t be printed in full; empty if there are none.

    The hint suggests Debian packages with suitable fonts. It doesn’t mention a name that loses only
    emoji or symbols, unless the name has nothing else.
    """
    lost = {name: unprinted(name, fonts) for name in names}
    wanting = [
        name
        for name, missing in lost.items()
        if missing and (any(map(str.isalpha, missing)) or not printed_name(name, fonts))
    ]
    if not wanting:
        return ""
    packages = sorted({_package(char) for name in wanting for char in lost[name]})
    quoted = join_names(f"“{name}”" for name in wanting)
    hint = _(
        "This server has no font for some letters of {names}. Write them by hand. "
        "On Debian, installing {packages} would help."
    )
    return hint.format(names=quoted, packages=join_names(packages))


def _has_shape(char: str) -> bool:
    """Return whether ``char`` is visible, unlike spaces, joiners and selectors."""
    return unicodedata.category(char)[0] not in "CZ" and not "\ufe00" <= char <= "\ufe0f"


def _is_mark(char: str) -> bool:
    return unicodedata.category(char) in ("Mn", "Me", "Mc", "Cf")


def _package(char: str) -> str:
    if unicodedata.category(char) in ("So", "Sk"):
        return EMOJI
    return EAST_ASIAN if unicodedata.east_asian_width(char) in "WF" else OTHERS


def has_font(char: str) -> bool:
    """Return whether a font on this machine has ``char``."""
    return _machine()(ord(char))


class _FontSet(Structure):
    """FcFontSet."""

    _fields_ = (("nfont", c_int), ("sfont", c_int), ("fonts", POINTER(c_void_p)))


@cache
def _machine() -> Callable[[int], bool]:
    """Return a function like ``has_font`` for code points; it ignores fonts installed later."""
    library = CDLL(_FONTCONFIG)
    load = CFUNCTYPE(c_void_p)(("FcInitLoadConfigAndFonts", library))
    fonts_of = CFUNCTYPE(POINTER(_FontSet), c_void_p, c_int)(("FcConfigGetFonts", library))
    destroy = CFUNCTYPE(None, c_void_p)(("FcConfigDestroy", library))
    create = CFUNCTYPE(c_void_p)(("FcCharSetCreate", library))
    merge = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p)(("FcCharSetMerge", library))
    has_char = CFUNCTYPE(c_int, c_void_p, c_uint32)(("FcCharSetHasChar", library))
    find = CFUNCTYPE(c_int, c_void_p, c_char_p, c_int, POINTER(c_void_p))(
        ("FcPatternGetCharSet", library)
    )

    config = load()
    fonts = fonts_of(config, _SYSTEM).contents
    covered, found = create(), c_void_p()
    for font in fonts.fonts[: fonts.nfont]:
        if find(font, b"charset", 0, found) == _FOUND:
            merge(covered, found, None)
    destroy(config)
    return lambda code: bool(has_char(covered, code))
