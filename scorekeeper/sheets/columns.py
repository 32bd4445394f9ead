"""The columns of a pad: their widths, the sides on each page, and the type sizes in them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import ceil, floor

from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from scorekeeper.printing.papers import PrintOptions, TypeScale
from scorekeeper.sheets.glyphs import printed_name
from scorekeeper.sheets.measure import SAFETY, FontMetrics, Fonts, shrink
from scorekeeper.sheets.ruling import Grid
from scorekeeper.sheets.scores import TIGHT, ScoreColumn, Scores
from scorekeeper.sheets.sheet import Sheet, SheetRow

# Millimetres.
PADDING = 1.5
CONTRACT_LEAST, CONTRACT_MOST, RULES_LEAST, LARGE_CONTRACT = 36.0, 66.0, 20.0, 1.5
NAMED = 12.0
PLAYER_WANTED, NOTED_MORE = 23.0, 0.8


@dataclass(frozen=True, slots=True)
class Name:
    """The lines of a name, and its type size in points."""

    lines: tuple[str, ...]
    size: float

    @property
    def size_class(self) -> str:
        return f"name-{self.size * 10:.0f}"


class Columns:
    """The columns of ``sheet`` on pages with ``inside`` millimetres between the margins.

    ``is_wide`` is true if a page has room for at least one side, and ``groups`` are the sides on
    each page. Type sizes are in points.
    """

    def __init__(self, sheet: Sheet, printing: PrintOptions, inside: float, fonts: Fonts) -> None:
        self.sheet, self.printing, self.inside, self.fonts = sheet, printing, inside, fonts
        self.type = printing.type
        self.scores = Scores(sheet, self.type, fonts)

    @cached_property
    def is_wide(self) -> bool:
        return self._spare - self._contract_least >= self.scores.least

    @cached_property
    def groups(self) -> list[range]:
        sides = len(self.sheet.names)
        most = max(1, int((self._spare - self._contract_least) / self.scores.least + 1e-6))
        return _shared_out(sides, ceil(sides / most))

    @cached_property
    def contract(self) -> float:
        """The width of the column with the contracts; 0 if there is none."""
        width = self._contract_least
        if self.sheet.has_contracts:
            width = max(width, min(self._contract_width(), self._room))
        return floor(width * 100) / 100

    @cached_property
    def noted(self) -> list[float]:
        """The widths of the extra columns for deals, widened by at most half of the room."""
        least, room = self._noted_least, self._room - self.contract
        if not least or room <= 0:
            return least
        factor = 1 + min(NOTED_MORE, room / 2 / sum(least))
        return [width * factor for width in least]

    @cached_property
    def player(self) -> float:
        """The width of each side’s column on the page with the most sides."""
        return self.side(self._most_sides)

    @property
    def name_size(self) -> float:
        """The type size of all names but the ``long`` ones."""
        return self._fitted_names[0]

    @property
    def names(self) -> tuple[Name, ...]:
        return self._fitted_names[1]

    @property
    def long(self) -> list[Name]:
        """The names that are in smaller type than the others."""
        return [name for name in self.names if name.size != self.name_size]

    @cached_property
    def score_size(self) -> float:
        return self.scores.size(self.player)

    @cached_property
    def sum_size(self) -> float:
        sizes, font = self.type, self.fonts.bold
        values = [value for row in self.sheet.sums for value in row.values]
        widest = max((font.width(value, sizes.sum) for value in values), default=0)
        return shrink(sizes.sum, sizes.figure, widest, self.player - 2 * TIGHT)

    @cached_property
    def _fitted_names(self) -> tuple[float, tuple[Name, ...]]:
        names = [printed_name(name, self.fonts) for name in self.sheet.names]
        return _fit_names(names, (self.player - 2 * TIGHT) * SAFETY, self.fonts.bold, self.type)

    @cached_property
    def _spare(self) -> float:
        """The width for the contracts and the sides."""
        return self.inside - (self.number + self.hand + sum(self._noted_least))

    @property
    def _most_sides(self) -> int:
        """The number of sides on the page with the most."""
        return max(map(len, self.groups))

    @property
    def _room(self) -> float:
        """The width for the contracts if each side has the width it wants."""
        return self._spare - self._most_sides * max(PLAYER_WANTED, self.scores.least)

    @property
    def before(self) -> float:
        """The width of the columns before the sides."""
        return self.number + self.contract + self.hand + sum(self.noted)

    @cached_property
    def number(self) -> float:
        """The width of the column with the numbers of the deals.

        If it is the only column before the sides, each word in the labels of totals must also fit.
        """
        sheet = self.sheet
        widths = [
            self.fonts.regular.needs(sheet.deal_word, self.type.head),
            *(self.fonts.bold.needs(row.head, self.row_size) for row in sheet.rows),
        ]
        if sheet.head_columns == 1:
            labels = (carried_label(), brought_label(), *(row.label for row in sheet.sums[:2]))
            words = (word for label in labels for word in label.split())
            widths += [self.fonts.bold.needs(word, self.label_size) for word in words]
        return max(9.0, max(widths) + 2 * TIGHT)

    @cached_property
    def hand(self) -> float:
        """The width of the column with the numbers of cards; 0 if there is none."""
        if not self.sheet.has_cards:
            return 0.0
        sizes = self.type
        # Translators: {cards} is the number of cards in a perfect cut
        cut = _("cut {cards}")
        cuts = [cut.format(cards=row.cut) for row in self.sheet.rows if row.cut]
        widths = [self.fonts.regular.needs(text, sizes.note) for text in cuts]
        widths += [sizes.card_width, self.fonts.regular.needs(_("Cards"), self.type.head)]
        return max(widths) + 2 * TIGHT

    @cached_property
    def _noted_least(self) -> list[float]:
        """The minimum widths of the extra columns for deals."""
        return [self._noted_width(noted.label, noted.longest) for noted in self.sheet.noted]

    def _noted_width(self, label: str, longest: str, least: float = NAMED) -> float:
        sizes = self.type
        label_width = self.fonts.regular.needs(label, sizes.part)
        if not longest:
            room = least * (LARGE_CONTRACT if self.printing.large else 1.0)
            return max(room, label_width + 2 * TIGHT)
        return max(label_width, self.fonts.regular.needs(longest, self.type.noted)) + 2 * TIGHT

    @property
    def row_size(self) -> float:
        """The type size of deal numbers, or of box names."""
        return self.type.contract if self.sheet.has_boxes else self.type.number

    @property
    def label_size(self) -> float:
        """The type size of the labels of the rows below the deals."""
        return self.type.subtitle if self.sheet.head_columns == 1 else self.type.sum_label

    def _contract_width(self) -> float:
        """Return the width at which any contract or note fits on one line, up to a limit."""
        sizes, font = self.type, self.fonts.regular
        contracts = (font.width(row.contract, sizes.contract) for row in self.sheet.rows)
        notes = (font.width(note, sizes.note) for note in self._all_notes())
        most = CONTRACT_MOST * (LARGE_CONTRACT if self.printing.large else 1.0)
        return min(most, max([*contracts, *notes]) / SAFETY + 2 * PADDING)

    @cached_property
    def _contract_least(self) -> float:
        """The minimum width of the column with the contracts; 0 if there is none.

        The column is never narrower than the longest unbreakable text.
        """
        if not self.sheet.has_contracts:
            return 0.0
        usual = CONTRACT_LEAST if self.sheet.asks_contracts else RULES_LEAST
        usual *= LARGE_CONTRACT if self.printing.large else 1.0
        sizes, font = self.type, self.fonts.regular
        parts = [part for row in self.sheet.rows for part in row.unbroken_contract.split(" ")]
        words = [word for note in self._all_notes() for word in note.split(" ")]
        widths = [font.width(part, sizes.contract) for part in parts]
        widths += [font.width(word, sizes.note) for word in words]
        return max(max(widths) / SAFETY + 2 * PADDING, min(usual, self._spare - self.scores.least))

    def _all_notes(self) -> list[str]:
        """Return the special rules that appear in any row."""
        return [
            note for row in self.sheet.rows for note in notes_of(self.sheet, self.printing, row)
        ]

    def side(self, count: int) -> float:
        """Return the width of each side’s column on a page with ``count`` sides."""
        return (self.inside - self.before) / count

    def score(self, count: int) -> ScoreColumn:
        """Return where points and totals go in a side’s column on a page with ``count`` sides."""
        return self.scores.column(self.side(count), self.score_size)

    @property
    def before_classes(self) -> tuple[str, ...]:
        """The CSS classes of the columns before the sides."""
        return tuple(self._before())

    @property
    def rules(self) -> dict[str, str]:
        """The CSS rules of the columns, by selector."""
        rules = {f"col.{name}": f"width: {width:.2f}mm" for name, width in self._before().items()}
        for count in {len(group) for group in self.groups}:
            rules |= self.scores.rules(count, self.score(count), self.score_size)
        return rules | {
            ".names b": f"font-size: {self.name_size}pt",
            **{f".names .{each.size_class}": f"font-size: {each.size}pt" for each in self.long},
            ".deals .number": f"font-size: {self.row_size}pt",
            ".deals .told": f"font-size: {self.score_size}pt",
            ".sums td": f"font-size: {self.sum_size}pt",
            ".sums th": f"font-size: {self.label_size:.1f}pt",
        }

    def grid(self, count: int) -> Grid:
        """Return where the columns begin and end on a page with ``count`` sides."""
        before = list(self._before())
        return Grid(
            columns=tuple(accumulate(self._before().values())),
            hand=before.index("hand") if "hand" in before else None,
            side=self.side(count),
            sides=count,
            within=self.score(count).edges,
        )

    def noted_text(self, text: str, width: float) -> str:
        """Return the text for an extra column, truncated if necessary."""
        font, size = self.fonts.regular, self.type.noted
        room = (width - 2 * TIGHT) * SAFETY
        return text if font.width(text, size) <= room else font.chop(text, size, room, 1)[0]

    def _before(self) -> dict[str, float]:
        """Return the widths of the columns before the sides, by CSS class."""
        widths = {
            "number": self.number,
            "contract": self.contract,
            "hand": self.hand,
            **{f"noted-{at}": width for at, width in enumerate(self.noted)},
        }
        return {name: width for name, width in widths.items() if width}


def carried_label() -> str:
    """Return the label of the totals at the end of a page."""
    return _("Carried over")


def brought_label() -> str:
    """Return the label of the totals at the start of the next page."""
    return _("Brought forward")


def notes_of(sheet: Sheet, printing: PrintOptions, row: SheetRow) -> tuple[str, ...]:
    """Return the special rules of a deal that appear in its row.

    In large print, they are in the legend instead if the game has contracts.
    """
    return () if printing.large and sheet.asks_contracts else row.notes


def _shared_out(count: int, shares: int) -> list[range]:
    """Divide ``range(count)`` into ``shares`` nearly equal ranges, the longer ones first."""
    base, more = divmod(count, shares)
    sizes = [base + (at < more) for at in range(shares)]
    begins = [0, *accumulate(sizes)]
    return [range(begin, end) for begin, end in pairwise(begins)]


def _fit_names(
    names: Sequence[str], width: float, font: FontMetrics, sizes: TypeScale
) -> tuple[float, tuple[Name, ...]]:
    """Return the shared size of the names, and the lines and the size of each name.

    All names are shrunk and wrapped alike. A name that still doesn’t fit is shrunk further, and
    finally truncated.
    """
    shared = next(
        (
            each
            for each in sizes.names
            if all(_fit_name(name, (each,), width, font) for name in names)
        ),
        sizes.names[-1],
    )
    least, most = (*sizes.names, *sizes.long_names)[-1]
    return shared[0], tuple(
        _fit_name(name, (shared, *sizes.long_names), width, font)
        or Name(tuple(font.chop(name, least, width, most)), least)
        for name in names
    )


def _fit_name(
    name: str, sizes: Iterable[tuple[float, int]], width: float, font: FontMetrics
) -> Name | None:
    """Return the name in the first of ``sizes`` that keeps its words unbroken, or None."""
    for size, most in sizes:
        lines = font.wrap(name, size, width)
        if _fits(lines, size, most, width, font):
            return Name(tuple(lines), size)
    return None


def _fits(lines: Sequence[str], size: float, most: int, width: float, font: FontMetrics) -> bool:
    return len(lines) <= most and all(font.width(line, size) <= width for line in lines)
