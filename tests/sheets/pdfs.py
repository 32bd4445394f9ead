"""What a printed sheet says, and where it says it."""

from functools import cache
from io import BytesIO

import pypdfium2
from pypdf import PdfReader

from rules.library import library
from scorekeeper.sheets.layout import blank_sheet
from scorekeeper.sheets.pdf import render_pdf

POINTS_PER_MM = 72 / 25.4
NAMES = (
    "Александра Константинова",
    "Γιώργος Παπαδόπουλος",
    "Bartholomew-Featherstone",
    "Łucja Żółć",
    "Nguyễn Thị Hiền",
    "Ann",
    "Søren Kierkegaard-Møller",
    "Їжакевич Ґалаґан",
    "Zoë Ødegård",
    "Константин",
    "Ελευθερία",
    "Maximilian",
)


@cache
def blank_pdf(slug: str, players: int, paper: str) -> bytes:
    """A blank sheet with names that are long, Greek, Cyrillic and accented."""
    sheet = blank_sheet(library().variant(slug).standard, names_of(slug, players))
    return render_pdf(sheet, paper)


def names_of(slug: str, players: int) -> tuple[str, ...]:
    """A name for each side of so many players."""
    return NAMES[: players // library().variant(slug).standard.players.team]


def tables_of(slug: str) -> tuple[int, ...]:
    """Numbers of players at the smallest and the largest table."""
    counts = library().variant(slug).standard.players.counts
    return tuple(dict.fromkeys((counts[0], counts[-1])))


def squeezed(text: str) -> str:
    """``text`` without white space, so that it does not matter where its lines broke."""
    return "".join(text.split())


def text_of(pdf: bytes) -> str:
    return squeezed("".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages))


def fonts_of(pdf: bytes) -> dict[str, bool]:
    """Each font by name without the tag of its subset, and whether it is embedded."""
    fonts = {}
    for page in PdfReader(BytesIO(pdf)).pages:
        for font in page["/Resources"]["/Font"].values():
            descendant = font.get_object()["/DescendantFonts"][0].get_object()
            name = descendant["/BaseFont"].partition("+")[2]
            fonts[name] = "/FontFile2" in descendant["/FontDescriptor"]
    return fonts


def margins_of(pdf: bytes) -> tuple[float, float, float, float]:
    """Millimetres from the text to the left, lower, right and upper edge of the first page."""
    document = pypdfium2.PdfDocument(pdf)
    page = document[0]
    width, height = page.get_size()
    words = page.get_textpage()
    boxes = [words.get_rect(index) for index in range(words.count_rects())]
    left, bottom = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, top = max(box[2] for box in boxes), max(box[3] for box in boxes)
    document.close()
    edges = (left, bottom, width - right, height - top)
    return tuple(edge / POINTS_PER_MM for edge in edges)
