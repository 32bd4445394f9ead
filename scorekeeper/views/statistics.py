"""Statistics of a group’s players and games."""

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from rules.engine.formatting import name_key
from rules.engine.rulesets import NAME_LENGTH
from scorekeeper.models import Group, Player
from scorekeeper.presenters.year import YearPage, year_page
from scorekeeper.queries.meetings import head_to_head
from scorekeeper.queries.past_games import played_games, years_of
from scorekeeper.queries.records import game_statistics
from scorekeeper.queries.year import year_of
from scorekeeper.services.months import keep_months
from scorekeeper.sheets.year import PAPER
from scorekeeper.web.access import own_membership
from scorekeeper.web.pdf_responses import allow_caching, pdf_response

KEY_DIGITS = 19  # of the largest rules key


@require_safe
def against(request: HttpRequest, pk: int, player: int, other: int) -> HttpResponse:
    """Show two players’ results against each other."""
    group = own_membership(request, pk).group
    first, second = _player(group, player), _player(group, other)
    if first == second:
        raise Http404(_("Choose two different players."))
    context = {
        "group": group,
        "player": first,
        "other": second,
        "record": head_to_head(first, second, keep_months(group=group)),
    }
    return render(request, "groups/against.html", context)


@require_safe
def game(request: HttpRequest, pk: int, slug: str) -> HttpResponse:
    """Show a group’s records in one game, and what each contract costs on average.

    The parameter ``name`` is the name that players gave to the game. ``rules`` is the key of the
    rules to show; without it, the page shows those that were played most often.
    """
    group = own_membership(request, pk).group
    name = name_key(request.GET.get("name", "")[:NAME_LENGTH])
    asked = request.GET.get("rules", "")[:KEY_DIGITS]
    rules_key = int(asked) if asked.isdecimal() else None
    titles = played_games(group, variant=slug)
    played = next((title for title in titles if name_key(title.given_name) == name), None)
    if played is None:
        raise Http404(_("Your group hasn’t played this game."))
    months = keep_months(group=group)
    statistics = game_statistics(months, slug, rules_key=rules_key, names=played.spellings)
    context = {
        "group": group,
        "played": played,
        "is_one": rules_key is not None and len(statistics.kinds) == 1,
        "name": played.name,
        "statistics": statistics,
    }
    return render(request, "groups/game.html", context)


@require_safe
def year(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Show a group’s statistics for one year."""
    group = own_membership(request, pk).group
    years = years_of(group)
    context = {
        "group": group,
        "year": _year(group, number, years),
        "number": number,
        "years": years,
    }
    return render(request, "groups/year.html", context)


@require_safe
def year_print(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Return a group’s statistics for one year as a PDF with one page."""
    group = own_membership(request, pk).group
    page = _year(group, number, years_of(group))
    response = pdf_response(request, page, PAPER, f"year-{number}.pdf")
    allow_caching(response, private=True, no_cache=True)
    return response


def _year(group: Group, number: int, years: Sequence[int]) -> YearPage:
    """Return the page about one year. Raises Http404 unless it is one of the group’s ``years``."""
    if number not in years:
        raise Http404(_("Your group played no game in that year."))
    return year_page(group, year_of(keep_months(group=group), number))


def _player(group: Group, key: int) -> Player:
    try:
        return Player.objects.get(group=group, pk=key)
    except Player.DoesNotExist:
        raise Http404(_("There is no such player in this group.")) from None
