"""The history of a group: all its games, with filters, and notes about them."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.forms.history import HistoryForm, NoteForm
from scorekeeper.presenters.game_lines import past_line
from scorekeeper.queries.past_games import choices_of, history_page
from scorekeeper.services.changes import GameGoneError
from scorekeeper.services.notes import write_note
from scorekeeper.views.access import HtmxRequest, game_access, own_membership, redirect_home
from scorekeeper.views.games import log_page

PAGE_DIGITS = 6


@require_safe
def history(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a page of the group’s games, latest first, filtered by the query string."""
    group = own_membership(request, pk).group
    choices = choices_of(group)
    form = HistoryForm(request.GET, choices=choices)
    asked = request.GET.get("page", "")[:PAGE_DIGITS]
    wanted = form.wanted
    page = history_page(group, choices, wanted, int(asked) if asked.isdecimal() else 1)
    context = {
        "group": group,
        "form": form,
        "page": page,
        "lines": [past_line(past) for past in page.games],
        "played": next((each for each in choices.variants if each[0] == wanted.variant), None),
        "person": next((each for each in choices.players if each[0] == wanted.player), None),
        "review": wanted.year or next(iter(choices.years), None),
        "is_filtered": bool(form.query),
        "link": f"?{urlencode(form.query | {'page': ''})}",
    }
    return render(request, "groups/history.html", context)


@require_POST
def note(request: HtmxRequest, code: str) -> HttpResponse:
    """Save the note about a game."""
    access = game_access(request, code, members_only=True)
    game = access.game
    form = NoteForm(request.POST)
    if not form.is_valid():
        return log_page(request, access, note_form=form, status=422)
    try:
        write_note(
            game=game, text=form.cleaned_data["text"], location=form.cleaned_data["location"]
        )
    except GameGoneError as gone:
        return redirect_home(request, gone)
    messages.success(request, _("The note has been saved."))
    return redirect("log", game.code)
