"""Widths of text in the sheet's own face, so that what fits is known before anything is drawn."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ELLIPSIS = "…"
MM_PER_POINT = 25.4 / 72
UNKNOWN = 1.0
_PIECES = re.compile(r"[^ -]*[ -]+|[^ -]+")


@dataclass(frozen=True, slots=True)
class Face:
    """Advance widths by character, in ems; a character the face has not counts as a whole em."""

    widths: Mapping[int, float]

    def width(self, text: str, size: float) -> float:
        """Millimetres that ``text`` takes at ``size`` points."""
        ems = sum(self.widths.get(ord(char), UNKNOWN) for char in text)
        return ems * size * MM_PER_POINT

    def wrap(self, text: str, size: float, width: float) -> list[str]:
        """``text`` in lines of at most ``width``, as far as its spaces and hyphens allow."""
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

    def chop(self, text: str, size: float, width: float, most: int) -> list[str]:
        """``text`` in at most ``most`` lines, broken anywhere, its end left out if it must be."""
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
        return line.rstrip() + ELLIPSIS


def read_face(path: Path) -> Face:
    """Return the widths of the font in that file."""
    # Slow to import, and for sheets alone; it carries no types.
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]  # noqa: PLC0415

    font = TTFont(path)
    per_em = font["head"].unitsPerEm
    advances = font["hmtx"].metrics
    return Face({code: advances[name][0] / per_em for code, name in font.getBestCmap().items()})
