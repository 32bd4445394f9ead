"""Files for search engines, and the address for reports of security problems."""

from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from rules.engine.catalogue import catalogue
from scorekeeper.languages import split_language
from scorekeeper.queries.hands import checked_deals

PLAIN = "text/plain; charset=utf-8"
# Pages whose content is private, or that have no end of URLs. Pages with a link’s token aren’t
# listed: they forbid indexing themselves, which a search engine only notices if it may open them.
HIDDEN = (
    "/admin/",
    "/games/",
    "/groups/",
    "/live/",
    "/pictures/",
    "/rules/compare",
    "/rules/search",
    "/*?",
)
MONTHS = 6  # until the security contact must be looked up again


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Return the rules for search engines: they may read the rules and sheets, but no game."""
    named = (f"/{code}{path}" for code, _name in settings.LANGUAGES for path in HIDDEN)
    paths = [*HIDDEN, *(path for path in named if split_language(path)[0])]
    hidden = "".join(f"Disallow: {path}\n" for path in paths)
    sitemap = request.build_absolute_uri(reverse("sitemap"))
    text = f"User-agent: *\n{hidden}\nSitemap: {sitemap}\n"
    return HttpResponse(text, content_type=PLAIN)


@require_safe
def sitemap(request: HttpRequest) -> HttpResponse:
    """Return the list of all pages that search engines should know."""
    names = ("home", "rules", "glossary", "sheets")
    paths = [reverse(name) for name in names]
    for name in ("variant", "order-sheet"):
        paths += [reverse(name, args=[slug]) for slug in sorted(catalogue().variants)]
    for slug, variant in sorted(catalogue().variants.items()):
        if checked_deals(variant.standard):
            paths.append(reverse("check-hand", args=[slug]))
    urls = [request.build_absolute_uri(path) for path in paths]
    return render(request, "sitemap.xml", {"urls": urls}, content_type="application/xml")


@require_safe
def security(request: HttpRequest) -> HttpResponse:
    """Return the contact for reports of security problems (RFC 9116)."""
    if not settings.CONTACT:
        raise Http404(_("The owner of this site has given no contact."))
    until = (timezone.now() + timedelta(days=30 * MONTHS)).replace(hour=0, minute=0, second=0)
    fields = {
        "Contact": settings.CONTACT,
        "Expires": f"{until:%Y-%m-%dT%H:%M:%SZ}",
        "Preferred-Languages": "en",
        "Canonical": request.build_absolute_uri(),
    }
    text = "".join(f"{name}: {value}\n" for name, value in fields.items())
    return HttpResponse(text, content_type=PLAIN)
