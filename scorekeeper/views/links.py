"""The links of a game: to watch it, and to enter scores in it."""

from collections.abc import Mapping
from functools import partial

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules.engine.errors import RulesError
from scorekeeper.forms.groups import GuestForm
from scorekeeper.live.passes import Watching, digest
from scorekeeper.models import Game
from scorekeeper.presenters.result import result_words
from scorekeeper.presenters.story import story_text
from scorekeeper.queries.access import (
    GameAccess,
    game_by_evening_token,
    game_by_token,
    memberships,
    short_code_of,
)
from scorekeeper.queries.board import Scoreboard, pad_of, scoreboard
from scorekeeper.queries.following import rematch_of, state_of
from scorekeeper.queries.past_games import location_of
from scorekeeper.queries.story import story_of
from scorekeeper.services.changes import GameGoneError
from scorekeeper.services.links import DeadLinkError, LinkKind, add_helper, renew_game_link
from scorekeeper.services.months import months_before
from scorekeeper.sheets.share_card import HEIGHT, WIDTH, share_card
from scorekeeper.web.access import (
    NO_GAME,
    change_context,
    game_access,
    linked_game,
    own_membership,
    readable_game,
    redirect_home,
)
from scorekeeper.web.board_context import board_context
from scorekeeper.web.following import following, shared_page, shared_part, unchanged
from scorekeeper.web.htmx import HtmxRequest, vary_on_htmx
from scorekeeper.web.link_preview import link_preview
from scorekeeper.web.links import table_link, watch_link
from scorekeeper.web.pdf_responses import allow_caching, share_card_response

RENEWED: Mapping[LinkKind, object] = {
    "watch": gettext_lazy(
        "The watch link has been reset. The old one no longer works, whether printed or sent."
    ),
    "score": gettext_lazy(
        "The scoring link has been reset. Nobody can enter scores with the old one."
    ),
}


@require_safe
@cache_control(private=True, no_store=True)
def share(request: HttpRequest, code: str) -> HttpResponse:
    """Show the result as a picture and as text, and the links for watching and entering scores."""
    access = game_access(request, code)
    board = scoreboard(access.game)
    preview = link_preview(request, board)
    place, url = location_of(access), preview.url
    told = _story(access, board)
    words = result_words(board, story=told, location=place, address=url) if board.played else ""
    score_link = request.build_absolute_uri(reverse("score", args=[code, board.game.score_token]))
    mine = memberships(request.user)
    all_games = table_link(request, board.game.group) if access.is_member else ""
    context = {
        "board": board,
        "game": board.game,
        "is_member": access.is_member,
        "preview": preview,
        "card_width": WIDTH,
        "card_height": HEIGHT,
        "words": words,
        "words_rows": words.count("\n") + 2,
        "watch_link": preview.url,
        "score_link": score_link,
        "evening_link": request.build_absolute_uri(
            reverse("evening", args=[code, board.game.evening_token])
        ),
        "table_link": all_games,
        "screen_link": f"{all_games}screen/" if all_games else "",
        "short_code": short_code_of(board.game),
        "may_renew": any(m.is_owner for m in mine if m.group_id == board.game.group_id),
    }
    return render(request, "games/share.html", context)


@require_safe
def share_card_picture(request: HttpRequest, code: str) -> HttpResponse:
    """Return the picture of a game’s result, with its watch link as a QR code."""
    access = game_access(request, code)
    board = scoreboard(access.game)
    card = share_card(
        board,
        story=_story(access, board),
        location=location_of(access),
        address=watch_link(request, board.game),
    )
    if card is None:
        raise Http404(_("There’s no result yet."))
    response = share_card_response(request, card)
    allow_caching(response, private=True, no_cache=True)
    return response


def _story(access: GameAccess, board: Scoreboard) -> str:
    """Return the story of a game in sentences; it is empty before the end."""
    if not board.state.is_over:
        return ""
    months = months_before(game=board.game) if access.is_member else None
    return story_text(board, story_of(board, months))


@require_POST
def renew(request: HtmxRequest, code: str, kind: LinkKind) -> HttpResponse:
    """Reset one of a game’s links; only the owner of its group may do this."""
    game = readable_game(request, code)
    if not own_membership(request, game.group_id).is_owner:
        raise Http404(_("Only the owner of this group can do that."))
    try:
        renew_game_link(game=game, kind=kind)
    except GameGoneError as gone:
        return redirect_home(request, gone)
    messages.success(request, str(RENEWED[kind]))
    return redirect("share", code)


@require_safe
@vary_on_htmx
def watch(request: HtmxRequest, code: str, token: str) -> HttpResponse:
    """Show the score pad of a game, read-only; for htmx, only the part that changes."""
    watched = linked_game(code, token, "watch")
    rematch = rematch_of(watched)
    own = Watching(code, digest(token))
    live = following(request, own, state=state_of(watched.version, rematch))
    if request.htmx and (same := unchanged(request, live)):
        return same
    board = pad_of(watched)
    context = board_context(board, may_write=False)
    if request.htmx:
        context["next_url"] = _rematch_url(watched, rematch)
        return shared_part(request, "games/_watched.html", context, live, own)
    context["preview"] = partial(link_preview, request, board)
    context["host"] = request.build_absolute_uri("/")
    return shared_page(request, "games/watch.html", context, live, own)


def _rematch_url(game: Game, rematch: str | None) -> str:
    """Return the URL at which people who watch a game can watch its rematch.

    The result is empty if there is no rematch, or if the owner has reset its link.
    """
    if not rematch:
        return ""
    try:
        game_by_token(rematch, game.watch_token, "watch")
    except Game.DoesNotExist:
        return ""
    return reverse("watch", args=[rematch, game.watch_token])


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_store=True)
def score(request: HttpRequest, code: str, token: str) -> HttpResponse:
    """Ask for confirmation, then let this browser enter scores in one game."""
    return _become_helper(request, linked_game(code, token, "score"))


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_store=True)
def score_all_evening(request: HttpRequest, code: str, token: str) -> HttpResponse:
    """Ask for confirmation, then let this browser enter scores in this game and the next ones."""
    try:
        helped = game_by_evening_token(code, token)
    except Game.DoesNotExist:
        raise Http404(NO_GAME) from None
    return _become_helper(request, helped, all_evening=True)


def _become_helper(
    request: HttpRequest, helped: Game, *, all_evening: bool = False
) -> HttpResponse:
    form = GuestForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            change = change_context(request, form, form.cleaned_data["name"])
            add_helper(game=helped, context=change, all_evening=all_evening)
        except DeadLinkError:
            raise Http404(NO_GAME) from None
        except RulesError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("You can now enter scores in this game."))
            return redirect(helped)
    status = 422 if form.errors else 200
    context = {"form": form, "game": helped, "all_evening": all_evening}
    return render(request, "games/score.html", context, status=status)
