"""Long lists, a page at a time."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db.models import QuerySet

Item = TypeVar("Item")
PAGE_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Paged(Generic[Item]):
    """A page of a list that has the newest first; page numbers start at 1.

    ``older`` and ``newer`` are the numbers of the pages with older and newer items, or 0 if there
    is none.
    """

    items: Sequence[Item]
    number: int
    older: int

    @property
    def newer(self) -> int:
        return self.number - 1


def page_number(text: str) -> int:
    """Return the number of the page in a query string, or 1 if there is none."""
    asked = text[:PAGE_DIGITS]
    return max(int(asked), 1) if asked.isdecimal() else 1


def paged(rows: QuerySet[Any], number: int, size: int) -> Paged[Any]:
    """Return a page of ordered ``rows`` in one query.

    If there is no such page, return the first one, in another query.
    """
    begin = (number - 1) * size
    found = list(rows[begin : begin + size + 1])
    if number > 1 and not found:
        return paged(rows, 1, size)
    return Paged(found[:size], number, number + 1 if len(found) > size else 0)
