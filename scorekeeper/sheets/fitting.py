"""A sheet fitted to its paper: the orientation, the pages, and the sizes of everything on them.

A *page* holds part of the sheet. A piece of paper has one page, or two small pages to cut apart.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.engine.formatting import join_names
from scorekeeper.presenters.track import Track
from scorekeeper.printing.papers import PAPERS, PrintOptions, TypeScale
from scorekeeper.sheets.columns import (
    PLAYER_WANTED,
    Columns,
    brought_label,
    carried_label,
    notes_of,
)
from scorekeeper.sheets.glyphs import names_hint, numbered_names, shown_names
from scorekeeper.sheets.head import Head
from scorekeeper.sheets.legend import Block, Flow, Legend
from scorekeeper.sheets.measure import MM_PER_POINT, SAFETY, Fonts
from scorekeeper.sheets.pad import Pad
from scorekeeper.sheets.page_breaks import PageBreaks, Rooms, page_breaks
from scorekeeper.sheets.places import Places, corner_rules
from scorekeeper.sheets.plot import Plot, fit_plot, named
from scorekeeper.sheets.printed_page import PrintedPage
from scorekeeper.sheets.ruling import MARKS_TOP, marks_width
from scorekeeper.sheets.sheet import Sheet

GAP = 4.0  # the space above the legend, in millimetres
FEW_LEAVES = 3  # if large print on small paper takes more pages than this, there is a hint
CAPTION = 4.0  # the space below the caption of a chart, in millimetres


@dataclass(frozen=True, slots=True)
class FittedSheet:
    """The pages on each piece of paper, and their stylesheet.

    Sizes are in millimetres. ``width`` and ``height`` are the size of a page, and ``room`` is the
    height available for rows, sums and the legend on the first page. ``leaves`` are the pages of
    one copy, ``pages`` are the pages of all copies, grouped by piece of paper, and ``hints`` are
    sentences to show before printing. ``places`` are where the boxes of the first page are.
    """

    width: float
    height: float
    type: TypeScale
    name_size: float
    player: float
    room: float
    row_wanted: float
    is_whole: bool
    plot: Plot | None
    track: Track | None
    leaves: tuple[PrintedPage, ...]
    pages: tuple[tuple[PrintedPage, ...], ...]
    house_text: str
    has_lines: bool
    hints: tuple[str, ...]
    css: str
    places: Places

    @property
    def stylesheet(self) -> str:
        return self.type.stylesheet


def fit_page(sheet: Sheet, printing: PrintOptions, fonts: Fonts) -> FittedSheet:
    """Return the sheet on as few pages as possible, in the requested or the best orientation."""
    paper = PAPERS[printing.paper]
    upright, across = (paper.width, paper.height), (paper.height, paper.width)
    fits = [_Fit(sheet, printing, way, fonts) for way in (upright, across)]
    asked = {"portrait": fits[:1], "landscape": fits[1:]}.get(printing.turn, fits)
    # Ignore the requested orientation if a side or a row doesn’t fit.
    pages = _whole(asked) or _whole(fits) or [fit.page() for fit in asked]
    return max(pages, key=_ease)


def _whole(fits: Sequence["_Fit"]) -> list[FittedSheet]:
    """Return the fitted sheets that have room for everything."""
    pages = [fit.page() for fit in fits if fit.columns.is_wide]
    return [page for page in pages if page.is_whole]


def _ease(page: FittedSheet) -> tuple[int, float]:
    """Return a rating that prefers fewer pages, then cells that come closer to the wanted size."""
    rows = [row.height for leaf in page.leaves for row in leaf.rows]
    ease = min(1, page.player / PLAYER_WANTED, min(rows) / page.row_wanted)
    return -len(page.leaves), ease


class _Fit:
    """A way to fit a sheet on pages of a given ``size``."""

    def __init__(
        self, sheet: Sheet, printing: PrintOptions, size: tuple[float, float], fonts: Fonts
    ) -> None:
        self.sheet, self.printing, self.fonts = sheet, printing, fonts
        self.paper = paper = PAPERS[printing.paper]
        self.type = printing.type
        self.width, self.height = size
        self.inside = self.width - 2 * paper.margin
        self.track = None if paper.is_small else sheet.track
        self.head = Head(sheet, printing, self.inside, self.track, fonts)
        self.columns = Columns(sheet, printing, self.inside, fonts)
        self.pad = Pad(sheet, printing, self.columns, fonts)
        self.legend = Flow(self.inside, self.type, fonts)

    def page(self) -> FittedSheet:
        blocks = [] if self.printing.picture else list(self._blocks())
        legend, legend_height = self.legend.flow(blocks)
        breaks = self._breaks(GAP + legend_height if blocks else 0.0)
        unnumbered = self._leaves(breaks, blocks, legend)
        leaves = tuple(replace(leaf, number=at) for at, leaf in enumerate(unnumbered, 1))
        self.plot = self._plot()
        copies = [
            replace(leaf, folio=self._folio(copy, leaf.number, len(leaves)))
            for copy in range(1, self.printing.copies + 1)
            for leaf in leaves
        ]
        beside = self.paper.beside
        pages = [tuple(copies[at : at + beside]) for at in range(0, len(copies), beside)]
        height = self._picture_height(leaves[0]) if self.printing.picture else self.height
        return FittedSheet(
            width=self.width,
            height=height,
            type=self.type,
            name_size=self.columns.name_size,
            player=self.columns.player,
            room=self._room(is_first=True),
            row_wanted=self._row_wanted(),
            is_whole=breaks.is_whole,
            plot=self.plot,
            leaves=leaves,
            pages=tuple(pages),
            house_text=self.sheet.house_text if self.head.has_house_rules() else "",
            has_lines=not self.printing.picture,
            track=self.track,
            hints=tuple(self._hints(len(leaves))),
            css=self._css(height, leaves),
            places=self._places(leaves[0]),
        )

    def _hints(self, leaves: int) -> Iterator[str]:
        if hint := names_hint(self.sheet.names, self.fonts):
            yield hint
        if self.printing.large and self.paper.is_small and leaves > FEW_LEAVES:
            hint = ngettext(
                "Large print works best on A4 or US Letter. Here, each copy takes {count} page.",
                "Large print works best on A4 or US Letter. Here, each copy takes {count} pages.",
                leaves,
            )
            yield hint.format(count=leaves)

    # Pages

    def _room(self, *, is_first: bool) -> float:
        """Return the height available for rows, sums and the legend on a page."""
        sizes = self.type
        used = self.head.height(is_first=is_first) + sizes.names_height + sizes.part_height
        return self.height - 2 * self.paper.margin - used - sizes.folio_height

    def _leaves(
        self, breaks: PageBreaks, blocks: Sequence[Block], legend: Legend
    ) -> Iterator[PrintedPage]:
        """Yield the pages of one copy, in printing order."""
        pages = breaks.pages
        for group in self.columns.groups:
            for at, heights in enumerate(pages):
                is_last = at == len(pages) - 1
                begin = sum(map(len, pages[:at]))
                yield replace(
                    self.pad.part(group, begin, heights, is_first=at == 0, is_last=is_last),
                    legend=legend if breaks.has_legend and is_last else (),
                )
        if blocks and not breaks.has_legend:
            room = self.height - 2 * self.paper.margin - self.head.height(is_first=False)
            for own in self.legend.leaves(blocks, room - self.type.folio_height):
                yield PrintedPage(legend=own)
        if self.sheet.chart and not self.printing.picture:
            yield PrintedPage(has_chart=True)

    def _breaks(self, legend: float) -> PageBreaks:
        """Return the heights of the rows on each page; ``legend`` is the height of the legend."""
        sizes, sheet, printing, pad = self.type, self.sheet, self.printing, self.pad
        needs = [pad.need(row) for row in sheet.rows]
        if printing.picture:
            count = sheet.least_rows or len(needs)
            heights = tuple(max(need, sizes.row_wanted) for need in needs[:count])
            return PageBreaks((heights,), has_legend=False)
        sums = pad.sums_height()
        carried, brought = pad.sum_height(carried_label()), pad.sum_height(brought_label())
        first, other = self._room(is_first=True), self._room(is_first=False) - brought
        rooms = Rooms(
            alone=first - sums, first=first - carried, middle=other - carried, last=other - sums
        )
        return page_breaks(needs, sheet.least_rows, legend, rooms, sizes.row_open)

    def _row_wanted(self) -> float:
        """Return the ideal height of a row, which is lower if the number of deals isn’t known."""
        is_open = self.sheet.least_rows < len(self.sheet.rows)
        return self.type.row_open if is_open else self.type.row_wanted

    def _folio(self, copy: int, number: int, leaves: int) -> str:
        sheet = self.sheet
        # Translators: {code} is the code in the URL of a game
        parts = [_("Game {code}").format(code=sheet.code) if sheet.code else "", sheet.title]
        if self.printing.copies > 1:
            copies = self.printing.copies
            parts.append(_("copy {number} of {count}").format(number=copy, count=copies))
        if leaves > 1:
            parts.append(_("page {number} of {count}").format(number=number, count=leaves))
        width, size, font = self.inside * SAFETY, self.type.folio, self.fonts.regular
        text = " · ".join(filter(None, reversed(parts)))
        if font.width(text, size) > width:
            # The title can be left out, because it is also at the top of the page.
            text = " · ".join(part for part in reversed(parts) if part not in ("", sheet.title))
        return text

    # Legend

    def _blocks(self) -> Iterator[Block]:
        sheet = self.sheet
        if lost := [number for _, number in numbered_names(sheet.names, self.fonts)]:
            named = join_names(sorted(lost, key=lambda number: (len(number), number)))
            text = ngettext(
                "This name can’t be printed here. Write it by hand.",
                "These names can’t be printed here. Write them by hand.",
                len(lost),
            )
            yield Block(named, text)
        if sheet.values:
            yield Block(sheet.values_label, pairs=sheet.values)
        if sheet.pays:
            yield Block(sheet.pays_label, pairs=sheet.pays)
        for sign, words in sheet.signs:
            yield Block(sign, words, is_sign=True)
        if sheet.house_rules and not self.head.has_house_rules():
            yield Block(_("House rules"), ", ".join(sheet.house_rules))
        for row in sheet.rows:
            if row.notes and not notes_of(self.sheet, self.printing, row):
                label = _("{deal} {number}").format(deal=sheet.deal_word, number=row.head)
                yield Block(label, " ".join(row.notes))
        for label, text in sheet.facts:
            yield Block(label, text)
        if self.track:
            yield Block(
                _("Pegging track"), _("a line of holes for each column, from left to right")
            )

    def _plot(self) -> Plot | None:
        """Return the chart, fitted to a page of its own; None if there is no chart."""
        if not self.sheet.chart or self.printing.picture:
            return None
        sizes = self.type
        used = self.head.height(is_first=False) + sizes.legend_line + CAPTION + sizes.folio_height
        room = self.height - 2 * self.paper.margin - used
        chart = named(self.sheet.chart, shown_names(self.sheet.names, self.fonts))
        return fit_plot(chart, self.inside, room, sizes, self.fonts.regular)

    # Places

    def _places(self, leaf: PrintedPage) -> Places:
        sizes, head = self.type, self.head.height(is_first=True)
        return Places(
            width=self.width,
            height=self.height,
            margin=self.paper.margin,
            grid=self.columns.grid(len(leaf.sides)),
            parts=len(self.sheet.parts),
            deals=self.paper.margin + head + sizes.names_height + sizes.part_height,
            rows=tuple(row.height for row in leaf.rows),
            sums=tuple(row.height for row in leaf.sums),
            marks=tuple(
                tuple(marks_width(cell.signs, sizes) for cell in row.cells) for row in leaf.rows
            ),
            mark_height=MARKS_TOP + sizes.mark * MM_PER_POINT,
        )

    # Styles

    def _picture_height(self, leaf: PrintedPage) -> float:
        rows = sum(row.height for row in leaf.rows)
        used = self.height - 2 * self.paper.margin - self._room(is_first=True)
        return round(2 * self.paper.margin + used + rows + self.pad.sums_height(), 2)

    def _css(self, height: float, leaves: Sequence[PrintedPage]) -> str:
        beside, across = self.paper.beside, self.width > self.height
        width = self.width * (1 if across else beside)
        paper_height = height * (beside if across else 1)
        rules = {
            "@page": f"size: {width}mm {paper_height}mm",
            ".leaf": f"width: {self.width}mm; height: {height}mm; padding: {self.paper.margin}mm",
            ".cut": f"left: {self.width}mm; top: 0; border-left-width: 0.4pt"
            if not across
            else f"left: 0; top: {height}mm; border-top-width: 0.4pt",
            ".ornament, .qr": f"right: {self.paper.margin}mm; top: {self.paper.margin}mm",
            **{f".corner-{at}": mark for at, mark in enumerate(corner_rules(self.paper.margin))},
            ".folio": f"left: {self.paper.margin}mm; bottom: {self.paper.margin}mm",
            ".legend td:first-child": f"width: {self.legend.width:.2f}mm",
        }
        rules |= self.head.rules
        rules |= self.columns.rules
        rules |= self.plot.rules if self.plot else {}
        rules |= self.pad.rules(leaves)
        return "\n".join(f"{selector} {{ {rule} }}" for selector, rule in rules.items())
