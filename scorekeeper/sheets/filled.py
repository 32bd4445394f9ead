"""The content of a game’s score sheet: the scores so far, and rows to write in."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import zip_longest

from django.utils.translation import gettext as _

from rules.engine.contracts import MAX_DEALS
from rules.engine.formatting import with_minus
from rules.engine.game import step_name
from rules.engine.rulesets import ShownRuleset
from rules.engine.schemes import scheme_of
from rules.engine.schemes.base import Parts
from rules.engine.schemes.scored_deals import Past
from scorekeeper.formats import long_date
from scorekeeper.presenters.board import ending_text
from scorekeeper.presenters.boxes import BoxLine, box_lines
from scorekeeper.presenters.result import state_text
from scorekeeper.presenters.track import board_track
from scorekeeper.queries.board import Cell, Row, Scoreboard
from scorekeeper.sheets.layout import (
    MOST_OPEN_ROWS,
    OUT,
    asks_out,
    boxes_for_takes,
    sheet_of,
    sum_labels,
)
from scorekeeper.sheets.sheet import AWAY, CORRECTED, TICK, Sheet, SheetCell, SheetRow, SumRow
from scorekeeper.templatetags.figures import amount

# The scheme for each number of players.
Schemes = Mapping[int, Parts]


def filled_sheet(
    board: Scoreboard,
    house_rules: Sequence[str] = (),
    played_on: date | None = None,
    corrected: Mapping[int, Collection[str]] | None = None,
) -> Sheet:
    """Return the sheet of a game so far; deals not yet played are left blank to write in.

    ``corrected`` has the keys of the sides whose entry was corrected, by deal.
    """
    names, players = [column.name for column in board.columns], board.player_count
    scheme = scheme_of(board.ruleset, players)
    shows_out = not asks_out(scheme)
    marked = corrected or {}
    cells = {
        row.deal.number: _filled_cells(
            board, row, marked.get(row.deal.number, ()), shows_out=shows_out
        )
        for row in board.rows
    }
    if boxes := box_lines(board):
        cells = _box_cells(board, boxes, marked)
    length = board.ruleset.length_at(players)
    if board.ruleset.length is None and not board.state.is_over:
        empty = tuple(SheetCell() for _ in names)
        last = length or min(MAX_DEALS, max(MOST_OPEN_ROWS, len(cells) + 1))
        cells |= dict.fromkeys(range(len(cells) + 1, last + 1), empty)
    sizes = {
        row.deal.number: len(row.table.seats) for row in board.rows if row.deal.number in cells
    }
    schemes = {size: scheme_of(board.ruleset, size) for size in set(sizes.values())}
    past = board.stored.past(board.state.deals)
    # In a game with phases that was ended early, the usual text about who wins would be wrong.
    has_steps = bool(step_name(board.ruleset))
    wins = ending_text(board) if board.game.stopped and board.winners and has_steps else ""
    sheet = sheet_of(
        board.ruleset, names, house_rules, cells, dict.fromkeys(cells, players) | sizes, wins=wins
    )
    signs = sheet.signs
    if "out" in board.marks and shows_out:
        signs += ((TICK, board.mark_word),)
    if any(cell.is_corrected for row in sheet.rows for cell in row.cells):
        signs += ((CORRECTED, _("corrected later")),)
    if any(cell.is_away for row in sheet.rows for cell in row.cells):
        signs += ((AWAY, _("not playing")),)
    return replace(
        sheet,
        rows=tuple(_noted_rows(sheet, schemes, past, [column.key for column in board.columns])),
        least_rows=len(sheet.rows) if length else len(board.rows),
        sums=_results(board, scheme, past) if board.state.is_over else sheet.sums,
        signs=signs,
        facts=(*_starts(board), *sheet.facts),
        outcome=state_text(board),
        track=board_track(board),
        played_on=long_date(played_on) if played_on else "",
        code=board.game.code,
    )


def _noted_rows(
    sheet: Sheet, schemes: Schemes, past: Past, sides: Sequence[str]
) -> Iterator[SheetRow]:
    """Yield the rows with the texts in their extra columns, for the deal and for each side."""
    upto = Past((), past.starts)
    for row, scored in zip_longest(sheet.rows, past.deals):
        if scored is None:
            yield row
        else:
            upto = upto.then(scored)
            yield _noted_row(sheet, schemes, row, upto, sides)


def _noted_row(
    sheet: Sheet, schemes: Schemes, row: SheetRow, past: Past, sides: Sequence[str]
) -> SheetRow:
    """Return ``row`` with its extra columns filled in for the last deal of ``past``."""
    played = past.deals[-1]
    entry, table = played.entry, played.entry.table
    scheme = schemes[len(table.seats)]
    paper = scheme.paper
    notes = {**paper.column_texts(played.deal, entry), **paper.running_texts(table, past)}
    for asked in scheme.scoring.fields(played.deal):
        if asked.id == OUT and OUT in entry.texts:
            notes[OUT, ""] = asked.kind.words({"": entry.texts[OUT]}, table)
    return replace(
        row,
        noted=tuple(notes.get((noted.id, ""), "") for noted in sheet.noted),
        cells=tuple(
            replace(cell, noted=tuple(notes.get((part.id, side), "") for part in sheet.parts))
            for cell, side in zip(row.cells, sides, strict=True)
        ),
    )


def _box_cells(
    board: Scoreboard, lines: Sequence[BoxLine], corrected: Mapping[int, Collection[str]]
) -> dict[int, tuple[SheetCell, ...]]:
    """Return the cells of each box, by the number of its row."""
    return {
        number: tuple(
            SheetCell(
                points=with_minus(cell.points) if cell.deals else "",
                is_corrected=any(column.key in corrected.get(deal, ()) for deal in cell.deals),
            )
            for cell, column in zip(line.cells, board.columns, strict=True)
        )
        for number, line in enumerate(lines, 1)
    }


def _filled_cells(
    board: Scoreboard, row: Row, corrected: Collection[str], *, shows_out: bool
) -> tuple[SheetCell, ...]:
    texts, scoring = row.entry or {}, board.ruleset.scoring
    cutter = row.table.beside_dealer(scoring.cut_by).side if scoring.cut_bonus else ""
    scored = {cell.side: cell for cell in row.cells}
    starts = {e.key: e.start for e in board.seating.entrants if e.joined == row.deal.number + 1}
    boxes = boxes_for_takes(row.deal, board.ruleset.players.team)
    filled = []
    for key in (column.key for column in board.columns):
        cell = scored.get(key)
        taken = sum(int(texts.get(f"takes-{seat.key}", "0")) for seat in row.table.partners(key))
        is_away = bool(cell and cell.is_away)
        points, total = _figures(board.ruleset, cell, starts.get(key, 0))
        filled.append(
            SheetCell(
                points=points,
                total=total,
                deals=key == row.dealer_side,
                is_out=bool(cell and cell.is_out and shows_out),
                is_corrected=key in corrected,
                is_away=is_away,
                takes=() if is_away else tuple(box < taken for box in range(boxes)),
                cut="cut" in texts if key == cutter else None,
            )
        )
    return tuple(filled)


def _figures(ruleset: ShownRuleset, cell: Cell | None, start: int) -> tuple[str, str]:
    """Return a cell’s points and total.

    ``start`` is the starting score of a side that joins in the next deal, in whole points, or 0.
    """
    if cell and cell.points is not None:
        return ruleset.points_text(cell.points), ruleset.points_text(cell.total)
    return "", ruleset.points_text(start * ruleset.unit) if start else ""


def _starts(board: Scoreboard) -> Iterator[tuple[str, str]]:
    """Yield the names of the sides that have a starting score, each with that score in words."""
    for key, start in board.seating.starts(1).items():
        if start:
            text = _("starting score {points}").format(points=with_minus(start))
            yield board.names[key], text


def _results(board: Scoreboard, scheme: Parts, past: Past) -> tuple[SumRow, ...]:
    """Return the rows below the deals, with the results at the end of the game."""
    paper, table = scheme.paper, past.deals[-1].entry.table
    collected = paper.running_texts(table, past) if paper.summary_row else {}
    values = {
        "total": [board.ruleset.points_text(column.total) for column in board.columns],
        "collected": [collected.get(("summary", column.key), "") for column in board.columns],
        "place": [str(column.place) for column in board.columns],
        "paid": [str(board.paid[column.key]) for column in board.columns],
        "net": [_spelled(amount(payment.net)) for payment in board.payments],
    }
    labels = sum_labels(scheme)
    return tuple(SumRow(label, tuple(values[key])) for key, label in labels.items())


def _spelled(amount: str) -> str:
    """Return an amount with thirds as 1/3 and 2/3, because the sheet’s font lacks ⅓ and ⅔."""
    return amount.replace("⅓", " 1/3").replace("⅔", " 2/3")
