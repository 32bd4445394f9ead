"""Inserting and removing deals."""

from dataclasses import replace
from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from rules.engine.entries import EntryRefusedError
from rules.engine.errors import RulesError
from rules.engine.formatting import capital
from rules.engine.snapshots import load_ruleset
from rules.reference.game_words import translated_ruleset
from scorekeeper.forms.changes import ChangeForm
from scorekeeper.forms.entry import EntryForm
from scorekeeper.forms.past_deals import InsertPage
from scorekeeper.models import Game
from scorekeeper.queries.access import GameAccess
from scorekeeper.queries.board import board_of, scoreboard
from scorekeeper.queries.stored import StoredGame, stored_game
from scorekeeper.services.changes import ConflictError, GameGoneError
from scorekeeper.services.moving import check_room, insert_deal, remove_deal
from scorekeeper.web.access import change_context, game_access, redirect_home
from scorekeeper.web.entry_context import NO_SUCH_DEAL, entry_context
from scorekeeper.web.htmx import HtmxRequest


@require_http_methods(["GET", "HEAD", "POST"])
def insert(request: HtmxRequest, code: str, deal: int) -> HttpResponse:
    """Show the form for another deal before ``deal``, and insert it."""
    access = game_access(request, code)
    stored = stored_game(access.game)
    _check_number(stored, deal)
    if request.method == "POST":
        form = EntryForm(request.POST, stored=stored.before(deal), deal=deal)
        return _insert(request, access, form)
    try:
        check_room(stored)
    except RulesError as full:
        messages.warning(request, str(full))
        return redirect("deal", code, deal)
    earlier = stored.before(deal)
    return _insert_page(request, earlier, EntryForm(stored=earlier, deal=deal))


def _insert(request: HtmxRequest, access: GameAccess, form: EntryForm) -> HttpResponse:
    game, deal = access.game, form.deal
    context = change_context(request, form, access.phone_name)
    status, key = 422, context.key
    try:
        insert_deal(game=game, deal=deal, submitted=form.submitted, context=context)
    except ConflictError as error:
        game, status, key = game_access(request, game.code).game, 409, str(uuid4())
        form.add_error(None, str(error))
    except GameGoneError as gone:
        return redirect_home(request, gone)
    except EntryRefusedError as refused:
        form.refuse(refused.problems)
    except RulesError as error:
        form.add_error(None, str(error))
    else:
        if context.version == game.version:  # no second message on a double tap
            sentence = (
                _("{deal} {number} has been inserted. All dealers stay as entered.")
                if load_ruleset(game.ruleset).has_dealer
                else _("{deal} {number} has been inserted.")
            )
            messages.success(request, _named(game, deal, sentence))
        if request.htmx:
            return HttpResponseClientRedirect(game.get_absolute_url())
        return redirect(game)
    return _insert_page(request, stored_game(game).before(deal), form, status, key)


def _insert_page(
    request: HtmxRequest, earlier: StoredGame, form: EntryForm, status: int = 200, key: str = ""
) -> HttpResponse:
    """Return the entry page of the deal that follows ``earlier``."""
    board = board_of(earlier, form.deal)
    row = replace(board.rows[form.deal - 1], is_next=False)
    page = InsertPage(form, board, row, key or str(uuid4()))
    template = "games/_entry.html" if request.htmx else "games/entry.html"
    return render(request, template, entry_context(page, request), status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def remove(request: HtmxRequest, code: str, deal: int) -> HttpResponse:
    """Show what removing a deal would change, and remove it."""
    access = game_access(request, code)
    game = access.game
    if request.method != "POST":
        _check_number(stored_game(game), deal)
        return _remove_page(request, game, deal)
    context = change_context(request, ChangeForm(request.POST), access.phone_name)
    try:
        remove_deal(game=game, deal=deal, context=context)
    except GameGoneError as gone:
        return redirect_home(request, gone)
    except ConflictError as error:
        messages.warning(request, str(error))
        return redirect(game)
    except RulesError as refused:
        return _remove_page(request, game, deal, why=str(refused))
    if context.version == game.version:
        messages.success(request, _named(game, deal, _("{deal} {number} has been removed.")))
    return redirect(game)


def _remove_page(request: HtmxRequest, game: Game, deal: int, *, why: str = "") -> HttpResponse:
    """Return the page; ``why`` is the reason for not removing the deal."""
    board = scoreboard(game)
    shown = {
        "game": game,
        "board": board,
        "row": board.rows[deal - 1],
        "is_last": deal == len(board.played),
        "key": str(uuid4()),
        "why": why,
    }
    return render(request, "games/remove.html", shown, status=422 if why else 200)


def _named(game: Game, deal: int, sentence: str) -> str:
    """Return a sentence with the game’s word for a deal, and the number of the deal."""
    word = translated_ruleset(load_ruleset(game.ruleset)).words.deal.one
    return sentence.format(deal=capital(word), number=deal)


def _check_number(stored: StoredGame, deal: int) -> None:
    if not 1 <= deal <= stored.state.deals:
        raise Http404(NO_SUCH_DEAL)
