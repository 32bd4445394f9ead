"""The sheets that people request: blank ones, and those of games."""

from collections.abc import Collection, Mapping
from dataclasses import replace

from django.utils.translation import ngettext

from rules.engine.catalogue import catalogue
from rules.engine.errors import RulesError
from rules.reference.game_words import translated_house_rules, translated_ruleset
from scorekeeper.presenters.chart import totals_chart
from scorekeeper.printing.papers import MOST_LEAVES, PrintOptions
from scorekeeper.printing.requests import (
    BadSheetRequestError,
    BlankSheetRequest,
    FilledSheetRequest,
    unnamed_query,
)
from scorekeeper.queries.board import Scoreboard
from scorekeeper.queries.corrections import corrected_sides
from scorekeeper.queries.history import changes
from scorekeeper.sheets.filled import filled_sheet
from scorekeeper.sheets.layout import blank_sheet
from scorekeeper.sheets.pdf import cached_sheet, fit_sheet, sheet_key
from scorekeeper.sheets.sheet import Sheet

MOST_ROWS = 15  # apps crop or leave out a picture that is much higher than it is wide
# The number of pages isn’t checked for a single copy of a sheet with at most this many cells.
FEW_CELLS = 200


def requested_blank(wanted: BlankSheetRequest) -> Sheet:
    """Return the requested blank sheet. Raises BadSheetRequestError."""
    ruleset, names = wanted.ruleset, wanted.names
    try:
        ruleset.check_table(wanted.players)
        blank = wanted.players // ruleset.players.team - len(names)
        sheet = blank_sheet(
            translated_ruleset(ruleset),
            [*names, *[""] * blank],
            translated_house_rules(wanted.variant, ruleset),
        )
    except RulesError as error:
        raise BadSheetRequestError("option", f"{str(error).rstrip('.')}.") from error
    _check_pages(sheet, wanted.printing)
    return sheet


def readable_blank(wanted: BlankSheetRequest, url: str) -> Sheet:
    """Return the requested blank sheet, of which photographs can be read.

    It has no code if it would need another page for it. ``url`` is where the sheet can be printed
    again. Raises BadSheetRequestError.
    """
    plain, printing = requested_blank(wanted), wanted.printing
    sheet = replace(plain, address=url, is_read=True)

    def version() -> str:
        fitted = fit_sheet(sheet, printing)
        leaves = len(fitted.leaves)
        is_longer = leaves > 1 and leaves > len(fit_sheet(plain, printing).leaves)
        return "" if is_longer else fitted.places.version

    layout = cached_sheet(f"layout-{sheet_key(plain, printing)}", version)
    return replace(sheet, address=url + unnamed_query(wanted, layout)) if layout else plain


def requested_filled(
    wanted: FilledSheetRequest, board: Scoreboard, *, address: str, location: str
) -> Sheet:
    """Return the requested sheet of a game, with its URL. Raises BadSheetRequestError.

    This takes a query if there are corrections.
    """
    chart = totals_chart(board) if wanted.has_chart else None
    sheet = replace(corrected_sheet(board), address=address, location=location, chart=chart)
    _check_pages(sheet, wanted.printing)
    return sheet


def _check_pages(sheet: Sheet, printing: PrintOptions) -> None:
    """Raise BadSheetRequestError if there would be too many pages."""
    if printing.copies == 1 and sheet.least_rows * len(sheet.names) <= FEW_CELLS:
        return
    leaves = len(fit_sheet(sheet, printing).leaves)
    most = MOST_LEAVES // leaves
    if most < 1:
        message = ngettext(
            "That would take {count} page. Choose larger paper or normal print.",
            "That would take {count} pages. Choose larger paper or normal print.",
            leaves,
        )
        field = "large" if printing.large else "paper"
        raise BadSheetRequestError(field, message.format(count=leaves))
    if printing.copies > most:
        message = ngettext(
            "Each copy of this sheet has many pages. Print at most {count} copy at a time.",
            "Each copy of this sheet has many pages. Print at most {count} copies at a time.",
            most,
        )
        raise BadSheetRequestError("copies", message.format(count=most))


def game_sheet(board: Scoreboard, corrected: Mapping[int, Collection[str]] | None = None) -> Sheet:
    """Return the score sheet of a game with the deals played so far."""
    variant = catalogue().variants.get(board.game.variant)
    house_rules = translated_house_rules(variant, board.stored.ruleset)
    return filled_sheet(board, house_rules, board.game.played_on, corrected)


def corrected_sheet(board: Scoreboard) -> Sheet:
    """Return the score sheet of a game with corrections marked, making a query if there are any."""
    marked = corrected_sides(board, changes(board.game)) if board.history.corrected else None
    return game_sheet(board, marked)


def pictured(board: Scoreboard, sheet: Sheet) -> Sheet:
    """Return the sheet of a game as the picture shows it: with only the latest of many deals."""
    if sheet.has_boxes or sheet.least_rows <= MOST_ROWS:
        return sheet
    last = max(board.state.deals, MOST_ROWS)
    return replace(sheet, rows=sheet.rows[last - MOST_ROWS : last], least_rows=MOST_ROWS)
