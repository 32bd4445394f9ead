"""The page with the grid of a finished sheet."""

from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scorekeeper.forms.finished_sheets import FinishedSheetForm
from scorekeeper.models import Game
from scorekeeper.photos import can_read


def paper_page(
    request: HttpRequest,
    game: Game,
    form: FinishedSheetForm,
    *,
    status: int = 200,
    is_photo: bool = False,
) -> HttpResponse:
    """Return the page with the grid, or the reason why there is none.

    If it ``is_photo``, the grid has been filled in from a photograph.
    """
    shown = {
        "game": game,
        "form": form,
        "ruleset": form.ruleset,
        "new_key": str(uuid4()),
        "can_read_photos": can_read() and form.is_readable,
        "is_photo": is_photo,
    }
    return render(request, "games/from_paper.html", shown, status=status)
