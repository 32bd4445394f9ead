"""The preview of a game’s link in other apps: a title, a sentence and a picture of the pad."""

from dataclasses import dataclass

from django.core.cache import caches
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from rules.engine.formatting import join_names
from scorekeeper.presenters.board import step_text
from scorekeeper.presenters.result import places_text, state_text, winning_players
from scorekeeper.printing.papers import PrintOptions
from scorekeeper.queries.board import Scoreboard
from scorekeeper.sheets.pdf import fit_sheet
from scorekeeper.sheets.requested import MOST_ROWS, game_sheet, pictured
from scorekeeper.web.links import watch_link

RESULT = PrintOptions(picture=True)
PICTURE = 1200  # pixels wide
KEPT = 3600  # seconds for which the height of a picture is kept


@dataclass(frozen=True, slots=True)
class LinkPreview:
    """The preview of a game’s link; ``width`` and ``height`` are its picture’s size in pixels."""

    title: str
    description: str
    url: str
    image: str
    width: int
    height: int


def link_preview(request: HttpRequest, board: Scoreboard) -> LinkPreview:
    """Return the preview of a game’s watch link, without making a query."""
    game = board.game
    watched = [game.code, game.watch_token]
    return LinkPreview(
        title=f"{board.ruleset.name}: {_ending(board) or state_text(board)}",
        description=_standing(board),
        url=watch_link(request, game),
        image=request.build_absolute_uri(reverse("result", args=watched)),
        width=PICTURE,
        height=_height(board),
    )


def _height(board: Scoreboard) -> int:
    """Return the height of the picture in pixels.

    A new deal changes it only by a row, and only if the length of the game isn’t known.
    """
    game = board.game
    rows = 0 if board.state.length else min(board.state.deals, MOST_ROWS)
    key = f"height-{game.code}-{board.history.since}-{rows}-{game.state}-{get_language()}"
    height: int | None = caches["rows"].get(key)
    if height is None:
        page = fit_sheet(pictured(board, game_sheet(board)), RESULT)
        height = round(PICTURE * page.height / page.width)
        caches["rows"].set(key, height, KEPT)
    return height


def _ending(board: Scoreboard) -> str:
    winners = board.winners
    if not winners or board.is_together:
        return ""
    first = winners[0]
    sentence = ngettext(
        "{names} wins with {result}", "{names} win with {result}", winning_players(board)
    )
    return sentence.format(
        names=join_names(column.name for column in winners),
        result=step_text(board, first.key) or board.ruleset.points_text(first.total),
    )


def _standing(board: Scoreboard) -> str:
    """Return the places and totals after the last deal, or who is playing if there is none."""
    played = board.state.deals
    if not played:
        names = [column.name for column in board.columns]
        sentence = ngettext("{names} is playing.", "{names} are playing.", len(names))
        return sentence.format(names=join_names(names))
    word = board.ruleset.words.deal
    return _("After {number} {deals}: {places}.").format(
        number=played, deals=word.one if played == 1 else word.many, places=places_text(board)
    )
