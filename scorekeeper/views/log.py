"""The log of a game, and the group’s note about it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.forms.history import NoteForm
from scorekeeper.presenters.log import log_lines
from scorekeeper.queries.access import GameAccess
from scorekeeper.queries.board import scoreboard
from scorekeeper.queries.log import change_log
from scorekeeper.queries.past_games import note_of
from scorekeeper.services.changes import GameGoneError
from scorekeeper.services.notes import write_note
from scorekeeper.web.access import game_access, redirect_home
from scorekeeper.web.htmx import HtmxRequest


@require_safe
def log(request: HttpRequest, code: str) -> HttpResponse:
    """Show who changed what, and when, with the values before and after."""
    access = game_access(request, code)
    note = note_of(access.game)
    form = NoteForm(initial={"text": note.text, "location": note.location})
    return _page(request, access, note_form=form)


def _page(
    request: HttpRequest, access: GameAccess, *, note_form: NoteForm, status: int = 200
) -> HttpResponse:
    """Return the page with the log of a game; only members of its group see the note."""
    game = access.game
    board = scoreboard(game)
    context = {
        "board": board,
        "game": game,
        "is_member": access.is_member,
        "lines": log_lines(board, change_log(game, board.stored.ruleset)),
        "note_form": note_form if access.is_member else None,
        "is_owner": access.is_owner,
    }
    return render(request, "games/log.html", context, status=status)


@require_POST
def note(request: HtmxRequest, code: str) -> HttpResponse:
    """Save the note about a game."""
    access = game_access(request, code, members_only=True)
    game = access.game
    form = NoteForm(request.POST)
    if not form.is_valid():
        return _page(request, access, note_form=form, status=422)
    try:
        write_note(
            game=game, text=form.cleaned_data["text"], location=form.cleaned_data["location"]
        )
    except GameGoneError as gone:
        return redirect_home(request, gone)
    messages.success(request, _("The note has been saved."))
    return redirect("log", game.code)
