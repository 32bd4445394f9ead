"""How a sheet fits its paper: which way round, on how many leaves, and the width and height of
everything on them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from math import ceil, floor

from scorekeeper.sheets.layout import BOX, DOT, TICKED_BOX, Sheet, SheetCell, SheetRow, SumRow
from scorekeeper.sheets.measure import MM_PER_POINT, Face
from scorekeeper.sheets.papers import LARGE, PAPERS, USUAL, Format, Type
from scorekeeper.sheets.plot import Plot, fit_plot

# Millimetres.
HEAD_GAP, LINES, ORNAMENT, QR, QR_GAP = 4.0, 8.0, 36.0, 21.0, 5.0
RULES = 3.0  # the horizontal rules of the pad together
GAP = 4.0
CONTRACT_LEAST, CONTRACT_MOST, RULES_LEAST, LARGE_CONTRACT = 36.0, 66.0, 20.0, 1.5
PADDING, TIGHT, CLEAR = 1.5, 0.6, 1.0
POINTS_LEAST, TOTAL_LEAST, PART_LEAST, NAMED, HEADS = 8.0, 6.5, 6.5, 12.0, 2.6
PLAYER_WANTED, NOTED_MORE = 23.0, 0.8
POINTS_SHARE = 0.58
GUTTER, VALUE_PADDING, VALUE_RULES, AFTER_VALUES = 6.0, 3.4, 0.4, 2.4
LEGEND_LEAST, MOST_LEGEND_COLUMNS = 52.0, 3
OPEN_LEAST = 8  # a sheet with fewer rows to write on has its legend overleaf
CAPTION = 4.0  # under the caption of a chart
ABOVE = 0.4  # what is left free over the marks
FIGURE = 0.24  # millimetres of a figure’s height by its points
SPACED = 0.15  # letter-spacing of the marks
# Kerning can make a line a little wider than its letters.
SAFETY = 0.97
# A title's least size by its largest, and millimetres of a line of it by its points.
TITLE_LEAST, TITLE_LINE = 0.6, 0.42
LONGEST_POINTS, LONGEST_TOTAL = "−1250", "10480"
CARRIED, BROUGHT = "Carried over", "Brought forward"


@dataclass(frozen=True, slots=True)
class Faces:
    """The two weights of the sheet, and its signs."""

    regular: Face
    bold: Face
    signs: Face


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of the legend: a small table of ``pairs``, a sign with its meaning, or a fact."""

    label: str
    text: str = ""
    pairs: tuple[tuple[str, str], ...] = ()
    is_sign: bool = False


@dataclass(frozen=True, slots=True)
class PlacedRow:
    """A deal on a leaf: its cells there, its special rules where they stand there, what is noted of
    it, cut to fit, and its height, which has a class of its own.
    """

    row: SheetRow
    notes: tuple[str, ...]
    noted: tuple[str, ...]
    cells: tuple[SheetCell, ...]
    height: float

    @property
    def height_class(self) -> str:
        return f"h{self.height * 100:.0f}"


Legend = tuple[tuple[Block, ...], ...]


@dataclass(frozen=True, slots=True)
class Leaf:
    """One side of a leaf: a part of the pad, a part of the legend, or the chart.

    ``names`` has the lines of each side's name, ``numbers`` which side it is, and ``columns`` the
    class of each column of the table. ``brought`` and ``carried`` are the totals above and below
    the rows where the pad goes on from one leaf to another.
    """

    names: tuple[tuple[str, ...], ...] = ()
    numbers: tuple[int, ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[PlacedRow, ...] = ()
    brought: tuple[str, ...] = ()
    carried: tuple[str, ...] = ()
    sums: tuple[SumRow, ...] = ()
    legend: Legend = ()
    is_first: bool = False
    has_chart: bool = False
    folio: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """What is drawn: the leaves that stand on each page of the paper, and their stylesheet.

    Sizes are millimetres; ``width`` and ``height`` are those of a leaf, ``room`` is what the first
    has for rows. ``leaves`` are those of one copy.
    """

    width: float
    height: float
    type: Type
    name_size: float
    player: float
    room: float
    row_wanted: float
    is_whole: bool
    plot: Plot | None
    leaves: tuple[Leaf, ...]
    pages: tuple[tuple[Leaf, ...], ...]
    house_text: str
    has_lines: bool
    css: str

    @property
    def stylesheet(self) -> str:
        return self.type.stylesheet


def fit_page(sheet: Sheet, form: Format, faces: Faces) -> Page:
    """Return the pages on which ``sheet`` is easiest to write: on few leaves, upright when that is
    wide enough.
    """
    paper = PAPERS[form.paper]
    upright, across = (paper.width, paper.height), (paper.height, paper.width)
    fits = [_Fit(sheet, form, way, faces) for way in (upright, across)]
    asked = {"portrait": fits[:1], "landscape": fits[1:]}.get(form.turn, fits)
    # A way round that has no room for a side, or for a row, is nobody's wish.
    pages = _whole(asked) or _whole(fits) or [fit.page() for fit in asked]
    return max(pages, key=_ease)


def _whole(fits: Sequence["_Fit"]) -> list[Page]:
    """The pages of those ways on which everything has room."""
    pages = [fit.page() for fit in fits if fit.is_wide]
    return [page for page in pages if page.is_whole]


def _ease(page: Page) -> tuple[int, float]:
    """How few leaves there are, and how good the tightest cell is: 1 is as wanted."""
    rows = [row.height for leaf in page.leaves for row in leaf.rows]
    ease = min(1, page.player / PLAYER_WANTED, min(rows) / page.row_wanted)
    return -len(page.leaves), ease


class _Fit:
    """One way to put a sheet on leaves of ``width`` and ``height``."""

    def __init__(self, sheet: Sheet, form: Format, size: tuple[float, float], faces: Faces) -> None:
        self.sheet, self.form, self.faces = sheet, form, faces
        self.paper = paper = PAPERS[form.paper]
        self.type = LARGE if form.large else USUAL
        self.width, self.height = size
        self.inside = self.width - 2 * paper.margin
        self.head_width = self.inside - (QR + QR_GAP if sheet.address else 0)
        self._fit_columns()
        columns = int((self.inside + GUTTER) / (self._legend_least() + GUTTER))
        self.legend_columns = max(1, min(MOST_LEGEND_COLUMNS, columns))
        self.legend_column = (self.inside + GUTTER) / self.legend_columns - GUTTER

    def page(self) -> Page:
        leaves = tuple(self._leaves())
        self.plot = self._plot()
        copies = [
            replace(leaf, folio=self._folio(copy, number, len(leaves)))
            for copy in range(1, self.form.copies + 1)
            for number, leaf in enumerate(leaves, 1)
        ]
        beside = self.paper.beside
        pages = [tuple(copies[at : at + beside]) for at in range(0, len(copies), beside)]
        height = self._picture_height(leaves[0]) if self.form.picture else self.height
        return Page(
            width=self.width,
            height=height,
            type=self.type,
            name_size=self.name_size,
            player=self.player,
            room=self._room(is_first=True),
            row_wanted=self._row_wanted(),
            is_whole=self.is_high,
            plot=self.plot,
            leaves=leaves,
            pages=tuple(pages),
            house_text=self.sheet.house_text if self._house_in_head() else "",
            has_lines=not self.form.picture,
            css=self._css(height, leaves),
        )

    # Widths

    def _fit_columns(self) -> None:
        """How wide each column is, and how many sides stand on a leaf."""
        sheet, sizes = self.sheet, self.type
        self.number = self._number_width()
        self.hand = self._hand_width() if sheet.has_cards else 0.0
        self.noted = [self._noted_width(noted.label, noted.longest) for noted in sheet.noted]
        self.parts = [
            max(PART_LEAST, self._noted_width(part.label, part.longest, NAMED))
            for part in sheet.parts
        ]
        points = max(
            POINTS_LEAST,
            self._marks_width(),
            self._bold(LONGEST_POINTS, sizes.figure) + 2 * TIGHT,
            self._regular("points", sizes.part) + 2 * TIGHT,
        )
        total = max(
            TOTAL_LEAST,
            self._bold(LONGEST_TOTAL, sizes.figure) + 2 * TIGHT,
            self._regular("total", sizes.part) + 2 * TIGHT,
        )
        least = sum(self.parts) + points + total
        taken = self.number + self.hand + sum(self.noted)
        spare = self.inside - taken
        narrow = self._contract_least(spare - least) if sheet.has_contracts else 0.0
        self.is_wide = spare - narrow >= least
        most = max(1, int((spare - narrow) / least + 1e-6))
        self.groups = _shared_out(len(sheet.names), ceil(len(sheet.names) / most))
        widest = max(map(len, self.groups))
        score = max(PLAYER_WANTED, points + total)
        wanted = spare - widest * (score + sum(self.parts))
        if sheet.has_contracts:
            narrow = max(narrow, min(self._contract_width(), wanted))
        self.contract = floor(narrow * 100) / 100
        self._widen(widest, (spare - self.contract) / widest - score)
        self.player = (self.inside - self._before()) / widest
        score = self.player - sum(self.parts)
        self.points = round(max(points, min(score * POINTS_SHARE, score - total)), 2)
        self.total = round(score - self.points, 2)
        self.name_size, self.names = _fit_names(
            sheet.names, (self.player - 2 * TIGHT) * SAFETY, self.faces.bold, sizes
        )
        cells = [cell for row in sheet.rows for cell in row.cells]
        self.score_size = self._figure_size(
            [f"{cell.points}*" for cell in cells], sizes.score, self.points, self.faces.regular
        )
        self.total_size = self._figure_size(
            [cell.total for cell in cells], sizes.total, self.total, self.faces.regular
        )
        values = [value for row in sheet.sums for value in row.values]
        self.sum_size = self._figure_size(values, sizes.sum, self.player, self.faces.bold)

    def _widen(self, sides: int, spare: float) -> None:
        """Give what is noted a share of what each of the sides on a leaf has to spare."""
        noted = sum(self.noted) + sides * sum(self.parts)
        room = sides * (spare - sum(self.parts))
        if noted and room > 0:
            factor = 1 + min(NOTED_MORE, room / 2 / noted)
            self.noted = [width * factor for width in self.noted]
            self.parts = [width * factor for width in self.parts]

    def _before(self) -> float:
        """What the columns before those of the sides take."""
        return self.number + self.contract + self.hand + sum(self.noted)

    def _regular(self, text: str, size: float) -> float:
        return self.faces.regular.width(text, size) / SAFETY

    def _bold(self, text: str, size: float) -> float:
        return self.faces.bold.width(text, size) / SAFETY

    def _number_width(self) -> float:
        """For the numbers of deals, and what the rows under them are called where nothing else
        stands before the columns of the sides.
        """
        sheet, sizes = self.sheet, self.type
        widths = [
            self._regular(sheet.deal_word, self.type.head),
            self._bold(str(len(sheet.rows)), sizes.number),
        ]
        if sheet.head_columns == 1:
            labels = (CARRIED, BROUGHT, *(row.label for row in sheet.sums[:2]))
            words = (word for label in labels for word in label.split())
            widths += [self._bold(word, self._label_size()) for word in words]
        return max(9.0, max(widths) + 2 * TIGHT)

    def _hand_width(self) -> float:
        sizes = self.type
        cuts = [f"cut {row.cut}" for row in self.sheet.rows if row.cut]
        widths = [self._regular(text, sizes.note) for text in cuts]
        widths += [sizes.card_width, self._regular("Cards", self.type.head)]
        return max(widths) + 2 * TIGHT

    def _noted_width(self, label: str, longest: str, least: float = NAMED) -> float:
        sizes = self.type
        label_width = self._regular(label, sizes.part)
        if not longest:
            room = least * (LARGE_CONTRACT if self.form.large else 1.0)
            return max(room, label_width + 2 * TIGHT)
        return max(label_width, self._regular(longest, self.type.noted)) + 2 * TIGHT

    def _label_size(self) -> float:
        return self.type.subtitle if self.sheet.head_columns == 1 else self.type.sum_label

    def _marks_width(self) -> float:
        """What stands over the points at most."""
        size = self.type.mark
        widest = 0.0
        for row in self.sheet.rows[: self.sheet.least_rows or len(self.sheet.names)]:
            for cell in row.cells:
                signs = sum(char in f"{DOT}{BOX}{TICKED_BOX}" for char in cell.marks)
                words = "".join(char for char in cell.marks if char.isalpha() or char.isspace())
                width = signs * (self.faces.signs.width(BOX, size) + SPACED)
                widest = max(widest, width + self._regular(words, size))
        return widest + 2 * TIGHT

    def _contract_width(self) -> float:
        """Wide enough for each contract, and each sentence under one, to stand in a line, unless
        that is too much.
        """
        sizes, face = self.type, self.faces.regular
        contracts = (face.width(row.contract, sizes.contract) for row in self.sheet.rows)
        notes = (
            face.width(note, sizes.note) for row in self.sheet.rows for note in self._notes(row)
        )
        most = CONTRACT_MOST * (LARGE_CONTRACT if self.form.large else 1.0)
        return min(most, max([*contracts, *notes]) / SAFETY + 2 * PADDING)

    def _contract_least(self, room: float) -> float:
        """As narrow as the contracts may stand, which have so much room; what may not be broken has
        room in any case.
        """
        usual = CONTRACT_LEAST if self.sheet.asks_contracts else RULES_LEAST
        usual *= LARGE_CONTRACT if self.form.large else 1.0
        sizes, face = self.type, self.faces.regular
        parts = [part for row in self.sheet.rows for part in row.unbroken_contract.split(" ")]
        notes = [note for row in self.sheet.rows for note in self._notes(row)]
        widths = [face.width(part, sizes.contract) for part in parts]
        widths += [face.width(word, sizes.note) for note in notes for word in note.split(" ")]
        return max(max(widths) / SAFETY + 2 * PADDING, min(usual, room))

    def _figure_size(self, texts: Sequence[str], most: float, width: float, face: Face) -> float:
        """The size at which the widest of ``texts`` fits into ``width``."""
        widest = max((face.width(text, most) for text in texts), default=0.0)
        room = max(0.0, width - 2 * TIGHT) * SAFETY
        if widest <= room:
            return most
        return max(self.type.figure, floor(most * room / widest * 10) / 10)

    # Heights

    def _head(self, *, is_first: bool) -> float:
        sizes, sheet = self.type, self.sheet
        if not is_first:
            return sizes.again_height + HEAD_GAP
        text = f"{sheet.outcome} · {sheet.subtitle}" if sheet.outcome else sheet.subtitle
        lines = _lines(text, sizes.subtitle, self.head_width, self.faces.bold)
        if self._house_in_head():
            lines += _lines(sheet.house_text, sizes.subtitle, self.head_width, self.faces.bold)
        title_size, title_lines = self._title()
        title = max(sizes.title_line, title_lines * title_size * TITLE_LINE)
        height = title + lines * sizes.subtitle_line
        if sheet.address:
            height = max(height, QR)
        return height + (0 if self.form.picture else LINES) + HEAD_GAP

    def _title(self) -> tuple[float, int]:
        """The size of the title, which shrinks and then wraps, and its lines."""
        face, most, text = self.faces.bold, self.type.title, self.sheet.title
        room = self._title_width() * SAFETY
        longest = max(face.width(word, most) for word in text.split())
        size = min(most, most * room / face.width(text, most))
        size = max(size, min(most * TITLE_LEAST, most * room / longest))
        return size, _lines(text, size, self._title_width(), face)

    def _title_width(self) -> float:
        return self.head_width - (0 if self.sheet.address else ORNAMENT)

    def _house_in_head(self) -> bool:
        """House rules stand under the title where one line does for them."""
        text = self.sheet.house_text
        size = self.type.subtitle
        return bool(text) and _lines(text, size, self.head_width, self.faces.bold) == 1

    def _room(self, *, is_first: bool) -> float:
        """What a leaf has for rows, sums, and a legend."""
        sizes = self.type
        used = self._head(is_first=is_first) + sizes.names_height + sizes.part_height + RULES
        return self.height - 2 * self.paper.margin - used - sizes.folio_height

    def _sums_height(self) -> float:
        return sum(self._sum_height(row.label) for row in self.sheet.sums)

    def _sum_height(self, label: str) -> float:
        padding = TIGHT if self.sheet.head_columns == 1 else PADDING
        width = self._before() - 2 * padding
        size = self._label_size()
        lines = _lines(label, size, width, self.faces.bold)
        return max(self.type.sum_height, lines * size * 1.25 * MM_PER_POINT + CLEAR)

    def _notes(self, row: SheetRow) -> tuple[str, ...]:
        """The special rules of a deal, which in large print stand in the legend where contracts
        have the column.
        """
        return () if self.form.large and self.sheet.asks_contracts else row.notes

    def _need(self, row: SheetRow) -> float:
        """The least height of a row."""
        sizes, width = self.type, self.contract - 2 * PADDING
        needs = [sizes.row_least]
        if self.contract:
            words = _lines(row.unbroken_contract, sizes.contract, width, self.faces.regular)
            notes = _lines(" ".join(self._notes(row)), sizes.note, width, self.faces.regular)
            needs.append(words * sizes.contract_line + notes * sizes.note_line + CLEAR)
        if row.cards:
            needs.append(sizes.card_height + (sizes.note_line if row.cut else 0) + CLEAR)
        return max(needs)

    # Leaves

    def _leaves(self) -> Iterator[Leaf]:
        """The leaves of one copy, in the order in which they are printed."""
        blocks = [] if self.form.picture else list(self._blocks())
        legend, legend_height = self._columns(blocks)
        chunks, has_legend = self._chunks(GAP + legend_height if blocks else 0.0)
        for group in self.groups:
            for at, heights in enumerate(chunks):
                is_last = at == len(chunks) - 1
                begin = sum(map(len, chunks[:at]))
                yield replace(
                    self._pad(group, begin, heights, is_first=at == 0, is_last=is_last),
                    legend=legend if has_legend and is_last else (),
                )
        if blocks and not has_legend:
            yield from self._legend_leaves(blocks)
        if self.sheet.chart and not self.form.picture:
            yield Leaf(has_chart=True)

    def _chunks(self, legend: float) -> tuple[list[tuple[float, ...]], bool]:
        """The heights of the rows on each leaf, and whether ``legend`` stands below the last.
        ``is_high`` says whether all have room.
        """
        self.is_high = True
        sizes, sheet = self.type, self.sheet
        needs = [self._need(row) for row in sheet.rows]
        sums = self._sums_height()
        if self.form.picture:
            count = sheet.least_rows or len(needs)
            return [tuple(max(need, sizes.row_wanted) for need in needs[:count])], False
        for height in (legend, 0.0):
            room = self._room(is_first=True) - sums - height
            count, fewest = self._rows_for(needs, room), sheet.least_rows
            if fewest == len(needs):
                if sum(needs) <= room:
                    return [_stretch(needs, room)], height == legend
            elif count >= max(fewest, 1) and (not height or count >= min(OPEN_LEAST, len(needs))):
                return [_stretch(needs[:count], room)], height == legend
        return self._overleaf(needs, sums, legend)

    def _row_wanted(self) -> float:
        """How high a row should be; where nobody knows how many there will be, more count more."""
        is_open = self.sheet.least_rows < len(self.sheet.rows)
        return self.type.row_open if is_open else self.type.row_wanted

    def _rows_for(self, needs: Sequence[float], room: float) -> int:
        """How many rows of an open game ``room`` is good for."""
        heights = accumulate(max(need, self.type.row_open) for need in needs)
        return sum(height <= room for height in heights)

    def _overleaf(
        self, needs: Sequence[float], sums: float, legend: float
    ) -> tuple[list[tuple[float, ...]], bool]:
        """The same for a pad that goes on from leaf to leaf."""
        carry, brought = self._sum_height(CARRIED), self._sum_height(BROUGHT)
        first = self._room(is_first=True) - carry
        other = self._room(is_first=False) - carry - brought
        fewest = self.sheet.least_rows or 1
        counts = _packed(needs[:fewest], first, other, other + carry - sums)
        # As high as they can be on as many leaves, rows are shared out evenly.
        for share in _falling((first + other * (len(counts) - 1)) / fewest):
            wanted = [max(need, share) for need in needs[:fewest]]
            even = _packed(wanted, first, other, other + carry - sums)
            if len(even) == len(counts):
                counts = even
                break
        begins = [0, *accumulate(counts)]
        last = (other if len(counts) > 1 else first) + carry - sums
        used = sum(needs[begins[-2] : begins[-1]])
        has_legend = used + legend <= last
        last -= legend if has_legend else 0
        if fewest < len(needs):
            begins[-1] += self._rows_for(needs[fewest:], last - used)
        chunks = []
        for at, (begin, end) in enumerate(pairwise(begins)):
            room = last if at == len(counts) - 1 else other if at else first
            chunks.append(_stretch(needs[begin:end], room))
            self.is_high &= sum(needs[begin:end]) <= room
        return chunks, has_legend

    def _pad(
        self,
        group: Sequence[int],
        begin: int,
        heights: Sequence[float],
        *,
        is_first: bool,
        is_last: bool,
    ) -> Leaf:
        sheet, end = self.sheet, begin + len(heights)
        rows = sheet.rows[begin:end]
        before = {"number": self.number, "contract": self.contract, "hand": self.hand}
        noted = [f"noted-{at}" for at in range(len(self.noted))]
        parts = [f"part-{at}" for at in range(len(self.parts))]
        return Leaf(
            names=tuple(self.names[at] for at in group),
            numbers=tuple(at + 1 for at in group),
            columns=(
                *(name for name, width in before.items() if width),
                *noted,
                *[*parts, "points", "total"] * len(group),
            ),
            rows=tuple(
                PlacedRow(
                    row,
                    self._notes(row),
                    tuple(map(self._noted_text, row.noted or ("",) * len(sheet.noted), self.noted)),
                    tuple(row.cells[at] for at in group),
                    height,
                )
                for row, height in zip(rows, heights, strict=True)
            ),
            brought=() if is_first else self._totals(begin, group),
            carried=() if is_last else self._totals(end, group),
            sums=self._sums_of(group) if is_last else (),
            is_first=is_first,
        )

    def _noted_text(self, text: str, width: float) -> str:
        face, size = self.faces.regular, self.type.noted
        room = (width - 2 * TIGHT) * SAFETY
        return text if face.width(text, size) <= room else face.chop(text, size, room, 1)[0]

    def _totals(self, deals: int, group: Sequence[int]) -> tuple[str, ...]:
        """What each side of the group has after so many deals, where that is known."""
        row = self.sheet.rows[deals - 1]
        return tuple(row.cells[at].total for at in group)

    def _sums_of(self, group: Sequence[int]) -> tuple[SumRow, ...]:
        return tuple(
            SumRow(row.label, tuple(row.values[at] for at in group)) for row in self.sheet.sums
        )

    def _folio(self, copy: int, number: int, leaves: int) -> str:
        sheet = self.sheet
        parts = [f"Game {sheet.code}" if sheet.code else "", sheet.title]
        if self.form.copies > 1:
            parts.append(f"sheet {copy} of {self.form.copies}")
        if leaves > 1:
            parts.append(f"page {number} of {leaves}")
        width, size, face = self.inside * SAFETY, self.type.folio, self.faces.regular
        text = " · ".join(filter(None, reversed(parts)))
        if face.width(text, size) > width:
            # The title stands above, too.
            text = " · ".join(part for part in reversed(parts) if part not in ("", sheet.title))
        return text

    # Legend

    def _legend_least(self) -> float:
        return LEGEND_LEAST * self.type.legend / USUAL.legend

    def _blocks(self) -> Iterator[Block]:
        sheet = self.sheet
        if sheet.values:
            yield Block(sheet.values_label, pairs=sheet.values)
        if sheet.pays:
            yield Block(sheet.pays_label, pairs=sheet.pays)
        for sign, words in sheet.signs:
            yield Block(sign, words, is_sign=True)
        if sheet.house_rules and not self._house_in_head():
            label, _, text = sheet.house_text.partition(": ")
            yield Block(label, text)
        for row in sheet.rows:
            if row.notes and not self._notes(row):
                yield Block(f"{sheet.deal_word} {row.number}", " ".join(row.notes))
        for label, text in sheet.facts:
            yield Block(label, text)

    def _block_height(self, block: Block) -> float:
        sizes, width = self.type, self.legend_column
        line = sizes.legend_line
        if block.pairs:
            label = _lines(block.label, sizes.legend, width, self.faces.bold)
            rows = len(self._value_lines(block.pairs))
            return label * line + rows * (2 * sizes.value_line + VALUE_RULES) + AFTER_VALUES
        if block.is_sign:
            width -= self.type.sign_width
            return _lines(block.text, sizes.legend, width, self.faces.regular) * line
        # Label and text share their lines; the bold face, being wider, counts for both.
        return _lines(f"{block.label}: {block.text}", sizes.legend, width, self.faces.bold) * line

    def _value_lines(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """The widths of the lines in which a small table's cells stand."""
        sizes, lines = self.type, [0.0]
        for pair in pairs:
            width = max(self._regular(text, sizes.legend) for text in pair) + VALUE_PADDING
            if lines[-1] and lines[-1] + width > self.legend_column:
                lines.append(0.0)
            lines[-1] += width
        return lines

    def _columns(self, blocks: Sequence[Block]) -> tuple[Legend, float]:
        """``blocks`` in columns, the highest of which is as low as can be, and its height."""
        heights = [self._block_height(block) for block in blocks]
        best = (sum(heights), (-len(blocks),) * (self.legend_columns - 1))
        for cuts in _cuts(len(blocks), self.legend_columns - 1):
            edges = (0, *cuts, len(blocks))
            highest = max(sum(heights[a:b]) for a, b in pairwise(edges))
            best = min(best, (highest, tuple(-cut for cut in cuts)))
        height, cuts = best[0], tuple(-cut for cut in best[1])
        edges = (0, *cuts, len(blocks))
        return tuple(tuple(blocks[a:b]) for a, b in pairwise(edges)), height

    def _legend_leaves(self, blocks: Sequence[Block]) -> Iterator[Leaf]:
        """The legend on leaves of its own."""
        room = self.height - 2 * self.paper.margin - self._head(is_first=False)
        room -= self.type.folio_height
        rest = list(blocks)
        while rest:
            fitting = len(rest)
            while fitting > 1 and self._columns(rest[:fitting])[1] > room:
                fitting -= 1
            yield Leaf(legend=self._columns(rest[:fitting])[0])
            rest = rest[fitting:]

    def _plot(self) -> Plot | None:
        """The chart as it fits on a leaf of its own."""
        if not self.sheet.chart or self.form.picture:
            return None
        sizes = self.type
        used = self._head(is_first=False) + sizes.legend_line + CAPTION + sizes.folio_height
        room = self.height - 2 * self.paper.margin - used
        return fit_plot(self.sheet.chart, self.inside, room, sizes, self.faces.regular)

    # What the stylesheet is told

    def _picture_height(self, leaf: Leaf) -> float:
        rows = sum(row.height for row in leaf.rows)
        used = self.height - 2 * self.paper.margin - self._room(is_first=True)
        return round(2 * self.paper.margin + used + rows + self._sums_height(), 2)

    def _css(self, height: float, leaves: Sequence[Leaf]) -> str:
        beside, across = self.paper.beside, self.width > self.height
        width = self.width * (1 if across else beside)
        paper_height = height * (beside if across else 1)
        size, lines = self._title()
        line = max(self.type.title_line / lines, size * TITLE_LINE)
        rules = {
            "@page": f"size: {width}mm {paper_height}mm",
            ".leaf": f"width: {self.width}mm; height: {height}mm; padding: {self.paper.margin}mm",
            ".cut": f"left: {self.width}mm; top: 0; border-left-width: 0.4pt"
            if not across
            else f"left: 0; top: {height}mm; border-top-width: 0.4pt",
            ".ornament, .qr": f"right: {self.paper.margin}mm; top: {self.paper.margin}mm",
            ".head": f"width: {self.head_width:.2f}mm;"
            f" min-height: {QR if self.sheet.address else 0}mm",
            ".folio": f"left: {self.paper.margin}mm; bottom: {self.paper.margin}mm",
            "h1": f"width: {self._title_width():.2f}mm; font-size: {floor(size * 10) / 10}pt;"
            f" line-height: {line:.2f}mm",
            ".names b": f"font-size: {self.name_size}pt",
            ".deals .told": f"font-size: {self.score_size}pt",
            ".deals .total": f"font-size: {self.total_size}pt",
            ".sums td, .carry td": f"font-size: {self.sum_size}pt",
            ".sums th, .carry th": f"font-size: {self._label_size():.1f}pt",
            ".legend td:first-child": f"width: {self.legend_column:.2f}mm",
        }
        rules |= self.plot.rules if self.plot else ()
        rules |= {f"col.{name}": f"width: {width}mm" for name, width in self._fixed().items()}
        for count in {len(group) for group in self.groups}:
            wider = self.player * (max(map(len, self.groups)) / count - 1) / 2
            for name, width in (("points", self.points), ("total", self.total)):
                rules[f".of-{count} col.{name}"] = f"width: {width + wider:.2f}mm"
        for row in (row for leaf in leaves for row in leaf.rows):
            sizes, figure = self.type, self.score_size * FIGURE
            below = min(sizes.below_height, row.height - sizes.mark_height - figure)
            line = max(0.0, row.height - sizes.mark_height - below - ABOVE)
            rules[f".{row.height_class}"] = f"height: {row.height}mm; line-height: {line:.2f}mm"
            rules[f".{row.height_class} .told"] = f"padding-bottom: {max(0, below):.2f}mm"
        return "\n".join(f"{selector} {{ {rule} }}" for selector, rule in rules.items())

    def _fixed(self) -> dict[str, float]:
        """The widths of columns that are the same on every leaf, by class."""
        return {
            "number": round(self.number, 2),
            "contract": self.contract,
            "hand": round(self.hand, 2),
            **{f"noted-{at}": round(width, 2) for at, width in enumerate(self.noted)},
            **{f"part-{at}": round(width, 2) for at, width in enumerate(self.parts)},
        }


def _shared_out(count: int, shares: int) -> list[range]:
    """Numbers below ``count`` in ``shares`` as even as can be, the larger ones first."""
    base, more = divmod(count, shares)
    sizes = [base + (at < more) for at in range(shares)]
    begins = [0, *accumulate(sizes)]
    return [range(begin, end) for begin, end in pairwise(begins)]


def _packed(needs: Sequence[float], first: float, other: float, last: float) -> list[int]:
    """How many rows stand on each leaf; ``last`` is the room on the one that has the sums."""
    counts: list[int] = []
    rest = list(needs)
    while rest:
        if counts and sum(rest) <= last:
            counts.append(len(rest))
            break
        fitting = sum(height <= (other if counts else first) for height in accumulate(rest))
        # The last row waits for the leaf that has the sums.
        fitting = max(1, min(fitting, len(rest) - 1))
        counts.append(fitting)
        rest = rest[fitting:]
    return counts


def _falling(most: float) -> Iterator[float]:
    """Heights that fall by little."""
    while most > 1:
        yield most
        most *= 0.97


def _cuts(count: int, cuts: int) -> Iterator[tuple[int, ...]]:
    """Every way to cut a row of ``count`` things so often, in order."""
    if not cuts:
        yield ()
        return
    for rest in _cuts(count, cuts - 1):
        yield from ((*rest, at) for at in range(rest[-1] if rest else 0, count + 1))


def _stretch(needs: Sequence[float], height: float) -> tuple[float, ...]:
    """Heights of rows that fill ``height`` evenly; a row that needs more than its share gets that.

    When there is not enough for all, every row has what it needs.
    """
    share, rest = 0.0, height
    for left, need in zip(range(len(needs), 0, -1), sorted(needs, reverse=True), strict=True):
        share = rest / left
        if need <= share:
            break
        rest -= need
    return tuple(round(max(need, share - 0.005), 2) for need in needs)


def _fit_names(
    names: Sequence[str], width: float, face: Face, sizes: Type
) -> tuple[float, tuple[tuple[str, ...], ...]]:
    """The size at which all names fit, and their lines: shrunk, then wrapped, then cut off."""
    for size, most in sizes.names:
        lines = [face.wrap(name, size, width) for name in names]
        if all(_fits(parts, size, most, width, face) for parts in lines):
            return size, tuple(map(tuple, lines))
    size, most = sizes.names[-1]
    lines = [
        parts if _fits(parts, size, most, width, face) else face.chop(name, size, width, most)
        for name, parts in zip(names, lines, strict=True)
    ]
    return size, tuple(map(tuple, lines))


def _fits(lines: Sequence[str], size: float, most: int, width: float, face: Face) -> bool:
    return len(lines) <= most and all(face.width(line, size) <= width for line in lines)


def _lines(text: str, size: float, width: float, face: Face) -> int:
    return len(face.wrap(text, size, width * SAFETY))
