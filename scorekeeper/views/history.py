"""The history of a group: all its games, with filters, and notes about them."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorekeeper.forms.history import HistoryForm
from scorekeeper.presenters.game_lines import past_line
from scorekeeper.queries.paging import page_number
from scorekeeper.queries.past_games import choices_of, history_page
from scorekeeper.web.access import own_membership


@require_safe
def history(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a page of the group’s games, latest first, filtered by the query string."""
    group = own_membership(request, pk).group
    choices = choices_of(group)
    form = HistoryForm(request.GET, choices=choices)
    wanted = form.wanted
    page = history_page(group, choices, wanted, page_number(request.GET.get("page", "")))
    context = {
        "group": group,
        "form": form,
        "page": page,
        "lines": [past_line(past) for past in page.items],
        "played": next((game for game in choices.games if game.value == wanted.game), None),
        "person": next((each for each in choices.players if each[0] == wanted.player), None),
        "review": wanted.year or next(iter(choices.years), None),
        "is_filtered": bool(form.query),
        "link": f"?{urlencode(form.query | {'page': ''})}",
    }
    return render(request, "groups/history.html", context)
