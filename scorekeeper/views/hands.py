"""Each player’s own hand: entered on the player’s phone, and sent to whoever saves the deal."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from rules.engine.cards import MAX_HAND_TEXT
from rules.engine.deal_seating import DealSeat, DealSeating
from rules.engine.entries import EntryRefusedError, texts_of_player
from rules.engine.errors import RulesError
from scorekeeper.forms.entry import EntryForm
from scorekeeper.forms.own_hand import OwnHandPage, PlayerForm
from scorekeeper.live.passes import ScoringPass
from scorekeeper.models import Game
from scorekeeper.presenters.board import deal_text
from scorekeeper.queries.access import GameAccess
from scorekeeper.queries.board import scoreboard
from scorekeeper.queries.following import state_of
from scorekeeper.queries.hands import hand_words, left_inputs, own_fields, sent_hands, takes_hands
from scorekeeper.queries.seating import seating_of
from scorekeeper.queries.stored import stored_game
from scorekeeper.services.changes import GameGoneError
from scorekeeper.services.hands import LateHandError, send_hand
from scorekeeper.web.access import (
    game_access,
    own_player,
    readable_game,
    redirect_home,
    remember_player,
)
from scorekeeper.web.entry_context import NO_SUCH_DEAL, entry_context
from scorekeeper.web.following import following, part, unchanged
from scorekeeper.web.htmx import HtmxRequest, vary_on_htmx


@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_htmx
def own_hand(request: HtmxRequest, code: str, deal: int) -> HttpResponse:
    """Show the form for the hand of this phone’s player, or send the hand.

    If the phone’s player isn’t known, show the page that asks who it is. For htmx, show only
    whether the deal is still open.
    """
    access = game_access(request, code)
    if request.method == "POST":
        return _send(request, access, deal)
    if request.htmx:
        return _news(request, access, deal)
    board = scoreboard(access.game)
    row = board.next_row
    if row is None or row.deal.number != deal or not takes_hands(board.ruleset, deal, row.table):
        if 1 <= deal <= len(board.played):
            sentence = _("{deal} has already been saved. These are the current scores.")
            messages.info(request, sentence.format(deal=deal_text(board, deal)))
        return redirect(access.game)
    player = _own_seat(request, access.game, row.table)
    left = request.GET.get("left", "")[:MAX_HAND_TEXT]
    if player is None or "who" in request.GET:
        shown = {"board": board, "game": access.game, "number": deal, "player": player}
        return render(request, "games/who.html", shown | {"table": row.table, "left": left})
    hands = sent_hands(board.stored, deal).of(player.key)
    texts = dict(row.entry or {}) | hands.texts
    inputs = left_inputs(board.ruleset, deal, row.table, player)
    if left and inputs:
        return redirect(f"{request.path}?{urlencode({inputs['cards']: left})}")
    if cards := request.GET.get(inputs.get("cards", ""), ""):
        others = {name: text for name, text in texts.items() if name not in inputs.values()}
        texts = others | {inputs["cards"]: cards}
    form = EntryForm(stored=board.stored, deal=deal, texts=texts)
    page = OwnHandPage(form, board, row, hands=hands, player=player)
    return _page(request, access, page)


def _page(
    request: HtmxRequest, access: GameAccess, page: OwnHandPage, status: int = 200
) -> HttpResponse:
    game = access.game
    template = "games/_entry.html" if request.htmx else "games/hand.html"
    live = following(request, ScoringPass(game.code, access.user), state=state_of(game.version))
    board, player = page.board, page.player
    takes_left = player and left_inputs(board.ruleset, page.form.deal, page.row.table, player)
    shown = {
        "live": live,
        "is_open": True,
        "is_sent": bool(page.hands.sent),
        "can_check": bool(takes_left) and board.can_check_hands,
    }
    return render(request, template, entry_context(page, request) | shown, status=status)


def _news(request: HtmxRequest, access: GameAccess, deal: int) -> HttpResponse:
    """Show whether a deal is still open, on the page for entering one hand."""
    game = access.game
    live = following(request, ScoringPass(game.code, access.user), state=state_of(game.version))
    if same := unchanged(request, live):
        return same
    board = scoreboard(game)
    row = board.next_row
    player = _own_seat(request, game, row.table) if row and row.deal.number == deal else None
    context = {
        "game": game,
        "board": board,
        "is_open": player is not None,
        "is_sent": player is not None and bool(sent_hands(board.stored, deal).of(player.key).sent),
        "deal": deal_text(board, deal),
    }
    return part(request, "games/_hand_news.html", context, live)


def _send(request: HtmxRequest, access: GameAccess, deal: int) -> HttpResponse:
    game = access.game
    try:
        form = EntryForm(request.POST, stored=stored_game(game), deal=deal)
    except IndexError:
        raise Http404(NO_SUCH_DEAL) from None
    player = _own_seat(request, game, form.table)
    if player is None:
        return _go(request, "own-hand", game.code, deal)
    texts, overruled = form.submitted.texts, form.submitted.overruled
    try:
        send_hand(game=game, deal=deal, seat=player.key, texts=texts, overruled=overruled)
    except LateHandError as late:
        return _late(request, form, player, str(late), game.code)
    except GameGoneError as gone:
        return redirect_home(request, gone)
    except EntryRefusedError as refused:
        form.refuse(refused.problems)
    except RulesError as error:
        form.add_error(None, str(error))
    else:
        text = _("Your hand has been sent. You can change it until the scores are saved.")
        messages.success(request, text)
        return _go(request, "game", game.code)
    board = scoreboard(game, deal)
    page = OwnHandPage(form, board, board.rows[deal - 1], player=player)
    return _page(request, access, page, status=422)


def _late(
    request: HtmxRequest, form: EntryForm, player: DealSeat, why: str, code: str
) -> HttpResponse:
    """Return the page with a link to the deal that was saved before the hand arrived."""
    board = scoreboard(readable_game(request, code))
    own = own_fields(form.ruleset, form.deal, form.table, player)
    shown = {
        "why": why,
        "game": board.game,
        "board": board,
        "deal": deal_text(board, form.deal),
        "number": form.deal,
        "is_saved": form.deal <= len(board.played),
        "hand": hand_words(own, form.table, texts_of_player(own, form.texts)),
    }
    template = "games/_late_hand.html" if request.htmx else "games/late_hand.html"
    return render(request, template, shown, status=409)


def _go(request: HtmxRequest, name: str, *args: object) -> HttpResponse:
    if request.htmx:
        return HttpResponseClientRedirect(resolve_url(name, *args))
    return redirect(name, *args)


@require_POST
def choose_player(request: HttpRequest, code: str, deal: int) -> HttpResponse:
    """Remember which player this phone belongs to, in all games of the group."""
    game = readable_game(request, code)
    form = PlayerForm(request.POST)
    players = {str(seat.position): seat.player_id for seat in seating_of(game).seats}
    if form.is_valid() and form.cleaned_data["seat"] in players:
        remember_player(request, game, players[form.cleaned_data["seat"]])
    url = resolve_url("own-hand", code, deal)
    left = request.POST.get("left", "")[:MAX_HAND_TEXT]
    return redirect(f"{url}?{urlencode({'left': left})}" if left else url)


def _own_seat(request: HttpRequest, game: Game, table: DealSeating) -> DealSeat | None:
    """Return the seat of this phone’s player in a deal, or None if there is none."""
    player = own_player(request, game)
    keys = [str(seat.position) for seat in seating_of(game).seats if seat.player_id == player]
    return next((seat for seat in table.seats if seat.key in keys), None)
