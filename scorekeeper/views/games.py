"""Games: the score pad, the change log, the rules and the rematch."""

from dataclasses import replace
from functools import cache

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from rules.engine.catalogue import catalogue
from rules.engine.errors import RulesError
from rules.engine.own_games import is_own
from rules.lookup.search import search_rules
from rules.reference.game_words import translated_house_rules
from scorekeeper.forms.days import StartForm
from scorekeeper.live.passes import ScoringPass
from scorekeeper.presenters.board import reasons_text
from scorekeeper.presenters.result import ended_lately
from scorekeeper.queries.board import Column, Scoreboard, pad_of, scoreboard
from scorekeeper.queries.following import rematch_of, state_of
from scorekeeper.queries.own_games import played_variant, variant_in
from scorekeeper.services.changes import GameGoneError
from scorekeeper.services.games import play_again
from scorekeeper.services.links import add_helper
from scorekeeper.web.access import (
    access_without_seats,
    change_context,
    game_access,
    own_player,
    readable_game,
    redirect_home,
    seated_game,
)
from scorekeeper.web.board_context import board_context
from scorekeeper.web.following import following, known_state, part_with, unchanged
from scorekeeper.web.htmx import HtmxRequest, vary_on_htmx
from scorekeeper.web.keeping import kept, phone_id
from scorekeeper.web.limiting import count
from scorekeeper.web.rendered_once import rendered_once
from scorekeeper.web.rules_context import rules_context
from scorekeeper.web.search_results import GameAtHand, results_context
from scorekeeper.web.variants import variant_or_404


@kept
@require_safe
@vary_on_htmx
def game(request: HtmxRequest, code: str) -> HttpResponse:
    """Show the score pad of a game; for htmx, only the part that changes."""
    access = access_without_seats(request, code)
    game, rematch = access.game, rematch_of(access.game)
    has_player = own_player(request, game) is not None
    live = following(
        request,
        ScoringPass(code, access.user),
        state=state_of(game.version, rematch),
        shown=repr((access.is_member, has_player)),
        url=game.get_absolute_url(),
    )
    if request.htmx and (same := unchanged(request, live)):
        return same
    own = {
        "notes": "" if request.htmx else render_to_string("_messages.html", request=request),
        "phone": phone_id(request),
        "stream": live.stream,
    }

    @cache
    def context() -> dict[str, object]:
        board = pad_of(seated_game(access))
        return board_context(board, is_member=access.is_member) | {
            "rematch": rematch,
            "has_player": has_player,
            "has_search": game.variant in catalogue().variants,
            "live": replace(live, stream=""),
        }

    shown = (code, live.etag, ended_lately(game))
    known = known_state(request)
    since = (code, known, False) if request.htmx and known else None  # the game was going on
    changing = rendered_once(request, "games/_game.html", shown, context, own, since=since)
    if request.htmx:
        return part_with(changing, live)
    own["changing"] = changing
    return HttpResponse(rendered_once(request, "games/game.html", shown, context, own))


@require_safe
def game_json(request: HttpRequest, code: str) -> JsonResponse:
    """Return the score pad of a game as JSON."""
    return JsonResponse(_board_data(scoreboard(readable_game(request, code))))


def _player_data(board: Scoreboard, column: Column) -> dict[str, object]:
    """Return a side’s place and total, and its starting score and missed deals if there are any."""
    place = None if board.is_together else column.place or None
    data = {"name": column.name, "total": board.ruleset.number(column.total), "place": place}
    starts = board.seating.starts(1)[column.key]
    away = [row.deal.number for row in board.played if column.key not in row.table.keys]
    return data | ({"starts": starts} if starts else {}) | ({"away": away} if away else {})


def _board_data(board: Scoreboard) -> dict[str, object]:
    variant = catalogue().variants.get(board.game.variant)
    return {
        "code": board.game.code,
        "variant": board.game.variant,
        "name": board.ruleset.name,
        "options": board.ruleset.options,
        "patches": board.ruleset.patches,
        "house_rules": translated_house_rules(variant, board.stored.ruleset),
        "state": board.game.state,
        "stopped": board.game.stopped,
        "version": board.game.version,
        "players": [_player_data(board, column) for column in board.columns],
        "deals": [
            {
                "number": row.deal.number,
                "contract": row.contract,
                "cards": row.cards,
                "dealer": row.dealer_name,
                "points": [
                    {
                        "name": board.names[cell.side],
                        "points": board.ruleset.number(cell.points),
                        "because": reasons_text(cell),
                    }
                    for cell in row.cells
                    if cell.points is not None
                ],
            }
            for row in board.rows
        ],
        "winners": [column.name for column in board.winners],
        "settlement": [
            {"name": board.names[payment.side], "place": payment.place, "net": str(payment.net)}
            for payment in board.payments
        ],
    }


@kept
@require_safe
@vary_on_htmx
def rules(request: HtmxRequest, code: str) -> HttpResponse:
    """Show the rules of this game, including house rules; for htmx, only the search results."""
    access = game_access(request, code)
    board = scoreboard(access.game)
    variant = played_variant(board.game)
    if variant is None:
        raise Http404(_("The rules of this game are no longer in the catalogue."))
    # The few rules of a group’s own game are on one page, and aren’t in the search index.
    has_search = not is_own(variant.slug)
    asked = request.GET.get("q", "") if has_search else ""
    found = search_rules(asked, variant, board.stored.ruleset) if asked.strip() else None
    context: dict[str, object] = {"asked": found.query if found else ""}
    if found:
        context |= results_context(found, GameAtHand(code, variant, board.stored.ruleset))
    if request.htmx:
        return render(request, "rules/_search_results.html", context)
    context |= board_context(board) | rules_context(variant, board.stored.ruleset)
    current = variant if has_search else variant_in(board.game.group, variant.slug)
    is_outdated = current != variant
    if not is_outdated and not variant.has_ruleset(board.stored.ruleset):
        context |= {"is_older": True, "mark": _("different")}
    context |= {
        "is_member": access.is_member,
        "has_search": has_search,
        "is_outdated": is_outdated,
        "has_page": has_search or (access.is_member and current is not None),
    }
    return render(request, "games/rules.html", context)


@require_POST
def rematch(request: HtmxRequest, code: str) -> HttpResponse:
    """Start a rematch with the same players and rules, or open it if another phone started it.

    A helper of this game becomes a helper of the new one.
    """
    access = game_access(request, code)
    game = access.game
    count(request, "games", game.group)
    form = StartForm(request.POST)
    context = change_context(request, form, access.phone_name)
    try:
        variant = played_variant(game) or variant_or_404(game.variant)
        again = play_again(
            game=game, variant=variant, context=context, played_on=form.cleaned_data["today"]
        )
        if not access.is_member:
            add_helper(game=again, context=context)
    except GameGoneError as gone:
        return redirect_home(request, gone)
    except RulesError as error:
        messages.warning(
            request,
            _("{problem}. Start a new game instead.").format(problem=str(error).rstrip(".")),
        )
        return redirect(game)
    return redirect(again)
