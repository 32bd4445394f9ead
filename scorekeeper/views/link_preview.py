"""The preview of a game’s link in other programs: a title, a sentence, a picture of the pad."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.timezone import localdate

from rules.engine.catalogue import catalogue
from rules.engine.formatting import join_names, with_minus
from rules.engine.house_rules import house_rules
from scorekeeper.presenters.board import step_text, win_verb
from scorekeeper.queries.board import Column, Scoreboard
from scorekeeper.queries.corrections import corrected_sides
from scorekeeper.queries.history import changes
from scorekeeper.sheets.layout import Sheet, filled_sheet
from scorekeeper.sheets.papers import PrintOptions
from scorekeeper.sheets.pdf import fit_sheet

RESULT = PrintOptions(picture=True)
PICTURE = 1200  # pixels wide


@dataclass(frozen=True, slots=True)
class LinkPreview:
    """The preview of a game’s link; ``width`` and ``height`` are pixels of the picture."""

    title: str
    description: str
    url: str
    image: str
    width: int
    height: int


def link_preview(request: HttpRequest, board: Scoreboard) -> LinkPreview:
    """Return the preview of the link to watch a game, without a query."""
    game = board.game
    watched = [game.code, game.watch_token]
    sheet = game_sheet(board)
    page = fit_sheet(sheet, RESULT)
    names, played = [column.name for column in board.columns], len(board.played)
    places = ", ".join(f"{c.place}. {c.name} {_stand(board, c)}" for c in board.by_place)
    word = board.ruleset.words.deal
    return LinkPreview(
        title=f"{board.ruleset.name}: {_ending(board) or sheet.outcome}",
        description=f"After {played} {word.one if played == 1 else word.many}: {places}."
        if played
        else f"{join_names(names)} {'plays' if len(names) == 1 else 'play'}.",
        url=request.build_absolute_uri(reverse("watch", args=watched)),
        image=request.build_absolute_uri(reverse("result", args=watched)),
        width=PICTURE,
        height=round(PICTURE * page.height / page.width),
    )


def game_sheet(board: Scoreboard, corrected: Mapping[int, Collection[str]] | None = None) -> Sheet:
    """Return the sheet of a game as it stands."""
    variant = catalogue().variants.get(board.game.variant)
    return filled_sheet(
        board, house_rules(variant, board.ruleset), localdate(board.game.created_at), corrected
    )


def corrected_sheet(board: Scoreboard) -> Sheet:
    """The same with its corrections marked, which takes a query where there are any."""
    marked = corrected_sides(board, changes(board.game)) if board.history.corrected else None
    return game_sheet(board, marked)


def _ending(board: Scoreboard) -> str:
    winners = board.winners
    if not winners:
        return ""
    names = join_names(column.name for column in winners)
    first = winners[0]
    verb = win_verb(board.seating, board.state.winners)
    return f"{names} {verb} with {step_text(board, first.key) or with_minus(first.total)}"


def _stand(board: Scoreboard, column: Column) -> str:
    """A total, and where phases count before it, the last that was made."""
    step = step_text(board, column.key)
    return f"{with_minus(column.total)}{f' ({step})' if step else ''}"
