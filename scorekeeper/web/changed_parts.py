"""The markup of a pad for a phone that has most of it already: what hasn’t changed is left out.

Rows of the pad, names, paragraphs and buttons can be left out. ``live.js`` moves them from the old
pad to the new.
"""

import re
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import NamedTuple

_ROWS, _END, _END_OF_ROW = '<tbody id="rows">', "</tbody>", "</tr>"
_ELEMENT = re.compile(r"<(bdi|p|button)\b.*?</\1>", re.DOTALL)
_SPACES = re.compile(r"\s+")


class _Piece(NamedTuple):
    """A piece of markup; ``tag`` is empty if it can’t be left out."""

    text: str
    tag: str = ""

    @property
    def fingerprint(self) -> bytes:
        return blake2b(self.text.encode(), digest_size=8).digest()


class _Same(NamedTuple):
    """Elements that aren’t sent: the number of the first on the old page, and after the last."""

    tag: str
    first: int
    after: int

    @property
    def text(self) -> str:
        return f'<{self.tag} data-same="{self.first} {self.after}"></{self.tag}>'


def fingerprints(markup: str) -> list[bytes]:
    """Return the fingerprints of all that could be left out, in order; none without a pad."""
    return [piece.fingerprint for piece in _pieces(markup) if piece.tag]


def changed_parts(markup: str, shown: Sequence[bytes]) -> str:
    """Return ``markup`` without what a page with these fingerprints has already.

    An element with ``data-same`` is in the place of elements that follow one another.
    """
    parts, at = list[_Piece | _Same](), 0
    for piece in _pieces(markup):
        try:
            here = shown.index(piece.fingerprint, at) if piece.tag else None
        except ValueError:
            here = None
        if here is None:
            parts.append(_Piece(_SPACES.sub(" ", piece.text)))
            continue
        at = here + 1
        match parts[-1:]:
            case [_Same(piece.tag, first, after)] if after == here:
                parts[-1] = _Same(piece.tag, first, at)
            case _:
                parts.append(_Same(piece.tag, here, at))
    return "".join(part.text for part in parts)


def _pieces(markup: str) -> Iterator[_Piece]:
    before, begin, rest = markup.partition(_ROWS)
    if begin:
        rows, end, after = rest.partition(_END)
        yield from _elements(before + begin)
        for row in rows.split(_END_OF_ROW)[:-1]:
            yield _Piece(row + _END_OF_ROW, "tr")
        yield from _elements(end + after)


def _elements(markup: str) -> Iterator[_Piece]:
    """Yield names, paragraphs and buttons, and what is between them."""
    at = 0
    for found in _ELEMENT.finditer(markup):
        if between := markup[at : found.start()]:
            yield _Piece(between)
        yield _Piece(found[0], found[1])
        at = found.end()
    yield _Piece(markup[at:])
