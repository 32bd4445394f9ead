"""What a score sheet is printed on: papers, and the sizes of its type."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Literal

Turn = Literal["", "portrait", "landscape"]

# What one PDF may have at most.
MOST_COPIES, MOST_LEAVES = 20, 60


@dataclass(frozen=True, slots=True)
class Paper:
    """Millimetres of a leaf held upright; ``beside`` each other so many go into the printer."""

    label: str
    width: float
    height: float
    margin: float
    beside: int = 1

    @property
    def is_small(self) -> bool:
        """Whether two of it make a leaf of A4 or US Letter."""
        return self.width < 200


PAPERS: Mapping[str, Paper] = {
    "a4": Paper("A4", 210.0, 297.0, 12.0),
    "letter": Paper("US Letter", 215.9, 279.4, 12.0),
    "a5": Paper("A5", 148.0, 210.0, 10.5),
    "a5-pair": Paper("A5, two on A4 to cut", 148.5, 210.0, 10.5, beside=2),
    "half-letter": Paper("Half letter, two on US Letter to cut", 139.7, 215.9, 10.5, beside=2),
}


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """How a sheet is printed: on which of PAPERS, which way round (either where ``turn`` is empty),
    in large print, and how often. A ``picture`` is one leaf as high as its rows.
    """

    paper: str = "a4"
    turn: Turn = ""
    large: bool = False
    copies: int = 1
    picture: bool = False

    @property
    def type(self) -> "TypeScale":
        """The sizes of its type."""
        return LARGE if self.large else USUAL


@dataclass(frozen=True, slots=True)
class TypeScale:
    """Sizes of type in points, and heights of lines and boxes in millimetres; the stylesheet has
    them from here.

    ``names`` are the sizes that names may have, best first, with their most lines; ``long_names``
    are further ones for a name that would have to be broken inside a word, and for no other. A
    figure in a cell is as large as ``score`` and as small as ``figure``.
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
        """``css`` with the sizes that it asks for, ``var(--score)`` or ``var(--card-height)``."""
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

# Everything can be read at arm’s length, but for a name that has no room so.
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
