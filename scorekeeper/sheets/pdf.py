"""A sheet as a PDF: the same sheet always gives the same bytes, and is drawn once."""

import atexit
import gc
import warnings
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from threading import Lock
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from django.conf import settings
from django.core.cache import cache as shared_cache
from django.template.loader import get_template, render_to_string

from scorekeeper.sheets.layout import Sheet
from scorekeeper.sheets.measure import read_face
from scorekeeper.sheets.page import Faces, fit_page

TEMPLATE = "sheets/sheet.html"
STATIC: Path = settings.BASE_DIR / "static"
KEPT_FOR = 7 * 24 * 3600

# Pango's fonts are not made for two threads, and two threads would be slower than one.
_drawing = Lock()


@dataclass(frozen=True, slots=True)
class Press:
    """What every sheet is drawn with, read once: the stylesheet, its fonts, and their widths."""

    stylesheet: Any
    fonts: Any
    fetcher: Any
    faces: Faces


def sheet_key(sheet: Sheet, paper: str) -> str:
    """A short text that changes whenever the bytes of the sheet's PDF would."""
    return blake2b(f"{_edition()} {paper} {sheet!r}".encode(), digest_size=16).hexdigest()


def render_pdf(sheet: Sheet, paper: str) -> bytes:
    """Return the PDF of ``sheet`` on ``paper``, one of PAPERS, from the cache if it is there."""
    key = f"sheet-{sheet_key(sheet, paper)}"
    pdf: bytes | None = shared_cache.get(key)
    if pdf is None:
        with _drawing:
            pdf = _draw(sheet, paper)
        shared_cache.set(key, pdf, KEPT_FOR)
    return pdf


def _draw(sheet: Sheet, paper: str) -> bytes:
    press = _press()
    from weasyprint import CSS, HTML  # noqa: PLC0415 -- slow to import, and for sheets alone

    page = fit_page(sheet, paper, press.faces)
    html = render_to_string(TEMPLATE, {"sheet": sheet, "page": page})
    document = HTML(string=html, url_fetcher=press.fetcher)
    pdf: bytes = document.write_pdf(
        stylesheets=[press.stylesheet, CSS(string=page.css, font_config=press.fonts)],
        font_config=press.fonts,
        pdf_tags=True,
    )
    return pdf


@cache
def _press() -> Press:
    with warnings.catch_warnings():
        # A machine without fonts is no problem: the sheet brings its own.
        warnings.filterwarnings("ignore", "No fonts configured")
        from weasyprint import CSS  # noqa: PLC0415 -- slow to import, and for sheets alone
        from weasyprint.text.fonts import FontConfiguration  # noqa: PLC0415
        from weasyprint.urls import URLFetcher  # noqa: PLC0415

    class StaticFetcher(URLFetcher):  # type: ignore[misc]  # it carries no types
        """Reads files of our own static folder, and nothing else in the world."""

        def fetch(self, url: str, headers: Any = None) -> Any:
            parts = urlsplit(url)
            path = Path(url2pathname(parts.path)).resolve()
            if (parts.scheme, parts.netloc) != ("file", "") or not path.is_relative_to(STATIC):
                raise ValueError(f"a sheet may not read {url}")
            return super().fetch(url, headers)

    fonts, fetcher = FontConfiguration(), StaticFetcher()
    stylesheet = CSS(filename=STATIC / "css" / "sheet.css", font_config=fonts, url_fetcher=fetcher)
    faces = Faces(
        regular=read_face(STATIC / "fonts" / "alegreya-regular.woff2"),
        bold=read_face(STATIC / "fonts" / "alegreya-bold.woff2"),
    )
    # What is loaded by now stays. Searching it for garbage would add a quarter to every drawing.
    gc.collect()
    gc.freeze()
    # Fonts remove their temporary files when they go, which they must before the interpreter does.
    atexit.register(_press.cache_clear)
    return Press(stylesheet, fonts, fetcher, faces)


@cache
def _edition() -> str:
    """A hash of all that decides what a sheet looks like, besides the sheet itself."""
    made_of = [
        *sorted(Path(__file__).parent.glob("*.py")),
        *sorted((STATIC / "fonts").glob("*.woff2")),
        STATIC / "css" / "sheet.css",
        Path(get_template(TEMPLATE).template.origin.name),  # type: ignore[attr-defined]
    ]
    edition = blake2b(version("weasyprint").encode(), digest_size=16)
    for path in made_of:
        edition.update(path.read_bytes())
    return edition.hexdigest()
