"""The home page."""

from functools import lru_cache
from urllib.parse import urlsplit, urlunsplit
from uuid import uuid4

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language, ngettext
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from rules.engine.catalogue import Catalogue, catalogue
from rules.reference.shelves import shelves
from scorekeeper import __version__
from scorekeeper.languages import split_language
from scorekeeper.live.passes import Listing
from scorekeeper.live.sharing import shared_with_everybody, shared_with_visitors
from scorekeeper.models import Member, User
from scorekeeper.models.people import KEPT_FOR
from scorekeeper.queries.access import all_memberships, memberships
from scorekeeper.queries.game_lines import RECENT
from scorekeeper.queries.home import is_empty, next_games, recent_games
from scorekeeper.queries.ownership import needs_recovery_code
from scorekeeper.services.changes import GameGoneError
from scorekeeper.services.games import discard_empty_games
from scorekeeper.sessions import has_unreadable_session
from scorekeeper.web.following import following, part, unchanged
from scorekeeper.web.game_tiles import tiles_of_games
from scorekeeper.web.htmx import HtmxRequest, vary_on_htmx
from scorekeeper.web.keeping import kept
from scorekeeper.web.recovery_notice import is_notice_put_away


@kept
@require_safe
@shared_with_visitors
@vary_on_htmx
def home(request: HtmxRequest) -> HttpResponse:
    """Show the latest games, and links to new games, rules and sheets.

    For htmx, show only the games.
    """
    belongs = all_memberships(request.user)
    mine = [member for member in belongs if not member.group.erased_at]
    user = request.user if isinstance(request.user, User) else None
    games = recent_games((member.group for member in mine), user) if user else []
    live = following(request, Listing(user.pk), shown=repr(games)) if user else None
    if request.htmx and live and (same := unchanged(request, live)):
        return same
    groups = {member.group_id for member in mine}
    empty = [game for game in games if is_empty(game) and game.group in groups][1:]
    context: dict[str, object] = {
        "again": next((game for game in games[:1] if game.is_finished), None),
        "others": next_games(mine[0].group, games) if mine else [],
        "key": str(uuid4()),
        "playing": [game for game in games if not game.is_finished and game not in empty],
        "empty": empty,
        "finished": [game for game in games if game.is_finished],
    }
    if request.htmx and live:
        return part(request, "_games.html", context, live)
    index = _game_index(catalogue(), get_language())
    context |= {
        "members": mine,
        "erased": [member for member in belongs if member.is_owner and _is_kept(member)],
        "unrecoverable": [
            member
            for member in mine
            if needs_recovery_code(member, games) and not is_notice_put_away(request, member)
        ],
        "live": live,
        "game_tiles": tiles_of_games(),
        "game_index": index,
    }
    return render(request, "home.html", context)


@require_safe
@shared_with_everybody
def privacy(request: HttpRequest) -> HttpResponse:
    """Show what is stored, for how long, and who can see it."""
    return render(request, "privacy.html", {"days": KEPT_FOR.days, "version": __version__})


@csrf_exempt
@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Have the phone keep the language that was chosen, and show the same page in it.

    The form has no CSRF token, because the pages with it are the same for everybody.
    """
    came_from, host = request.headers.get("Referer", ""), {request.get_host()}
    page = urlsplit(came_from if url_has_allowed_host_and_scheme(came_from, host) else "/")
    response = redirect(urlunsplit(page._replace(path=split_language(page.path)[1] or "/")))
    language = request.POST.get("language", "")
    if language in dict(settings.LANGUAGES):
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            language,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            secure=settings.LANGUAGE_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    return response


@require_POST
def delete_empty(request: HttpRequest) -> HttpResponse:
    """Delete those of the listed games of this phone’s groups that have no scores."""
    codes, count = request.POST.getlist("game")[:RECENT], 0
    for member in memberships(request.user):
        try:
            count += discard_empty_games(group=member.group, codes=codes)
        except GameGoneError:
            continue
    if count:
        message = ngettext("Deleted: {count} game.", "Deleted: {count} games.", count)
        messages.success(request, message.format(count=count))
    return redirect("home")


@require_POST
def start_fresh(request: HttpRequest) -> HttpResponse:
    """Delete this browser’s session cookie, but only if it can’t be read."""
    if has_unreadable_session(request):
        request.session.flush()
    return redirect("home")


def _is_kept(member: Member) -> bool:
    """Return whether the group has been erased and can be brought back."""
    return member.group.gone_at is not None and timezone.now() < member.group.gone_at


@lru_cache(maxsize=16)
def _game_index(games: Catalogue, language: str) -> str:
    """Return the list of games by category in ``language``, which must be active.

    The list makes up most of the page and is the same for everyone, so it is rendered once.
    """
    return render_to_string("_game_index.html", {"shelves": shelves(games)})
