"""Turns a ruleset with names, or a game, into the content of its score sheet."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import zip_longest
from typing import Any

from django.contrib.humanize.templatetags.humanize import ordinal
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.engine.contracts import MAX_DEALS, Deal
from rules.engine.formatting import capital, join_names, number_word, signed, with_minus
from rules.engine.game import step_name
from rules.engine.rulesets import Ruleset
from rules.engine.schemes import scheme_of
from rules.engine.schemes.base import Scheme, SheetColumn
from rules.engine.schemes.scored_deals import Past
from rules.engine.settlement import pays_by_place
from rules.reference.card_facts import deck_text, value_groups
from rules.reference.facts import cut_size, facts
from scorekeeper.presenters.board import ending_text, step_text
from scorekeeper.presenters.boxes import BoxLine, box_lines
from scorekeeper.presenters.track import board_track, pegging_track
from scorekeeper.queries.board import Cell, Row, Scoreboard
from scorekeeper.sheets.sheet import (
    AWAY,
    BOX,
    CORRECTED,
    DOT,
    TICK,
    Sheet,
    SheetCell,
    SheetRow,
    SumRow,
    cut_text,
)
from scorekeeper.templatetags.figures import amount

MOST_BOXES = 4
OUT = "out"  # the id of the field and of the column for the player who went out
# A game of unknown length has enough rows to fill a page.
MOST_OPEN_ROWS = 40
# Facts that appear elsewhere on a sheet.
SHOWN = frozenset(("values", "players", "deck", "without", "deals", "cards", "smallest", "winner"))

# The scheme for each number of players.
Schemes = Mapping[int, Scheme[Any]]


def out_column() -> SheetColumn:
    """Return the column for the player who went out in each deal."""
    return SheetColumn(OUT, _("Out"), "deal", "")


def every_deal_label(ruleset: Ruleset) -> str:
    """Return the label of a special rule that applies to every deal."""
    # Translators: {deal} is what the game calls a deal, such as “hand”
    return _("In every {deal}").format(deal=ruleset.words.deal.one)


def blank_sheet(ruleset: Ruleset, names: Sequence[str], house_rules: Sequence[str] = ()) -> Sheet:
    """Return a sheet to write on, with a column for each of ``names``, which may be blank.

    The first column deals first, and the deal passes to the next column.
    """
    players = ruleset.players
    seats = len(names) * players.team
    if boxes := scheme_of(ruleset, seats).box_rows:
        blank = {number: (SheetCell(),) * len(names) for number, _box in enumerate(boxes, 1)}
        return _sheet(ruleset, names, house_rules, blank, dict.fromkeys(blank, seats))
    cells = {}
    for number in range(1, (_length(ruleset, seats) or MOST_OPEN_ROWS) + 1):
        turn = (number - 1 if players.clockwise else 1 - number) % seats
        dealer = players.side_of(turn + 1, seats) - 1
        cells[number] = tuple(
            SheetCell(
                deals=column == dealer and ruleset.has_dealer,
                takes=(False,) * _boxes(ruleset.deal(number), ruleset.players.team),
                cut=False if _cuts(ruleset, column, dealer, len(names)) else None,
            )
            for column in range(len(names))
        )
    return _sheet(ruleset, names, house_rules, cells, dict.fromkeys(cells, seats))


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
    shows_out = not _asks_out(scheme)
    marked = corrected or {}
    cells = {
        row.deal.number: _filled_cells(
            board, row, marked.get(row.deal.number, ()), shows_out=shows_out
        )
        for row in board.rows
    }
    if boxes := box_lines(board):
        cells = _box_cells(board, boxes, marked)
    length = _length(board.ruleset, players)
    if board.ruleset.length is None and not board.state.is_over:
        empty = tuple(SheetCell() for _ in names)
        last = length or min(MAX_DEALS, max(MOST_OPEN_ROWS, len(cells) + 1))
        cells |= dict.fromkeys(range(len(cells) + 1, last + 1), empty)
    sizes = {
        row.deal.number: len(row.table.seats) for row in board.rows if row.deal.number in cells
    }
    schemes = {size: scheme_of(board.ruleset, size) for size in set(sizes.values())}
    past = board.stored.past(board.state.deals)
    # If places depend first on steps, a game that was ended early was not won in the usual way.
    has_steps = bool(step_name(board.ruleset))
    wins = ending_text(board) if board.game.stopped and board.winners and has_steps else ""
    sheet = _sheet(
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
        outcome=_outcome(board),
        track=board_track(board),
        played_on=date_format(played_on, "j F Y") if played_on else "",
        code=board.game.code,
    )


def _noted_rows(
    sheet: Sheet, schemes: Schemes, past: Past, sides: Sequence[str]
) -> Iterator[SheetRow]:
    """Yield the rows with the texts of their extra columns, for deals and for ``sides``."""
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
    """Return ``row`` with the texts for the last deal of ``past`` in its extra columns."""
    played = past.deals[-1]
    entry, table = played.entry, played.entry.table
    scheme = schemes[len(table.seats)]
    notes = {**scheme.column_texts(played.deal, entry), **scheme.running_texts(table, past)}
    for asked in scheme.fields(played.deal):
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


def _sheet(
    ruleset: Ruleset,
    names: Sequence[str],
    house_rules: Sequence[str],
    cells: Mapping[int, tuple[SheetCell, ...]],
    sizes: Mapping[int, int],
    *,
    wins: str = "",
) -> Sheet:
    """Return the sheet with these columns and cells.

    ``sizes`` has the number of players by deal; texts about the game use the last deal’s number.
    ``wins`` replaces the text about who wins.
    """
    players = sizes[max(sizes)]
    shared = _shared_notes(ruleset, players)
    said = {fact.key: fact for fact in facts(ruleset)}
    scheme = scheme_of(ruleset, players)
    shown = SHOWN | scheme.box_facts
    noted = [out_column()] if _asks_out(scheme) else []
    noted += [part for part in scheme.sheet_columns if part.scope == "deal"]
    here = ruleset.players.model_copy(update={"min": players, "max": players, "best": None})
    deck = deck_text(ruleset.model_copy(update={"players": here}))
    if deck and (without := ruleset.without_words(players)):
        # Translators: {deck} is text such as “one pack”, {cards} text such as “the 2s”
        deck = _("{deck}, without {cards}").format(deck=deck, cards=without)
    count = ngettext("{count} player", "{count} players", players)
    terms = (
        count.format(count=number_word(players)),
        deck,
        # Translators: {winner} is text such as “lowest total”
        wins or _("{winner} wins").format(winner=said["winner"].text),
    )
    return Sheet(
        title=ruleset.name,
        subtitle=capital(" · ".join(filter(None, terms))),
        deal_word=_("Box") if scheme.box_rows else capital(ruleset.words.deal.one),
        names=tuple(names),
        noted=tuple(noted),
        parts=tuple(part for part in scheme.sheet_columns if part.scope == "side"),
        rows=_box_rows(scheme, cells)
        or tuple(_row(ruleset, number, cells[number], shared, sizes[number]) for number in cells),
        least_rows=len(scheme.box_rows) or _length(ruleset, players),
        sums=tuple(SumRow(label, ("",) * len(names)) for label in _sum_labels(scheme).values()),
        values_label=said["values"].label if "values" in said else "",
        values=value_groups(ruleset),
        pays_label=_settlement_label(ruleset),
        pays=_pays(ruleset, len(names)),
        signs=(*_signs(ruleset), *scheme.legend),
        facts=(
            *((capital(fact.label), fact.text) for key, fact in said.items() if key not in shown),
            *((every_deal_label(ruleset), rule) for rule in shared),
        ),
        house_rules=tuple(house_rules),
        has_suits=ruleset.has_cards,
        track=pegging_track(scheme.target, [(0, 0)] * len(names)) if scheme.has_track else None,
    )


def _hands(ruleset: Ruleset, players: int) -> Sequence[int]:
    """Return the number of cards in each deal if it depends on the number of players."""
    return ruleset.deck.hands.get(players, ()) if ruleset.deck else ()


def _length(ruleset: Ruleset, players: int) -> int:
    """Return the number of deals for ``players`` players; 0 if it isn’t known."""
    return ruleset.length or len(_hands(ruleset, players))


def _asks_out(scheme: Scheme[Any]) -> bool:
    """Return whether entries have a field for who went out, so that the sheet has a column."""
    return any(asked.id == OUT for asked in scheme.fields(scheme.ruleset.deals[0]))


def _pays(ruleset: Ruleset, count: int) -> tuple[tuple[str, str], ...]:
    """Return what each place among ``count`` sides gets or pays at the end."""
    if ruleset.settlement is None:
        return ()
    amounts = pays_by_place(ruleset.settlement, count)
    return tuple((str(ordinal(place)), signed(amount)) for place, amount in enumerate(amounts, 1))


def _row(
    ruleset: Ruleset,
    number: int,
    cells: tuple[SheetCell, ...],
    shared: Collection[str],
    players: int,
) -> SheetRow:
    deal = ruleset.deal(number)
    hands = _hands(ruleset, players)
    cards = hands[number - 1] if number <= len(hands) else deal.cards
    return SheetRow(
        number=number,
        contract=ruleset.contract_words(deal),
        cards=cards,
        cut=cut_size(deal, players) if ruleset.scoring.cut_bonus and cards else 0,
        notes=tuple(rule for rule in deal.special_rules_at(players) if rule not in shared),
        cells=cells,
    )


def _box_rows(
    scheme: Scheme[Any], cells: Mapping[int, tuple[SheetCell, ...]]
) -> tuple[SheetRow, ...]:
    """Return a row for each box; none if the rows of the game are deals."""
    return tuple(
        SheetRow(number, box.scores, 0, 0, (), cells[number], label=box.label)
        for number, box in enumerate(scheme.box_rows, 1)
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
    said, scoring = row.entry or {}, board.ruleset.scoring
    cutter = row.table.beside_dealer(scoring.cut_by).side if scoring.cut_bonus else ""
    scored = {cell.side: cell for cell in row.cells}
    starts = {e.key: e.start for e in board.seating.entrants if e.joined == row.deal.number + 1}
    boxes = _boxes(row.deal, board.ruleset.players.team)
    filled = []
    for key in (column.key for column in board.columns):
        cell = scored.get(key)
        taken = sum(int(said.get(f"takes-{seat.key}", "0")) for seat in row.table.partners(key))
        is_away = bool(cell and cell.is_away)
        points, total = _figures(cell, starts.get(key, 0))
        filled.append(
            SheetCell(
                points=points,
                total=total,
                deals=key == row.dealer_side,
                is_out=bool(cell and cell.is_out and shows_out),
                is_corrected=key in corrected,
                is_away=is_away,
                takes=() if is_away else tuple(box < taken for box in range(boxes)),
                cut="cut" in said if key == cutter else None,
            )
        )
    return tuple(filled)


def _figures(cell: Cell | None, start: int) -> tuple[str, str]:
    """Return a cell’s points and total; ``start`` is the total of a side that joins afterwards."""
    if cell and cell.points is not None:
        return with_minus(cell.points), with_minus(cell.total)
    return "", with_minus(start) if start else ""


def _starts(board: Scoreboard) -> Iterator[tuple[str, str]]:
    """Yield the sides with a starting score, each with a text about that score."""
    for key, start in board.seating.starts.items():
        if start:
            text = _("starting score {points}").format(points=with_minus(start))
            yield board.names[key], text


def _results(board: Scoreboard, scheme: Scheme[Any], past: Past) -> tuple[SumRow, ...]:
    """Return the rows below the deals at the end of the game."""
    collected = scheme.running_texts(past.deals[-1].entry.table, past) if scheme.summary_row else {}
    values = {
        "total": [with_minus(column.total) for column in board.columns],
        "collected": [collected.get(("summary", column.key), "") for column in board.columns],
        "place": [str(column.place) for column in board.columns],
        "paid": [str(board.paid[column.key]) for column in board.columns],
        "net": [_spelled(amount(payment.net)) for payment in board.payments],
    }
    labels = _sum_labels(scheme)
    return tuple(SumRow(label, tuple(values[key])) for key, label in labels.items())


def _sum_labels(scheme: Scheme[Any]) -> dict[str, str]:
    ruleset, labels = scheme.ruleset, {"total": _("Total")}
    if scheme.summary_row:
        labels["collected"] = scheme.summary_row
    labels["place"] = _("Place")
    if ruleset.settlement:
        if any(deal.takes.price for deal in ruleset.deals):
            # Translators: {takes} is a word such as “buys”, {unit} one such as “chips”
            labels["paid"] = _("Paid for {takes} ({unit})").format(
                takes=ruleset.words.take.many, unit=ruleset.settlement.unit.many
            )
        labels["net"] = _settlement_label(ruleset)
    return labels


def _settlement_label(ruleset: Ruleset) -> str:
    """Return the label of the payments at the end; empty if there are none."""
    if ruleset.settlement is None:
        return ""
    # Translators: {unit} is what is paid, such as “chips”
    return _("Settling up ({unit})").format(unit=ruleset.settlement.unit.many)


def _outcome(board: Scoreboard) -> str:
    """Return who won, or how many deals have been played."""
    if not board.state.is_over:
        words, played, length = board.ruleset.words.deal, board.state.deals, board.state.length
        word = words.one if (length or played) == 1 else words.many
        # Translators: {deals} is what the game calls its deals, such as “hands”
        text = _("{played} of {length} {deals} played") if length else _("{played} {deals} played")
        return text.format(played=played, length=length, deals=word)
    names, first = join_names(column.name for column in board.winners), board.winners[0]
    # Translators: {total} is a number of points, or text such as “phase 3”
    return _("{winners} won with {total}").format(
        winners=names, total=step_text(board, first.key) or with_minus(first.total)
    )


def _signs(ruleset: Ruleset) -> tuple[tuple[str, str], ...]:
    """Return the marks used in the cells, with their meanings."""
    signs = [(DOT, _("dealer"))] if ruleset.has_dealer else []
    if any(_boxes(deal, ruleset.players.team) for deal in ruleset.deals):
        # Translators: {take} is a word such as “buy”
        signs.append((BOX, _("tick for each {take}").format(take=ruleset.words.take.one)))
    if ruleset.scoring.cut_bonus:
        signs.append((cut_text(BOX, " "), _("tick for a perfect cut")))
    return tuple(signs)


def _shared_notes(ruleset: Ruleset, players: int) -> tuple[str, ...]:
    """Return the special rules that apply to every deal with ``players`` players."""
    first, *others = (deal.special_rules_at(players) for deal in ruleset.deals)
    return tuple(rule for rule in first if all(rule in rules for rules in others))


def _boxes(deal: Deal, team: int) -> int:
    """Return the number of checkboxes for the takes of a side of ``team`` players.

    Each player may take up to the limit. There are no boxes if there is no limit, or if they
    wouldn’t fit into a cell.
    """
    boxes = (deal.takes.limit or 0) * team
    return boxes if boxes <= MOST_BOXES else 0


def _cuts(ruleset: Ruleset, column: int, dealer: int, count: int) -> bool:
    """Return whether a perfect cut would count for ``column``, given the dealer’s column."""
    return bool(ruleset.scoring.cut_bonus) and column == (dealer + ruleset.scoring.cut_by) % count


def _spelled(amount: str) -> str:
    """Return an amount with thirds as 1/3 and 2/3, because the sheet’s font lacks ⅓ and ⅔."""
    return amount.replace("⅓", " 1/3").replace("⅔", " 2/3")
