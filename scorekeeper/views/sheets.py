"""Printable score sheets: blank ones for every game, and filled-in ones for started games."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect

from rules.engine.catalogue import catalogue
from rules.engine.house_rules import adjustable_figures
from rules.engine.variants import Variant
from scorekeeper.forms.sheets import PrintForm, SheetRulesForm
from scorekeeper.models import Game, HouseRules
from scorekeeper.presenters.chart import totals_chart
from scorekeeper.queries.access import memberships
from scorekeeper.queries.board import Scoreboard, scoreboard
from scorekeeper.queries.home import house_rules_of
from scorekeeper.sheets.fitting import FittedSheet
from scorekeeper.sheets.papers import PAPERS
from scorekeeper.sheets.pdf import cached_sheet, fit_sheet
from scorekeeper.sheets.sheet_request import (
    BadSheetRequestError,
    SheetRequest,
    has_figures,
    house_parts,
    parts_besides_house,
    print_parts,
    query_of,
    read_print_options,
    read_sheet_request,
    read_switch,
)
from scorekeeper.views.access import HtmxRequest, readable_game
from scorekeeper.views.game_list import game_list_page, variant_or_404
from scorekeeper.views.htmx import vary_on_htmx
from scorekeeper.views.link_preview import PICTURE, RESULT, corrected_sheet
from scorekeeper.views.links import linked_game
from scorekeeper.views.pdf_responses import MAX_AGE, allow_caching, pdf_response, png_response

# The width in pixels of the preview next to the form.
PREVIEW = 840
FORM_FIELDS = ("paper", "turn", "large", "copies")

# House rules that a group has saved, and the URL parameters that represent them.
Kept = tuple[HouseRules, frozenset[tuple[str, str]]]


@require_safe
def index(request: HtmxRequest) -> HttpResponse:
    """Show every game to choose a sheet from."""
    return game_list_page(request, "sheets/index.html", "order-sheet")


@require_safe
def order(request: HtmxRequest, slug: str) -> HttpResponse:
    """Show the builder for a game’s blank sheet, with a picture of the sheet.

    If saved house rules were chosen, redirect to the URL that contains them.
    """
    variant = variant_or_404(slug)
    kept = _kept(request, slug)
    if "rules" in request.GET:
        return _with_rules(request, kept)
    form = SheetRulesForm(request.GET, variant=variant)
    context: dict[str, object] = {
        "variant": form.shown,
        "name": form.shown.name,
        "form": form,
        "kept": kept,
        "has_figures": has_figures(request.GET),
    }
    fields = (
        *("players", "names", *FORM_FIELDS, "option"),
        *(f"figures-{option.id}" for option in variant.options if option.asks),
        *(f"set-{knob.path}" for knob in adjustable_figures(variant, variant.standard)),
    )
    addresses = {
        "pdf": reverse("blank-sheet", args=[slug]),
        "png": reverse("blank-picture", args=[slug]),
    }
    print_form = PrintForm(request.GET, players=variant.standard.players)

    def read(asked: QueryDict) -> SheetRequest:
        return _blank_request(form, asked)

    return _builder(request, read, print_form, addresses=addresses, fields=fields, context=context)


def _kept(request: HttpRequest, slug: str) -> list[Kept]:
    """Return the house rules for a game that this browser’s groups have saved."""
    mine = memberships(request.user)
    kept = house_rules_of([member.group for member in mine], slug) if mine else []
    return [(rules, frozenset(house_parts(rules.options, rules.patches))) for rules in kept]


def _with_rules(request: HtmxRequest, kept: Sequence[Kept]) -> HttpResponse:
    """Redirect to the builder with the chosen house rules, or the standard ones.

    Everything else stays as typed.
    """
    said = {str(rules.pk): sorted(parts) for rules, parts in kept}.get(request.GET["rules"], [])
    others = [part for part in parts_besides_house(request.GET) if part[0] != "rules"]
    address = f"{request.path}{query_of([*others, *said])}"
    response = HttpResponseClientRedirect(address) if request.htmx else redirect(address)
    patch_cache_control(response, private=True, no_cache=True)
    return response


def read_blank(variant: Variant, asked: QueryDict) -> SheetRequest:
    """Return the blank sheet that the URL asks for. Raises BadSheetRequestError."""
    return _blank_request(SheetRulesForm(asked, variant=variant), asked)


def _blank_request(form: SheetRulesForm, asked: QueryDict) -> SheetRequest:
    problem = form.problem
    if problem or form.ruleset is None:
        raise BadSheetRequestError(
            *(problem or ("option", _("These house rules don’t make a valid game.")))
        )
    house = house_parts(form.options, form.patches)
    return read_sheet_request(form.variant, form.ruleset, house, asked)


@require_safe
def order_filled(request: HtmxRequest, code: str) -> HttpResponse:
    """Show the builder for the sheet of a game that has started."""
    board = scoreboard(readable_game(request, code))
    addresses = {
        "pdf": reverse("filled-sheet", args=[code]),
        "png": reverse("filled-picture", args=[code]),
    }
    context = {
        "game": board.game,
        "board": board,
        "name": board.ruleset.name,
        "has_rules": board.game.variant in catalogue().variants,
    }
    fields = (*FORM_FIELDS, "chart")

    def read(asked: QueryDict) -> SheetRequest:
        return _filled_order(request, board, asked)

    print_form = PrintForm(request.GET, has_chart=bool(board.played))
    return _builder(request, read, print_form, addresses=addresses, fields=fields, context=context)


@vary_on_htmx
def _builder(
    request: HtmxRequest,
    read: Callable[[QueryDict], SheetRequest],
    print_form: PrintForm,
    *,
    addresses: Mapping[str, str],
    fields: Sequence[str],
    context: dict[str, object],
) -> HttpResponse:
    """Return a builder’s page, or for htmx its preview and the problems of its ``fields``."""
    asked = request.GET
    context |= {
        "fields": fields,
        "addresses": addresses,
        "asked": asked,
        "print_form": print_form,
    }
    status = 200
    try:
        made = read(asked)
    except BadSheetRequestError as error:
        context["error"], status = _beside_a_field(error, fields), 422
        print_form.refuse(error.field, str(error))
    else:
        page, paper = fit_sheet(made.sheet, made.printing), PAPERS[made.printing.paper]
        context |= {"made": made, "page": page, "paper": paper, "size": _size(page, paper.beside)}
    template = "sheets/_preview.html" if request.htmx else "sheets/order.html"
    response = render(request, template, context, status=status)
    if request.htmx and status != 200:
        # The last good picture stays, but the problems of the fields are still swapped in.
        response.headers["HX-Reswap"] = "none"
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _beside_a_field(error: BadSheetRequestError, fields: Sequence[str]) -> BadSheetRequestError:
    """Return ``error``, moved to the house rules if the builder doesn’t have its field."""
    return error if error.field in fields else BadSheetRequestError("option", str(error))


def _size(page: FittedSheet, beside: int) -> tuple[int, int]:
    """Return the width and height in pixels of a picture of a page with ``beside`` copies."""
    is_across = page.width > page.height
    width = page.width * (1 if is_across else beside)
    height = page.height * (beside if is_across else 1)
    return PREVIEW, round(PREVIEW * height / width)


@require_safe
def blank(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Return a blank sheet, with or without names, as a PDF or a picture of its first page."""
    variant = variant_or_404(slug)
    try:
        made = read_blank(variant, request.GET)
    except BadSheetRequestError as error:
        return _refused(request, error, reverse("order-sheet", args=[slug]))
    response = _answer(request, made, kind)
    allow_caching(response, public=True, max_age=MAX_AGE)
    return response


@require_safe
def filled(request: HttpRequest, code: str, kind: str) -> HttpResponse:
    """Return the sheet of a started game as a PDF or a picture of its first page."""
    game, asked = readable_game(request, code), request.GET
    said = [asked.get(name, "").strip().lower() for name in (*FORM_FIELDS, "chart")]
    try:
        made = cached_sheet(
            f"{_live(request, game)} {game.version} {said} {get_language()}",
            lambda: _filled_order(request, scoreboard(game), asked),
        )
    except BadSheetRequestError as error:
        return _refused(request, error, reverse("order-filled", args=[code]))
    response = _answer(request, made, kind)
    allow_caching(response, private=True, no_cache=True)
    return response


@require_safe
def result(request: HttpRequest, code: str, token: str) -> HttpResponse:
    """Return a picture of the pad for anyone with the link to watch the game."""
    board = scoreboard(linked_game(code, token, "watch"))
    response = png_response(request, corrected_sheet(board), RESULT, PICTURE)
    allow_caching(response, private=True, no_cache=True)
    return response


def _filled_order(request: HttpRequest, board: Scoreboard, asked: QueryDict) -> SheetRequest:
    """Return the sheet of a game that the URL asks for. Raises BadSheetRequestError."""
    game = board.game
    chart = totals_chart(board) if read_switch(asked, "chart") else None
    sheet = replace(corrected_sheet(board), address=_live(request, game), chart=chart)
    form = read_print_options(asked, sheet)
    parts = print_parts(form) + ([("chart", "1")] if chart else [])
    return SheetRequest(sheet, form, f"{game.variant}-{game.code}.pdf", query_of(parts))


def _live(request: HttpRequest, game: Game) -> str:
    """Return the URL at which the game can be watched."""
    return request.build_absolute_uri(reverse("watch", args=[game.code, game.watch_token]))


def _answer(request: HttpRequest, made: SheetRequest, kind: str) -> HttpResponse:
    if kind == "png":
        return png_response(request, made.sheet, made.printing, PREVIEW)
    return pdf_response(request, made.sheet, made.printing, made.filename)


def _refused(request: HttpRequest, error: BadSheetRequestError, builder: str) -> HttpResponse:
    typed = request.GET.urlencode()
    context = {"error": error, "builder": f"{builder}?{typed}" if typed else builder}
    return render(request, "sheets/bad_request.html", context, status=400)
