"""TOML files: the line numbers of their keys, and what to do about text that isn’t TOML."""

import re
import tomllib
from collections.abc import Mapping
from typing import Any

from rules.engine.errors import CatalogueError

Steps = tuple[str | int, ...]

_KEY = r"""(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')"""
_PATH = rf"{_KEY}(?:\s*\.\s*{_KEY})*"
_TABLE = re.compile(rf"\s*(?P<list>\[)?\[\s*(?P<path>{_PATH})\s*\]")
_VALUE = re.compile(rf"\s*(?P<path>{_PATH})\s*=")
_INNER = re.compile(rf"(?P<key>{_KEY})\s*=(?!=)")


_AT = re.compile(r"(?P<what>.*) \(at (?:line (?P<line>\d+), column \d+|end of document)\)")
# What to do, by the beginning of the parser’s message.
_ADVICE = {
    "Invalid value": "Put text in quotes, and write true and false in lowercase",
    "Expected '='": "Write “key = value”",
    "Cannot overwrite": "This key is already set. Leave one of the two out",
    "Cannot declare": "This table is already there. Put its keys together",
    "Cannot mutate": "This table is already there. Put its keys together",
    "Unclosed": "Close the bracket with “]” or “}”, and put commas between the elements",
    "Unterminated": "Close the quotes",
    "Illegal character": "Close the quotes on the same line",
    "Expected newline": "Write one key on each line, and close quotes and brackets",
    "Expected ']'": "Close the bracket",
    "Invalid statement": "Write “key = value”",
    "Unescaped": "Write “\\\\” for a backslash",
}


def read_toml(text: str, name: str) -> dict[str, Any]:
    """Return the data in the text of a TOML file.

    Raises CatalogueError with the file’s ``name``, the line, its text and what to do.
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = _AT.fullmatch(str(error))
        lines = text.splitlines() or [""]
        what = found["what"] if found else str(error)
        number = int(found["line"]) if found and found["line"] else len(lines)
        near = lines[number - 1].strip()[:40] if number <= len(lines) else ""
        advice = next((_ADVICE[start] for start in _ADVICE if what.startswith(start)), what)
        raise CatalogueError(f"{name}:{number}: “{near}” isn’t valid TOML. {advice}.") from None


def line_of(text: str, steps: Steps) -> int:
    """Return the number of the line that sets the value at ``steps``.

    If there is no such line, return that of the nearest table around the value, or 0 if there is
    none. Steps into a list count from 0.
    """
    lines = key_lines(text)
    for end in range(len(steps), 0, -1):
        if steps[:end] in lines:
            return lines[steps[:end]]
    return 0


def key_lines(text: str) -> Mapping[Steps, int]:
    """Return the line of each key and each table, by its steps from the top of the file."""
    lines: dict[Steps, int] = {}
    counts: dict[Steps, int] = {}
    table: Steps = ()
    value: Steps = ()
    depth = 0
    for number, line in enumerate(text.splitlines(), 1):
        if depth > 0:
            depth += _opened(line)
            for inner in _INNER.finditer(line):
                lines.setdefault((*value, _bare(inner["key"])), number)
        elif head := _TABLE.match(line):
            table = _placed(head["path"], counts)
            if head["list"]:
                counts[table] = counts.get(table, -1) + 1
                table = (*table, counts[table])
            lines.setdefault(table, number)
        elif found := _VALUE.match(line):
            value = (*table, *_parts(found["path"]))
            for end in range(len(table) + 1, len(value) + 1):
                lines.setdefault(value[:end], number)
            for inner in _INNER.finditer(line, found.end()):
                lines.setdefault((*value, _bare(inner["key"])), number)
            depth = _opened(line[found.end() :])
    return lines


def _parts(path: str) -> Steps:
    return tuple(_bare(key) for key in re.findall(_KEY, path))


def _bare(key: str) -> str:
    return key.strip("\"'")


def _placed(path: str, counts: Mapping[Steps, int]) -> Steps:
    """Return the steps to a table; in a list of tables, they lead to its last element so far."""
    steps: Steps = ()
    *above, last = _parts(path)
    for part in above:
        steps = (*steps, part)
        if steps in counts:
            steps = (*steps, counts[steps])
    return (*steps, last)


def _opened(line: str) -> int:
    """Return how many more brackets are opened than closed outside strings and comments."""
    bare = re.sub(r"\"(?:[^\"\\]|\\.)*\"|'[^']*'", "", line).partition("#")[0]
    return sum(bare.count(char) for char in "[{") - sum(bare.count(char) for char in "]}")
