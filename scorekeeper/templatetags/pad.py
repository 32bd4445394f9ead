"""Score pads: their texts, the type sizes that fit, and their rows.

The rows have thousands of elements. Rendering them with a template took three quarters of the time
for a long game’s page, and ``format_html`` was not much faster. So they are plain strings, and this
module escapes every text in them.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from html import escape

from django import template
from django.core.cache import caches
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rules.engine.contracts import Deal
from rules.engine.formatting import capital, points_text, with_minus
from rules.engine.schemes import Mark, scheme_of
from rules.engine.schemes.base import BoxRow
from rules.reference.end_facts import shares_text
from scorekeeper.models import Change
from scorekeeper.presenters import board as texts
from scorekeeper.presenters import result
from scorekeeper.presenters.boxes import (
    BoxCell,
    BoxLine,
    box_lines,
    may_have_extra,
    turn_keys,
    waiting,
)
from scorekeeper.presenters.deal_line import deal_line
from scorekeeper.presenters.people import colour_class
from scorekeeper.presenters.track import Track, board_track, pegging
from scorekeeper.queries.board import Cell, Column, Row, Scoreboard
from scorekeeper.templatetags.people import discs

register = template.Library()
register.filter(texts.bids_text)
register.filter(texts.change_text)
register.filter(texts.drop_last_text)
register.filter(texts.ending_text)
register.filter(texts.left_text)
register.filter(texts.over_earlier_text)
register.filter(deal_line)
register.filter(pegging)
register.filter(turn_keys)
register.filter(result.news_text)
register.filter(result.is_without_points)
register.filter(result.end_text)
register.filter(result.result_text)
register.filter(result.winners_text)
register.filter(result.winner_choices)

KEPT = 3600  # seconds for which the rows of a game are kept after the last deal
NARROW = 5  # the number of letters that fit in a column on a phone without smaller type
# Widths in rem: all columns of a phone together, the narrowest column that is easy to tap, a digit
# of a total in large and in medium type, and the space beside a total.
PHONE, NARROWEST, LARGE, MEDIUM, PADDING = 18.4, 2.75, 0.84, 0.67, 0.5

DOT = '<i class="dealer-dot" aria-hidden="true"></i>'


@register.filter
def shares_note(board: Scoreboard) -> str:
    """Return how tied players share the payments, as a sentence; empty if nobody is tied."""
    places = [payment.place for payment in board.payments]
    if len(set(places)) == len(places):
        return ""
    return f"{capital(shares_text(board.ruleset))}."


@register.filter
def has_just_ended(board: Scoreboard) -> bool:
    """Return whether this is a card game that has ended within the last two minutes.

    After a further change, such as a correction, it hasn’t just ended.
    """
    latest = board.history.undo
    if latest is None or not board.ruleset.has_cards:
        return False
    is_end = latest.kind in (Change.Kind.RECORD, Change.Kind.STOP)
    return is_end and result.ended_lately(board.game)


def _name_class(column: Column) -> str:
    """Return the CSS classes of the heading of a column.

    A name with a long word needs smaller type in a narrow column.
    """
    is_long = any(len(word) > NARROW for word in column.name.split())
    chosen = {"leading": column.is_leading, "gone": not column.is_in, "long": is_long}
    return " ".join(["pad-name", *(name for name, is_chosen in chosen.items() if is_chosen)])


@register.filter
def of_side(texts_by_side: Mapping[str, str], side: str) -> str:
    """Return the text of a side; empty if it has none."""
    return texts_by_side.get(side, "")


@register.filter
def fit(board: Scoreboard) -> str:
    """Return the CSS class for the largest type in which all totals fit on a phone.

    The class is ``roomy``, ``snug`` or ``tight``. In ``tight`` type, long totals may not fit.
    """
    widest = max(len(board.ruleset.points_text(column.total)) for column in board.columns)
    room = max(PHONE / len(board.columns), NARROWEST)
    if widest * LARGE + PADDING <= room:
        return "roomy"
    return "snug" if widest * MEDIUM + PADDING <= room else "tight"


@register.filter
def track(board: Scoreboard) -> Track | None:
    """Return the pegging track of a game; None if its points aren’t pegged."""
    return board_track(board, [colour_class(board, column.key) for column in board.columns])


@register.filter
def has_track(board: Scoreboard) -> bool:
    """Return whether the points of a game are pegged."""
    return scheme_of(board.ruleset, board.player_count).paper.has_track


@register.simple_tag
def drawn_contract(deal: Deal) -> SafeString:
    """Return the melds of a contract as small cards that screen readers skip."""
    melds = "".join(
        f'<span class="{kind}">{"<i></i>" * size}</span>' for kind, size in _melds(deal)
    )
    return _drawing(melds)


@register.simple_tag
def contract_bars(deal: Deal) -> SafeString:
    """Return the melds of a contract as bars, one for each card; screen readers skip them."""
    return _drawing("".join(f'<i class="meld {kind} n{size}"></i>' for kind, size in _melds(deal)))


def _melds(deal: Deal) -> list[tuple[str, int]]:
    """Return the kind and the number of cards of each meld."""
    sets = [("set", size) for size in (*(2 for _ in range(deal.pairs)), *deal.sets)]
    return sets + [("run", size) for size in deal.runs]


def _drawing(melds: str) -> SafeString:
    markup = f'<span class="melds" aria-hidden="true">{melds}</span>' if melds else ""
    return mark_safe(markup)  # noqa: S308 -- there is no text in it


@register.simple_tag
def pad_rows(board: Scoreboard, *, may_write: bool) -> SafeString:
    """Return the rows of deals or boxes; with ``may_write``, points link to their entry pages."""
    base = _base(board, may_write=may_write)
    if lines := box_lines(board):
        turns = _Turns.of(board, base)
        rows = [_box_row(line, board, turns) for line in lines]
    else:
        texts_here = _Texts.of(board)
        rows = [_row(row, board, base, texts_here) for row in board.later]
        rows.insert(0, _played_rows(board, base).markup)
    return mark_safe("".join(rows))  # noqa: S308 -- every text in it is escaped


@register.simple_tag
def pad_names(board: Scoreboard) -> SafeString:
    """Return the headings of the columns, with the status of each side and whose turn it is."""
    turn, is_boxed, to_play = whose_turn(board), has_boxes(board), _("to play")
    markup = ""
    for column in board.columns:
        key, name = escape(column.key), escape(column.name)
        notes = ""
        if column.key == turn:
            notes = f'<small class="to-play">{escape(to_play)}</small>'
        if column.status and not is_boxed:
            notes += f"<small data-status>{escape(column.status)}</small>"
        markup += (
            f'<th scope="col" data-side="{key}" data-total="{column.total}" '
            f'data-place="{column.place}" class="{_name_class(column)}">'
            f'<bdi>{discs(board, column.key)}<span title="{name}">{name}</span></bdi>{notes}</th>'
        )
    return mark_safe(markup)  # noqa: S308 -- every text in it is escaped


@register.simple_tag
def pad_totals(board: Scoreboard, *, may_write: bool) -> SafeString:
    """Return the totals; with ``may_write``, those that can be counted up open the keys for it."""
    may_count, hint = may_write and board.may_count, escape(_("Count with + and −"))
    markup = ""
    for column in board.columns:
        total = (
            f'<strong data-counts="{escape(column.key)}" data-total="{column.total}">'
            f"{points_text(column.total, board.decimals)}</strong>"
        )
        if may_count and column.is_in:
            total = f'<a class="count" href="#steps" title="{hint}">{total}</a>'
        markup += f'<td class="{"leading" * column.is_leading}">{total}</td>'
    return mark_safe(markup)  # noqa: S308 -- every text in it is escaped


@register.simple_tag
def pad_places(board: Scoreboard) -> SafeString:
    """Return the places."""
    markup = ""
    for column in board.columns:
        star = '<span aria-hidden="true">★</span> ' * column.is_leading
        look = "leading" * column.is_leading
        markup += f'<td class="{look}">{star}{result.place_text(column.place)}</td>'
    return mark_safe(markup)  # noqa: S308 -- there is no other text in it


@register.filter
def has_ticks(board: Scoreboard, may_write: bool) -> bool:
    """Return whether the pad has a tick, which marks a side that went out, for instance."""
    return _played_rows(board, _base(board, may_write=may_write)).has_ticks


@dataclass(frozen=True, slots=True)
class _PlayedRows:
    """The rows of the first deals of a game as markup, and whether they have a tick."""

    deals: int = 0
    markup: str = ""
    has_ticks: bool = False


def _base(board: Scoreboard, *, may_write: bool) -> str:
    """Return the first part of the URLs of a game’s entry pages; empty if there are no links."""
    return reverse("deal", args=[board.game.code, 0]).removesuffix("0/") if may_write else ""


def _played_rows(board: Scoreboard, base: str) -> _PlayedRows:
    """Return the rows of the deals that have been played, which are kept for the next pad.

    A new deal adds a row, and the others stay the same until anything else changes.
    """
    history, deals = board.history, board.state.deals
    key = f"{board.game.code}-{history.since}-{bool(base)}-{get_language()}"
    kept = caches["rows"].get(key) if deals else None
    if history.version != board.game.version or kept is None or kept.deals > deals:
        kept = _PlayedRows()
    if kept.deals == deals:
        return kept
    last = board.last_row if deals == kept.deals + 1 else None
    rows = (last,) if last else board.played[kept.deals :]
    texts_here = _Texts.of(board)
    kept = _PlayedRows(
        len(rows) + kept.deals,
        kept.markup + "".join(_row(row, board, base, texts_here) for row in rows),
        kept.has_ticks or any(Mark.ACHIEVED in row.marks for row in rows),
    )
    if history.version == board.game.version:
        caches["rows"].set(key, kept, KEPT)
    return kept


@register.filter
def track_text(board: Scoreboard) -> str:
    """Return the description of a game’s pegging track, with the total of each side."""
    totals = (
        f"{column.name} {board.ruleset.points_text(column.total)}" for column in board.columns
    )
    return f"{_('Pegging track:')} {', '.join(totals)}"


@register.filter
def row_word(board: Scoreboard) -> str:
    """Return the word for a row: ``Deal``, or ``Box`` if players fill boxes in any order."""
    return _("Box") if has_boxes(board) else capital(board.ruleset.words.deal.one)


def whose_turn(board: Scoreboard) -> str:
    """Return the key of the side that fills a box next; empty if there is only one side."""
    sides = waiting(board) if has_boxes(board) and len(board.columns) > 1 else ()
    return next(iter(sides), "")


@register.filter
def has_boxes(board: Scoreboard) -> bool:
    """Return whether the rows of the pad are boxes."""
    return bool(scheme_of(board.ruleset, board.player_count).paper.boxes.rows)


@dataclass(frozen=True, slots=True)
class _Texts:
    """The texts of a pad’s rows in the reader’s language, as markup made once for all rows.

    Fields in braces are filled in with escaped texts. ``starts`` has the starting scores of sides
    that joined late, by the deal before they joined and their key.
    """

    word: str
    correct: str
    dealt: str
    deals: str
    out: str
    away: str
    absent: str
    starting: str
    corrected: str
    bid: str
    decimals: int
    starts: Mapping[tuple[int, str], int]

    @classmethod
    def of(cls, board: Scoreboard) -> "_Texts":
        return cls(
            word=escape(board.ruleset.words.deal.one),
            correct=escape(_("Correct {deal} {number}")),
            dealt=DOT + _hidden(_("({name} dealt)"), before=" "),
            deals=DOT + _hidden(_("{name} deals")),
            out=_hidden(board.mark_word, ", "),
            away=_hidden(_("not playing"), ", "),
            absent=f'<td class="absent">{_hidden(_("not playing"))}</td>',
            starting=(
                f'<td class="absent">{_hidden(_("not playing, starting score"), " ")}'
                '<span class="total">{points}</span></td>'
            ),
            corrected=f' <i class="corrected" aria-hidden="true">✎</i>{_hidden(_("corrected"))}',
            bid=escape(_("Bid")),
            decimals=board.decimals,
            starts={
                (side.joined - 1, side.key): side.start * board.ruleset.unit
                for side in board.seating.entrants
                if side.start
            },
        )


@dataclass(frozen=True, slots=True)
class _Turns:
    """What the links of a pad with boxes need; ``base`` is empty if there are no links.

    ``deal`` is the next round, or 0. ``waiting`` are the sides that haven’t filled a box in it, and
    ``with_extra`` those for which a bonus for the same dice is possible.
    """

    base: str
    deal: int
    waiting: Collection[str]
    with_extra: Collection[str]

    @classmethod
    def of(cls, board: Scoreboard, base: str) -> "_Turns":
        deal = board.next_row.deal.number if board.next_row else 0
        return cls(base, deal, waiting(board), may_have_extra(board) if base and deal else ())

    def link(self, box: BoxRow, column: Column, points: str) -> str:
        """Return the link that fills a box in the next round, or fills it differently."""
        key, label = escape(column.key), _("{name}: {box}").format(name=column.name, box=box.label)
        url = f"{self.base}{self.deal}/?new&amp;{box.field}-{key}={box.id}#row-{key}"
        turn = "extra" * (column.key in self.with_extra)
        return f'<a href="{url}" data-turn="{turn}" aria-label="{escape(label)}">{points}</a>'


def _box_row(line: BoxLine, board: Scoreboard, turns: _Turns) -> str:
    cells = "".join(
        (_box_cell if cell.deals else _empty_box)(cell, line.box, column, turns)
        for cell, column in zip(line.cells, board.columns, strict=True)
    )
    return (
        f'<tr class="box"><th scope="row" class="pad-deal">{escape(line.box.label)}'
        f" <small>{escape(line.box.scores)}</small></th>{cells}</tr>"
    )


def _box_cell(cell: BoxCell, box: BoxRow, column: Column, turns: _Turns) -> str:
    look = "leading" * column.is_leading
    points = f'<span class="points">{with_minus(cell.points)}</span>'
    if turns.base and box.field and cell.deals[-1] == turns.deal:
        points = turns.link(box, column, points)
    elif turns.base:
        points = f'<a href="{turns.base}{cell.deals[-1]}/#row-{escape(column.key)}">{points}</a>'
    return f'<td class="{look}">{points}</td>'


def _empty_box(cell: BoxCell, box: BoxRow, column: Column, turns: _Turns) -> str:
    """Return the cell of an empty box.

    If the box can be filled, the cell has a link that does it. The cell of a bonus that hasn’t been
    earned yet shows the side’s progress towards the bonus.
    """
    look, link = "leading" * column.is_leading, ""
    if cell.progress:
        points, needed = cell.progress
        text = _("{points} of {needed}").format(points=points, needed=needed)
        link = (
            f'<meter max="{needed}" value="{points}" aria-label="{escape(text)}"></meter>'
            f'<small aria-hidden="true">{points}/{needed}</small>'
        )
    if turns.base and box.field and column.key in turns.waiting:
        link = turns.link(box, column, "")
    return f'<td class="{look}">{link}</td>'


def _hidden(text: str, end: str = "", *, before: str = "") -> str:
    return f'<span class="visually-hidden">{before}{escape(text)}{end}</span>'


def _row(row: Row, board: Scoreboard, base: str, texts_here: _Texts) -> str:
    number, side = row.deal.number, row.dealer_side
    link = f"{base}{number}/" if base and row.cells else ""
    name = f"<b>{number}</b>"
    if link:
        label = texts_here.correct.format(deal=texts_here.word, number=number)
        name = f'<a href="{link}" aria-label="{label}">{number}</a>'
    parts = ""
    if row.contract:
        parts = f"{contract_bars(row.deal)}{_hidden(row.contract, before=' ')}"
    dealer_name = escape(row.dealer_name)
    if row.cells:
        dealer = texts_here.dealt.format(name=dealer_name)
        starts = texts_here.starts
        cells = [
            texts_here.starting.format(
                points=points_text(starts[number, cell.side], texts_here.decimals)
            )
            if (number, cell.side) in starts
            else _cell(cell, link, texts_here, dealer if cell.side == side else "")
            for cell in row.cells
        ]
    else:
        dealer = texts_here.deals.format(name=dealer_name)
        keys = (column.key for column in board.columns)
        bids = row.bids.by_side if row.bids else {}
        cells = [_unplayed_cell(bids.get(key), texts_here, dealer * (key == side)) for key in keys]
    look = "next" if row.is_next else "" if row.cells else "later"
    return (
        f'<tr class="{look}"><th scope="row" class="pad-deal">{name}'
        f"{texts_here.corrected if row.is_corrected else ''}{parts}</th>{''.join(cells)}</tr>"
    )


def _unplayed_cell(bid: str | None, texts_here: _Texts, dealer: str) -> str:
    """Return a cell of a deal that hasn’t been played; ``dealer`` is already markup."""
    if bid is None:
        return f"<td>{dealer}</td>"
    return (
        f'<td><span class="points">{texts_here.bid} {dealer}</span> '
        f'<span class="bid">{escape(bid)}</span></td>'
    )


def _cell(cell: Cell, link: str, texts_here: _Texts, dealer: str) -> str:
    """Return one cell; ``link`` and ``dealer`` are already markup."""
    if cell.points is None:
        return texts_here.absent
    is_out = cell.is_out
    looks = ["leading"] * cell.is_leading + ["out"] * is_out
    if is_out and cell.points < 0:
        looks.append("minus")  # a bid that was made can still cost points, so its tick isn’t green
    if cell.is_away:
        looks.append("absent")
    hint = texts_here.out if is_out else ""
    begin, end = "", ""
    if cell.is_away:
        hint = texts_here.away
    if link:
        place = "" if cell.is_away else f"#row-{escape(cell.side)}"
        # Tab stops only at the link of the deal, because a long game has hundreds of cells.
        begin, end = f'<a href="{link}{place}" tabindex="-1">', "</a>"
    points = points_text(cell.points, texts_here.decimals)
    total = points_text(cell.total, texts_here.decimals)
    return (
        f'<td class="{" ".join(looks)}" title="{escape(texts.reasons_text(cell))}">{begin}'
        f'<span class="points">{hint}{points}{dealer}</span> '
        f'<span class="total">{total}</span>{end}</td>'
    )
