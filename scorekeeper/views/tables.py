"""Pages for watching whichever game a group is playing, and for typing the code of a game."""

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.forms.codes import CodeForm
from scorekeeper.live.passes import AtTable, digest
from scorekeeper.models import Game, Group
from scorekeeper.presenters.screen import total_bars
from scorekeeper.presenters.story import story_text
from scorekeeper.queries.access import (
    game_by_short_code,
    group_at_table,
    latest_game,
    short_code_of,
)
from scorekeeper.queries.board import pad_of, scoreboard
from scorekeeper.queries.story import story_of
from scorekeeper.web.board_context import board_context
from scorekeeper.web.following import Following, following, shared_page, shared_part, unchanged
from scorekeeper.web.htmx import HtmxRequest, vary_on_htmx
from scorekeeper.web.limiting import check_tries, count
from scorekeeper.web.link_preview import link_preview
from scorekeeper.web.links import table_link

NO_TABLE = gettext_lazy("This link no longer works. Ask for a new one.")


@require_safe
@vary_on_htmx
def table(request: HtmxRequest, pk: int, token: str) -> HttpResponse:
    """Show the score pad of the game that a group is playing; for htmx, only that part."""
    group, game, live = _at_table(request, pk, token)
    if request.htmx and (same := unchanged(request, live)):
        return same
    own = AtTable(pk, digest(token))
    if game is None:
        context: dict[str, object] = {"group": group}
        if request.htmx:
            return shared_part(request, "games/_no_game.html", context, live, own)
        return render(request, "games/no_game.html", context | {"live": live})
    board = pad_of(game)
    context = board_context(board, may_write=False)
    if request.htmx:
        return shared_part(request, "games/_watched.html", context, live, own)
    context |= {
        "preview": partial(link_preview, request, board),
        "host": request.build_absolute_uri("/"),
    }
    return shared_page(request, "games/watch.html", context, live, own)


@require_safe
@vary_on_htmx
def screen(request: HtmxRequest, pk: int, token: str) -> HttpResponse:
    """Show the game that a group is playing, on a page for a big screen."""
    group, game, live = _at_table(request, pk, token)
    if request.htmx and (same := unchanged(request, live)):
        return same
    board = scoreboard(game) if game else None
    context: dict[str, object] = {
        "group": group,
        "board": board,
        "bars": total_bars(board) if board else (),
        "story": story_text(board, story_of(board, None)) if board and board.state.is_over else "",
        "table_link": table_link(request, group),
        "short_code": short_code_of(game) if game else "",
        "host": request.get_host(),
    }
    if request.htmx:
        return shared_part(request, "games/_screen.html", context, live, AtTable(pk, digest(token)))
    return render(request, "games/screen.html", context | {"live": live})


def _at_table(request: HttpRequest, pk: int, token: str) -> tuple[Group, Game | None, Following]:
    """Return a link’s group, the game it is playing, and the data that keeps a page up to date."""
    try:
        group = group_at_table(pk, token)
    except (Group.DoesNotExist, OverflowError):
        raise Http404(NO_TABLE) from None
    game = latest_game(group)
    state = f"{game.code}-{game.version}" if game else ""
    return group, game, following(request, AtTable(pk, digest(token)), state=state)


@require_http_methods(["GET", "HEAD", "POST"])
def type_code(request: HttpRequest) -> HttpResponse:
    """Ask for the short code of a game, and open the game for watching."""
    form = CodeForm(request.POST or None)
    status = 200
    if request.method == "POST":
        check_tries(request, "short codes")
        if form.is_valid():
            try:
                game = game_by_short_code(form.cleaned_data["code"])
            except Game.DoesNotExist:
                count(request, "short codes")
                form.add_error("code", _("No game in progress has this code. Check it."))
            else:
                return redirect("watch", game.code, game.watch_token)
        status = 422
    return render(request, "games/code.html", {"form": form}, status=status)
