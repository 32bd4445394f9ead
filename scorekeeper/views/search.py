"""The search for rules: its page and its JSON version."""

from contextlib import suppress

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from rules.engine.catalogue import catalogue
from rules.engine.variants import Variant
from rules.lookup.hits import SearchResult
from rules.lookup.search import search, search_rules
from rules.reference.game_words import translated_ruleset, translated_variant
from rules.reference.rule_files import SECTIONS
from scorekeeper.live.sharing import shared_with_everybody
from scorekeeper.queries.stored import stored_game
from scorekeeper.templatetags.markup import linked_rules
from scorekeeper.web.access import game_access
from scorekeeper.web.htmx import HtmxRequest, vary_on_htmx
from scorekeeper.web.limiting import count
from scorekeeper.web.search_results import (
    GameAtHand,
    Scope,
    result_lines,
    results_context,
    rules_of_section,
    section_url,
)


@require_safe
@vary_on_htmx
def look_up(request: HtmxRequest) -> HttpResponse:
    """Show the results of a search; for htmx, only the results or, if it names one, a section.

    The question is about the rules of a game, or about those of a game that this phone plays.
    """
    game = request.GET.get("game", "")
    is_played = bool(game) and game not in catalogue().variants
    return _look_up_in_played(request, game) if is_played else _look_up(request, game)


@shared_with_everybody
def _look_up(request: HtmxRequest, slug: str) -> HttpResponse:
    """Show the results from standard rules, first those of one game if there is a slug."""
    variant = catalogue().variants.get(slug)
    if variant and request.htmx and "section" in request.GET:
        return _section(request, variant)
    scope = Scope(slug, translated_variant(variant).name) if variant else None
    return _results(request, search(_asked(request), slug), scope)


def _look_up_in_played(request: HtmxRequest, code: str) -> HttpResponse:
    """Show the results from the rules of a game in progress or, without access, standard rules."""
    variant = stored = None
    with suppress(Http404):
        stored = stored_game(game_access(request, code).game)
        variant = catalogue().variants.get(stored.game.variant)
    if not (stored and variant):
        response = _results(request, search(_asked(request)), None)
        response.headers["HX-Trigger"] = "gone"
        return response
    played = GameAtHand(code, variant, stored.ruleset)
    if request.htmx and "section" in request.GET:
        return _section(request, variant, played)
    found = search_rules(_asked(request), variant, stored.ruleset)
    return _results(request, found, Scope(code, translated_ruleset(stored.ruleset).name), played)


def _section(
    request: HtmxRequest, variant: Variant, played: GameAtHand | None = None
) -> HttpResponse:
    """Return the rules of a section, to be shown below a result. Raises Http404."""
    section = rules_of_section(variant, request.GET["section"], played)
    if section is None:
        raise Http404
    return render(request, "rules/_whole_section.html", {"rules": linked_rules(section)})


def _results(
    request: HtmxRequest, found: SearchResult, scope: Scope | None, played: GameAtHand | None = None
) -> HttpResponse:
    context = results_context(found, played) | {"asked": found.query, "scope": scope}
    return render(
        request, "rules/_search_results.html" if request.htmx else "rules/search.html", context
    )


@require_safe
@shared_with_everybody
def look_up_json(request: HttpRequest) -> JsonResponse:
    """Return the results of a search as JSON, best first."""
    found = search(_asked(request), request.GET.get("game", ""))
    hits = [
        {
            "game": line.hit.document.game,
            "section": line.hit.document.section,
            "title": line.hit.document.title or _(SECTIONS[line.hit.document.section]),
            "text": line.hit.document.text,
            "url": line.url,
        }
        for line in result_lines(found, None)
    ]
    return JsonResponse(
        {
            "query": found.query,
            "answer": found.answer or None,
            "compared": list(found.compares),
            "lists_games": found.lists_games,
            "listed": section_url(found.section, None) if found.section else None,
            "hits": hits,
            "nearest": list(found.nearest),
        }
    )


def _asked(request: HttpRequest) -> str:
    count(request, "searches")
    return request.GET.get("q", "")
