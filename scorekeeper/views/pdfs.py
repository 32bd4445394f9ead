"""A PDF as an answer: a browser that has it already gets 304, and nothing is drawn."""

from django.http import HttpRequest, HttpResponse
from django.utils.http import quote_etag
from django.views.decorators.http import condition

from scorekeeper.sheets.pdf import Printed, render_pdf, sheet_key

# What is printed of a variant changes with a new version of the site only; its ETag then tells.
FRESH = 3600


def _etag(request: HttpRequest, sheet: Printed, paper: str, filename: str) -> str:
    return quote_etag(sheet_key(sheet, paper))


@condition(etag_func=_etag)
def pdf_answer(request: HttpRequest, sheet: Printed, paper: str, filename: str) -> HttpResponse:
    """Return what is printed, to be shown in the browser and kept under ``filename``."""
    response = HttpResponse(render_pdf(sheet, paper), content_type="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{filename}"'
    return response
