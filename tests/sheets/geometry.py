"""Positions of everything on a printed sheet, read from the PDF alone, and layout errors."""

import ctypes
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import pairwise, takewhile

import pypdfium2
import pypdfium2.raw as pdfium
from django.utils.translation import get_language, gettext

from scorekeeper.printing.papers import PAPERS, PrintOptions
from scorekeeper.sheets.fitting import FittedSheet
from scorekeeper.sheets.measure import ELLIPSIS
from scorekeeper.sheets.pdf import fit_sheet, render_pdf
from scorekeeper.sheets.places import CORNER
from scorekeeper.sheets.printed_page import PlacedRow, PrintedPage
from scorekeeper.sheets.scores import POINTS_LEAST, TOTAL_LEAST
from scorekeeper.sheets.sheet import Sheet
from tests.sheets.pdfs import squeezed

MM = 25.4 / 72
OURS = {"Scorepad", "Scorepad-Bold", "Suits"}
BLACK = (0, 0, 0, 255)
# In millimetres: the margin, the overhang of letters, the thickness of rules, a PDF’s precision.
MARGIN, BEARING, RULE, EXACT = 10.0, 0.3, 0.7, 0.2
GAP = 0.4  # the gap between words, in ems, which is more than a space


@dataclass(frozen=True, slots=True)
class Box:
    """A box, in millimetres from the left and top edges of a page."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    def meets(self, other: "Box", by: float = BEARING) -> bool:
        """Return whether the boxes overlap by more than ``by`` in both directions."""
        return (
            min(self.right, other.right) - max(self.left, other.left) > by
            and min(self.bottom, other.bottom) - max(self.top, other.top) > by
        )

    def holds(self, other: "Box", by: float = BEARING) -> bool:
        """Return whether the other box is inside this one, or extends beyond it by less than
        ``by``.
        """
        return (
            other.left > self.left - by
            and other.right < self.right + by
            and other.top > self.top - by
            and other.bottom < self.bottom + by
        )


@dataclass(frozen=True, slots=True)
class Line:
    """Letters drawn together: their text, the box of their ink, and their size in points.

    ``is_cut`` means that part of the ink is not visible.
    """

    text: str
    box: Box
    size: float
    is_cut: bool = False


@dataclass(frozen=True, slots=True)
class Drawn:
    """One page: its size, text, boxes of rules and frames, and colours.

    ``fonts`` has the font names, and whether each font is embedded.
    """

    width: float
    height: float
    lines: tuple[Line, ...]
    shapes: tuple[Box, ...]
    colours: frozenset[tuple[int, ...]] = frozenset()
    fonts: frozenset[tuple[str, bool]] = frozenset()

    @property
    def text(self) -> str:
        return "".join(line.text for line in self.lines)


def read_pages(pdf: bytes) -> tuple[Drawn, ...]:
    """Return each page’s content."""
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        return tuple(_read_page(document[number]) for number in range(len(document)))


def _read_page(page: pypdfium2.PdfPage) -> Drawn:
    width, height = page.get_size()
    shapes, colours, fonts = [], set(), set()
    for drawn in page.get_objects(max_depth=15):
        colours.add(_colour(pdfium.FPDFPageObj_GetFillColor, drawn.raw))
        colours.add(_colour(pdfium.FPDFPageObj_GetStrokeColor, drawn.raw))
        if drawn.type == pdfium.FPDF_PAGEOBJ_TEXT:
            fonts.add(_font_of(drawn.raw))
        else:
            shapes.extend(_seen(drawn, height))
    lines = tuple(_read_lines(page, height))
    return Drawn(
        width=width * MM,
        height=height * MM,
        lines=lines,
        shapes=tuple(shapes),
        colours=frozenset(colours - {()}),
        fonts=frozenset(fonts),
    )


def _colour(ask, raw) -> tuple[int, ...]:
    parts = [ctypes.c_uint() for _ in range(4)]
    return tuple(part.value for part in parts) if ask(raw, *parts) else ()


def _font_of(raw) -> tuple[str, bool]:
    """Return a font’s name without its subset tag, and whether it is embedded."""
    font = pdfium.FPDFTextObj_GetFont(raw)
    size = pdfium.FPDFFont_GetBaseFontName(font, None, 0)
    name = ctypes.create_string_buffer(size)
    pdfium.FPDFFont_GetBaseFontName(font, name, size)
    return name.value.decode().rpartition("+")[2], pdfium.FPDFFont_GetIsEmbedded(font) == 1


def _is_stroked(raw) -> bool:
    stroke, fill = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDFPath_GetDrawMode(raw, fill, stroke)
    return bool(stroke.value)


def _seen(drawn: pypdfium2.PdfObject, height: float) -> Iterator[Box]:
    """Yield the visible boxes of an object, with the strokes and the fill of a path as separate
    boxes.
    """
    if drawn.type == pdfium.FPDF_PAGEOBJ_FORM:
        return
    is_path = drawn.type == pdfium.FPDF_PAGEOBJ_PATH
    if is_path and (drawn.container or _is_stroked(drawn.raw)):
        bounds = _inked(drawn)
    else:
        bounds = [drawn.get_bounds()]
    for each in bounds:
        yield _box(*_clipped(drawn.raw, *each), height)


def _box(left: float, bottom: float, right: float, top: float, height: float) -> Box:
    return Box(left * MM, (height - top) * MM, right * MM, (height - bottom) * MM)


def _clipped(raw, left: float, bottom: float, right: float, top: float) -> tuple[float, ...]:
    """Return the part of these bounds that is visible through the clipping path."""
    clip = pdfium.FPDFPageObj_GetClipPath(raw)
    for path in range(max(0, pdfium.FPDFClipPath_CountPaths(clip))):
        places = [
            _point(pdfium.FPDFClipPath_GetPathSegment(clip, path, at))
            for at in range(pdfium.FPDFClipPath_CountPathSegments(clip, path))
        ]
        if places:
            across, up = zip(*places, strict=True)
            left, right = max(left, min(across)), min(right, max(across))
            bottom, top = max(bottom, min(up)), min(top, max(up))
    return left, bottom, right, top


def _inked(path: pypdfium2.PdfObject) -> Iterator[tuple[float, float, float, float]]:
    """Yield the bounds of each part of a path. The bounds that pdfium reports for strokes may
    include their tips.
    """
    matrix, width = path.get_matrix(), ctypes.c_float()
    if path.container:
        matrix = matrix.multiply(path.container.get_matrix())
    pdfium.FPDFPageObj_GetStrokeWidth(path.raw, width)
    half = width.value * max(abs(matrix.a), abs(matrix.b)) / 2 if _is_stroked(path.raw) else 0.0
    strokes: list[list[tuple[float, float]]] = []
    for at in range(pdfium.FPDFPath_CountSegments(path.raw)):
        segment = pdfium.FPDFPath_GetPathSegment(path.raw, at)
        if pdfium.FPDFPathSegment_GetType(segment) == pdfium.FPDF_SEGMENT_MOVETO:
            strokes.append([])
        strokes[-1].append(matrix.on_point(*_point(segment)))
    for places in filter(None, strokes):
        across, up = zip(*places, strict=True)
        level = half if max(across) - min(across) > max(up) - min(up) else 0
        upright = half - level
        yield min(across) - upright, min(up) - level, max(across) + upright, max(up) + level


def _point(segment) -> tuple[float, float]:
    x, y = ctypes.c_float(), ctypes.c_float()
    pdfium.FPDFPathSegment_GetPoint(segment, x, y)
    return x.value, y.value


def _read_lines(page: pypdfium2.PdfPage, height: float) -> Iterator[Line]:
    """Yield the letters of a page, grouped if they are drawn together without a gap."""
    text, matrix = page.get_textpage(), pdfium.FS_MATRIX()
    found: dict[int, tuple] = {}
    for at in range(text.count_chars()):
        if pdfium.FPDFText_IsGenerated(text, at):
            continue
        letter = chr(pdfium.FPDFText_GetUnicode(text, at))
        drawn = pdfium.FPDFText_GetTextObject(text, at)
        # Text that is not drawn is ignored.
        if not drawn:
            continue
        owner = ctypes.addressof(drawn.contents)
        _, parts = found.setdefault(owner, (drawn, [([], [], [])]))
        letters, boxes, sizes = parts[-1]
        if not letter.isspace():
            box = text.get_charbox(at)
            pdfium.FPDFText_GetMatrix(text, at, matrix)
            size = pdfium.FPDFText_GetFontSize(text, at) * abs(matrix.d)
            is_latin = max("".join((*letters, letter)).replace("−", "-")) < "\u0250"
            if boxes and is_latin and box[0] - boxes[-1][2] > GAP * size:
                # The width of spaces in other scripts is unknown.
                letters, boxes, sizes = [], [], []
                parts.append((letters, boxes, sizes))
            boxes.append(box)
            sizes.append(size)
        # A hyphen at the end of a line is encoded as a soft hyphen.
        letters.append(letter.replace("\ufffe", "-").replace("\x02", "-"))
    for raw, parts in found.values():
        for letters, boxes, sizes in parts:
            if not boxes:
                continue
            left, bottom, right, top = zip(*boxes, strict=True)
            whole = (min(left), min(bottom), max(right), max(top))
            seen, inked = _box(*_clipped(raw, *whole), height), _box(*whole, height)
            words = "".join(letters).strip()
            yield Line(words, seen, min(sizes), is_cut=not seen.holds(inked))


# Layout errors


def faults_of(sheet: Sheet, printing: PrintOptions, *, foreign: bool = False) -> list[str]:
    """Return all layout errors of a printed sheet, as text.

    Names in ``foreign`` scripts use system fonts, so only their presence and position can be
    checked, not their shapes.
    """
    pdf, fitted = render_pdf(sheet, printing), fit_sheet(sheet, printing)
    pages = read_pages(pdf)
    faults = []
    if not foreign:
        faults += [
            *_document_faults(sheet, pdf, pages),
            *_text_faults(sheet, printing, fitted, pages),
        ]
    if len(pages) != len(fitted.pages):
        return [*faults, f"{len(pages)} pages, not {len(fitted.pages)}"]
    for number, (page, leaves) in enumerate(zip(pages, fitted.pages, strict=True), 1):
        found = [
            *paper_faults(page, printing, fitted),
            *overlaps(page),
            *size_faults(page, printing, sheet.names, foreign=foreign),
        ]
        found += [] if foreign else [*colour_faults(page), *cut_faults(page)]
        for leaf, place in zip(leaves, leaf_boxes(printing, fitted), strict=False):
            found += _pad_faults(page, leaf, place, sheet, fitted)
        faults += [f"page {number}: {fault}" for fault in found]
    return faults + (_inkless(pdf, sheet, printing, fitted, pages) if foreign else [])


def _inkless(
    pdf: bytes, sheet: Sheet, printing: PrintOptions, fitted: FittedSheet, pages: Sequence[Drawn]
) -> list[str]:
    """Yield names that have no ink in their place."""
    missing = []
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        for number, (page, leaves) in enumerate(zip(pages, fitted.pages, strict=True)):
            picture = document[number].render(scale=3, grayscale=True).to_pil()
            scale = picture.width / page.width
            for leaf, place in zip(leaves, leaf_boxes(printing, fitted), strict=False):
                boxes = name_boxes(page, leaf, place, sheet, fitted) if leaf.rows else []
                for side, box in zip(leaf.sides, boxes, strict=True):
                    inside = (box.left + 0.5, box.top + 0.5, box.right - 0.5, box.bottom - 0.5)
                    darkest, _ = picture.crop([round(edge * scale) for edge in inside]).getextrema()
                    if darkest > 128:
                        missing.append(f"the name “{' '.join(side.name)}” has no ink")
    return missing


def leaf_boxes(printing: PrintOptions, fitted: FittedSheet) -> list[Box]:
    """Return the box of each leaf on a page."""
    is_across = fitted.width > fitted.height
    return [
        Box(x, y, x + fitted.width, y + fitted.height)
        for at in range(PAPERS[printing.paper].beside)
        for x, y in [(0, at * fitted.height) if is_across else (at * fitted.width, 0)]
    ]


def _document_faults(sheet: Sheet, pdf: bytes, pages: Sequence[Drawn]) -> Iterator[str]:
    for name, is_embedded in sorted({font for page in pages for font in page.fonts}):
        if not is_embedded or name not in OURS:
            yield f"font {name} is {'not ours' if is_embedded else 'not embedded'}"
    told = frame_of(pdf)
    title = gettext("%(game)s: score sheet") % {"game": sheet.title}
    if told != {"title": title, "language": get_language(), "tagged": True}:
        yield f"the document says {told}"


def frame_of(pdf: bytes) -> dict[str, object]:
    """Check the metadata of the document."""
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        language = (ctypes.c_ushort * 32)()
        size = pdfium.FPDFCatalog_GetLanguage(document.raw, language, 64)
        return {
            "title": document.get_metadata_value("Title"),
            "language": bytes(language)[:size].decode("utf-16-le").rstrip("\0"),
            "tagged": document.is_tagged(),
        }


def paper_faults(page: Drawn, printing: PrintOptions, fitted: FittedSheet) -> Iterator[str]:
    """Check for a wrong page size, and for content in a margin or across the middle."""
    paper, places = PAPERS[printing.paper], leaf_boxes(printing, fitted)
    if not printing.picture and {fitted.width, fitted.height} != {paper.width, paper.height}:
        yield f"a leaf of {fitted.width} x {fitted.height} mm"
    width, height = places[-1].right, places[-1].bottom
    if abs(page.width - width) > EXACT or abs(page.height - height) > EXACT:
        yield f"{page.width:.1f} x {page.height:.1f} mm"
    clear = [
        Box(at.left + MARGIN, at.top + MARGIN, at.right - MARGIN, at.bottom - MARGIN)
        for at in places
    ]
    for line in page.lines:
        if not any(at.holds(line.box) for at in clear):
            yield f"“{line.text}” is in the margin, {_place(line.box)}"
    for box in page.shapes:
        is_clear = any(at.holds(box, 0) for at in clear)
        if not (is_clear or _is_cut(box, places) or _is_corner(box, fitted, places)):
            yield f"a rule is in the margin, {_place(box)}"


def _is_corner(box: Box, fitted: FittedSheet, places: Sequence[Box]) -> bool:
    """Return whether this is one of the squares by which photographs are straightened."""
    x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
    return abs(box.width - CORNER) < EXACT and any(
        abs(at.left + across - x) < EXACT and abs(at.top + down - y) < EXACT
        for at in places
        for across, down in fitted.places.corners
    )


def _is_cut(box: Box, places: Sequence[Box]) -> bool:
    """Return whether a rule is the line along which leaves are cut apart."""
    if len(places) < 2:
        return False
    _, second = places
    is_upright = box.width < RULE and abs(box.left - second.left) < RULE
    return is_upright or (box.height < RULE and abs(box.top - second.top) < RULE)


def overlaps(page: Drawn) -> Iterator[str]:
    """Check for text that overlaps other text, rules or the edges of frames."""
    ordered = sorted(page.lines, key=lambda line: line.box.top)
    for at, line in enumerate(ordered):
        for other in ordered[at + 1 :]:
            if other.box.top > line.box.bottom:
                break
            if line.box.meets(other.box):
                yield f"“{line.text}” and “{other.text}” overlap, {_place(line.box)}"
    shapes = sorted(page.shapes, key=lambda shape: shape.top)
    for line in ordered:
        near = takewhile(lambda shape, box=line.box: shape.top <= box.bottom, shapes)
        if any(_meets(shape, line.box) for shape in near):
            yield f"“{line.text}” and a rule overlap, {_place(line.box)}"


def _meets(shape: Box, text: Box) -> bool:
    """Return whether text overlaps a rule or the edge of a frame."""
    if not shape.meets(text, 0):
        return False
    if min(shape.width, shape.height) < RULE:
        return _crosses(shape, text)
    return shape.meets(text) and not shape.holds(text)


def _crosses(rule: Box, text: Box) -> bool:
    """Return whether a thin rule crosses text instead of only touching its edge."""
    if rule.width < rule.height:
        return text.left + BEARING < rule.right and rule.left < text.right - BEARING
    return text.top + BEARING < rule.bottom and rule.top < text.bottom - BEARING


def size_faults(
    page: Drawn, printing: PrintOptions, names: Sequence[str] = (), *, foreign: bool = False
) -> Iterator[str]:
    """Check for text that is too small. In large print, long ``names`` may be smaller than the
    rest.

    Text in names with a foreign font can’t be read, but it never looks like our letters and digits.
    """
    whole = [squeezed(name) for name in names]
    for line in page.lines:
        is_ours = any(char.isascii() and char.isalnum() for char in line.text)
        is_name = any(squeezed(line.text).rstrip(ELLIPSIS) in name for name in whole)
        is_name = is_name or (foreign and not is_ours)
        least = (12.0 if is_name else 16.0) if printing.large else 6.5
        if line.size < least - 0.01:
            yield f"“{line.text}” has {line.size:.1f} points"


def cut_faults(page: Drawn) -> Iterator[str]:
    yield from (
        f"“{line.text}” is cut off, {_place(line.box)}" for line in page.lines if line.is_cut
    )


def colour_faults(page: Drawn) -> Iterator[str]:
    if page.colours - {BLACK}:
        yield f"colours {sorted(page.colours - {BLACK})}"


def _pad_faults(
    page: Drawn, leaf: PrintedPage, place: Box, sheet: Sheet, fitted: FittedSheet
) -> Iterator[str]:
    """Check for rows and columns that are too small to write in, or that differ from the fitted
    sizes.
    """
    if not leaf.rows:
        return
    heights = [row.height for row in leaf.rows]
    if min(heights) < fitted.type.row_least:
        yield f"a row is {min(heights)} mm high"
    rules = _rules_in(page, place)
    rows = _rows_of(page, leaf, rules)
    if not rows:
        tops = _level(rules)
        gaps = [round(below - above, 1) for above, below in pairwise(tops)]
        yield f"rows are drawn {gaps} mm high, not {heights}"
    side = len(sheet.parts) + (1 if sheet.has_boxes else 2)
    columns = sheet.head_columns + side * len(leaf.sides)
    for row, placed in zip(rows, leaf.rows, strict=False):
        edges = _upright(rules, row)
        widths = [after - before for before, after in pairwise(edges)]
        if len(widths) != columns:
            yield f"{len(widths)} columns, not {columns}"
            return
        yield from _figure_faults(page, placed, row, edges[sheet.head_columns :], side)
        sides = widths[sheet.head_columns :]
        points = min(sides[side - 2 :: side])
        total = min(sides[side - 1 :: side])
        if points < POINTS_LEAST - EXACT or total < TOTAL_LEAST - EXACT:
            yield f"columns for points and totals are {points:.1f} and {total:.1f} mm wide"
            return


def _figure_faults(
    page: Drawn, placed: PlacedRow, row: tuple[float, float], edges: Sequence[float], columns: int
) -> Iterator[str]:
    """Check for numbers that are not between the lines of their cell."""
    above, below = row
    for at, cell in enumerate(placed.cells):
        if not cell.figures:
            continue
        inside = edges[columns * at : columns * (at + 1) + 1]
        for text, (left, right) in zip(cell.figures.split(), pairwise(inside), strict=True):
            box = Box(left, above, right, below)
            if not any(line.text == text and box.holds(line.box, 0) for line in page.lines):
                yield f"{text} is not at {_place(box)}"


def name_boxes(
    page: Drawn, leaf: PrintedPage, place: Box, sheet: Sheet, fitted: FittedSheet
) -> list[Box]:
    """Return the box of each name on a leaf."""
    rules = _rules_in(page, place)
    edges = _upright(rules, _rows_of(page, leaf, rules)[0])[
        sheet.head_columns :: len(sheet.parts) + 2
    ]
    top = _level(rules)[0]
    return [
        Box(left, top, right, top + fitted.type.names_height) for left, right in pairwise(edges)
    ]


def _rules_in(page: Drawn, place: Box) -> list[Box]:
    """Return the thin rules on the leaf in this place, without the cutting line."""
    clear = Box(place.left + 1, place.top + 1, place.right - 1, place.bottom - 1)
    return [box for box in page.shapes if clear.holds(box) and min(box.width, box.height) < RULE]


def _level(rules: Sequence[Box]) -> list[float]:
    """Return the positions of the pad’s horizontal rules, which all start at the left margin."""
    level = [box for box in rules if box.width > RULE > box.height]
    left = min(box.left for box in level)
    return _met({(box.top + box.bottom) / 2 for box in level if box.left - left < RULE})


def _upright(rules: Sequence[Box], row: tuple[float, float]) -> list[float]:
    """Return the left and right edges of a row’s columns."""
    middle = sum(row) / 2
    upright = {(box.left + box.right) / 2 for box in rules if box.top < middle < box.bottom}
    level = [box for box in rules if row[0] - EXACT < (box.top + box.bottom) / 2 < row[0] + EXACT]
    left, right = min(box.left for box in level), max(box.right for box in level)
    within = [place for place in _met(upright) if left + 1 < place < right - 1]
    return [left, *within, right]


def _rows_of(page: Drawn, leaf: PrintedPage, rules: Sequence[Box]) -> list[tuple[float, float]]:
    """Return the top and bottom of each numbered row on a leaf, given the fitted heights."""
    heights = [row.height for row in leaf.rows]
    left = min(box.left for box in rules)
    numbered = {
        (line.text, (line.box.top + line.box.bottom) / 2)
        for line in page.lines
        if left < line.box.left < left + 20
    }
    for found in _spans_of(_level(rules), heights):
        if all(
            any(text == row.row.head and above < at < below for text, at in numbered)
            for row, (above, below) in zip(leaf.rows, found, strict=True)
        ):
            return found
    return []


def _met(places: Iterable[float]) -> list[float]:
    """Return ``places`` in order, merging those that are nearly equal."""
    met: list[float] = []
    for place in sorted(places):
        if not met or place - met[-1] > EXACT:
            met.append(place)
    return met


def _spans_of(
    tops: Sequence[float], heights: Sequence[float]
) -> Iterator[list[tuple[float, float]]]:
    """Yield the possible tops and bottoms of consecutive rows with these heights."""
    spans = list(pairwise(tops))
    for at in range(len(spans) - len(heights) + 1):
        found = spans[at : at + len(heights)]
        drawn = [below - above for above, below in found]
        if all(abs(a - b) < EXACT for a, b in zip(drawn, heights, strict=True)):
            yield found


def _text_faults(
    sheet: Sheet, printing: PrintOptions, fitted: FittedSheet, pages: Sequence[Drawn]
) -> Iterator[str]:
    """Check for content that is missing on paper."""
    text = squeezed("".join(page.text for page in pages))
    drawn = [row for leaf in fitted.leaves for row in leaf.rows]
    said = [sheet.title, sheet.outcome, sheet.subtitle, sheet.code, sheet.played_on]
    said += [label for row in sheet.sums for label in (row.label, *row.values)]
    said += [words for placed in drawn for words in (placed.row.contract, *placed.noted)]
    said += [cell.points for placed in drawn for cell in placed.row.cells]
    said += [cell.total for placed in drawn for cell in placed.row.cells]
    said += [noted.label for noted in (*sheet.noted, *sheet.parts)]
    if printing.picture:
        said.remove(sheet.played_on)
    else:
        said += [sheet.house_text]
        said += [note for placed in drawn for note in placed.row.notes]
        said += [f"{label}: {words}" for label, words in sheet.facts]
        said += [words for sign in sheet.signs for words in sign]
        said += [words for pairs in (sheet.values, sheet.pays) for pair in pairs for words in pair]
        said += [sheet.values_label, sheet.pays_label]
    if sheet.has_suits and not sheet.address:
        said.append("♠♥♦♣")
    for words in dict.fromkeys(said):
        if squeezed(words) not in text:
            yield f"“{words}” is missing"
    yield from _name_faults(sheet, fitted, text)
    if sheet.rows[: sheet.least_rows] and not printing.picture:
        numbers = [row.row.number for row in drawn]
        fewest = max(sheet.least_rows, 1)
        groups = max(1, len({leaf.sides for leaf in fitted.leaves if leaf.rows}))
        if sorted(set(numbers))[:fewest] != list(range(1, fewest + 1)) or len(numbers) % groups:
            yield f"the rows are {numbers}"


def _name_faults(sheet: Sheet, fitted: FittedSheet, text: str) -> Iterator[str]:
    """Check for names that are incomplete, except those cut off at the smallest size."""
    shown = {
        side.number: squeezed("".join(side.name)) for leaf in fitted.leaves for side in leaf.sides
    }
    if sorted(shown) != list(range(1, len(sheet.names) + 1)):
        yield f"columns {sorted(shown)}"
    smallest = fitted.type.names[-1][0]
    for number, name in enumerate(sheet.names, 1):
        said, whole = shown.get(number, ""), squeezed(name)
        is_cut = fitted.name_size == smallest and said.endswith(ELLIPSIS)
        if said not in text or not (said == whole or (is_cut and whole.startswith(said[:-1]))):
            yield f"the name “{name}” is printed as “{said}”"


def _place(box: Box) -> str:
    return f"{box.left:.1f}–{box.right:.1f} across, {box.top:.1f}–{box.bottom:.1f} down"
