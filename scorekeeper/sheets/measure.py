"""Text widths in the sheet’s own fonts, to find out what fits before anything is drawn."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import floor
from pathlib import Path
from typing import Any

ELLIPSIS = "…"
# After an ellipsis, it keeps the ellipsis at the end of Hebrew and Arabic names, which is the left.
RIGHT_TO_LEFT_MARK = "\u200f"
# Kerning can make a line a little wider than its letters.
SAFETY = 0.97
MM_PER_POINT = 25.4 / 72
# The font features that make all digits as high as capitals, and equally wide.
FIGURES = ("lnum", "tnum")
_PIECES = re.compile(r"[^ -]*[ -]+|[^ -]+")


class Widths(dict[int, float]):
    """Advance widths by code point, in ems; widths of characters not in the font are guessed."""

    def __missing__(self, code: int) -> float:
        return _guess(chr(code))


@dataclass(frozen=True, slots=True)
class FontMetrics:
    """The widths of a font’s characters, and what fits into them."""

    widths: Widths

    def width(self, text: str, size: float) -> float:
        """Return the width of ``text`` at ``size`` points, in millimetres."""
        return sum(map(self.widths.__getitem__, map(ord, text))) * size * MM_PER_POINT

    def wrap(self, text: str, size: float, width: float) -> list[str]:
        """Return ``text`` in lines of at most ``width``, broken only at spaces and hyphens."""
        lines: list[str] = []
        room = 0.0
        for piece in _PIECES.findall(text):
            if lines and self.width(piece.rstrip(), size) <= room:
                lines[-1] += piece
            else:
                lines.append(piece)
                room = width
            room -= self.width(piece, size)
        return [line.strip() for line in lines]

    def lines(self, text: str, size: float, width: float) -> int:
        """Return the number of lines that ``text`` needs within ``width``."""
        return len(self.wrap(text, size, width * SAFETY))

    def needs(self, text: str, size: float) -> float:
        """Return the width that ``text`` needs with a safety margin, in millimetres."""
        return self.width(text, size) / SAFETY

    def chop(self, text: str, size: float, width: float, most: int) -> list[str]:
        """Return at most ``most`` lines of ``text``, broken anywhere and truncated if necessary."""
        lines = [""]
        for char in text:
            if self.width(lines[-1] + char, size) > width:
                if len(lines) == most:
                    return [*lines[:-1], self._shortened(lines[-1], size, width)]
                lines.append("")
            lines[-1] += char
        return [line.strip() for line in lines]

    def _shortened(self, line: str, size: float, width: float) -> str:
        while line and self.width(line + ELLIPSIS, size) > width:
            line = line[:-1]
        line = line.rstrip()
        is_rtl = unicodedata.bidirectional(line[-1:] or " ") in ("R", "AL")
        return line + ELLIPSIS + RIGHT_TO_LEFT_MARK * is_rtl


def _guess(char: str) -> float:
    """Return a guess at the width of a character in another font, in ems."""
    category = unicodedata.category(char)
    if category in ("Mn", "Me", "Cf"):
        return 0.0
    if unicodedata.east_asian_width(char) in "WF" and category != "So":
        return 1.0
    return 0.8 if category.startswith("L") else 1.3


@dataclass(frozen=True, slots=True)
class Fonts:
    """The two weights of the sheet’s font and the font of its signs.

    ``others`` returns whether a font on this machine has a character.
    """

    regular: FontMetrics
    bold: FontMetrics
    signs: FontMetrics
    others: Callable[[str], bool]


def shrink(most: float, least: float, width: float, room: float) -> float:
    """Return the size at which a text fits into ``room`` if it is ``width`` wide at size ``most``.

    The size is a multiple of 0.1 points, and not smaller than ``least``.
    """
    room *= SAFETY
    return most if width <= room else max(least, floor(most * room / width * 10) / 10)


def read_font(path: Path) -> FontMetrics:
    """Return the metrics of the font in the file ``path``."""
    # This module is slow to import, is only needed for sheets, and has no type hints.
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]  # noqa: PLC0415

    font = TTFont(path)
    per_em = font["head"].unitsPerEm
    advances = font["hmtx"].metrics
    glyphs = font.getBestCmap()
    for feature in FIGURES:
        instead = _substitutes(font, feature)
        glyphs = {code: instead.get(name, name) for code, name in glyphs.items()}
    widths = {code: advances[name][0] / per_em for code, name in glyphs.items()}
    return FontMetrics(Widths({code: width for code, width in widths.items() if width}))


def _substitutes(font: Any, feature: str) -> Mapping[str, str]:
    """Return the glyphs that a font feature replaces, mapped to their replacements."""
    if "GSUB" not in font:
        return {}
    table = font["GSUB"].table
    lookups = {
        lookup
        for record in table.FeatureList.FeatureRecord
        if record.FeatureTag == feature
        for lookup in record.Feature.LookupListIndex
    }
    subtables = (part for at in sorted(lookups) for part in table.LookupList.Lookup[at].SubTable)
    return {name: other for part in subtables for name, other in part.mapping.items()}
