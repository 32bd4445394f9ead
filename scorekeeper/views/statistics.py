"""Statistics of a group’s players and games."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scorekeeper.models import Group, Player
from scorekeeper.presenters.statistics import form_chart
from scorekeeper.queries.statistics import person_statistics
from scorekeeper.views.access import own_membership


@require_safe
def person(request: HttpRequest, pk: int, player: int) -> HttpResponse:
    """Show a player’s statistics."""
    group = own_membership(request, pk).group
    shown = _player(group, player)
    statistics = person_statistics(shown)
    context = {
        "group": group,
        "player": shown,
        "statistics": statistics,
        "form": form_chart(statistics.form),
    }
    return render(request, "groups/person.html", context)


def _player(group: Group, key: int) -> Player:
    try:
        return Player.objects.get(group=group, pk=key)
    except Player.DoesNotExist:
        raise Http404(_("There is no such player in this group.")) from None
