"""Files to download: a group’s data as a ZIP file, and a game as a table or as text."""

import csv
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import StringIO
from itertools import islice
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scorekeeper.models import Group
from scorekeeper.presenters.result import result_words
from scorekeeper.queries.board import Scoreboard
from scorekeeper.queries.exports import (
    Cell,
    deals_rows,
    estimated_lines,
    games_of,
    games_rows,
    scores_rows,
    table_lines,
)
from scorekeeper.queries.table_file import schema_text

ROWS_AT_ONCE = 500
# A spreadsheet reads a cell that begins with one of these as a formula.
_FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n")
_BOM = "\ufeff"  # spreadsheets recognise UTF-8 by this mark
_README = gettext_noop(
    "This file contains everything about your group’s games. To bring the games back, open “Your "
    "data” on a group’s page and choose this file. The tables are for spreadsheets: games.csv has "
    "a row for each game, deals.csv has one for each deal, and scores.csv has one for each person "
    "and deal. table.jsonl is the complete data, with one record on each line, and schema.json "
    "describes it."
)
# The CSV tables add about 30% to the compressed size of table.jsonl, and the other files 4 kB.
_TABLES, _OTHERS = 1.3, 4300


class _Sink:
    """A write-only file that is emptied from time to time while a ZIP file is written to it."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def write(self, data: bytes) -> int:
        self._parts.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Do nothing, because each write takes effect immediately."""

    def take(self) -> bytes:
        data = b"".join(self._parts)
        self._parts.clear()
        return data


def zipped_table(group: Group) -> Iterator[bytes]:
    """Yield a group’s data as a ZIP file, a few games at a time."""
    sink = _Sink()
    now = localtime().timetuple()[:6]
    files: tuple[tuple[str, Callable[[], Iterable[bytes]]], ...] = (
        ("README.txt", lambda: [_(_README).encode()]),
        ("table.jsonl", lambda: table_lines(group)),
        ("games.csv", lambda: table(games_rows(games_of(group)))),
        ("deals.csv", lambda: table(deals_rows(games_of(group)))),
        ("scores.csv", lambda: table(scores_rows(games_of(group)))),
        ("schema.json", lambda: [schema_text().encode()]),
    )
    with ZipFile(sink, "w", ZIP_DEFLATED) as packed:  # type: ignore[call-overload]
        for name, parts in files:
            info = ZipInfo(name, now)
            info.compress_type = ZIP_DEFLATED
            with packed.open(info, "w") as file:
                for part in parts():
                    file.write(part)
                    if data := sink.take():
                        yield data
    yield sink.take()


def estimated_size(group: Group) -> int:
    """Estimate the number of bytes that ``zipped_table`` yields."""
    lines, share = estimated_lines(group)
    if not lines:
        return 0
    return round(len(zlib.compress(b"".join(lines))) * _TABLES / share) + _OTHERS


def table(rows: Iterable[Sequence[Cell]]) -> Iterator[bytes]:
    """Yield CSV that spreadsheets can open, several hundred rows at a time."""
    remaining, before = iter(rows), _BOM
    while some := list(islice(remaining, ROWS_AT_ONCE)):
        text = StringIO()
        text.write(before)
        csv.writer(text).writerows([[_safe(cell) for cell in row] for row in some])
        yield text.getvalue().encode()
        before = ""


def _safe(cell: Cell) -> Cell:
    """Return the cell in a form that spreadsheets don’t mistake for a formula."""
    if isinstance(cell, str) and cell.startswith(_FORMULAS):
        return f"'{cell}"
    return cell


def game_text(board: Scoreboard) -> str:
    """Return a game as plain text: the result in words, and the points in each deal."""
    head = [board.ruleset.words.deal.one, *(column.name for column in board.columns)]
    rows = [
        [
            str(row.deal.number),
            *(
                "" if cell.points is None else board.ruleset.points_text(cell.points)
                for cell in row.cells
            ),
        ]
        for row in board.played
    ]
    total = [_("Total"), *(board.ruleset.points_text(column.total) for column in board.columns)]
    widths = [max(map(len, column)) for column in zip(head, *rows, total, strict=True)]
    lines = [result_words(board), ""]
    for first, *others in (head, *rows, total):
        cells = (cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True))
        lines.append("  ".join((first.ljust(widths[0]), *cells)).rstrip())
    return "\n".join(lines) + "\n"
