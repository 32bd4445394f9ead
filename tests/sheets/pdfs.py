"""The text on a printed sheet, and its positions."""

from contextlib import closing
from io import BytesIO

import pypdfium2
from pypdf import PdfReader

POINTS_PER_MM = 72 / 25.4


def squeezed(text: str) -> str:
    """Return ``text`` without whitespace, so that line breaks make no difference."""
    return "".join(text.split())


def text_of(pdf: bytes) -> str:
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        text = "".join(page.get_textpage().get_text_range() for page in document)
    # A hyphen at the end of a line is encoded as a soft hyphen.
    return squeezed(text.replace("\ufffe", "-").replace("\x02", "-"))


def fonts_of(pdf: bytes) -> dict[str, bool]:
    """Return each font by name, without its subset tag, and whether it is embedded."""
    fonts = {}
    for page in PdfReader(BytesIO(pdf)).pages:
        for font in page["/Resources"]["/Font"].values():
            descendant = font.get_object()["/DescendantFonts"][0].get_object()
            name = descendant["/BaseFont"].partition("+")[2]
            fonts[name] = "/FontFile2" in descendant["/FontDescriptor"]
    return fonts
