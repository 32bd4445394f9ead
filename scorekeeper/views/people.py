"""The page of a player, and the coin that represents the player everywhere."""

from datetime import timedelta

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.coins import LARGEST_PICTURE
from scorekeeper.forms.coins import CoinForm
from scorekeeper.models import Member, Picture, Player
from scorekeeper.presenters.statistics import album_figures, album_text, form_chart
from scorekeeper.queries.person_statistics import person_statistics
from scorekeeper.queries.seating import coins_of
from scorekeeper.services.coins import set_coin
from scorekeeper.services.months import keep_months
from scorekeeper.uploads import OneFile
from scorekeeper.web.access import own_membership
from scorekeeper.web.limiting import count

# A picture never changes. Browsers don’t ask for it again, and have it without a connection.
PICTURE_CACHED = f"private, max-age={int(timedelta(days=30).total_seconds())}, immutable"


@require_safe
def person(request: HttpRequest, pk: int, player: int) -> HttpResponse:
    """Show a player’s coin and statistics."""
    member = own_membership(request, pk)
    return _page(request, member, _player(member, player))


def _page(
    request: HttpRequest,
    member: Member,
    player: Player,
    form: CoinForm | None = None,
    status: int = 200,
) -> HttpResponse:
    statistics = person_statistics(player, keep_months(group=member.group))
    coins = coins_of(member.group)
    context = {
        "group": member.group,
        "is_owner": member.is_owner,
        "player": player,
        "coin": coins[player.pk],
        "coin_form": form or CoinForm(player),
        "statistics": statistics,
        "figures": album_figures(statistics),
        "text": album_text(player.name, statistics),
        "form": form_chart(statistics.form),
        "opponents": [(other, coins.get(other.pk)) for other in statistics.opponents],
    }
    return render(request, "groups/person.html", context, status=status)


@csrf_exempt
@require_POST
def coin(request: HttpRequest, pk: int, player: int) -> HttpResponse:
    """Change a player’s coin.

    Checking the CSRF token reads the body, so this is done after the upload handler has been
    replaced by one that accepts a small picture.
    """
    member = own_membership(request, pk)
    handler = OneFile(request, LARGEST_PICTURE)
    request.upload_handlers = [handler]
    return _coin(request, member, _player(member, player), handler)


@csrf_protect
def _coin(request: HttpRequest, member: Member, player: Player, handler: OneFile) -> HttpResponse:
    form = CoinForm(player, request.POST, request.FILES)
    if handler.is_too_large:
        form.add_error("picture", _("That picture is larger than 20 kB. Choose a smaller one."))
    if handler.is_full:
        form.add_error("picture", _("There is no room for pictures at the moment. Try later."))
    if not form.is_valid():
        return _page(request, member, player, form, 422)
    count(request, "coins", member.group)
    try:
        set_coin(person=player, coin=form.coin, by=member)
    except Player.DoesNotExist:
        raise Http404(_("There is no such player in this group.")) from None
    messages.success(request, _("{name} has a new coin.").format(name=player.name))
    return redirect("person", member.group_id, player.pk)


@require_safe
def picture(request: HttpRequest, token: str) -> HttpResponse:
    """Return the picture of a person.

    Its token is on the pages that show the person, so whoever may see such a page has the URL.
    """
    living = Player.objects.filter(picture=token, group__erased_at=None)
    found = get_object_or_404(Picture, token__in=living.values("picture"))
    response = HttpResponse(bytes(found.data), content_type="image/webp")
    response.headers["Cache-Control"] = PICTURE_CACHED
    return response


def _player(member: Member, key: int) -> Player:
    try:
        return Player.objects.get(group=member.group, pk=key)
    except Player.DoesNotExist:
        raise Http404(_("There is no such player in this group.")) from None
