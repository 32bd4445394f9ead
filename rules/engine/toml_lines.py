"""The line numbers of the keys in a TOML file, for messages about mistakes."""

import re
from collections.abc import Mapping

Steps = tuple[str | int, ...]

_KEY = r"""(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')"""
_PATH = rf"{_KEY}(?:\s*\.\s*{_KEY})*"
_TABLE = re.compile(rf"\s*(?P<list>\[)?\[\s*(?P<path>{_PATH})\s*\]")
_VALUE = re.compile(rf"\s*(?P<path>{_PATH})\s*=")
_INNER = re.compile(rf"(?P<key>{_KEY})\s*=(?!=)")


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
