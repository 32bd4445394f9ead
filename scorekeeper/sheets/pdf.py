"""PDF rendering with a cache. The same sheet always results in the same bytes.

A sheet is a score sheet, a rules booklet, a reference card, a group’s statistics for one year, the
picture of a result or a recovery card. KINDS defines how each of them is drawn.
"""

import atexit
import gc
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from io import BytesIO
from itertools import cycle
from pathlib import Path
from threading import BoundedSemaphore, Lock
from typing import Any, Protocol, TypeVar
from urllib.parse import urlsplit
from urllib.request import url2pathname

from django.conf import settings
from django.core.cache import BaseCache, caches
from django.template.loader import get_template, render_to_string
from django.utils.html import escape
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rules.engine.errors import RulesError
from scorekeeper.metrics import RENDER_SECONDS, WAIT_SECONDS, timed
from scorekeeper.presenters.year import YearPage
from scorekeeper.printing import papers
from scorekeeper.printing.papers import LARGE, USUAL, PrintOptions
from scorekeeper.sheets.booklet import STYLESHEET as BOOKLET_STYLES
from scorekeeper.sheets.booklet import Booklet, fit_booklet
from scorekeeper.sheets.card import ContractCard, fit_card
from scorekeeper.sheets.fitting import FittedSheet, fit_page
from scorekeeper.sheets.glyphs import has_font, numbered_names, printed, unprinted
from scorekeeper.sheets.measure import Fonts, read_font
from scorekeeper.sheets.recovery import RecoveryCard, fit_recovery
from scorekeeper.sheets.ruling import PICTURE
from scorekeeper.sheets.share_card import STYLESHEET as SHARE_STYLES
from scorekeeper.sheets.share_card import WIDTH as SHARE_WIDTH
from scorekeeper.sheets.share_card import ShareCard, fit_share_card, styled
from scorekeeper.sheets.sheet import Sheet
from scorekeeper.sheets.year import STYLESHEET as YEAR_STYLES
from scorekeeper.sheets.year import fit_year
from scorekeeper.templatetags import markup, pictures

STATIC: Path = settings.BASE_DIR / "static"
STYLES = STATIC / "css"
KEPT_FOR = 7 * 24 * 3600

# The number of seconds for which a sheet waits for others, and the number of sheets that may wait.
# A waiting sheet blocks one of four threads, which the rest of the site also needs.
LONGEST_WAIT = 10
MOST_WAITING = 2

PART = 4  # pages that are laid out at a time
HANDOVER = 0.002  # seconds

FOLIOS = "sheets/_folios.html"  # only the text at the foot of each page

Made = TypeVar("Made")

# Pango’s fonts are not thread-safe, and two threads would be slower than one.
_drawing = Lock()
_queue = BoundedSemaphore(1 + MOST_WAITING)


class Fitted(Protocol):
    """A fitted sheet: the name of its stylesheet, and its additional styles."""

    @property
    def stylesheet(self) -> str: ...

    @property
    def css(self) -> str: ...


@dataclass(frozen=True, slots=True)
class SheetKind:
    """A kind of sheet, and the templates and functions that draw it.

    ``template`` is the name of its template, and ``name`` is the sheet’s name in the template’s
    context. ``parts`` are the templates that it includes. ``fit`` fits a sheet to its paper.
    """

    name: str
    fit: Callable[[Any, Any, Fonts], Fitted]
    template: str
    parts: tuple[str, ...] = ()

    @property
    def templates(self) -> tuple[str, ...]:
        """The template and all templates that it includes."""
        return self.template, *(f"sheets/{part}.html" for part in self.parts)


Printable = Sheet | Booklet | ContractCard | ShareCard | YearPage
KINDS: Mapping[type[Printable | RecoveryCard], SheetKind] = {
    Sheet: SheetKind(
        "sheet", fit_page, "sheets/sheet.html", ("_pad", "_sums", "_legend", "_chart", "_folios")
    ),
    Booklet: SheetKind("booklet", fit_booklet, "sheets/booklet.html", ("_deal_table",)),
    ContractCard: SheetKind("card", fit_card, "sheets/card.html", ("_deal_table",)),
    RecoveryCard: SheetKind("recovery", fit_recovery, "sheets/recovery.html"),
    ShareCard: SheetKind("card", fit_share_card, "sheets/share_card.html"),
    YearPage: SheetKind("year", fit_year, "sheets/year.html", ("_bars", "_calendar", "_year_bar")),
}


@dataclass(frozen=True, slots=True)
class Renderer:
    """The stylesheets and fonts for all sheets, read once.

    The keys of ``stylesheets`` are the names that fitted sheets use for their stylesheets.
    """

    stylesheets: Mapping[str, Any]
    font_config: Any
    fetcher: Any


class BusyError(RulesError):
    """Too many sheets are being rendered at the moment."""

    code = "busy"

    def __init__(self) -> None:
        super().__init__(_("We’re making a lot of files right now."))


def sheet_key(sheet: Printable, paper: PrintOptions | str) -> str:
    """Return a short key that changes whenever the sheet’s PDF would change."""
    content = f"{sheet!r}"
    drawn = f"{_edition()} {get_language()} {paper} {unprinted(content, _fonts())} {content}"
    return blake2b(drawn.encode(), digest_size=16).hexdigest()


def cached_sheet(name: str, make: Callable[[], Made]) -> Made:
    """Return the result of ``make`` for this edition and language, from the cache if possible."""
    key = blake2b(f"{_edition()} {get_language()} {name}".encode(), digest_size=16).hexdigest()
    made: Made | None = caches["sheets"].get(f"made-{key}")
    if made is None:
        made = make()
        caches["sheets"].set(f"made-{key}", made, KEPT_FOR)
    return made


def render_pdf(sheet: Printable, paper: PrintOptions | str) -> bytes:
    """Return the PDF of ``sheet`` on ``paper``, from the cache if possible.

    Raises BusyError.
    """
    fit = KINDS[type(sheet)].fit
    return _made(
        caches["sheets"],
        f"sheet-{sheet_key(sheet, paper)}",
        lambda: _draw(sheet, fit(sheet, paper, _fonts())),
    )


def render_secret(card: RecoveryCard) -> bytes:
    """Return the PDF of a card with a secret. The PDF is never cached. Raises BusyError."""
    with _render_slot():
        return _draw(card, fit_recovery(card, "", _fonts()))


def render_png(sheet: Sheet, printing: PrintOptions, width: int) -> bytes:
    """Return the first page as a PNG, ``width`` pixels wide. Raises BusyError."""

    def make() -> bytes:
        page = fit_sheet(sheet, printing)
        return _pictured(_draw(sheet, replace(page, pages=page.pages[:1])), width)

    return _made(caches["pictures"], f"picture-{width}-{sheet_key(sheet, printing)}", make)


def render_share_card(card: ShareCard) -> bytes:
    """Return the picture of a result as a PNG. Raises BusyError."""

    def make() -> bytes:
        return _pictured(
            _draw(card, fit_share_card(card, "", _fonts())), SHARE_WIDTH, is_grey=False
        )

    return _made(caches["pictures"], f"card-{sheet_key(card, '')}", make)


def fit_sheet(sheet: Sheet, printing: PrintOptions) -> FittedSheet:
    """Return the pages of ``sheet`` without drawing them."""
    return fit_page(sheet, printing, _fonts())


def _made(kept: BaseCache, key: str, make: Callable[[], bytes]) -> bytes:
    """Return the value of ``key`` in the cache, creating it if it is missing. Raises BusyError."""
    made: bytes | None = kept.get(key)
    if made is not None:
        return made
    with _render_slot():
        # Another request may have created the value in the meantime.
        made = kept.get(key) or make()
    kept.set(key, made, KEPT_FOR)
    return made


@contextmanager
def _render_slot() -> Iterator[None]:
    """Wait for a turn to draw. Raises BusyError if it takes too long or the queue is full."""
    if not _queue.acquire(blocking=False):
        raise BusyError
    try:
        with timed(WAIT_SECONDS.labels("sheets")):
            is_my_turn = _drawing.acquire(timeout=LONGEST_WAIT)
        if not is_my_turn:
            raise BusyError
        try:
            yield
        finally:
            _drawing.release()
    finally:
        _queue.release()


def _pictured(pdf: bytes, width: int, *, is_grey: bool = True) -> bytes:
    import pypdfium2  # type: ignore[import-untyped]  # noqa: PLC0415 -- only needed for pictures

    document = pypdfium2.PdfDocument(pdf)
    try:
        page = document[0]
        image = page.render(scale=width / page.get_width(), grayscale=is_grey).to_pil()
    finally:
        document.close()
    if not is_grey:
        image = image.quantize(256)  # a third of the size, and looks the same
    picture = BytesIO()
    image.save(picture, "PNG")
    return picture.getvalue()


def _draw(sheet: Printable | RecoveryCard, page: Fitted) -> bytes:
    one_copy = _one_copy(page)
    parts = list(_parts(one_copy))
    # Most objects are needed until the PDF is complete, so collecting garbage would waste time.
    gc.disable()
    try:
        with timed(RENDER_SECONDS.labels(type(sheet).__name__)):
            first, *others = (_laid_out(sheet, part, is_last=part is parts[-1]) for part in parts)
            pages = [each for document in (first, *others) for each in document.pages]
            if one_copy is not page:
                folios = _laid_out(sheet, page, FOLIOS, is_last=True).pages
                pages = [*map(_with_folio, cycle(pages), folios)]
            pdf: bytes = first.copy(pages).write_pdf(pdf_tags=True)
    finally:
        gc.enable()
    return pdf


def _one_copy(page: Fitted) -> Fitted:
    """Return the pages of one copy, if the other copies differ only in the text at the foot."""
    if not isinstance(page, FittedSheet) or len(page.pages) % len(page.leaves):
        return page
    own = page.pages[: len(page.leaves)]
    has_copies = len(page.pages) > len(own) and all(len(leaves) == 1 for leaves in page.pages)
    return replace(page, pages=own) if has_copies else page


def _with_folio(page: Any, other: Any) -> Any:
    """Return a copy of WeasyPrint’s page with the text at the foot of another one.

    The text is the last box on the page, and the only one of the other.
    """
    from weasyprint.document import Page  # noqa: PLC0415 -- slow to import

    def changed(box: Any, of_other: Any) -> Any:
        *kept, last = box.children
        is_leaf = box.element is not None and box.element.get("class") == "leaf"
        last = of_other.children[-1] if is_leaf else changed(last, of_other.children[-1])
        return box.copy_with_children([*kept, last])

    return Page(changed(page._page_box, other._page_box))  # noqa: SLF001 -- it has no other name


def _parts(page: Fitted) -> Iterator[Fitted]:
    """Yield a few pages at a time, so that others needn’t wait until many copies are laid out."""
    if not isinstance(page, FittedSheet):
        yield page
        return
    for at in range(0, len(page.pages), PART):
        yield replace(page, pages=page.pages[at : at + PART])


def _laid_out(
    sheet: Printable | RecoveryCard, page: Fitted, template: str = "", *, is_last: bool
) -> Any:
    """Return WeasyPrint’s document with these pages, and let others draw unless it is the last."""
    renderer, kind = _renderer(), KINDS[type(sheet)]
    from weasyprint import CSS, HTML  # noqa: PLC0415 -- slow to import, needed for sheets only

    html: str = render_to_string(template or kind.template, {kind.name: sheet, "page": page})
    if isinstance(sheet, Sheet):
        for name, number in numbered_names(sheet.names, _fonts()):
            html = html.replace(escape(name), number)
    html = printed(html, _fonts())
    own = CSS(string=page.css, font_config=renderer.font_config)
    document = HTML(string=html, url_fetcher=renderer.fetcher).render(
        stylesheets=[renderer.stylesheets[page.stylesheet], own],
        font_config=renderer.font_config,
        pdf_tags=True,
    )
    if not is_last:
        _drawing.release()
        time.sleep(HANDOVER)  # a thread that waits for the lock gets it
        _drawing.acquire()
    return document


@cache
def _renderer() -> Renderer:
    with warnings.catch_warnings():
        # It isn’t a problem if a machine has no fonts, because sheets use our own.
        warnings.filterwarnings("ignore", "No fonts configured")
        from weasyprint import CSS  # noqa: PLC0415 -- slow to import, needed for sheets only
        from weasyprint.text.fonts import FontConfiguration  # noqa: PLC0415
        from weasyprint.urls import URLFetcher  # noqa: PLC0415

    class StaticFetcher(URLFetcher):  # type: ignore[misc]  # it has no type hints
        """A fetcher that reads only our static files and pictures embedded in the sheet."""

        def fetch(self, url: str, headers: Any = None) -> Any:
            parts = urlsplit(url)
            path = Path(url2pathname(parts.path)).resolve()
            is_ours = parts.scheme == "file" and not parts.netloc and path.is_relative_to(STATIC)
            if not is_ours and not url.startswith(PICTURE):
                raise ValueError(f"a sheet may not read {url}")
            return super().fetch(url, headers)

    font_config, fetcher = FontConfiguration(), StaticFetcher()
    stylesheets = {
        name: CSS(
            string=text,
            base_url=f"{STYLES.as_uri()}/",
            font_config=font_config,
            url_fetcher=fetcher,
        )
        for name, text in _stylesheets().items()
    }
    # Everything loaded so far stays in memory. If the garbage collector scanned it, drawing would
    # be 25% slower.
    gc.collect()
    gc.freeze()
    # Freed fonts delete their temporary files, so free them before the interpreter exits.
    atexit.register(_renderer.cache_clear)
    return Renderer(stylesheets, font_config, fetcher)


@cache
def _fonts() -> Fonts:
    folder = STATIC / "fonts"
    names = ("alegreya-regular", "alegreya-bold", "suits")
    regular, bold, signs = (read_font(folder / f"{name}.woff2") for name in names)
    return Fonts(regular, bold, signs, has_font)


def _stylesheets() -> dict[str, str]:
    """Return the stylesheets by name."""
    sheet = (STYLES / "sheet.css").read_text("utf-8")
    sized = {sizes.stylesheet: sizes.styled(sheet) for sizes in (USUAL, LARGE)}
    read = (BOOKLET_STYLES, SHARE_STYLES, YEAR_STYLES)
    booklet, card, year = ((STYLES / name).read_text("utf-8") for name in read)
    return sized | {BOOKLET_STYLES: booklet, SHARE_STYLES: styled(card), YEAR_STYLES: year}


@cache
def _edition() -> str:
    """Return a hash of everything that affects how sheets look, except their content."""
    made_of = [
        *sorted(Path(__file__).parent.glob("*.py")),
        *sorted(Path(papers.__file__).parent.glob("*.py")),
        *sorted((STATIC / "fonts").glob("*.woff2")),
        *(_file_of(template) for kind in KINDS.values() for template in kind.templates),
        Path(markup.__file__),
        Path(pictures.__file__),
        *sorted((settings.BASE_DIR / "locale").rglob("*.mo")),
    ]
    edition = blake2b(digest_size=16)
    for package in ("weasyprint", "markdown-it-py", "segno"):
        edition.update(version(package).encode())
    for path in made_of:
        edition.update(path.read_bytes())
    edition.update("".join(_stylesheets().values()).encode())
    return edition.hexdigest()


def _file_of(template: str) -> Path:
    return Path(get_template(template).template.origin.name)  # type: ignore[attr-defined]
