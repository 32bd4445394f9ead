"""The text on a printed sheet, and its positions."""

from io import BytesIO

from pypdf import PdfReader

POINTS_PER_MM = 72 / 25.4


def squeezed(text: str) -> str:
    """Return ``text`` without whitespace, so that line breaks make no difference."""
    return "".join(text.split())


def text_of(pdf: bytes) -> str:
    return squeezed("".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages))


def fonts_of(pdf: bytes) -> dict[str, bool]:
    """Return each font by name, without its subset tag, and whether it is embedded."""
    fonts = {}
    for page in PdfReader(BytesIO(pdf)).pages:
        for font in page["/Resources"]["/Font"].values():
            descendant = font.get_object()["/DescendantFonts"][0].get_object()
            name = descendant["/BaseFont"].partition("+")[2]
            fonts[name] = "/FontFile2" in descendant["/FontDescriptor"]
    return fonts
