"""Entering and correcting deals and bids; undo and redo."""

from dataclasses import replace
from functools import partial
from json import dumps
from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from rules.engine.entries import EntryRefusedError
from rules.engine.errors import RulesError
from rules.engine.snapshots import DealEntry, load_ruleset
from rules.reference.game_words import translated_ruleset
from scorekeeper.forms.changes import ChangeForm
from scorekeeper.forms.counting import StepForm
from scorekeeper.forms.entry import EntryForm
from scorekeeper.forms.entry_page import EntryPage
from scorekeeper.forms.past_deals import PaperPage
from scorekeeper.live.passes import ScoringPass
from scorekeeper.live.presence import names_entering
from scorekeeper.models import Game
from scorekeeper.presenters.board import change_text, deal_text
from scorekeeper.presenters.versions import Versions, versions
from scorekeeper.queries.access import GameAccess
from scorekeeper.queries.board import Row, Scoreboard, board_at, scoreboard
from scorekeeper.queries.following import state_of
from scorekeeper.queries.hands import SentHands, sent_hands
from scorekeeper.queries.history import history, last_change
from scorekeeper.queries.log import deal_at
from scorekeeper.queries.stored import StoredGame, stored_game
from scorekeeper.services.changes import ChangeContext, ConflictError, GameGoneError
from scorekeeper.services.counting import add_points
from scorekeeper.services.rounds import (
    NothingToUndoError,
    record_bids,
    record_deal,
    redo,
    undo,
)
from scorekeeper.services.turns import record_turns
from scorekeeper.web.access import change_context, game_access, readable_game, redirect_home
from scorekeeper.web.entry_context import NO_SUCH_DEAL, entry_context
from scorekeeper.web.following import Following, following, part, unchanged
from scorekeeper.web.htmx import HtmxRequest, vary_on_htmx
from scorekeeper.web.keeping import kept

JSON = "application/json"
# A query parameter in the pad’s link to the next deal, which may have been entered by now.
NEW = "new"
# A query parameter of the pages on which the deals of a finished sheet are entered one by one.
PAPER = "paper"


@kept
@require_http_methods(["GET", "HEAD", "POST"])
def deal(request: HtmxRequest, code: str, deal: int) -> HttpResponse:
    """Show the form for one deal, and save the new or corrected deal, or only its bids."""
    access = game_access(request, code)
    game = access.game
    if request.method != "POST":
        board = board_at(game, deal)
        row = _row(board, deal)
        if not row.cells and not row.is_next:
            return redirect(game)
        if row.cells and NEW in request.GET:
            sentence = _("{deal} has already been saved. These are the current scores.")
            messages.info(request, sentence.format(deal=deal_text(board, deal)))
            return redirect(game)
        hands = sent_hands(board.stored, deal)
        texts = dict(row.entry or {}) | hands.texts
        form = EntryForm(stored=board.stored, deal=deal, texts=texts)
        answers = {} if row.cells else request.GET.dict()
        kind = PaperPage if PAPER in request.GET else EntryPage
        page = kind(form, board, row, hands=hands, answers=answers)
        version = game.version
        live, news = _news(request, access, board.stored, deal, version=version, hands=hands)
        return _page(request, page, extra=news | {"live": live})
    return _save(request, access, deal, request.POST)


def _save(request: HtmxRequest, access: GameAccess, deal: int, data: QueryDict) -> HttpResponse:
    game = access.game
    try:
        form = EntryForm(data, stored=stored_game(game), deal=deal)
    except IndexError:
        raise Http404(NO_SUCH_DEAL) from None
    context = change_context(request, form, access.phone_name)
    stage = request.POST.get("stage", "")
    is_bidding, is_turn = stage == "bids", stage == "turns"
    if is_bidding and request.get_preferred_type(["text/html", JSON]) == JSON:
        return _save_bids(game, form, context)
    record = {"bids": record_bids, "turns": record_turns}.get(stage, record_deal)
    status, key = 422, context.key
    try:
        record(game=game, deal=deal, submitted=form.submitted, context=context)
    except ConflictError as error:
        if not is_turn:
            return _conflict(request, access, form, str(error))
        game, status, key = readable_game(request, game.code), 409, str(uuid4())
        form.add_error(None, str(error))
    except GameGoneError as gone:
        return redirect_home(request, gone)
    except EntryRefusedError as refused:
        form.refuse(refused.problems)
    except RulesError as error:
        form.add_error(None, str(error))
    else:
        return _done(request, game)
    board = scoreboard(game, deal)
    row = _row(board, deal)
    if is_turn:
        form.texts = dict(row.entry or {}) | form.texts
    kind = PaperPage if PAPER in request.GET else EntryPage
    page = kind(form, board, row, key, sent_hands(board.stored, deal))
    return _page(request, page, status=status)


def _save_bids(game: Game, form: EntryForm, context: ChangeContext) -> HttpResponse:
    """Save bids for the script of the entry page, which needs the game’s new version.

    If they can’t be saved, the response is empty, and saving the deal will show why. The page may
    save its bids more than once, so each save has its own key.
    """
    context = replace(context, key=str(uuid4()))
    try:
        version = record_bids(game=game, deal=form.deal, submitted=form.submitted, context=context)
    except RulesError:
        return HttpResponse(status=204)
    return JsonResponse({"version": version})


def _row(board: Scoreboard, deal: int) -> Row:
    try:
        return board.row(deal)
    except IndexError:
        raise Http404(NO_SUCH_DEAL) from None


@require_safe
@vary_on_htmx
def news(request: HttpRequest, code: str, deal: int, version: int) -> HttpResponse:
    """Show what has happened to a deal since ``version``, on the page for entering it."""
    access = game_access(request, code)
    stored = stored_game(access.game)
    hands = sent_hands(stored, deal)
    live, context = _news(request, access, stored, deal, version=version, hands=hands)
    if same := unchanged(request, live):
        return same
    return part(request, "games/_entry_news.html", context, live)


def _news(
    request: HttpRequest,
    access: GameAccess,
    stored: StoredGame,
    deal: int,
    *,
    version: int,
    hands: SentHands,
) -> tuple[Following, dict[str, object]]:
    """Return the data that keeps the entry page up to date, and the context of the deal’s news."""
    game = access.game
    others = names_entering(game.code, deal, access.user)
    change = last_change(game, deal, version, access.user) if game.version > version else None
    live = following(
        request,
        ScoringPass(game.code, access.user, deal, access.phone_name),
        state=state_of(game.version, hand=hands.latest),
        shown=repr((others, change)),
        url=reverse("deal-news", args=[game.code, deal, version]),
    )
    return live, {
        "others": others,
        "change": change,
        "totals": partial(_totals_before, game, deal),
        "hands": hands,
        "words": translated_ruleset(stored.ruleset).words,
        "number": deal,
        "game": game,
    }


def _totals_before(game: Game, deal: int) -> str:
    """Return the totals without a deal, by the row of its entry page, as JSON.

    The result is empty if another deal comes next by now.
    """
    board = scoreboard(game, deal)
    if deal > len(board.rows):
        return ""
    page = EntryPage(EntryForm(stored=board.stored, deal=deal), board, board.rows[deal - 1])
    return dumps({row.anchor: row.total for row in page.rows})


def _page(
    request: HtmxRequest,
    page: EntryPage,
    status: int = 200,
    extra: dict[str, object] | None = None,
) -> HttpResponse:
    template = "games/_entry.html" if request.htmx else "games/entry.html"
    context = entry_context(page, request) | (extra or {})
    return render(request, template, context, status=status)


def _conflict(request: HtmxRequest, access: GameAccess, form: EntryForm, why: str) -> HttpResponse:
    """Return the page with both versions: the saved one and the submitted one.

    If they are the same, redirect to the pad. If they changed different cells, save both changes.
    """
    deal, submitted = form.deal, form.submitted
    game = readable_game(request, access.game.code)
    board = scoreboard(game, deal)
    row = _row(board, deal)
    stored = (
        DealEntry(
            texts=dict(row.entry),
            dealer=int(row.dealer),
            overruled=False,
            dealer_known=row.has_dealer,
        )
        if row.entry is not None
        else None
    )
    mine = submitted.dealt_by(int(row.dealer), dealer_known=row.has_dealer)
    before = deal_at(game, deal, form.cleaned_data["version"], board.stored.ruleset)
    compared = versions(board, deal, mine, stored or mine, before)
    is_settled = stored and not compared.choices
    if stored and (submitted.matches(stored) or (is_settled and before is None)):
        sentence = _("{deal} has already been saved, with the same scores.")
        messages.info(request, sentence.format(deal=deal_text(board, deal)))
        return _done(request, game)
    if is_settled and before != stored:
        return _save_merged(request, access, form, compared, game.version)
    two = _("Two versions of {deal} {number}").format(
        deal=board.ruleset.words.deal.one, number=deal
    )
    unsaved = _("{deal} hasn’t been saved yet").format(deal=deal_text(board, deal))
    context = entry_context(EntryPage(form, board, row), request) | {
        "title": two if row.cells else unsaved,
        "why": why,
        "versions": compared,
        "is_saved": bool(row.cells),
    }
    template = "games/_conflict.html" if request.htmx else "games/conflict.html"
    return render(request, template, context, status=409)


def _save_merged(
    request: HtmxRequest, access: GameAccess, form: EntryForm, merged: Versions, version: int
) -> HttpResponse:
    """Save a correction together with another one that changed other cells of the same deal."""
    data = request.POST.copy()
    for name in form.texts.keys() | merged.texts.keys():
        data[name] = merged.texts.get(name, "")
    data["dealer"], data["version"] = str(merged.dealer), str(version)
    return _save(request, game_access(request, access.game.code), form.deal, data)


def _done(request: HtmxRequest, game: Game) -> HttpResponse:
    """Lead to the pad or, as long as a sheet is being entered deal by deal, to the next deal."""
    url = game.get_absolute_url()
    if PAPER in request.GET:
        state = stored_game(readable_game(request, game.code)).state
        if not state.is_over:
            url = f"{reverse('deal', args=[game.code, state.deals + 1])}?{PAPER}"
    return HttpResponseClientRedirect(url) if request.htmx else redirect(url)


@require_POST
def add(request: HtmxRequest, code: str) -> HttpResponse:
    """Add points to one side, or take some away, without entering a round."""
    access = game_access(request, code)
    form = StepForm(request.POST)
    form.is_valid()
    try:
        add_points(
            game=access.game,
            side=form.cleaned_data["side"],
            points=form.points,
            deal=form.cleaned_data["deal"],
            context=change_context(request, form, access.phone_name),
        )
    except GameGoneError as gone:
        return redirect_home(request, gone)
    except RulesError as refused:
        messages.warning(request, str(refused))
    return _done(request, access.game)


@require_POST
def turn_back(request: HtmxRequest, code: str, which: str) -> HttpResponse:
    """Undo or redo the latest change."""
    access = game_access(request, code)
    game = access.game
    act = {"undo": undo, "redo": redo}[which]
    context = change_context(request, ChangeForm(request.POST), access.phone_name)
    try:
        act(game=game, context=context)
    except (ConflictError, NothingToUndoError) as error:
        messages.warning(
            request, _("{problem} This is the current state of the game.").format(problem=error)
        )
    except GameGoneError as gone:
        return redirect_home(request, gone)
    except RulesError as refused:
        messages.warning(request, str(refused))
    else:
        if context.version == game.version:  # no second message on a double tap
            messages.success(request, _turned_back(game, which))
    return _done(request, game)


def _turned_back(game: Game, which: str) -> str:
    """Return what was just undone or redone, as in “Undone: deal 3”."""
    past = history(game)
    step = past.redo if which == "undo" else past.undo
    ruleset = translated_ruleset(load_ruleset(game.ruleset))
    what = change_text(step, ruleset) if step else _("last change")
    sentence = _("Undone: {change}.") if which == "undo" else _("Redone: {change}.")
    return sentence.format(change=what)
