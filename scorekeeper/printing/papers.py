"""The paper sizes for score sheets, and their type sizes."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Literal

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

Turn = Literal["", "portrait", "landscape"]

# The limits of one PDF.
MOST_COPIES, MOST_LEAVES = 20, 60


@dataclass(frozen=True, slots=True)
class Paper:
    """The size of an upright page in millimetres; ``beside`` pages go on one piece of paper."""

    label: "_StrOrPromise"
    width: float
    height: float
    margin: float
    beside: int = 1

    @property
    def is_small(self) -> bool:
        """Whether two pages of this size fit on A4 or US Letter."""
        return self.width < 200


PAPERS: Mapping[str, Paper] = {
    "a4": Paper("A4", 210.0, 297.0, 12.0),
    "letter": Paper(_("US Letter"), 215.9, 279.4, 12.0),
    "a5": Paper("A5", 148.0, 210.0, 10.5),
    "a5-pair": Paper(_("A5, two on A4 (cut apart)"), 148.5, 210.0, 10.5, beside=2),
    "half-letter": Paper(
        _("Half letter, two on US Letter (cut apart)"), 139.7, 215.9, 10.5, beside=2
    ),
}


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """The print options of a sheet.

    ``paper`` is a key of PAPERS. An empty ``turn`` means the orientation that fits best. A
    ``picture`` is a single page that is only as high as its rows.
    """

    paper: str = "a4"
    turn: Turn = ""
    large: bool = False
    copies: int = 1
    picture: bool = False

    @property
    def type(self) -> "TypeScale":
        """The type sizes of the sheet."""
        return LARGE if self.large else USUAL


@dataclass(frozen=True, slots=True)
class TypeScale:
    """Type sizes in points, and heights of lines and boxes in millimetres.

    The stylesheet gets its sizes from here. ``names`` are the possible sizes of names, best first,
    each with its maximum number of lines. ``long_names`` are further sizes, used only for a name
    that would otherwise be broken inside a word. The size of a number in a cell is between
    ``figure`` and ``score``.
    """

    name: str
    title: float
    title_line: float
    again_height: float
    subtitle: float
    subtitle_line: float
    names: tuple[tuple[float, int], ...]
    long_names: tuple[tuple[float, int], ...]
    names_height: float
    head: float
    part: float
    part_height: float
    number: float
    contract: float
    contract_line: float
    note: float
    note_line: float
    noted: float
    mark: float
    mark_height: float
    below_height: float
    score: float
    figure: float
    card: float
    card_height: float
    card_width: float
    sum_label: float
    sum: float
    sum_height: float
    legend: float
    legend_line: float
    value_line: float
    sign_width: float
    folio: float
    folio_height: float
    row_least: float
    row_wanted: float
    row_open: float

    @property
    def stylesheet(self) -> str:
        """The name of the stylesheet with these sizes."""
        return f"sheet.css in {self.name} print"

    def styled(self, css: str) -> str:
        """Return ``css`` with its variables, such as ``var(--score)``, replaced by sizes."""
        heights = ("_line", "_height", "_width")
        for field in fields(self):
            size = f"{getattr(self, field.name)}{'mm' if field.name.endswith(heights) else 'pt'}"
            css = css.replace(f"var(--{field.name.replace('_', '-')})", size)
        return css


USUAL = TypeScale(
    name="usual",
    title=26.0,
    title_line=11.0,
    again_height=7.0,
    subtitle=9.0,
    subtitle_line=4.0,
    names=((12.0, 1), (11.0, 2), (10.0, 2), (9.0, 2), (8.0, 2), (7.0, 3)),
    long_names=(),
    names_height=11.0,
    head=8.0,
    part=6.5,
    part_height=4.5,
    number=15.0,
    contract=10.5,
    contract_line=4.4,
    note=7.5,
    note_line=3.0,
    noted=8.5,
    mark=8.0,
    mark_height=3.4,
    below_height=2.4,
    score=14.0,
    figure=7.0,
    card=10.5,
    card_height=7.0,
    card_width=5.4,
    sum_label=10.5,
    sum=14.0,
    sum_height=8.5,
    legend=8.0,
    legend_line=3.5,
    value_line=3.7,
    sign_width=8.0,
    folio=7.0,
    folio_height=4.5,
    row_least=7.5,
    row_wanted=11.0,
    row_open=9.5,
)

# Everything is readable at arm’s length, except names that are too long for that.
LARGE = TypeScale(
    name="large",
    title=28.0,
    title_line=12.0,
    again_height=8.0,
    subtitle=16.0,
    subtitle_line=6.8,
    names=((20.0, 1), (18.0, 1), (16.0, 2)),
    long_names=((14.0, 2), (12.0, 2)),
    names_height=15.0,
    head=16.0,
    part=16.0,
    part_height=7.5,
    number=20.0,
    contract=16.0,
    contract_line=6.2,
    note=16.0,
    note_line=6.4,
    noted=16.0,
    mark=16.0,
    mark_height=6.4,
    below_height=5.4,
    score=20.0,
    figure=16.0,
    card=16.0,
    card_height=9.0,
    card_width=8.4,
    sum_label=16.0,
    sum=20.0,
    sum_height=12.0,
    legend=16.0,
    legend_line=6.8,
    value_line=7.0,
    sign_width=16.0,
    folio=16.0,
    folio_height=7.5,
    row_least=13.4,
    row_wanted=16.0,
    row_open=16.0,
)
