"""The card with a group’s recovery code, to be kept with the playing cards."""

from dataclasses import dataclass

from scorekeeper.sheets.booklet import STYLESHEET
from scorekeeper.sheets.measure import SAFETY, Fonts

# Millimetres: A6, in landscape.
WIDTH, HEIGHT, ABOVE, BESIDE = 148, 105, 8, 9
CODE_SIZE = 19.5  # in points; a code with wide letters is printed smaller


@dataclass(frozen=True, slots=True)
class RecoveryCard:
    """A recovery code, the URL in its QR code, and the date on which it was made.

    ``page`` is the URL of the page for entering the code, without the scheme.
    """

    group: str
    code: str
    page: str
    address: str
    made_on: str


@dataclass(frozen=True, slots=True)
class RecoveryPage:
    """The additional styles of a recovery card, and the name of its stylesheet."""

    css: str
    stylesheet: str = STYLESHEET


def fit_recovery(card: RecoveryCard, _paper: str, fonts: Fonts) -> RecoveryPage:
    """Return the styles of ``card``, with the code on one line; all cards have the same size."""
    width = fonts.bold.width(card.code, CODE_SIZE)
    size = min(CODE_SIZE, CODE_SIZE * (WIDTH - 2 * BESIDE) * SAFETY / width)
    return RecoveryPage(
        f"@page {{ size: {WIDTH}mm {HEIGHT}mm; margin: {ABOVE}mm {BESIDE}mm }}"
        f" .recovery .code {{ font-size: {size:.1f}pt }}"
    )
