"""Who sits at the table of a game: a page to seat, name and let go, and the dealer in one tap."""

from collections.abc import Mapping

from django import forms
from django.contrib import messages
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from rules.engine.errors import RulesError
from rules.engine.snapshots import load
from scorekeeper.forms.names import BackForm, JoinForm, NameForm, SideNameForm
from scorekeeper.models import Game
from scorekeeper.models.games import CODE_LENGTH, SIDE_NAME_LENGTH
from scorekeeper.models.people import NAME_LENGTH
from scorekeeper.queries.board import scoreboard
from scorekeeper.queries.home import known_names
from scorekeeper.queries.seating import seating_of
from scorekeeper.services.changes import ChangeContext, GameGoneError
from scorekeeper.services.games import discard_game
from scorekeeper.services.players import (
    NotHereError,
    TotalError,
    come_back,
    join,
    leave,
    rename,
    rename_partner,
    set_dealer,
    stop,
)
from scorekeeper.views.access import (
    HtmxRequest,
    change_context,
    game_access,
    own_membership,
    redirect_home,
)
from scorekeeper.views.games import board_context

DIGITS = 4
SECOND_TAP = 600  # seconds in which it is known whose a discarded game was
# What has fields to type into, beside which stands what is wrong with them.
TYPED: Mapping[str, type[forms.Form]] = {
    "join": JoinForm,
    "back": BackForm,
    "rename": NameForm,
    "player": NameForm,
}


@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    """Who plays: names, who left, and a place for one more."""
    return _page(request, game_access(request, code, members_only=True).game)


def _page(
    request: HttpRequest, game: Game, what: str = "", refused: forms.Form | None = None
) -> HttpResponse:
    """The page of the table, with what was refused."""
    board = scoreboard(game)
    seated = {seat.player.name for seat in board.seating.seats}
    may_join = board.ruleset.players.team == 1 and not board.state.is_over
    context = board_context(board) | {
        "columns": list(zip(board.columns, board.seating.sides, strict=True)),
        "form": refused if what == "join" else JoinForm(),
        "refused": f"{what} {request.POST.get('number', '')}" if refused else "",
        "typed": request.POST.get("total" if what == "back" else "name", ""),
        "problems": [error for errors in refused.errors.values() for error in errors]
        if refused
        else (),
        "known": [name for name in known_names(game.group) if name not in seated],
        "may_join": may_join,
        "may_leave": may_join and board.player_count > board.ruleset.players.min,
        "may_discard": not board.played,
        "side_name_length": SIDE_NAME_LENGTH if board.seating.has_partners else NAME_LENGTH,
        "worst": (max if board.lowest_wins else min)(
            (column.total for column in board.columns if column.is_in), default=0
        ),
    }
    return render(request, "games/table.html", context, status=422 if refused else 200)


@require_POST
def change(request: HtmxRequest, code: str, what: str) -> HttpResponse:
    """Seat, let go, take back, rename, hand over the deal, or end the game; who helps with the game
    hands over the deal alone.
    """
    access = game_access(request, code, members_only=what != "dealer")
    game = access.game
    context = change_context(request, access.phone_name)
    form = _form_of(game, what)(request.POST)
    if not form.is_valid():
        return _page(request, game, what, form)
    try:
        _change(request, game, what, form, context)
    except GameGoneError as gone:
        return redirect_home(request, gone)
    except RulesError as error:
        if _is_of_field(what, error):
            form.add_error(None, str(error))
            return _page(request, game, what, form)
        messages.warning(request, str(error))
    return redirect(game)


def _is_of_field(what: str, error: RulesError) -> bool:
    """Whether something typed is to blame, which is to be mended beside it."""
    if what == "back":
        return isinstance(error, TotalError)
    return what in TYPED and not isinstance(error, NotHereError)


def _form_of(game: Game, what: str) -> type[forms.Form]:
    """What reads the fields of a change; a side of one player is named as a player."""
    if what == "rename" and seating_of(game).has_partners:
        return SideNameForm
    return TYPED.get(what, forms.Form)


def _change(
    request: HttpRequest, game: Game, what: str, form: forms.Form, context: ChangeContext
) -> None:
    number = request.POST.get("number", "")[:DIGITS]
    chosen = int(number) if number.isdecimal() else 0
    name = form.cleaned_data.get("name", "")
    if what == "join":
        join(game=game, name=name, start=form.cleaned_data["start"] or 0, context=context)
    elif what == "leave":
        leave(game=game, side=chosen, context=context)
    elif what == "back":
        come_back(game=game, side=chosen, total=form.cleaned_data["total"], context=context)
    elif what == "rename":
        rename(game=game, side=chosen, name=name, context=context)
    elif what == "player":
        rename_partner(game=game, position=chosen, name=name, context=context)
    elif what == "dealer":
        set_dealer(game=game, position=chosen, context=context)
    else:
        stop(game=game, context=context)


@require_POST
def discard(request: HttpRequest, code: str) -> HttpResponse:
    """Remove a game in which nothing was entered; only phones of its own table may. A second tap
    leads home as the first did.
    """
    was_at = f"discarded-{code[:CODE_LENGTH]}"
    try:
        access = game_access(request, code, members_only=True)
    except Http404:
        own_membership(request, cache.get(was_at, 0))
        return redirect("home")
    game = access.game
    # Before it is gone: a second tap may come the moment after.
    cache.set(was_at, game.group_id, SECOND_TAP)
    try:
        discard_game(game=game, context=change_context(request, access.phone_name))
    except GameGoneError:
        return redirect("home")
    except RulesError as error:
        messages.warning(request, str(error))
        return redirect(game)
    messages.success(request, f"The game of {load(game.ruleset).name} is discarded.")
    return redirect("home")
