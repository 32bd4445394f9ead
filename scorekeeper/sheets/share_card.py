"""The picture of a result that people send: who won, all places, and a chart, in colour."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from rules.engine.formatting import capital
from scorekeeper.colours import palette
from scorekeeper.presenters.board import step_text
from scorekeeper.presenters.chart import Chart, totals_chart
from scorekeeper.presenters.people import colour_class, first_coin
from scorekeeper.presenters.result import date_text, deals_text, place_text, standing_text
from scorekeeper.printing.papers import USUAL
from scorekeeper.queries.board import Column, Scoreboard
from scorekeeper.sheets.glyphs import numbered_names, printed, shown_names
from scorekeeper.sheets.measure import MM_PER_POINT, Fonts
from scorekeeper.sheets.plot import Plot, fit_plot, named

STYLESHEET = "share-card.css"

# One point on the page is one pixel in the picture. static/css/share-card.css has the same values.
WIDTH, HEIGHT = 1080, 1350
MARGIN, GAP = 64, 32
HEAD = 372
FOOT = 1150
# The type sizes of the headline, best first, each with its maximum number of lines.
HEADLINES = ((104, 1), (88, 1), (76, 2), (60, 2), (48, 3))
# With more sides than MOST_ROWS, there are two columns with lower rows. TYPE is the type size
# divided by the height of a row, and DISC and SPACE are in ems.
MOST_ROWS, ROW, LOW_ROW = 6, 70, 56
TYPE, DISC, SPACE = 0.58, 1.4, 0.4
# The type size of the chart and its line height, and the radius of its marks in millimetres.
CHART_TYPE, LINE, MARK = 24, 1.25, 2.4
STORY, MIN_CHART = 32, 240  # the type size of the story, and the least height of a chart below it


@dataclass(frozen=True, slots=True)
class CardPlace:
    """A side with its place and total, its initials, and the CSS class of its colour.

    The fonts of sheets have no emoji, and a card is cached for longer than a picture may be shown.
    """

    place: str
    is_first: bool
    name: str
    initials: str
    look: str
    total: str


@dataclass(frozen=True, slots=True)
class ShareCard:
    """The content of the picture; ``played`` has the date, and the location if it is known.

    ``story`` has a few sentences about the game, which are left out if they don’t fit.
    ``lines`` has the index of the standing for each line of the chart. ``has_suits`` is false for
    games without cards.
    """

    title: str
    headline: str
    facts: str
    story: str
    played: str
    standings: tuple[CardPlace, ...]
    chart: Chart
    lines: tuple[int, ...]
    address: str
    has_suits: bool


@dataclass(frozen=True, slots=True)
class CardStanding:
    """A line of the standings, with the player’s name shortened to fit."""

    standing: CardPlace
    name: str


@dataclass(frozen=True, slots=True)
class CardLine:
    """A line of the chart, with the colour and the CSS class of its side."""

    points: str
    marks: tuple[tuple[float, float], ...]
    name: str
    colour: str
    look: str


@dataclass(frozen=True, slots=True)
class FittedCard:
    """A card fitted to its picture; ``grid`` is the colour of the chart’s horizontal lines."""

    css: str
    headline: tuple[str, ...]
    story: tuple[str, ...]
    columns: tuple[tuple[CardStanding, ...], ...]
    plot: Plot
    lines: tuple[CardLine, ...]
    grid: str
    stylesheet: str = STYLESHEET


def share_card(
    board: Scoreboard, *, story: str = "", location: str, address: str
) -> ShareCard | None:
    """Return the card of a game with its story and watch link; None before the first deal."""
    chart = totals_chart(board)
    if chart is None:
        return None
    date = date_text(board)
    keys = [column.key for column in board.by_place]
    return ShareCard(
        title=board.ruleset.name,
        headline=standing_text(board),
        facts=capital(deals_text(board)),
        story=story,
        played=_("{date}, {location}").format(date=date, location=location) if location else date,
        standings=tuple(
            CardPlace(
                place="" if board.is_together else place_text(column.place),
                is_first=column.place == 1 and not board.is_together,
                name=column.name,
                initials=first_coin(board, column.key).initials,
                look=colour_class(board, column.key),
                total=_total_text(board, column),
            )
            for column in board.by_place
        ),
        chart=chart,
        lines=tuple(keys.index(column.key) for column in board.columns),
        address=address,
        has_suits=board.ruleset.has_cards,
    )


def _total_text(board: Scoreboard, column: Column) -> str:
    """Return a side’s total, after the step that it has completed in a game with steps."""
    total, step = board.ruleset.points_text(column.total), step_text(board, column.key)
    # Translators: {step} is text such as “phase 3”
    return _("{step} · {total}").format(step=step, total=total) if step else total


def fit_share_card(card: ShareCard, _paper: str, fonts: Fonts) -> FittedCard:
    """Return the card with type sizes and heights that fit its content."""
    room = (WIDTH - 2 * MARGIN) * MM_PER_POINT
    people = [card.standings[at] for at in card.lines]
    names = [each.name for each in people]
    shown = dict(zip(card.lines, shown_names(names, fonts), strict=True))
    headline_size, headline = _headline(_printed_text(card.headline, names, fonts), room, fonts)
    number, row = (2, LOW_ROW) if len(card.standings) > MOST_ROWS else (1, ROW)
    deep = -(-len(card.standings) // number)
    size = row * TYPE
    across = (WIDTH - 2 * MARGIN - (number - 1) * GAP) / number
    places = max(fonts.regular.needs(each.place, size) for each in card.standings)
    totals = max(fonts.bold.needs(each.total, size) for each in card.standings)
    spaces = (DISC + 2 * SPACE) * size
    name_room = (across - spaces) * MM_PER_POINT - places - totals
    drawn = [
        CardStanding(each, fonts.bold.chop(shown[at], size, name_room, 1)[0])
        for at, each in enumerate(card.standings)
    ]
    columns = tuple(tuple(drawn[at : at + deep]) for at in range(0, len(drawn), deep))
    story = _story_lines(_printed_text(card.story, names, fonts), deep * row, room, fonts)
    begin = HEAD + GAP + round(len(story) * STORY * LINE) + (GAP // 2 if story else 0)
    top = begin + deep * row + GAP
    high = FOOT - GAP - top
    # There is room for every name at the end of its line, and for the numbers of the deals.
    type_size = min(CHART_TYPE, (high - GAP) / (len(card.standings) + 1) / LINE)
    sizes = replace(USUAL, legend=type_size, legend_line=LINE * type_size * MM_PER_POINT)
    chart = named(card.chart, shown.values())
    plot = fit_plot(chart, room, high * MM_PER_POINT, sizes, fonts.bold, inset=MARK)
    rules = {
        "h1": f"font-size: {headline_size}pt",
        ".story": f"top: {HEAD + GAP - STORY * (LINE - 1) / 2:.1f}pt",
        ".standings": f"top: {begin}pt",
        ".standings table": f"width: {across:.1f}pt; font-size: {size:.1f}pt",
        ".standings td": f"height: {row - 2}pt",
        ".standings .place": f"width: {places + SPACE * size * MM_PER_POINT:.2f}mm",
        ".standings .total": f"width: {totals + SPACE * size * MM_PER_POINT:.2f}mm",
        ".plot": f"top: {top}pt; font-size: {type_size:.1f}pt; line-height: {LINE}",
    }
    css = [f"{name} {{ {rule} }}" for name, rule in (*rules.items(), *plot.rules)]
    colours = palette("light")
    lines = tuple(
        CardLine(line.points, line.marks, line.name, colours[person.look], person.look)
        for line, person in zip(plot.lines, people, strict=True)
    )
    return FittedCard("\n".join(css), headline, story, columns, plot, lines, colours["line"])


def _story_lines(text: str, standings: float, room: float, fonts: Fonts) -> tuple[str, ...]:
    """Return the lines of the story; none if the chart would be lower than ``MIN_CHART``."""
    lines = fonts.regular.wrap(text, STORY, room) if text else []
    left = FOOT - HEAD - 4 * GAP - standings - len(lines) * STORY * LINE
    return tuple(lines) if left >= MIN_CHART else ()


def _printed_text(text: str, names: Sequence[str], fonts: Fonts) -> str:
    """Return the printable part of ``text``; names that can’t be printed become numbers."""
    for name, number in numbered_names(names, fonts):
        text = text.replace(name, number)
    return " ".join(printed(text, fonts).split())


def _headline(text: str, room: float, fonts: Fonts) -> tuple[float, tuple[str, ...]]:
    """Return the largest size at which the headline fits, and its lines."""
    for size, most in HEADLINES:
        lines = fonts.bold.wrap(text, size, room)
        if len(lines) <= most and all(fonts.bold.needs(line, size) <= room for line in lines):
            return size, tuple(lines)
    return size, tuple(fonts.bold.chop(text, size, room, most))


def styled(css: str) -> str:
    """Return ``css`` with its colour variables replaced, and with rules for players’ colours."""
    colours = palette("light")
    css = re.sub(r"var\(--([\w-]+)\)", lambda match: colours[match[1]], css)
    looks = {name: colour for name, colour in colours.items() if name.startswith("colour-")}
    people = (f".disc.{look} {{ background: {colour} }}" for look, colour in looks.items())
    names = (f".side.{look} {{ color: {colour} }}" for look, colour in looks.items())
    return "\n".join((css, *people, *names))
