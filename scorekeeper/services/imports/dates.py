"""The day on which the game in a table was played."""

import re
from collections.abc import Sequence
from datetime import date

from django.utils.dates import MONTHS, MONTHS_3
from django.utils.translation import gettext as _

from scorekeeper.formats import long_date
from scorekeeper.queries.table_file import is_day
from scorekeeper.services.imports.grids import GridRow
from scorekeeper.services.imports.questions import Answers

# Dates with a year, which a time may follow. The number of the first group isn’t always the day.
_YEAR_FIRST = re.compile(r"(?P<y>\d{4})([-/.])(?P<m>\d{1,2})\2(?P<d>\d{1,2})(\D.*)?")
_YEAR_LAST = re.compile(
    r"(?P<first>\d{1,2})(?P<mark>[-/.])(?P<second>\d{1,2})(?P=mark)(?P<y>\d{4}|(?<=[/.])\d\d)(\D.*)?"
)
_WORDS = (
    re.compile(r"(?P<d>\d{1,2})\.?\s+(?P<m>[^\W\d]+)\.?,?\s+(?P<y>\d{4})(\D.*)?"),
    re.compile(r"(?P<m>[^\W\d]+)\.?\s+(?P<d>\d{1,2}),?\s+(?P<y>\d{4})(\D.*)?"),
)


def day_in(rows: Sequence[GridRow], answers: Answers) -> date | None:
    """Return the first date in a table, or None if it has none with a year.

    Asks whether the day or the month comes first if none of the dates shows it.
    """
    cells = [cell for row in rows for cell in row.cells if _day(cell) or _day(cell, "m")]
    found: dict[date, str] = {}
    for first in "dm":
        days = [_day(cell, first) for cell in cells]
        if days and days[0] and all(days):
            found.setdefault(days[0], first)
    choices = [(first, long_date(day)) for day, first in found.items()]
    if len(choices) < 2:
        return next(iter(found), None)
    asked = _("Which date is {text}?").format(text=cells[0])
    answer = answers.ask("date", asked, choices)
    return next(day for day, first in found.items() if first == answer)


def _day(text: str, first: str = "d") -> date | None:
    """Return the day that a cell has, or None if no game can have been played on it.

    ``first`` is ``m`` if the month comes before the day.
    """
    if match := _YEAR_FIRST.fullmatch(text):
        parts = match.group("y", "m", "d")
    elif match := _YEAR_LAST.fullmatch(text):
        one, other = match.group("first", "second")
        is_month_first = first == "m" and match["mark"] != "."
        parts = (match["y"], one, other) if is_month_first else (match["y"], other, one)
    elif match := next(filter(None, (words.fullmatch(text) for words in _WORDS)), None):
        parts = (match["y"], _month(match["m"]), match["d"])
    else:
        return None
    year, month, day = map(int, parts)
    try:
        found = date(year if year > 99 else 2000 + year, month, day)
    except ValueError:
        return None
    return found if is_day(found) else None


def _month(word: str) -> str:
    """Return the number of the month with this name; 0 if there is none."""
    names = ((number, str(name)) for names in (MONTHS, MONTHS_3) for number, name in names.items())
    key = word.casefold()
    return str(next((number for number, name in names if name.casefold() == key), 0))
