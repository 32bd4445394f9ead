"""The numbers in the cells of a table, written in the ways of many programs."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import gettext as _

from rules.engine.errors import RulesError
from rules.engine.inputs import read_sum
from scorekeeper.services.imports.questions import Answers

_SPACES = " \u00a0\u202f"  # spaces between the thousands
_NUMERAL = re.compile(rf"\d+(?:[.,'’{_SPACES}]\d+)*")
_GROUPED = re.compile(rf"([1-9]\d{{0,2}})(?:([.,'’{_SPACES}])\d{{3}})(?:\2\d{{3}})*")
_FIGURES = re.compile(rf"[-−–—+(]?\d[\d.,'’+−–—()½¼¾{_SPACES}-]*(?<![.,])")
_DATE = re.compile(
    r"(\d{4}([-/.])\d{1,2}\2\d{1,2}|\d{1,2}([-/.])\d{1,2}\3\d{4}|\d{1,2}([/.])\d{1,2}\4(\d{2})?"
    r"|\d{2}-\d{2}-\d{2})(\D.*)?"
)


def is_date(text: str) -> bool:
    """Return whether a cell has a date in figures."""
    return bool(_DATE.fullmatch(text))


def is_number(text: str) -> bool:
    """Return whether a cell has figures, even if they aren’t a whole number."""
    return bool(_FIGURES.fullmatch(text)) and not is_date(text)


@dataclass(frozen=True, slots=True)
class Numbers:
    """How a table writes its numbers; ``decimal`` has the signs before decimal places."""

    decimal: str = ""

    @classmethod
    def of(cls, cells: Iterable[str], answers: Answers) -> "Numbers":
        """Return how these cells write numbers. Asks what ``10.000`` is if they don’t show it."""
        numerals = [each for cell in cells if not is_date(cell) for each in _NUMERAL.findall(cell)]
        plain = [each for each in numerals if each.isdecimal()]
        decimal = ""
        for sign in ".,":
            marked = [each for each in numerals if sign in each]
            if any(_shows_decimal(each, sign) for each in marked) or (
                marked and any(len(each) > 3 for each in plain)
            ):
                decimal += sign
            elif marked and not plain and all(each.endswith(f"{sign}000") for each in marked):
                short = marked[0].partition(sign)[0]
                choices = [("group", marked[0].replace(sign, "")), ("decimal", short)]
                text = _("Which number is {text}?").format(text=marked[0])
                if answers.ask("decimal", text, choices) == "decimal":
                    decimal += sign
        return cls(decimal)

    def read(self, text: str) -> int | None:
        """Return the whole number or sum in a cell; None if it has none."""
        return _read(text, self.decimal)


@lru_cache(maxsize=10_000)
def _read(text: str, decimal: str) -> int | None:
    if is_date(text) or not re.search(r"\d", text):
        return None
    parts, end = [], 0
    for numeral in _NUMERAL.finditer(text):
        whole = _whole(numeral[0], decimal)
        if not whole:
            return None
        parts += [text[end : numeral.start()], whole]
        end = numeral.end()
    try:
        return read_sum("".join([*parts, text[end:]]))
    except RulesError:
        return None


def _whole(numeral: str, decimal: str) -> str:
    """Return the digits of a number without decimal places; empty if it isn’t whole."""
    if numeral.isdecimal():
        return numeral
    marks = re.findall(r"\D", numeral)
    has_places = marks[-1] in decimal and marks.count(marks[-1]) == 1
    whole = re.sub(r"[.,]0+$", "", numeral) if has_places else numeral
    if whole.isdecimal():
        return whole
    return re.sub(r"\D", "", whole) if _GROUPED.fullmatch(whole) else ""


def _shows_decimal(numeral: str, sign: str) -> bool:
    """Return whether a number shows that ``sign`` is before its decimal places."""
    return numeral.count(sign) == 1 and not re.search(
        rf"^[1-9]\d{{0,2}}{re.escape(sign)}\d{{3}}(?!\d)", numeral
    )
