"""Games: start one, see it, its log, its links."""

from collections.abc import Mapping, Sequence
from functools import partial
from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules.errors import CatalogueError, RulesError
from rules.facts import Fact, differences
from rules.house import house_rules
from rules.library import library
from rules.search import search_rules
from scorekeeper.forms.names import NameForm
from scorekeeper.forms.new_game import NewGameForm
from scorekeeper.models import Game, Group, HouseRules
from scorekeeper.queries.access import game_by_token, memberships
from scorekeeper.queries.board import Scoreboard, pennies_text, scoreboard
from scorekeeper.queries.chart import totals_chart
from scorekeeper.queries.history import changes
from scorekeeper.queries.home import (
    house_rules_of,
    known_names,
    last_names,
    recent_variants,
)
from scorekeeper.queries.log import log_lines
from scorekeeper.services.games import play_again, start_game
from scorekeeper.services.people import save_house_rules
from scorekeeper.services.sharing import LinkKind, add_helper, renew_game_link
from scorekeeper.services.writes import DiscardedError
from scorekeeper.views.access import (
    HtmxRequest,
    author_of,
    lead_home,
    own_group,
    own_membership,
    readable_game,
)
from scorekeeper.views.book import book
from scorekeeper.views.parts import page_or_part
from scorekeeper.views.search import found_context
from scorekeeper.views.sharing import shared_game
from scorekeeper.views.shelves import known, shelves_page

RENEWED: Mapping[LinkKind, str] = {
    "watch": "The link to watch is new; the old one, printed or sent, opens nothing any more.",
    "score": "The link to enter scores is new; nobody enters scores through the old one any more.",
}


@require_safe
def choose(request: HtmxRequest) -> HttpResponse:
    """Which game to play: the group's recent ones first."""
    groups = [member.group for member in memberships(request.user)]
    recent = recent_variants(groups) if groups else []
    variants = library().variants
    played = [variants[slug] for slug in recent if slug in variants]
    return shelves_page(request, "games/choose.html", "new", recent=recent, played=played)


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Who plays and by which house rules; starts the game, or takes other house rules that the
    table keeps, with whoever was named already.
    """
    variant = known(slug)
    mine = memberships(request.user)
    group = mine[0].group if mine else None
    tables = [(member.group.pk, member.group.name) for member in mine]
    kept = house_rules_of([member.group for member in mine], slug) if mine else []
    if request.method != "POST" or "rules" in request.GET:
        chosen = request.GET.get("rules", "")
        saved = next((rules for rules in kept if str(rules.pk) == chosen), None)
        names = last_names(group, slug)[: variant.standard.players.max] if group else []
        form = NewGameForm(
            variant=variant, names=names, tables=tables, saved=saved, typed=request.POST.dict()
        )
        form.initial.setdefault("key", str(uuid4()))
        return _new_page(request, form, group, kept, saved=saved)
    form = NewGameForm(request.POST, variant=variant, tables=tables)
    if form.is_valid():
        member = own_group(request, form.cleaned_data.get("table") or None)
        try:
            if form.cleaned_data["save-as"] and (form.options or form.patches):
                save_house_rules(
                    group=member.group,
                    variant=slug,
                    name=form.cleaned_data["save-as"],
                    options=form.options,
                    patches=form.patches,
                )
            game = start_game(
                group=member.group,
                variant=variant,
                names=form.names,
                teams=form.teams,
                options=form.options,
                patches=form.patches,
                first_dealer=form.first_dealer,
                author=author_of(request, member.name),
            )
        except RulesError as error:
            form.add_error(None, str(error))
        else:
            return redirect(game)
    saved = next((rules for rules in kept if form.has_house_rules(rules)), None)
    return _new_page(request, form, group, kept, saved=saved, status=422)


def _new_page(
    request: HttpRequest,
    form: NewGameForm,
    group: Group | None,
    kept: Sequence[HouseRules],
    *,
    saved: HouseRules | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "form": form,
        "variant": form.variant,
        "known": known_names(group) if group else [],
        "kept": kept,
        "saved": saved,
        "changes": _differences(form, saved),
    }
    return render(request, "games/new.html", context, status=status)


def _differences(form: NewGameForm, saved: HouseRules | None = None) -> Sequence[tuple[Fact, Fact]]:
    """What the rules in the form change of the standard, as far as they make a game."""
    ruleset = form.ruleset
    if saved:
        try:
            ruleset = form.variant.ruleset(saved.options, saved.patches)
        except CatalogueError:
            return ()
    return differences(form.variant.standard, ruleset) if ruleset else ()


@require_POST
def check_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """What the house rules in a new game’s form change, or what is wrong with them."""
    form = NewGameForm(request.POST, variant=known(slug))
    form.is_valid()
    context = {"changes": _differences(form), "problems": form.rules_problems}
    return render(request, "games/_changes.html", context)


@require_safe
def game(request: HttpRequest, code: str) -> HttpResponse:
    """The pad of a game."""
    board = scoreboard(readable_game(request, code))
    return render(request, "games/game.html", board_context(board))


@require_safe
def game_json(request: HttpRequest, code: str) -> JsonResponse:
    """The pad of a game as data."""
    return JsonResponse(_board_data(scoreboard(readable_game(request, code))))


def board_context(board: Scoreboard, *, may_write: bool = True) -> dict[str, object]:
    """What the pad and its page need."""
    variant = library().variants.get(board.game.variant)
    return {
        "board": board,
        "game": board.game,
        "may_write": may_write,
        "house_rules": house_rules(variant, board.ruleset),
        "chart": partial(totals_chart, board) if board.standings.is_over else None,
        "payments": [
            (
                board.names[p.side],
                p.place,
                *map(pennies_text, (p.by_place, p.kitty)),
                p.paid,
                pennies_text(p.net),
            )
            for p in sorted(board.payments, key=lambda payment: payment.place)
        ],
        "key": str(uuid4()),
    }


def _board_data(board: Scoreboard) -> dict[str, object]:
    return {
        "code": board.game.code,
        "variant": board.game.variant,
        "name": board.ruleset.name,
        "options": board.game.options,
        "state": board.game.state,
        "version": board.game.version,
        "players": [
            {"name": column.name, "total": column.total, "place": column.place or None}
            for column in board.columns
        ],
        "deals": [
            {
                "number": row.deal.number,
                "contract": row.contract,
                "cards": row.cards,
                "dealer": row.dealer_name,
                "points": [
                    {"name": board.names[cell.side], "points": cell.points, "because": cell.because}
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


@require_safe
def log(request: HttpRequest, code: str) -> HttpResponse:
    """Who changed what when, before and after."""
    board = scoreboard(readable_game(request, code))
    lines = log_lines(board, changes(board.game))
    return render(request, "games/log.html", {"board": board, "game": board.game, "lines": lines})


@require_safe
@page_or_part
def rules(request: HtmxRequest, code: str) -> HttpResponse:
    """The rules this game is played by, its options in place; to htmx what they answer."""
    played = readable_game(request, code)
    board = scoreboard(played)
    variant = library().variants.get(played.variant)
    if variant is None:
        raise Http404("The rules of this game are no longer in the catalogue.")
    asked = request.GET.get("q", "")
    found = search_rules(asked, variant, board.ruleset) if asked.strip() else None
    context: dict[str, object] = {"asked": found.query if found else ""}
    if found:
        context |= found_context(found, request.path)
    if request.htmx:
        return render(request, "rules/_found.html", context)
    return render(
        request, "games/rules.html", board_context(board) | book(variant, board.ruleset) | context
    )


@require_safe
def share(request: HttpRequest, code: str) -> HttpResponse:
    """The links with which others watch the game or enter scores, and its picture."""
    board = scoreboard(readable_game(request, code))
    shared = shared_game(request, board)
    score_link = request.build_absolute_uri(reverse("score", args=[code, board.game.score_token]))
    mine = memberships(request.user)
    context = {
        "board": board,
        "game": board.game,
        "shared": shared,
        "links": (("watch", "to watch", shared.url), ("score", "to enter scores", score_link)),
        "may_renew": any(m.is_owner for m in mine if m.group_id == board.game.group_id),
    }
    return render(request, "games/share.html", context)


@require_POST
def renew(request: HtmxRequest, code: str, kind: LinkKind) -> HttpResponse:
    """Make a link of a game anew; only the owner of its table may."""
    shared = readable_game(request, code)
    if not own_membership(request, shared.group_id).is_owner:
        raise Http404("Only the owner of this table can do that.")
    try:
        renew_game_link(game=shared, kind=kind)
    except DiscardedError as discarded:
        return lead_home(request, discarded)
    messages.success(request, RENEWED[kind])
    return redirect("share", code)


def linked_game(code: str, token: str, kind: str) -> Game:
    """Return the game of a link. Raises Http404 when the link is not, or no longer, good."""
    try:
        return game_by_token(code, token, kind)
    except Game.DoesNotExist:
        raise Http404("This link opens no game; ask for a new one.") from None


@require_safe
@page_or_part
def watch(request: HtmxRequest, code: str, token: str) -> HttpResponse:
    """The pad of a game, to read only; to htmx nothing until it changes."""
    watched = linked_game(code, token, "watch")
    if request.htmx and request.GET.get("version") == str(watched.version):
        return HttpResponse(status=204)
    board = scoreboard(watched)
    context = board_context(board, may_write=False)
    if request.htmx:
        return render(request, "games/_watched.html", context)
    context["shared"] = partial(shared_game, request, board)
    context["host"] = request.build_absolute_uri("/")
    return render(request, "games/watch.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def score(request: HttpRequest, code: str, token: str) -> HttpResponse:
    """Let this browser enter scores in one game, once it says so."""
    helped = linked_game(code, token, "score")
    form = NameForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            add_helper(game=helped, author=author_of(request, form.cleaned_data["name"]))
        except RulesError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, "You can enter scores in this game now.")
            return redirect(helped)
    status = 422 if form.errors else 200
    context = {"form": form, "game": helped, "button": "Enter scores"}
    return render(request, "games/score.html", context, status=status)


@require_POST
def rematch(request: HtmxRequest, code: str) -> HttpResponse:
    """Start the same game with the same people and rules, or go on with it where another phone did;
    who helped with this one helps with that.
    """
    played = readable_game(request, code)
    author = author_of(request, played.seen_as)
    try:
        again = play_again(game=played, variant=known(played.variant), author=author)
        if not played.at_table:
            add_helper(game=again, author=author)
    except DiscardedError as discarded:
        return lead_home(request, discarded)
    except RulesError as error:
        messages.warning(request, f"{str(error).rstrip('.')}. Start a new game instead.")
        return redirect(played)
    return redirect(again)
