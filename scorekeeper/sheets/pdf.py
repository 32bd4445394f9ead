"""What is printed as a PDF: the same sheet always gives the same bytes, and is drawn once.

A sheet is a score sheet, a booklet of rules or a contract card; FORMS says how each is drawn.
"""

import atexit
import gc
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from threading import Lock
from typing import Any, Protocol
from urllib.parse import urlsplit
from urllib.request import url2pathname

from django.conf import settings
from django.core.cache import cache as shared_cache
from django.template.loader import get_template, render_to_string

from scorekeeper.sheets.booklet import Booklet, fit_booklet
from scorekeeper.sheets.card import ContractCard, fit_card
from scorekeeper.sheets.layout import Sheet
from scorekeeper.sheets.measure import read_face
from scorekeeper.sheets.page import Faces, fit_page
from scorekeeper.templatetags import words

STATIC: Path = settings.BASE_DIR / "static"
KEPT_FOR = 7 * 24 * 3600

# Pango's fonts are not made for two threads, and two threads would be slower than one.
_drawing = Lock()


class Fitted(Protocol):
    """A sheet's page: sizes for its template, and for its stylesheet."""

    @property
    def css(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Form:
    """How one kind of sheet is drawn.

    ``name`` is that of the template and of the sheet in it, ``fit`` makes the page on a paper.
    """

    name: str
    stylesheet: str
    fit: Callable[[Any, str, Faces], Fitted]

    @property
    def template(self) -> str:
        return f"sheets/{self.name}.html"


Printed = Sheet | Booklet | ContractCard
FORMS: Mapping[type[Printed], Form] = {
    Sheet: Form("sheet", "sheet.css", fit_page),
    Booklet: Form("booklet", "booklet.css", fit_booklet),
    ContractCard: Form("card", "booklet.css", fit_card),
}


@dataclass(frozen=True, slots=True)
class Press:
    """What every sheet is drawn with, read once: stylesheets, their fonts, and the widths of those.

    ``stylesheets`` stand under the names of their files.
    """

    stylesheets: Mapping[str, Any]
    fonts: Any
    fetcher: Any
    faces: Faces


def sheet_key(sheet: Printed, paper: str) -> str:
    """A short text that changes whenever the bytes of the sheet's PDF would."""
    return blake2b(f"{_edition()} {paper} {sheet!r}".encode(), digest_size=16).hexdigest()


def render_pdf(sheet: Printed, paper: str) -> bytes:
    """Return the PDF of ``sheet`` on ``paper``, one that its form knows, from the cache if it is
    there.
    """
    key = f"sheet-{sheet_key(sheet, paper)}"
    pdf: bytes | None = shared_cache.get(key)
    if pdf is None:
        with _drawing:
            pdf = _draw(sheet, paper)
        shared_cache.set(key, pdf, KEPT_FOR)
    return pdf


def _draw(sheet: Printed, paper: str) -> bytes:
    press, form = _press(), FORMS[type(sheet)]
    from weasyprint import CSS, HTML  # noqa: PLC0415 -- slow to import, and for sheets alone

    page = form.fit(sheet, paper, press.faces)
    html = render_to_string(form.template, {form.name: sheet, "page": page})
    document = HTML(string=html, url_fetcher=press.fetcher)
    own = CSS(string=page.css, font_config=press.fonts)
    pdf: bytes = document.write_pdf(
        stylesheets=[press.stylesheets[form.stylesheet], own],
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
    stylesheets = {
        name: CSS(filename=STATIC / "css" / name, font_config=fonts, url_fetcher=fetcher)
        for name in _stylesheets()
    }
    faces = Faces(
        regular=read_face(STATIC / "fonts" / "alegreya-regular.woff2"),
        bold=read_face(STATIC / "fonts" / "alegreya-bold.woff2"),
    )
    # What is loaded by now stays. Searching it for garbage would add a quarter to every drawing.
    gc.collect()
    gc.freeze()
    # Fonts remove their temporary files when they go, which they must before the interpreter does.
    atexit.register(_press.cache_clear)
    return Press(stylesheets, fonts, fetcher, faces)


def _stylesheets() -> tuple[str, ...]:
    """Each stylesheet once, always in the same order."""
    return tuple(dict.fromkeys(form.stylesheet for form in FORMS.values()))


@cache
def _edition() -> str:
    """A hash of all that decides what a sheet looks like, besides the sheet itself."""
    made_of = [
        *sorted(Path(__file__).parent.glob("*.py")),
        *sorted((STATIC / "fonts").glob("*.woff2")),
        *(STATIC / "css" / name for name in _stylesheets()),
        *(_file_of(form.template) for form in FORMS.values()),
        Path(words.__file__),
    ]
    edition = blake2b(digest_size=16)
    for package in ("weasyprint", "markdown-it-py"):
        edition.update(version(package).encode())
    for path in made_of:
        edition.update(path.read_bytes())
    return edition.hexdigest()


def _file_of(template: str) -> Path:
    return Path(get_template(template).template.origin.name)  # type: ignore[attr-defined]
