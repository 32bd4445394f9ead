"""A table of scores from another app: a row of names, then a row for each round."""

import csv
import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from io import StringIO
from uuid import UUID, uuid5

from django.utils.timezone import get_current_timezone
from django.utils.translation import gettext as _

from rules.engine.catalogue import catalogue
from rules.engine.contracts import MAX_DEALS
from rules.engine.formatting import name_key
from rules.engine.inputs import MAX_POINTS
from scorekeeper.models import Upload
from scorekeeper.queries.table_file import LineError
from scorekeeper.services.imports.converted import ImportedPerson, PlayedGame, converted
from scorekeeper.services.imports.reading import FileError, Line

NAMESPACE = UUID("a3ac4fd2-63b4-4b39-8b0a-5a4b8f0dfb6e")
MAX_COLUMNS = 60
DELIMITERS = ",;\t|"
# The hour at which games are stored, because a table has a date but no time.
NOON = 12
# Possible first cells of a row of sums, in the languages of common scorekeeping apps.
_SUMS = {"total", "totals", "sum", "score", "place", "rank", "gesamt", "summe", "totaal", "suma"}
_NUMBERED = {"", "#", "round", "rounds", "deal", "hand", "game", "date", "runde", "ronde", "ronda"}


def lines_of_scores(upload: Upload, text: str) -> Iterator[Line]:
    """Yield the game in a table of scores, or an error for each line that can’t be read."""
    rows = _rows(text)
    if not rows:
        raise FileError(_("This file is empty."))
    number, head = rows[0]
    first = 1 if head[0].casefold() in _NUMBERED else 0
    columns = [at for at, cell in enumerate(head) if cell and at >= first]
    names = [head[at] for at in columns]
    if not names or any(_is_number(name) for name in names):
        raise FileError(_("The first row of the table must have the players’ names."))
    played, problems = [], []
    for at, row in rows[1:]:
        is_sum = row[0].casefold().rstrip(":") in _SUMS
        if is_sum or not any(row[column] for column in columns if column < len(row)):
            continue
        try:
            played.append((at, _points(row, columns, names)))
        except LineError as error:
            problems.append((at, error))
    if not played and not problems:
        raise FileError(_("This table has names but no points."))
    if problems:
        yield from problems
        return
    is_numbered = bool(first) and rows[1][1][0] != ""
    if is_numbered and rows[-1][1][0] == "" and _are_sums(played):
        played.pop()
    try:
        yield number, converted(_game(upload, names, played))
    except ValueError as error:
        yield number, LineError(str(error))


def _rows(text: str) -> list[tuple[int, list[str]]]:
    """Return the rows that aren’t blank, each with its line number."""
    first = text.partition("\n")[0]
    delimiter = max(DELIMITERS, key=first.count)
    reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter)
    rows = []
    try:
        for row in reader:
            cells = [cell.strip() for cell in row[:MAX_COLUMNS]]
            if any(cells):
                rows.append((reader.line_num, cells))
            if len(rows) > 2 * MAX_DEALS:
                raise FileError(_("This table has too many rows for one game."))
    except csv.Error as error:
        raise FileError(_("This table can’t be read: {problem}.").format(problem=error)) from None
    return rows


def _are_sums(played: Sequence[tuple[int, Sequence[int]]]) -> bool:
    """Return whether the last row of points has the sums of the others."""
    *rounds, last = (points for _at, points in played)
    return last == [sum(column) for column in zip(*rounds, strict=True)]


def _points(row: Sequence[str], columns: Sequence[int], names: Sequence[str]) -> list[int]:
    """Return the numbers in these columns of a row; a blank cell counts as 0. Raises LineError."""
    points = []
    for at, name in zip(columns, names, strict=True):
        cell = row[at] if at < len(row) else ""
        if not _is_number(cell or "0"):
            message = _("“{text}” isn’t a whole number of points for {name}.")
            raise LineError(message.format(text=cell[:20], name=name))
        number = int(re.sub("[−–]", "-", cell) or "0")
        if abs(number) > MAX_POINTS:
            raise LineError(_("{points} points is too many.").format(points=cell))
        points.append(number)
    return points


def _is_number(text: str) -> bool:
    return bool(re.fullmatch(r"[-−–+]?[0-9]{1,7}", text))


def _game(
    upload: Upload, names: Sequence[str], played: Sequence[tuple[int, Sequence[int]]]
) -> PlayedGame:
    """Return the game in a table. Its uuid is derived from the content of the table."""
    variant = catalogue().variant(upload.variant)
    rows = [row for _at, row in played]
    content = f"{upload.variant} {upload.options} {upload.played_on} {list(names)} {rows}"
    day = upload.played_on
    return PlayedGame(
        uuid=uuid5(NAMESPACE, content),
        variant=variant,
        people=[ImportedPerson.named(uuid5(NAMESPACE, name_key(name)), name) for name in names],
        rows=rows,
        at=datetime(day.year, day.month, day.day, NOON, tzinfo=get_current_timezone()),
        by_name=_("Imported table"),
        options=upload.options,
        row_names=[_("(line {number})").format(number=at) for at, _row in played],
    )
