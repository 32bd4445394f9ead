"""The search for rules: its page and its JSON version."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rules.engine.catalogue import catalogue
from rules.lookup.hits import SearchResult
from rules.lookup.search import search
from rules.reference.rule_files import SECTIONS
from scorekeeper.live.sharing import shared_with_everybody
from scorekeeper.web.htmx import HtmxRequest, vary_on_htmx
from scorekeeper.web.limiting import count
from scorekeeper.web.search_results import result_lines, results_context, section_url


@require_safe
@shared_with_everybody
@vary_on_htmx
def look_up(request: HtmxRequest) -> HttpResponse:
    """Show the results of a search; for htmx, only the results without the page."""
    found, game = _asked(request)
    context = results_context(found) | {"asked": found.query, "of": catalogue().variants.get(game)}
    return render(
        request, "rules/_search_results.html" if request.htmx else "rules/search.html", context
    )


@require_safe
@shared_with_everybody
def look_up_json(request: HttpRequest) -> JsonResponse:
    """Return the results of a search as JSON, best first."""
    found, _game = _asked(request)
    hits = [
        {
            "game": line.hit.document.game,
            "section": line.hit.document.section,
            "title": line.hit.document.title or SECTIONS[line.hit.document.section],
            "text": line.hit.document.text,
            "url": line.url,
        }
        for line in result_lines(found, {})
    ]
    return JsonResponse(
        {
            "query": found.query,
            "answer": found.answer or None,
            "compared": list(found.compares),
            "lists_games": found.lists_games,
            "listed": section_url(found.section, {}) if found.section else None,
            "hits": hits,
            "nearest": list(found.nearest),
        }
    )


def _asked(request: HttpRequest) -> tuple[SearchResult, str]:
    count(request, "searches")
    game = request.GET.get("game", "")
    return search(request.GET.get("q", ""), game), game
