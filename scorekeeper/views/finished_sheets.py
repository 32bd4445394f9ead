"""Entering a finished score sheet, with all its deals on one page."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from rules.engine.errors import RulesError
from rules.engine.formatting import count_words
from scorekeeper.forms.finished_sheets import FinishedSheetForm
from scorekeeper.queries.access import GameAccess
from scorekeeper.queries.stored import stored_game
from scorekeeper.services.changes import ConflictError, GameGoneError
from scorekeeper.services.finished_sheets import SheetRefusedError, record_sheet
from scorekeeper.web.access import change_context, game_access, redirect_home
from scorekeeper.web.htmx import HtmxRequest
from scorekeeper.web.paper_page import paper_page


@require_http_methods(["GET", "HEAD", "POST"])
def from_paper(request: HtmxRequest, code: str) -> HttpResponse:
    """Show a grid for the deals that haven’t been played, and save those entered.

    If a deal of the game is more than one number for each player, redirect to the page on which the
    deals are entered one by one.
    """
    access = game_access(request, code)
    stored = stored_game(access.game)
    state = stored.state
    if not (state.is_over or FinishedSheetForm(stored=stored).players):
        return redirect(f"{reverse('deal', args=[code, state.deals + 1])}?paper")
    if request.method != "POST":
        return paper_page(request, access.game, FinishedSheetForm(stored=stored))
    if "more" in request.POST:
        form = FinishedSheetForm(stored=stored, typed=request.POST.dict())
        return paper_page(request, access.game, form)
    return _save(request, access, FinishedSheetForm(request.POST, stored=stored))


def _save(request: HtmxRequest, access: GameAccess, form: FinishedSheetForm) -> HttpResponse:
    game = access.game
    if not form.is_valid():
        return paper_page(request, game, form, status=422)
    context = change_context(request, form, access.phone_name)
    try:
        record_sheet(game=game, submitted=form.entries, totals=form.totals, context=context)
    except ConflictError as error:
        return _conflict(request, access, str(error))
    except GameGoneError as gone:
        return redirect_home(request, gone)
    except SheetRefusedError as error:
        form.refuse(error.refused, error.totals)
    except RulesError as error:
        form.add_error(None, str(error))
    else:
        word = form.ruleset.words.deal
        deals = count_words(len(form.entries), word.one, word.many)
        # Translators: {deals} is a number of deals, such as “seven hands”
        messages.success(request, _("Saved from paper: {deals}.").format(deals=deals))
        return redirect(game)
    return paper_page(request, game, form, status=422)


def _conflict(request: HtmxRequest, access: GameAccess, why: str) -> HttpResponse:
    """Return the form for the deals that are still open, and what was typed for the others."""
    game = game_access(request, access.game.code).game
    form = FinishedSheetForm(request.POST, stored=stored_game(game), renewed=True)
    form.is_valid()
    form.add_error(None, why)
    return paper_page(request, game, form, status=409)
