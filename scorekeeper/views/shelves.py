"""The games of the cupboard, to choose one of them."""

from difflib import get_close_matches

from django.http import Http404, HttpResponse
from django.shortcuts import render

from rules.library import library
from rules.variants import Variant
from scorekeeper.views.access import HtmxRequest

MOST_TEXT = 60


def known(slug: str) -> Variant:
    """Return the variant of that slug. Raises Http404, with the nearest names there are."""
    variants = library().variants
    if slug not in variants:
        near = get_close_matches(slug[:MOST_TEXT], variants, n=3, cutoff=0.4)
        names = " or ".join(variants[slug].name for slug in near)
        hint = f" Did you mean {names}?" if near else ""
        raise Http404(f"There is no game of that name.{hint}")
    return variants[slug]


def shelves_page(request: HtmxRequest, template: str, link: str, **context: object) -> HttpResponse:
    """The games by shelf, or those that the address asks for; to htmx the shelves alone.

    ``link`` names the address to which each leads.
    """
    wanted = request.GET.get("q", "")[:MOST_TEXT].replace("\x00", "").strip()
    return render(
        request,
        "_shelves.html" if request.htmx else template,
        {
            "shelves": library().shelves(wanted),
            "wanted": wanted,
            "count": len(library().variants),
            "link": link,
            **context,
        },
    )
