"""Extract prose from files: documents, comments, docstrings, sentences in code, template text."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path


@dataclass(frozen=True)
class Prose:
    """The prose of a file: one passage per line, with single spaces."""

    text: str
    offsets: tuple[int, ...]
    numbers: tuple[int, ...]

    def line_at(self, offset: int) -> int:
        """Return the number of the file’s line at an offset in ``text``."""
        return self.numbers[bisect_right(self.offsets, offset) - 1]


@dataclass(frozen=True)
class Piece:
    """A part of a file at an offset. ``joins`` is true if it may continue the previous part."""

    offset: int
    text: str
    joins: bool = False


def prose(text: str, path: str) -> Prose:
    """Return the prose of a file. In tests, strings are skipped, because they are test data."""
    starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]
    words: list[str] = []
    numbers: list[int] = []
    end = 0
    for piece in _pieces(text, path):
        separator = " " if piece.joins and _BETWEEN.fullmatch(text, end, piece.offset) else "\n"
        end = piece.offset + len(piece.text)
        for number, line in enumerate(piece.text.split("\n"), bisect_right(starts, piece.offset)):
            if cleaned := " ".join(_MARKS.sub("", line).split()):
                words.append(separator + cleaned)
                numbers.append(number)
                separator = " "
            else:
                separator = "\n"
    offsets = accumulate(map(len, words), initial=0)
    return Prose("".join(words), (*offsets,), (*numbers,))


# Whitespace and tags may separate two pieces of the same passage.
_BETWEEN = re.compile(r"(?:\s|<[^<>]*>)*")
# Characters that begin or end a line of a comment or a string.
_MARKS = re.compile(
    r"^\s*(?:#+:?(?=\s)|//+|/\*+|\*(?=\s)|[rfb]{0,2}(?:\"\"\"|[\"'`]))"
    r"|(?:\*/|\"\"\"|[\"'`])\s*$"
)


def _pieces(text: str, path: str) -> Iterable[Piece]:
    match Path(path).suffix:
        case ".md":
            return _markdown(text)
        case ".html":
            return _template(text)
        case suffix:
            is_test = path.startswith("tests/")
            return _code(text, _TOKENS.get(suffix, _TOKENS[""]), with_strings=not is_test)


_TOKENS = {
    suffix: re.compile(pattern, re.MULTILINE)
    for suffix, pattern in {
        "": r"(?P<comment>(?:^|(?<=\s))#.*)",
        ".css": r"(?P<comment>/\*[\s\S]*?\*/)",
        ".js": r"(?P<comment>//.*|/\*[\s\S]*?\*/)"
        r"|(?P<string>\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)",
        ".py": r"(?P<comment>#.*)|(?P<docstring>^[ \t]*r?\"\"\"[\s\S]*?\"\"\")"
        r"|(?P<string>[rfb]{0,2}(?:\"\"\"[\s\S]*?\"\"\"|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'))",
        ".toml": r"(?P<comment>#.*)"
        r"|(?P<string>\"\"\"[\s\S]*?\"\"\"|\"(?:\\.|[^\"\\\n])*\"|'[^'\n]*')",
    }.items()
}


def _code(text: str, tokens: re.Pattern[str], *, with_strings: bool) -> Iterator[Piece]:
    """Yield comments and docstrings, and strings with more than one word."""
    for match in tokens.finditer(text):
        is_docstring = match.lastgroup == "docstring"
        if match.lastgroup == "comment" or is_docstring or (with_strings and _is_text(match[0])):
            yield Piece(match.start(), _FIELD.sub(_blank, match[0]), joins=not is_docstring)


def _is_text(string: str) -> bool:
    return re.search(r"\w[.,;:]? \S", string) is not None


_NOT_PROSE = re.compile(
    r"^```[\s\S]*?^```"
    r"|`[^`\n]*`"
    r"|\]\([^)\n]*\)"  # the target of a link
    r"|(?<=^- )\[[^\]\n]*\]"  # the name of a rule
    r"|^@\S.*$"
    r"| ~ .*$"  # search words
    r"|\{[^{}\n]*\}",
    re.MULTILINE,
)
_FIELD = re.compile(r"\{[^{}\n]*\}")
_BLOCK = re.compile(r"^(?:#+|[-*]|\d+\.) |\|", re.MULTILINE)


def _markdown(text: str) -> Iterator[Piece]:
    """Yield paragraphs, list items and table cells."""
    text = _NOT_PROSE.sub(_blank, text)
    ends = [match.end() for match in _BLOCK.finditer(text)]
    for first, last in zip([0, *ends], [*ends, len(text)], strict=True):
        yield Piece(first, _BLOCK.sub(_blank, text[first:last]))


def _blank(match: re.Match[str]) -> str:
    """Return text of the same length without words, except one word for inline code."""
    if match[0].startswith(("`", "{")) and "\n" not in match[0]:
        return match[0][0] + "_" * (len(match[0]) - 2) + match[0][-1]
    return re.sub(r"[^\n]", " ", match[0])


_TAG = re.compile(r"\{%[^%]*%\}|<[^<>]*>|\{#|#\}")
_INLINE = re.compile(r"</?(?:a|abbr|b|em|i|small|strong)\b")
_SHOWN = re.compile(r"\b(?:alt|title|aria-label|placeholder|content)=\"([^\"]+)\"")
_QUOTED = re.compile(r"[\"']([^\"']+)[\"']")


def _template(text: str) -> Iterator[Piece]:
    """Yield the text between tags, and the sentences inside tags."""
    end = 0
    joins = False
    for match in _TAG.finditer(text):
        yield Piece(end, text[end : match.start()], joins=joins)
        tag = match[0]
        for quoted in (_QUOTED if tag.startswith("{%") else _SHOWN).finditer(tag):
            if _is_text(quoted[1]):
                yield Piece(match.start() + quoted.start(1), quoted[1])
        end = match.end()
        joins = _INLINE.match(tag) is not None
    yield Piece(end, text[end:], joins=joins)
