"""Printable score sheets: blank ones for every game, and filled-in ones for started games."""

from collections.abc import Callable, Mapping, Sequence
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import quote_etag
from django.utils.translation import get_language
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect

from rules.engine.catalogue import catalogue
from rules.engine.checking import has_points_on_paper
from rules.engine.house_rules import adjustable_figures
from rules.engine.own_games import is_own
from rules.engine.variants import Variant
from scorekeeper.forms.print_options import PrintForm
from scorekeeper.forms.printed_sheets import BlankSheetForm, FilledSheetForm
from scorekeeper.forms.sheets import SheetRulesForm
from scorekeeper.live.sharing import shared_with_everybody, shared_with_visitors
from scorekeeper.models import HouseRules
from scorekeeper.photos import can_read
from scorekeeper.presenters.print_line import print_line
from scorekeeper.printing.papers import PAPERS
from scorekeeper.printing.requests import (
    BadSheetRequestError,
    SheetRequest,
    has_figures,
    house_parts,
    parts_besides_house,
    query_of,
)
from scorekeeper.queries.access import memberships
from scorekeeper.queries.board import scoreboard
from scorekeeper.queries.past_games import location_of
from scorekeeper.queries.saved_house_rules import house_rules_of
from scorekeeper.sheets.fitting import FittedSheet
from scorekeeper.sheets.pdf import cached_sheet, fit_sheet
from scorekeeper.sheets.requested import (
    corrected_sheet,
    pictured,
    readable_blank,
    requested_blank,
    requested_filled,
)
from scorekeeper.sheets.sheet import Sheet
from scorekeeper.web.access import game_access, linked_game
from scorekeeper.web.game_list import game_list_page
from scorekeeper.web.htmx import HtmxRequest, vary_on_htmx
from scorekeeper.web.link_preview import PICTURE, RESULT
from scorekeeper.web.links import watch_link
from scorekeeper.web.pdf_responses import (
    allow_caching,
    cache_print_of,
    pdf_response,
    png_response,
    refuse,
)
from scorekeeper.web.rendered_once import page_once
from scorekeeper.web.site_files import site_edition
from scorekeeper.web.variants import any_variant_or_404

# The width in pixels of the preview next to the form.
PREVIEW = 840
FORM_FIELDS = ("paper", "turn", "large", "copies")

# House rules that a group has saved, and the URL parameters that represent them.
Kept = tuple[HouseRules, frozenset[tuple[str, str]]]


@require_safe
@shared_with_everybody
def index(request: HtmxRequest) -> HttpResponse:
    """Show all games, so that the user can choose one and print its sheet."""
    return game_list_page(request, "sheets/index.html", "order-sheet")


@require_safe
@shared_with_visitors
@vary_on_htmx
def order(request: HtmxRequest, slug: str) -> HttpResponse:
    """Show the builder for a game’s blank sheet, with a picture of the sheet.

    If saved house rules were chosen, redirect to the URL that contains them.
    """
    variant = any_variant_or_404(request, slug)
    kept = _kept(request, slug)
    if "rules" in request.GET:
        return _with_rules(request, kept)
    if is_own(slug):  # the group may change its game
        return _order(request, variant, kept)
    shown = [(rules.pk, rules.name, sorted(parts)) for rules, parts in kept]
    page = page_once(request, [bool(request.htmx), shown], lambda: _order(request, variant, kept))
    patch_cache_control(page, private=True, no_cache=True)
    return page


def _order(request: HtmxRequest, variant: Variant, kept: Sequence[Kept]) -> HttpResponse:
    """Return the builder for the blank sheet of a game, or its preview."""
    slug = variant.slug
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
    print_form = BlankSheetForm(request.GET, rules=form)
    return _builder(
        request,
        print_form,
        lambda: _blank_sheet(request, print_form),
        addresses=addresses,
        fields=fields,
        context=context,
    )


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


@require_safe
@vary_on_htmx
def order_filled(request: HtmxRequest, code: str) -> HttpResponse:
    """Show the builder for the sheet of a game that has started."""
    access = game_access(request, code)
    board = scoreboard(access.game)
    addresses = {
        "pdf": reverse("filled-sheet", args=[code]),
        "png": reverse("filled-picture", args=[code]),
    }
    context = {
        "game": board.game,
        "is_member": access.is_member,
        "board": board,
        "name": board.ruleset.name,
        "has_rules": is_own(board.game.variant) or board.game.variant in catalogue().variants,
    }
    fields = (*FORM_FIELDS, "chart")
    print_form = FilledSheetForm(request.GET, board=board)
    return _builder(
        request,
        print_form,
        lambda: _filled_sheet(request, print_form, location_of(access)),
        addresses=addresses,
        fields=fields,
        context=context,
    )


def _builder(
    request: HtmxRequest,
    print_form: PrintForm,
    make: Callable[[], tuple[SheetRequest, Sheet]],
    *,
    addresses: Mapping[str, str],
    fields: Sequence[str],
    context: dict[str, object],
) -> HttpResponse:
    """Return a builder’s page, or for htmx its preview and the problems of its ``fields``.

    ``make`` returns the requested sheet, or raises BadSheetRequestError.
    """
    context |= {"addresses": addresses, "asked": request.GET, "print_form": print_form}
    status = 200
    try:
        made, sheet = make()
    except BadSheetRequestError as error:
        print_form.refuse(error)
        status = 422
    else:
        page, paper = fit_sheet(sheet, made.printing), PAPERS[made.printing.paper]
        size, house = _size(page, paper.beside), query_of(sorted(made.house))
        line = print_line(
            paper,
            is_across=page.width > page.height,
            pages=len(page.pages),
            copies=made.printing.copies,
            has_room=len(page.pages[0]) < paper.beside,
        )
        context |= {"made": made, "sheet": sheet, "page": page, "print_line": line}
        context |= {"size": size, "house": house}
    context["problems"] = _beside_fields(print_form.problems, fields)
    template = "sheets/_preview.html" if request.htmx else "sheets/order.html"
    response = render(request, template, context, status=status)
    if request.htmx and status != 200:
        # Keep the last valid picture on the page, but still swap in the problems of the fields.
        response.headers["HX-Reswap"] = "none"
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _beside_fields(problems: dict[str, str], fields: Sequence[str]) -> dict[str, str]:
    """Return each field’s problem; problems without a field are shown with the house rules."""
    beside = dict.fromkeys(fields, "")
    for name, problem in reversed(problems.items()):
        beside[name if name in beside else "option"] = problem
    return beside


def _size(page: FittedSheet, beside: int) -> tuple[int, int]:
    """Return the size in pixels of a page’s picture with ``beside`` copies side by side."""
    is_across = page.width > page.height
    width = page.width * (1 if is_across else beside)
    height = page.height * (beside if is_across else 1)
    return PREVIEW, round(PREVIEW * height / width)


@require_safe
def blank(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Return a blank sheet, with or without names, as a PDF or a picture of its first page."""
    variant = any_variant_or_404(request, slug)
    try:
        made, sheet = _blank_sheet(request, BlankSheetForm.of_variant(variant, request.GET))
    except BadSheetRequestError as error:
        return refuse(request, error, reverse("order-sheet", args=[slug]))
    response = _answer(request, made, sheet, kind)
    cache_print_of(response, variant)
    return response


@require_safe
def filled(request: HttpRequest, code: str, kind: str) -> HttpResponse:
    """Return the sheet of a started game as a PDF or a picture of its first page."""
    access, asked = game_access(request, code), request.GET
    game, location = access.game, location_of(access)
    said = [asked.get(name, "").strip().lower() for name in (*FORM_FIELDS, "chart")]
    try:
        made, sheet = cached_sheet(
            f"{watch_link(request, game)} {game.version} {location!r} {said} {get_language()}",
            lambda: _filled_sheet(
                request, FilledSheetForm(asked, board=scoreboard(game)), location
            ),
        )
    except BadSheetRequestError as error:
        return refuse(request, error, reverse("order-filled", args=[code]))
    response = _answer(request, made, sheet, kind)
    allow_caching(response, private=True, no_cache=True)
    return response


@require_safe
def result(request: HttpRequest, code: str, token: str) -> HttpResponse:
    """Return a picture of the pad for anyone with the game’s watch link."""
    game = linked_game(code, token, "watch")
    # Reading the log of a long game takes much longer than this.
    etag = quote_etag(f"{site_edition()}-{get_language()}-{game.version}")
    response = get_conditional_response(request, etag=etag)
    if response is None:
        board = scoreboard(game)
        response = png_response(request, pictured(board, corrected_sheet(board)), RESULT, PICTURE)
        if response.status_code == HTTPStatus.OK:
            response.headers["ETag"] = etag
    allow_caching(response, private=True, no_cache=True)
    return response


def _blank_sheet(request: HttpRequest, form: BlankSheetForm) -> tuple[SheetRequest, Sheet]:
    """Return what a form requests, and the sheet. Raises BadSheetRequestError.

    The sheet has a QR code if photographs of it can be read.
    """
    wanted = form.requested()
    if not (can_read() and has_points_on_paper(wanted.ruleset, wanted.players)):
        return wanted, requested_blank(wanted)
    language = str(get_language())
    # The boxes of sheets in other languages are elsewhere. Those in English have the shorter URL.
    named = "" if language == settings.LANGUAGE_CODE else f"/{language}"
    page = f"{named}{reverse('order-sheet', args=[wanted.variant.slug])}"
    url = request.build_absolute_uri(page)
    return wanted, readable_blank(wanted, url)


def _filled_sheet(
    request: HttpRequest, form: FilledSheetForm, location: str
) -> tuple[SheetRequest, Sheet]:
    """Return what a form requests, and the sheet of its game. Raises BadSheetRequestError."""
    wanted, address = form.requested(), watch_link(request, form.board.game)
    return wanted, requested_filled(wanted, form.board, address=address, location=location)


def _answer(request: HttpRequest, made: SheetRequest, sheet: Sheet, kind: str) -> HttpResponse:
    if kind == "png":
        return png_response(request, sheet, made.printing, PREVIEW)
    return pdf_response(request, sheet, made.printing, made.filename)
