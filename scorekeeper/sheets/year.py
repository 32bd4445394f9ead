"""The printout of a group’s year: one page of A4."""

from dataclasses import dataclass

from scorekeeper.presenters.year import YearPage
from scorekeeper.sheets.measure import Fonts

STYLESHEET = "year-print.css"
PAPER = "a4"


@dataclass(frozen=True, slots=True)
class FittedYear:
    """The stylesheet of a printed year. The number of rows is limited, so that everything fits."""

    css: str = ""
    stylesheet: str = STYLESHEET


def fit_year(_year: YearPage, _paper: str, _fonts: Fonts) -> FittedYear:
    """Return how a year is printed."""
    return FittedYear()
