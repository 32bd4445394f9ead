"""The log of a game, the day on which it was played, and the group’s note about it."""

from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.forms.days import DayForm
from scorekeeper.forms.history import NoteForm
from scorekeeper.presenters.log import log_lines
from scorekeeper.queries.access import GameAccess
from scorekeeper.queries.board import scoreboard
from scorekeeper.queries.log import log_page
from scorekeeper.queries.paging import page_number
from scorekeeper.queries.past_games import note_of
from scorekeeper.services.changes import ConflictError, GameGoneError
from scorekeeper.services.days import change_day
from scorekeeper.services.notes import write_note
from scorekeeper.web.access import change_context, game_access, redirect_home
from scorekeeper.web.htmx import HtmxRequest


@require_safe
def log(request: HttpRequest, code: str) -> HttpResponse:
    """Show who changed what, and when, with the values before and after."""
    access = game_access(request, code)
    return _page(request, access)


def _page(
    request: HttpRequest,
    access: GameAccess,
    *,
    day_form: DayForm | None = None,
    note_form: NoteForm | None = None,
) -> HttpResponse:
    """Return the page with the log of a game, and a form that was refused, if any.

    Only members of the game’s group see the note, and can change it and the day.
    """
    game = access.game
    status = 422 if day_form or note_form else 200
    if access.is_member:
        note = note_of(game)
        note_form = note_form or NoteForm(initial={"text": note.text, "location": note.location})
        day_form = day_form or DayForm(initial={"played_on": game.played_on})
    board = scoreboard(game)
    page = log_page(game, board.stored.ruleset, page_number(request.GET.get("page", "")))
    context = {
        "board": board,
        "game": game,
        "is_member": access.is_member,
        "page": page,
        "lines": log_lines(board, page.items),
        "day_form": day_form,
        "note_form": note_form,
        "key": str(uuid4()),
        "is_owner": access.is_owner,
    }
    return render(request, "games/log.html", context, status=status)


@require_POST
def day(request: HtmxRequest, code: str) -> HttpResponse:
    """Change the day on which a game was played."""
    access = game_access(request, code, members_only=True)
    game, form = access.game, DayForm(request.POST)
    context = change_context(request, form, access.phone_name)
    if not form.is_valid():
        return _page(request, access, day_form=form)
    try:
        change_day(game=game, played_on=form.cleaned_data["played_on"], context=context)
    except GameGoneError as gone:
        return redirect_home(request, gone)
    except ConflictError as conflict:
        messages.warning(request, str(conflict))
    else:
        messages.success(request, _("The date has been saved."))
    return redirect("log", game.code)


@require_POST
def note(request: HtmxRequest, code: str) -> HttpResponse:
    """Save the note about a game."""
    access = game_access(request, code, members_only=True)
    game = access.game
    form = NoteForm(request.POST)
    if not form.is_valid():
        return _page(request, access, note_form=form)
    try:
        write_note(
            game=game, text=form.cleaned_data["text"], location=form.cleaned_data["location"]
        )
    except GameGoneError as gone:
        return redirect_home(request, gone)
    messages.success(request, _("The note has been saved."))
    return redirect("log", game.code)
