"""The glossary, and the games that are only mentioned."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from rules.reference import glossary as pages
from scorekeeper.live.sharing import shared_with_everybody


@require_safe
@shared_with_everybody
def glossary(request: HttpRequest) -> HttpResponse:
    """Show every term with its meaning."""
    return render(request, "rules/glossary.html", _context(pages.glossary()))


@require_safe
@shared_with_everybody
def glossary_json(request: HttpRequest) -> JsonResponse:
    """Return the glossary as JSON, from A to Z."""
    address = reverse("glossary")
    return JsonResponse(
        {
            "terms": [
                {
                    "id": term.id,
                    "term": term.name,
                    "also": term.also,
                    "text": term.text,
                    "url": f"{address}#{term.id}",
                }
                for term in pages.glossary().terms
            ]
        }
    )


@require_safe
@shared_with_everybody
def mentioned(request: HttpRequest) -> HttpResponse:
    """Show the games that rules mention but that have no page of their own."""
    return render(request, "rules/mentioned.html", _context(pages.mentioned()))


def _context(page: pages.Page) -> dict[str, object]:
    return {"page": page, "written_in": pages.page_language()}
