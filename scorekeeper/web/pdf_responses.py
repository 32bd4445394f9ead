"""Responses with a sheet or booklet, or with status 304 if the browser already has it."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.http import quote_etag
from django.utils.translation import get_language
from django.views.decorators.http import condition

from rules.engine.own_games import is_own
from rules.engine.variants import Variant
from scorekeeper.printing.papers import PrintOptions
from scorekeeper.printing.requests import BadSheetRequestError
from scorekeeper.sheets.pdf import (
    BusyError,
    Printable,
    render_pdf,
    render_png,
    render_share_card,
    sheet_key,
)
from scorekeeper.sheets.share_card import ShareCard
from scorekeeper.sheets.sheet import Sheet
from scorekeeper.web.limiting import count, waiting_page

# In seconds. A variant’s PDFs, and their ETags, change only when the site is updated.
MAX_AGE = 3600
BUSY = 503


def _etag(request: HttpRequest, sheet: Printable, paper: PrintOptions | str, filename: str) -> str:
    return quote_etag(f"{sheet_key(sheet, paper)}-{get_language()}")


@condition(etag_func=_etag)
def pdf_response(
    request: HttpRequest, sheet: Printable, paper: PrintOptions | str, filename: str
) -> HttpResponse:
    """Return a PDF response, which browsers display inline and save as ``filename``."""
    count(request, "sheets")
    try:
        pdf = render_pdf(sheet, paper)
    except BusyError:
        return waiting_page(request)
    response = HttpResponse(pdf, content_type="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{filename}"'
    return response


def _picture_etag(request: HttpRequest, sheet: Sheet, paper: PrintOptions, width: int) -> str:
    return quote_etag(f"{sheet_key(sheet, paper)}-{width}-{get_language()}")


@condition(etag_func=_picture_etag)
def png_response(
    request: HttpRequest, sheet: Sheet, paper: PrintOptions, width: int
) -> HttpResponse:
    """Return the first page as a picture that is ``width`` pixels wide."""
    count(request, "sheets")
    try:
        return HttpResponse(render_png(sheet, paper, width), content_type="image/png")
    except BusyError:
        return waiting_page(request)


def _share_card_etag(request: HttpRequest, card: ShareCard) -> str:
    return quote_etag(f"{sheet_key(card, '')}-{get_language()}")


@condition(etag_func=_share_card_etag)
def share_card_response(request: HttpRequest, card: ShareCard) -> HttpResponse:
    """Return the picture of a result."""
    count(request, "sheets")
    try:
        return HttpResponse(render_share_card(card), content_type="image/png")
    except BusyError:
        return waiting_page(request)


def refuse(request: HttpRequest, error: BadSheetRequestError, builder: str) -> HttpResponse:
    """Return the page for a URL with an invalid parameter, with a link to the ``builder``."""
    typed = request.GET.urlencode()
    context = {"error": error, "builder": f"{builder}?{typed}" if typed else builder}
    return render(request, "sheets/bad_request.html", context, status=400)


def cache_print_of(response: HttpResponse, variant: Variant) -> None:
    """Let shared caches store a PDF of a catalogue game. A group’s own game can change."""
    if is_own(variant.slug):
        allow_caching(response, private=True, no_cache=True)
    else:
        allow_caching(response, public=True, max_age=MAX_AGE)


def allow_caching(response: HttpResponse, **directives: Any) -> None:
    """Set Cache-Control, unless the response is the page for a busy server.

    A cookie may choose the language, so Vary includes Cookie.
    """
    if response.status_code != BUSY:
        patch_cache_control(response, **directives)
        patch_vary_headers(response, ["Cookie"])
