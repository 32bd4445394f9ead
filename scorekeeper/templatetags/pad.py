"""Score pads: their texts, what needs smaller type, and the rows of their deals.

The rows have thousands of pieces. A template took three quarters of the time of a long game's page
for them, and ``format_html`` not much less. So they are plain strings, and every text in them goes
through ``escape`` here.
"""

from html import escape

from django import template
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from rules.engine.formatting import with_minus
from scorekeeper.presenters import board as texts
from scorekeeper.queries.board import Cell, Row, Scoreboard

register = template.Library()
register.filter(texts.change_text)
register.filter(texts.drop_last_text)
register.filter(texts.ending_text)
register.filter(texts.over_earlier_text)

NARROW = 5  # letters that fit a phone’s column in full size

DOT = '<i class="dealer-dot" aria-hidden="true"></i>'
ABSENT = '<td class="absent"><span class="visually-hidden">not at the table</span></td>'
CORRECTED = (
    ' <i class="corrected" aria-hidden="true">✎</i><span class="visually-hidden">corrected</span>'
)


@register.filter
def win_verb(board: Scoreboard) -> str:
    """Return ``wins`` if one player won, ``win`` if several did."""
    return texts.win_verb(board.seating, board.state.winners)


@register.filter
def is_long_name(name: str) -> bool:
    """Return whether some word of the name needs smaller type in a narrow column."""
    return any(len(word) > NARROW for word in name.split())


@register.filter
def has_long_figures(board: Scoreboard) -> bool:
    """Return whether some figure has five characters or more, as −1000 and 10000 do."""
    figures = {column.total for column in board.columns}
    for row in board.played:
        for cell in row.cells:
            figures |= {cell.points or 0, cell.total}
    return not -1000 < min(figures) <= max(figures) < 10000


@register.simple_tag
def pad_rows(board: Scoreboard, *, may_write: bool) -> SafeString:
    """Return the rows of the deals; those played link to their entries if one may write."""
    # The entry pages of a game differ in the last part of their URL alone.
    base = reverse("deal", args=[board.game.code, 0]).removesuffix("0/") if may_write else ""
    word, out = escape(board.ruleset.words.deal.one), _hidden(board.mark_word, ", ")
    rows = (_row(row, board, base, word, out) for row in board.rows)
    return mark_safe("".join(rows))  # noqa: S308 -- every text in it is escaped


def _hidden(text: str, end: str = "") -> str:
    return f'<span class="visually-hidden">{escape(text)}{end}</span>'


def _row(row: Row, board: Scoreboard, base: str, word: str, out: str) -> str:
    number, side = row.deal.number, row.dealer_side
    link = f"{base}{number}/" if base and row.cells else ""
    name = f"<b>{number}</b>"
    if link:
        name = f'<a href="{link}" aria-label="Correct {word} {number}">{number}</a>'
    melds = row.contract.split(", ") if row.contract else ()
    parts = "".join(f" <small>{escape(meld)}</small>" for meld in melds)
    if row.cells:
        dealer = DOT + _hidden(f" ({row.dealer_name} dealt)")
        cells = [_cell(cell, link, out, dealer if cell.side == side else "") for cell in row.cells]
    else:
        dealer = DOT + _hidden(f"{row.dealer_name} deals")
        keys = (column.key for column in board.columns)
        cells = [f"<td>{dealer if key == side else ''}</td>" for key in keys]
    look = "next" if row.is_next else "" if row.cells else "later"
    return (
        f'<tr class="{look}"><th scope="row" class="pad-deal">{name}'
        f"{CORRECTED if row.is_corrected else ''}{parts}</th>{''.join(cells)}</tr>"
    )


def _cell(cell: Cell, link: str, out: str, dealer: str) -> str:
    """Return one cell; ``link``, ``out`` and ``dealer`` are markup already."""
    if cell.points is None:
        return ABSENT
    look = f"{'leading ' * cell.is_leading}{'out' * cell.is_out}{'absent' * cell.is_away}"
    hint = out if cell.is_out else ""
    begin, end = "", ""
    if cell.is_away:
        hint = _hidden("not at the table", ", ")
    if link:
        place = "" if cell.is_away else f"#row-{escape(cell.side)}"
        begin, end = f'<a href="{link}{place}">', "</a>"
    return (
        f'<td class="{look}" title="{escape(texts.reasons_text(cell))}">{begin}'
        f'<span class="points">{hint}{with_minus(cell.points)}{dealer}</span> '
        f'<span class="total">{with_minus(cell.total)}</span>{end}</td>'
    )
