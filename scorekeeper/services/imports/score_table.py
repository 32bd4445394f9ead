"""A table of scores from another app, a spreadsheet or this site, read as its owner reads it."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from typing import Any
from uuid import UUID, uuid5

from django.utils.timezone import get_current_timezone
from django.utils.translation import gettext as _

from rules.engine.catalogue import catalogue
from rules.engine.contracts import MAX_DEALS
from rules.engine.formatting import name_key
from rules.engine.inputs import MAX_POINTS
from scorekeeper.models import Game, Upload
from scorekeeper.queries.exports import SCORES_HEAD
from scorekeeper.queries.table_file import GameRecord, LineError, Record
from scorekeeper.services.imports.columns import players_of
from scorekeeper.services.imports.converted import (
    ImportedPerson,
    PlayedGame,
    converted,
    takes_points,
)
from scorekeeper.services.imports.dates import day_in
from scorekeeper.services.imports.grids import GridRow, rows_of
from scorekeeper.services.imports.layouts import arranged
from scorekeeper.services.imports.numbers import Numbers, is_number
from scorekeeper.services.imports.questions import Answers
from scorekeeper.services.imports.reading import FileError, ReadLine
from scorekeeper.services.imports.sums import PointsRow, rounds_of

NAMESPACE = UUID("a3ac4fd2-63b4-4b39-8b0a-5a4b8f0dfb6e")
ANY_GAME = "any-game"
# The hour at which games are stored, because a table has a date but no time.
NOON = 12
WINS = "wins"  # the key of the answer that says whether the highest or the lowest total wins


@dataclass(frozen=True, slots=True)
class TableGames:
    """The games in a table of scores, or an error for each row that can’t be read.

    ``unit`` is what has the numbers: a line, a column or a game. ``read`` makes a game.
    """

    unit: str
    games: Sequence[Callable[[], tuple[int, Record | LineError]]]

    def lines(self, at: int) -> Iterator[ReadLine]:
        """Make the games after the first ``at``."""
        for index, read in enumerate(self.games[at:], at + 1):
            yield ReadLine(index, 0, *read())


def games_of_scores(upload: Upload, text: str, answers: Answers) -> TableGames:
    """Return the games in a table of scores. Raises FileError if it isn’t one."""
    rows = rows_of(text)
    if not rows:
        raise FileError(_("This file is empty."))
    if [cell.casefold() for cell in rows[0].cells] == list(SCORES_HEAD):
        return TableGames("game", _own_games(upload, rows[1:]))
    known = {name_key(name) for name in upload.group.players.values_list("name", flat=True)}
    table = read_scores(rows, known, answers)
    unit = "column" if table.is_turned else "line"
    if table.problems:
        return TableGames(unit, [partial(_same, *problem) for problem in table.problems])
    return TableGames(unit, [partial(_read, 1, partial(_game, upload, table))])


def _same(number: int, why: LineError) -> tuple[int, Record | LineError]:
    return number, why


def _read(number: int, game: Callable[[], PlayedGame]) -> tuple[int, Record | LineError]:
    """Return a game, or why it can’t be read, with its number."""
    try:
        return number, converted(game())
    except ValueError as error:
        return number, LineError(str(error))


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """The players and rounds in a table of scores, or the errors in its rows.

    ``is_turned`` is true if the rounds were in columns. ``day`` is the first date in the table, or
    None if it has none.
    """

    names: Sequence[str]
    rounds: Sequence[PointsRow]
    problems: Sequence[tuple[int, LineError]]
    is_turned: bool
    day: date | None


def read_scores(rows: Sequence[GridRow], known: Collection[str], answers: Answers) -> ScoreTable:
    """Return the scores in the rows of a table.

    ``known`` are the keys of the names of people in the group. Raises FileError if there are none.
    """
    table = arranged(rows, known, answers)
    numbers = Numbers.of((cell for at in table.columns for cell in table.cells(at)), answers)
    players = players_of(table, numbers, known, answers)
    names = list(players.values())
    if not names or any(map(is_number, names)):
        raise FileError(_("The first row of the table must have the players’ names."))
    played: list[PointsRow] = []
    problems = []
    for row in table.rows:
        if not _has_points(row, players):
            continue
        try:
            points = [_points(row.cell(at), name, numbers) for at, name in players.items()]
        except LineError as error:
            problems.append((row.number, error))
        else:
            played.append(PointsRow(row.number, _label(row, players), points))
    if not played and not problems:
        raise FileError(_("This table has names but no points."))
    if len(played) > 2 * MAX_DEALS:
        raise FileError(_("This table has too many rows for one game."))
    rounds = [] if problems else rounds_of(played, answers)
    return ScoreTable(names, rounds, problems, table.is_turned, day_in(rows, answers))


def _has_points(row: GridRow, columns: Collection[int]) -> bool:
    """Return whether a row has points, and not just names or remarks."""
    cells = [cell for at in columns if (cell := row.cell(at))]
    return any(re.search(r"\d", cell) for cell in cells)


def _label(row: GridRow, columns: Collection[int]) -> str:
    """Return the first cell of a row that isn’t a player’s, if it is left of the players."""
    return row.cell(0) if 0 not in columns else ""


def _points(cell: str, name: str, numbers: Numbers) -> int:
    """Return the points in a cell; a blank one counts as 0. Raises LineError."""
    points = numbers.read(cell) if cell else 0
    if points is None and re.fullmatch(r"\D*\d{6,7}\D*", cell):
        message = _("{points} points is too many.")
        raise LineError(message.format(points=cell))
    if points is None or abs(points) > MAX_POINTS:
        message = _("“{text}” isn’t a whole number of points for {name}.")
        raise LineError(message.format(text=cell[:20], name=name))
    return points


def _game(upload: Upload, table: ScoreTable) -> PlayedGame:
    """Return the game in a table. Its uuid is derived from the content of the table."""
    rows, options = [list(each.points) for each in table.rounds], options_of(upload)
    day = table.day or upload.played_on
    content = f"{upload.variant} {options} {day} {table.names} {rows}"
    row_name = _("(column {number})") if table.is_turned else _("(line {number})")
    return PlayedGame(
        uuid=uuid5(NAMESPACE, content),
        variant=catalogue().variant(upload.variant),
        people=_people(table.names),
        rows=rows,
        at=_noon(day),
        by_name=_("Imported table"),
        options=options,
        row_names=[row_name.format(number=each.number) for each in table.rounds],
    )


def table_wins_key(record: Record) -> str:
    """Return the key of the answer that says who wins the game; empty if its rules do."""
    return WINS if isinstance(record, GameRecord) and record.variant == ANY_GAME else ""


def options_of(upload: Upload) -> dict[str, Any]:
    """Return the options of a table’s game, with the direction that the check page was given."""
    wins = upload.answers.get(WINS)
    if upload.variant != ANY_GAME or not wins:
        return dict(upload.options)
    others = {key: value for key, value in upload.options.items() if key != "lowest-wins"}
    return others | ({"lowest-wins": True} if wins == "lowest" else {})


def _people(names: Sequence[str]) -> list[ImportedPerson]:
    return [ImportedPerson.named(uuid5(NAMESPACE, name_key(name)), name) for name in names]


def _noon(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, NOON, tzinfo=get_current_timezone())


def _own_games(
    upload: Upload, rows: Sequence[GridRow]
) -> Sequence[Callable[[], tuple[int, Record | LineError]]]:
    """Return the games in a table that this site exported, with a row for each person and deal."""
    games: dict[str, list[dict[str, str]]] = {}
    for row in rows:
        filled = [*row.cells, *SCORES_HEAD][: len(SCORES_HEAD)]
        named = dict(zip(SCORES_HEAD, filled, strict=True))
        games.setdefault(named["game"], []).append(named)
    return [
        partial(_read, number, partial(_own_game, upload, code, scores))
        for number, (code, scores) in enumerate(games.items(), 1)
    ]


def _own_game(upload: Upload, code: str, scores: Sequence[dict[str, str]]) -> PlayedGame:
    """Return a game from the rows of a table that this site exported. Raises ValueError."""
    if Game.objects.filter(group=upload.group, code=code).exists():
        raise LineError(_("This game is already in your group."))
    numbers = Numbers()
    sides = list(dict.fromkeys(score["side"] for score in scores))
    deals: dict[str, dict[str, int]] = {}
    for score in scores:
        points = _points(score["points"].lstrip("'"), score["side"], numbers)
        deals.setdefault(score["deal"], {})[score["side"]] = points
    try:
        day = datetime.fromisoformat(scores[0]["started"]).date()
    except ValueError:
        day = upload.played_on
    any_game = catalogue().variant(ANY_GAME)
    variant = catalogue().variants.get(scores[0]["variant"], any_game)
    options: Mapping[str, object] = {}
    if variant == any_game:
        options = options_of(upload)
    elif not takes_points(variant):
        is_lowest = upload.answers.get(WINS, variant.standard.end.wins) == "lowest"
        options = {"name": variant.name} | ({"lowest-wins": True} if is_lowest else {})
        variant = any_game
    return PlayedGame(
        uuid=uuid5(NAMESPACE, f"{code} {deals}"),
        variant=variant,
        people=_people(sides),
        rows=[[of.get(side, 0) for side in sides] for of in deals.values()],
        at=_noon(day),
        by_name=_("Imported table"),
        options=options,
        row_names=[_("(deal {number})").format(number=deal) for deal in deals],
    )
