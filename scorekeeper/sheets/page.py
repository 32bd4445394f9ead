"""How a sheet fits its paper: upright or across, widths, heights, and the size of names."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.sheets.layout import Sheet, SheetRow
from scorekeeper.sheets.measure import Face

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}

# Millimetres; sizes of type are points. static/css/sheet.css sets the same figures.
MARGIN = 12.0
HEAD, SUBTITLE_LINE = 23.0, 4.0
TITLE_SIZE, SUBTITLE_SIZE, ORNAMENT = 26.0, 9.0, 36.0
NAMES, PARTS, SUM = 11.0, 4.5, 8.5
RULES = 3.0  # the horizontal rules of the pad together
GAP = 4.0
NUMBER, LABEL, HAND = 9.0, 12.0, 11.0  # a number alone, or with “Total” below it
CONTRACT_LEAST, CONTRACT_MOST, RULES_LEAST = 36.0, 66.0, 20.0
CONTRACT_SIZE, CONTRACT_LINE = 10.5, 4.4
NOTE_SIZE, NOTE_LINE = 7.5, 3.0
CARD, CUT = 7.4, 3.0
PADDING, CLEAR = 1.5, 1.0
SCORE_ABOVE = 6.2  # twice the marks over a score, less what moves it down
PLAYER_WANTED, ROW_WANTED, ROW_LEAST = 23.0, 11.0, 7.5
POINTS_SHARE = 0.58
# Sizes of names and how many lines each may have, best first.
NAME_SIZES = ((12.0, 1), (11.0, 2), (10.0, 2), (9.0, 2), (8.0, 2), (7.0, 3))
LEGEND_SIZE, LEGEND_LINE = 8.0, 3.5
MARKS_SHARE, GUTTER, VALUES, MARKS_ABOVE = 0.3, 6.0, 13.0, 2.0
# Kerning can make a line a little wider than its letters.
SAFETY = 0.97


@dataclass(frozen=True, slots=True)
class Faces:
    """The two weights of the sheet."""

    regular: Face
    bold: Face


@dataclass(frozen=True, slots=True)
class Page:
    """Sizes in millimetres, of names in points; ``names`` has the lines of each column's name.

    ``room`` is what a page has for all rows; ``facts`` are the sheet's, in two columns.
    """

    width: float
    height: float
    number: float
    contract: float
    points: float
    total: float
    title_size: float
    room: float
    rows: tuple[float, ...]
    name_size: float
    names: tuple[tuple[str, ...], ...]
    facts: tuple[Sequence[tuple[str, str]], ...]

    @property
    def css(self) -> str:
        """What of the page a stylesheet has to say."""
        rules = [
            f"@page {{ size: {self.width}mm {self.height}mm }}",
            f"h1 {{ font-size: {self.title_size:.1f}pt }}",
            f"col.number {{ width: {self.number}mm }}",
            f"col.contract {{ width: {self.contract}mm }}",
            f"col.points {{ width: {self.points}mm }}",
            f"col.total {{ width: {self.total}mm }}",
            f".names b {{ font-size: {self.name_size}pt }}",
        ]
        usual = min(self.rows)
        rules += _row_css(".deals tr", usual)
        for number, height in enumerate(self.rows, 1):
            if height != usual:
                rules += _row_css(f".deals tr:nth-child({number})", height)
        return "\n".join(rules)


def _row_css(row: str, height: float) -> list[str]:
    score = max(0, height - SCORE_ABOVE)
    return [f"{row} {{ height: {height}mm }}", f"{row} .score {{ line-height: {score:.2f}mm }}"]


def fit_page(sheet: Sheet, paper: str, faces: Faces) -> Page:
    """Return the page on which ``sheet`` is easiest to write: upright when that is wide enough."""
    short, long = PAPERS[paper]
    upright, across = _page(sheet, short, long, faces), _page(sheet, long, short, faces)
    return max(upright, across, key=_ease)


def _ease(page: Page) -> tuple[bool, float]:
    """Whether the rows fit one page, and how good the tightest cell is: 1 is as wanted."""
    player = page.points + page.total
    ease = min(1, player / PLAYER_WANTED, min(page.rows) / ROW_WANTED)
    return sum(page.rows) <= page.room + 0.1, ease


def _page(sheet: Sheet, width: float, height: float, faces: Faces) -> Page:
    inside, count = width - 2 * MARGIN, len(sheet.names)
    hand = HAND if sheet.has_cards else 0
    number = NUMBER if sheet.head_columns > 1 else LABEL
    spare = inside - number - hand - count * PLAYER_WANTED
    wanted = min(_contract_width(sheet, faces), spare, CONTRACT_MOST)
    least = CONTRACT_LEAST if sheet.asks_contracts else RULES_LEAST
    contract = max(least, wanted) if sheet.has_contracts else 0
    player = (inside - number - hand - contract) / count
    points = round(player * POINTS_SHARE, 2)
    name_size, names = _fit_names(sheet.names, (player - PADDING) * SAFETY, faces.bold)
    marks = inside * MARKS_SHARE
    facts_width = (inside - marks - 2 * GUTTER) / 2
    facts, facts_height = _halves(sheet.facts, facts_width, faces)
    legend = max(_marks_height(sheet), facts_height)
    used = _head_height(sheet, inside, faces) + NAMES + PARTS + SUM * len(sheet.sums) + RULES
    room = height - 2 * MARGIN - used - GAP - legend
    needs = [_row_need(row, contract - 2 * PADDING, faces) for row in sheet.rows]
    return Page(
        width=width,
        height=height,
        number=number,
        contract=round(contract, 2),
        points=points,
        total=round(player - points, 2),
        title_size=_title_size(sheet.title, inside - ORNAMENT, faces.bold),
        room=room,
        rows=_stretch(needs, room),
        name_size=name_size,
        names=names,
        facts=facts,
    )


def _title_size(title: str, width: float, face: Face) -> float:
    return min(TITLE_SIZE, TITLE_SIZE * width * SAFETY / face.width(title, TITLE_SIZE))


def _contract_width(sheet: Sheet, faces: Faces) -> float:
    """Wide enough for each contract, and each sentence under one, to stand in a line."""
    face = faces.regular
    contracts = (face.width(row.contract, CONTRACT_SIZE) for row in sheet.rows)
    notes = (face.width(note, NOTE_SIZE) for row in sheet.rows for note in row.notes)
    return max([*contracts, *notes]) / SAFETY + 2 * PADDING


def _head_height(sheet: Sheet, width: float, faces: Faces) -> float:
    lines = _lines(f"{sheet.outcome} · {sheet.subtitle}", SUBTITLE_SIZE, width, faces.regular)
    if sheet.house_rules:
        lines += _lines(sheet.house_text, SUBTITLE_SIZE, width, faces.bold)
    return HEAD + lines * SUBTITLE_LINE


def _row_need(row: SheetRow, width: float, faces: Faces) -> float:
    words = _lines(row.unbroken_contract, CONTRACT_SIZE, width, faces.regular) * CONTRACT_LINE
    notes = _lines(" ".join(row.notes), NOTE_SIZE, width, faces.regular) * NOTE_LINE
    return max(words + notes, CARD + (CUT if row.cut else 0)) + CLEAR


def _stretch(needs: Sequence[float], height: float) -> tuple[float, ...]:
    """Heights of rows that fill ``height`` evenly; a row that needs more than its share gets that.

    When there is not enough for all, every row has what it needs and the sheet goes on overleaf.
    """
    share, rest = 0.0, height
    for left, need in zip(range(len(needs), 0, -1), sorted(needs, reverse=True), strict=True):
        share = rest / left
        if need <= share:
            break
        rest -= need
    return tuple(round(max(need, share, ROW_LEAST), 2) for need in needs)


def _fit_names(
    names: Sequence[str], width: float, face: Face
) -> tuple[float, tuple[tuple[str, ...], ...]]:
    """The size at which all names fit, and their lines: shrunk, then wrapped, then cut off."""
    for size, most in NAME_SIZES:
        lines = [face.wrap(name, size, width) for name in names]
        if all(_fits(parts, size, most, width, face) for parts in lines):
            return size, tuple(map(tuple, lines))
    size, most = NAME_SIZES[-1]
    lines = [
        parts if _fits(parts, size, most, width, face) else face.chop(name, size, width, most)
        for name, parts in zip(names, lines, strict=True)
    ]
    return size, tuple(map(tuple, lines))


def _fits(lines: Sequence[str], size: float, most: int, width: float, face: Face) -> bool:
    return len(lines) <= most and all(face.width(line, size) <= width for line in lines)


def _halves(
    facts: Sequence[tuple[str, str]], width: float, faces: Faces
) -> tuple[tuple[Sequence[tuple[str, str]], ...], float]:
    """``facts`` in two columns, the higher of which is as low as can be, and its height."""
    # Label and text share their lines; the bold face, being wider, counts for both.
    lines = [_lines(f"{label}: {text}", LEGEND_SIZE, width, faces.bold) for label, text in facts]
    higher, cut = min(
        (max(sum(lines[:cut]), sum(lines[cut:])), cut) for cut in range(len(facts) + 1)
    )
    return (facts[:cut], facts[cut:]), higher * LEGEND_LINE


def _marks_height(sheet: Sheet) -> float:
    return (VALUES if sheet.values else MARKS_ABOVE) + len(sheet.signs) * LEGEND_LINE


def _lines(text: str, size: float, width: float, face: Face) -> int:
    return len(face.wrap(text, size, width * SAFETY))
