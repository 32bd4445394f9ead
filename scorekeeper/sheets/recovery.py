"""The card with a group’s recovery code, to be kept with the cards."""

from dataclasses import dataclass

from scorekeeper.sheets.booklet import STYLESHEET
from scorekeeper.sheets.measure import Fonts

WIDTH, HEIGHT = 148, 105  # millimetres: A6, in landscape


@dataclass(frozen=True, slots=True)
class RecoveryCard:
    """A recovery code with its ``address``, which the QR code contains, and when it was made.

    ``page`` is the address of the page on which the code is entered.
    """

    group: str
    code: str
    page: str
    address: str
    made_on: str


@dataclass(frozen=True, slots=True)
class RecoveryPage:
    """The paper of a card."""

    css: str
    stylesheet: str = STYLESHEET


def fit_recovery(_card: RecoveryCard, _paper: str, _fonts: Fonts) -> RecoveryPage:
    """Return the paper; every card has the same size."""
    return RecoveryPage(f"@page {{ size: {WIDTH}mm {HEIGHT}mm }}")
