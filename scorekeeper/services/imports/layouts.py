"""The layouts of tables: players in columns, players in rows, or a row for each score."""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from rules.engine.formatting import name_key
from scorekeeper.services.imports.grids import GridRow
from scorekeeper.services.imports.numbers import Numbers, is_date
from scorekeeper.services.imports.questions import Answers
from scorekeeper.services.imports.reading import FileError

MOST_PLAYERS = 12


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a column for each player: the header, and the rows below it.

    ``is_turned`` is true if the players were in rows, and ``is_pivoted`` if each score was.
    """

    head: Sequence[str]
    rows: Sequence[GridRow]
    is_turned: bool = False
    is_pivoted: bool = False

    @property
    def columns(self) -> Sequence[int]:
        """The columns that have a name."""
        return [at for at, name in enumerate(self.head) if name]

    def cells(self, at: int) -> list[str]:
        """Return the cells of a column, without those that mean “nothing”."""
        return [cell for row in self.rows if (cell := row.cell(at))]


def number_in(text: str) -> int | None:
    """Return the only number in a label such as ``Round 3``; None if there isn’t just one."""
    found = re.findall(r"\d+", text)
    return int(found[0]) if len(found) == 1 and len(found[0]) < 6 else None


def arranged(rows: Sequence[GridRow], known: Collection[str], answers: Answers) -> Table:
    """Return the table with a column for each player.

    ``known`` are the keys of the names of people in the group. Raises FileError if the rows have no
    table of scores.
    """
    rows = _without_title(rows)
    table = Table(rows[0].cells, rows[1:])
    return _pivoted(table, answers) or _turned(table, known, answers) or table


def _without_title(rows: Sequence[GridRow]) -> Sequence[GridRow]:
    """Return the rows from the header on, without titles and lines such as “Game; Hearts”."""
    widths = [sum(map(bool, row.cells)) for row in rows]
    start = 0
    if max(widths) > 1:
        start = next(at for at, width in enumerate(widths) if width > 1)
    while start + 1 < len(rows) and widths[start] < widths[start + 1] and _is_head(rows[start + 1]):
        start += 1
    return rows[start:]


def _is_head(row: GridRow) -> bool:
    """Return whether the row has only names, each once."""
    cells = [cell for cell in row.cells if cell]
    has_names = all(
        re.search(r"[^\W\d_]", row.cell(at)) for at, cell in enumerate(row.cells) if cell
    )
    return has_names and len(set(cells)) == len(cells) and not any(map(is_date, cells))


def _is_text(text: str) -> bool:
    return Numbers().read(text) is None and bool(re.search(r"[^\W\d_]", text))


def _turned(table: Table, known: Collection[str], answers: Answers) -> Table | None:
    """Return a table with its players in rows turned, so that they are in columns."""
    rows = table.rows
    first = [row.cells[0] for row in rows]
    if len(table.head) < 2 or not rows or not all(map(_is_text, first)):
        return None
    if len(set(map(name_key, first))) < len(first):
        return None
    head = [cell for cell in table.head[1:] if cell]
    has_no_head = head and all(Numbers().read(cell) is not None for cell in head)
    if (
        _is_text(table.head[0])
        and has_no_head
        and (not _are_counted(head) or name_key(table.head[0]) in known)
    ):
        return _flipped(list(map(str, range(len(table.head)))), [GridRow(0, table.head), *rows])
    counts = _are_counted(head) or (bool(head) and all(map(is_date, head)))
    is_turned = counts or _has_people_in_rows(first, head, known, answers)
    return _flipped(table.head, rows) if is_turned else None


def _has_people_in_rows(
    first: Sequence[str], head: Sequence[str], known: Collection[str], answers: Answers
) -> bool:
    """Return whether the first cells of the rows are the players’ names, and not the headers."""
    if not set(known).isdisjoint(map(name_key, head)):
        return False
    if not set(known).isdisjoint(map(name_key, first)):
        return True
    has_dealers = set(first) <= set(head)
    if has_dealers or any(re.search(r"\d", cell) for cell in first):
        return False
    choices = [
        ("columns", _("In the first row: {names}").format(names=", ".join(head))),
        ("rows", _("In the first column: {names}").format(names=", ".join(first))),
    ]
    if len(head) == 1:
        choices.reverse()
    return answers.ask("players", _("Where are the players’ names?"), choices) == "rows"


def _are_counted(head: Sequence[str]) -> bool:
    """Return whether headers count the rounds: ``1``, ``2`` or ``Round 1``, ``Round 2``."""
    numbers = [number_in(cell) for cell in head]
    counted = [number for number in numbers if number is not None]
    return (
        bool(counted)
        and counted == list(range(counted[0], counted[0] + len(counted)))
        and (counted[0] in (0, 1) and numbers[: len(counted)] == counted)
    )


def _flipped(head: Sequence[str], rows: Sequence[GridRow]) -> Table:
    names = ["", *(row.cells[0] for row in rows)]
    width = max(len(head), *(len(row.cells) for row in rows))
    columns = [
        GridRow(
            at + 1,
            [
                head[at] if at < len(head) else "",
                *(row.cells[at] if at < len(row.cells) else "" for row in rows),
            ],
        )
        for at in range(1, width)
    ]
    return Table(names, columns, is_turned=True)


def _pivoted(table: Table, answers: Answers) -> Table | None:
    """Return a table with a row for each score as one with a column for each player.

    Raises FileError if it looks like such a table, but a score is missing or there are two.
    """
    columns = [at for at in table.columns if table.cells(at)]
    texts = [at for at in columns if all(map(_is_text, table.cells(at)))]
    names = [at for at in texts if _are_repeated(table.cells(at))]
    if len(names) != 1 or len(columns) > 5:
        return None
    of = names[0]
    others = [at for at in columns if at not in texts]
    numbers = Numbers.of((cell for at in others for cell in table.cells(at)), answers)
    rounds = [at for at in others if _are_rounds(table, at, of)]
    points = [
        at
        for at in others
        if at not in rounds[:1]
        and len(set(table.cells(at))) > 1
        and all(numbers.read(cell) is not None for cell in table.cells(at))
    ]
    if len(points) > 1:
        points = [at for at in points if not _is_running(table, at, points, of, numbers)]
    if len(points) != 1 or not (rounds or len(columns) == 2):
        _refuse_scores(table, of, answers)
        return None
    people = list(dict.fromkeys(row.cell(of) for row in table.rows if row.cell(of)))
    scores: dict[str, dict[str, str]] = {}
    seen: Counter[str] = Counter()
    numbered: dict[str, int] = {}
    for row in table.rows:
        name = row.cell(of)
        seen[name] += 1
        label = row.cell(rounds[0]) if rounds else str(seen[name])
        if name:
            scores.setdefault(label, {})[name] = row.cell(points[0])
            numbered.setdefault(label, row.number)
    if not rounds and len(set(seen.values())) > 1:
        raise FileError(_one_score_each())
    rows = [
        GridRow(numbered[label], [label, *(of_round.get(name, "") for name in people)])
        for label, of_round in scores.items()
    ]
    return Table(["", *people], rows, is_pivoted=True)


def _refuse_scores(table: Table, of: int, answers: Answers) -> None:
    """Raise FileError if each row has the score of the player in the column ``of``."""
    names = [name_key(cell) for cell in table.cells(of)]
    count = len(set(names))
    blocks = [set(names[at : at + count]) for at in range(0, len(names) - count + 1, count)]
    if len(set(map(len, blocks))) > 1 or len(blocks[0]) < count:
        return
    if not set(names).isdisjoint(map(name_key, table.head)):
        return
    text = _("Is each row a round, or the score of one player?")
    choices = [("rounds", _("A round")), ("scores", _("The score of one player"))]
    if answers.ask("scores", text, choices) == "scores":
        raise FileError(_one_score_each())


def _one_score_each() -> str:
    return _(
        "This table has a row for each score, and it isn’t clear which round each belongs to. Make "
        "a table with a column for each player and a row for each round."
    )


def _are_repeated(cells: Sequence[str]) -> bool:
    """Return whether a few names occur again and again."""
    counts = Counter(map(name_key, cells))
    return 2 <= len(counts) <= MOST_PLAYERS and min(counts.values()) > 1


def _are_rounds(table: Table, at: int, of: int) -> bool:
    """Return whether a column has the rounds of the scores: each player is in each of them once."""
    pairs = [(row.cell(at), name_key(row.cell(of))) for row in table.rows]
    people = {name for _round, name in pairs}
    each = Counter(label for label, _name in pairs)
    return (
        len(set(pairs)) == len(pairs)
        and "" not in each
        and max(each.values()) <= len(people)
        and 2 * len(pairs) > len(each) * len(people)
        and list(each) == list(dict.fromkeys(sorted(each, key=_order)))
    )


def _order(label: str) -> tuple[int, str]:
    number = number_in(label)
    return (0, label) if number is None else (number, "")


def _is_running(table: Table, at: int, columns: Sequence[int], of: int, numbers: Numbers) -> bool:
    """Return whether a column has the totals so far of the scores in another."""
    for other in columns:
        totals: Counter[str] = Counter()
        fits = other != at
        for row in table.rows:
            totals[row.cell(of)] += numbers.read(row.cell(other)) or 0
            fits = fits and totals[row.cell(of)] == numbers.read(row.cell(at))
        if fits:
            return True
    return False
