"""Photographing a blank sheet that has been filled in by hand."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods

from rules.engine.snapshots import load_ruleset
from rules.reference.game_words import translated_ruleset
from scorekeeper.forms.finished_sheets import FinishedSheetForm
from scorekeeper.forms.photos import PhotoForm
from scorekeeper.models import Game
from scorekeeper.photos import MOST_BYTES, UnreadablePhotoError, can_read
from scorekeeper.queries.access import GameAccess
from scorekeeper.queries.own_games import played_variant
from scorekeeper.queries.stored import stored_game
from scorekeeper.uploads import OneFile
from scorekeeper.web.access import game_access
from scorekeeper.web.limiting import count
from scorekeeper.web.paper_page import paper_page

_REASONS = {
    "file": gettext_lazy("This file can’t be read. Choose a JPEG or PNG of at most 12 MB."),
    "code": gettext_lazy(
        "The QR code of the sheet can’t be read. Take a sharper photograph of the whole page."
    ),
    "game": gettext_lazy("This is the sheet of another game. Photograph a sheet of this one."),
    "players": gettext_lazy(
        "This sheet has a different number of columns. Enter the numbers in the grid instead."
    ),
    "layout": gettext_lazy(
        "This sheet was printed by another version of this site. Enter the numbers in the grid."
    ),
    "corners": gettext_lazy(
        "A black square in the corners can’t be seen. Photograph the whole page, lying flat."
    ),
}


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def photograph(request: HttpRequest, code: str) -> HttpResponse:
    """Ask for a photograph of a sheet, and show the grid with what is written on it.

    Checking the CSRF token reads the body, so this is done after the upload handler has been
    replaced.
    """
    access = game_access(request, code)
    if not can_read():
        raise Http404(_("This site doesn’t read photographs."))
    handler = OneFile(request, MOST_BYTES)
    request.upload_handlers = [handler]
    return _photograph(request, access, handler)


@csrf_protect
def _photograph(request: HttpRequest, access: GameAccess, handler: OneFile) -> HttpResponse:
    game = access.game
    grid, variant = FinishedSheetForm(stored=stored_game(game)), played_variant(game)
    if not grid.is_readable or variant is None:
        return paper_page(request, game, grid)
    if request.method != "POST":
        return _page(request, game, PhotoForm())
    form = PhotoForm(request.POST, files=request.FILES)
    if handler.is_too_large or handler.is_full:
        form.errors["photo"] = form.error_class([str(_REASONS["file"])])
    if not form.is_valid():
        return _page(request, game, form, status=422)
    count(request, "photos", game.group)
    from scorekeeper.photos.sheets import read_sheet  # noqa: PLC0415 -- needs optional packages

    try:
        read = read_sheet(form.cleaned_data["photo"].read(), variant, grid)
    except UnreadablePhotoError as error:
        form.add_error("photo", str(_REASONS[error.reason]))
        return _page(request, game, form, status=422)
    filled = FinishedSheetForm(stored=grid.stored, typed=read.texts, doubtful=read.doubtful)
    return paper_page(request, game, filled, is_photo=True)


def _page(request: HttpRequest, game: Game, form: PhotoForm, status: int = 200) -> HttpResponse:
    name = translated_ruleset(load_ruleset(game.ruleset)).name
    shown = {"game": game, "form": form, "name": name}
    return render(request, "games/sheet_photo.html", shown, status=status)
