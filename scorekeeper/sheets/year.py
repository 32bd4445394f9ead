"""The printout of a group’s statistics for one year, on one page of A4."""

from dataclasses import dataclass

from scorekeeper.presenters.year import YearPage
from scorekeeper.sheets.measure import Fonts

STYLESHEET = "year-print.css"
PAPER = "a4"


@dataclass(frozen=True, slots=True)
class FittedYear:
    """The styles of the printout. The number of rows is limited so that everything fits."""

    css: str = ""
    stylesheet: str = STYLESHEET


def fit_year(_year: YearPage, _paper: str, _fonts: Fonts) -> FittedYear:
    """Return the styles of the printout, which don’t depend on its content."""
    return FittedYear()
