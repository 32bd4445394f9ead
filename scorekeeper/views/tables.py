"""Who sits at the table of a game: a page to seat, name and let go, and the dealer in one tap."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from rules.errors import RulesError
from scorekeeper.forms.names import JoinForm, SideNameForm
from scorekeeper.models import Game
from scorekeeper.queries.board import scoreboard
from scorekeeper.queries.home import known_names
from scorekeeper.services.rounds import Author
from scorekeeper.services.tables import join, leave, rename, set_dealer, stop
from scorekeeper.views.access import author_of, readable_game
from scorekeeper.views.games import board_context

DIGITS = 4


@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    """Who plays: names, who left, and a place for one more."""
    return _page(request, readable_game(request, code), JoinForm())


def _page(request: HttpRequest, game: Game, form: JoinForm, status: int = 200) -> HttpResponse:
    board = scoreboard(game)
    seated = {seat.player.name for seat in board.seating.seats}
    context = board_context(board) | {
        "form": form,
        "known": [name for name in known_names(game.group) if name not in seated],
        "may_join": board.ruleset.players.team == 1 and not board.standings.is_over,
        "worst": (max if board.lowest_wins else min)((c.total for c in board.columns), default=0),
    }
    return render(request, "games/table.html", context, status=status)


@require_POST
def change(request: HttpRequest, code: str, what: str) -> HttpResponse:
    """Seat, let go, rename, hand over the deal, or end the game."""
    game = readable_game(request, code)
    author = author_of(request, game.seen_as)
    form = JoinForm(request.POST if what == "join" else None)
    try:
        if what == "join" and not form.is_valid():
            return _page(request, game, form, status=422)
        _change(request, game, what, form, author)
    except RulesError as error:
        if what == "join":
            form.add_error(None, str(error))
            return _page(request, game, form, status=422)
        messages.warning(request, str(error))
    return redirect(game)


def _change(request: HttpRequest, game: Game, what: str, form: JoinForm, author: Author) -> None:
    number = request.POST.get("number", "")[:DIGITS]
    chosen = int(number) if number.isdecimal() else 0
    if what == "join":
        name, start = form.cleaned_data["name"], form.cleaned_data["start"] or 0
        join(game=game, name=name, start=start, author=author)
    elif what == "leave":
        leave(game=game, side=chosen, author=author)
    elif what == "rename":
        named = SideNameForm(request.POST)
        if not named.is_valid():
            raise RulesError(named.errors["name"][0])
        rename(game=game, side=chosen, name=named.cleaned_data["name"], author=author)
    elif what == "dealer":
        set_dealer(game=game, position=chosen, author=author)
    else:
        stop(game=game, author=author)
