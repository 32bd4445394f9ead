"""Score sheets to print: blank ones for every game, and those of games as they stand."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.utils.timezone import localdate
from django.views.decorators.http import require_safe

from rules.house import house_rules
from rules.library import library
from scorekeeper.queries.board import scoreboard
from scorekeeper.sheets.layout import filled_sheet
from scorekeeper.sheets.order import BadOrderError, read_order, read_paper
from scorekeeper.sheets.page import PAPERS
from scorekeeper.views.access import HtmxRequest, readable_game
from scorekeeper.views.pdfs import FRESH, pdf_answer
from scorekeeper.views.shelves import known, shelves_page


@require_safe
def index(request: HtmxRequest) -> HttpResponse:
    """Every game, to choose a sheet."""
    return shelves_page(request, "sheets/index.html", "order-sheet")


@require_safe
def order(request: HttpRequest, slug: str) -> HttpResponse:
    """The form for a game's blank sheet."""
    return render(request, "sheets/order.html", {"variant": known(slug), "papers": PAPERS})


@require_safe
def blank(request: HttpRequest, slug: str) -> HttpResponse:
    """A blank sheet of a game, with or without names."""
    variant = known(slug)
    try:
        asked = read_order(variant, request.GET)
    except BadOrderError as error:
        return _refused(request, error)
    response = pdf_answer(request, asked.sheet, asked.paper, asked.filename)
    patch_cache_control(response, public=True, max_age=FRESH)
    return response


@require_safe
def filled(request: HttpRequest, code: str) -> HttpResponse:
    """The sheet of a game as it stands."""
    board = scoreboard(readable_game(request, code))
    try:
        paper = read_paper(request.GET.get("paper", ""))
    except BadOrderError as error:
        return _refused(request, error)
    variant = library().variants.get(board.game.variant)
    sheet = filled_sheet(
        board, house_rules(variant, board.ruleset), localdate(board.game.created_at)
    )
    response = pdf_answer(request, sheet, paper, f"{board.game.variant}-{code}.pdf")
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _refused(request: HttpRequest, error: BadOrderError) -> HttpResponse:
    return render(request, "sheets/bad_request.html", {"error": error}, status=400)
