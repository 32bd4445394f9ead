"""Which rows of a table are rounds: rows of sums and places are left out.

The numbers show whether a row has the sums of others, in any language. Its label is used only if
the numbers leave it open.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.utils.translation import gettext as _

from scorekeeper.services.imports.columns import SURE, evidence, is_sum_word
from scorekeeper.services.imports.layouts import number_in
from scorekeeper.services.imports.questions import Answers


@dataclass(frozen=True, slots=True)
class PointsRow:
    """The points in a row of a table, and its label; empty if it has none."""

    number: int
    label: str
    points: Sequence[int]


def rounds_of(rows: Sequence[PointsRow], answers: Answers) -> list[PointsRow]:
    """Return the rounds among the rows. Asks about a row that may or may not be one."""
    rounds: list[PointsRow] = []
    since: list[PointsRow] = []  # the rounds since the last row of sums
    kinds = [_kind(row.label) for row in rows]
    usual = max(("number", "word", ""), key=kinds.count) if kinds else ""
    if kinds.count("number") == kinds.count(usual):
        usual = "number"
    for at, row in enumerate(rows):
        is_odd = kinds[at] != usual and usual == "number"
        is_counted = bool(rounds) and _is_next(row.label, rounds[0].label, len(rounds))
        sums = [_sums(part) for part in (rounds, since) if part]
        matches = list(row.points) in sums
        follows_sums = bool(rounds) and not since
        if is_counted or not rounds:
            is_round = True
        elif matches:
            is_round = not _is_sum(row, rounds, answers, is_odd=is_odd, is_last=at == len(rows) - 1)
        elif is_odd and follows_sums and _are_places(row.points, _sums(rounds)):
            is_round = False
        elif is_odd or (follows_sums and kinds[at] == "word") or is_sum_word(row.label):
            is_round = _is_round(row, answers, likely=not is_sum_word(row.label))
        else:
            is_round = True
        if is_round:
            rounds.append(row)
            since.append(row)
        elif matches:
            since = []
    return _apart(rounds, answers) if len(rounds) == len(rows) else rounds


def _kind(label: str) -> str:
    return "number" if re.search(r"\d", label) else "word" if label else ""


def _is_next(label: str, first: str, count: int) -> bool:
    """Return whether a label goes on counting after ``count`` rows, from that of the first one."""
    number, start = number_in(label), number_in(first)
    words = [re.sub(r"\d+", "", each) for each in (label, first)]
    return (
        number is not None
        and start is not None
        and number == start + count
        and len(set(words)) == 1
    )


def _sums(rows: Sequence[PointsRow]) -> list[int]:
    return [sum(column) for column in zip(*(row.points for row in rows), strict=True)]


def _is_sum(
    row: PointsRow, rounds: Sequence[PointsRow], answers: Answers, *, is_odd: bool, is_last: bool
) -> bool:
    """Return whether a row with the sums of others is a row of sums, and not a round."""
    if is_odd or is_sum_word(row.label):
        return True
    is_strong = len(rounds) > 1 and evidence(row.points) >= SURE
    if is_strong and _kind(row.label) != "number":
        return True
    if len(rounds) == 1 and not is_last:
        return False
    return not _is_round(row, answers, likely=not is_strong)


def _is_round(row: PointsRow, answers: Answers, *, likely: bool) -> bool:
    """Ask whether a row is a round."""
    shown = ", ".join(map(str, row.points))
    if row.label:
        shown = f"{row.label}: {shown}"
    text = _("Is line {number} a round? ({row})").format(number=row.number, row=shown)
    choices = [("round", _("A round")), ("sum", _("No, leave it out"))]
    if not likely:
        choices.reverse()
    return answers.ask(f"row:{row.number}", text, choices) == "round"


def _are_places(points: Sequence[int], totals: Sequence[int]) -> bool:
    """Return whether a row has the places of the players."""
    return any(
        list(points)
        == [1 + sum(sign * other < sign * total for other in totals) for total in totals]
        for sign in (1, -1)
    )


def _apart(rounds: list[PointsRow], answers: Answers) -> list[PointsRow]:
    """Return the points of each round. Asks if the rows may have the totals so far.

    Totals don’t fall, at least in many games. It is unlikely that the points of rounds never do.
    """
    columns = list(zip(*(row.points for row in rounds), strict=True))
    risen = all(one <= other for column in columns for one, other in pairwise(column))
    if len(rounds) < 3 or not risen or all(len(set(column)) == 1 for column in columns):
        return rounds
    text = _("Do the rows have the points of each round, or the totals so far?")
    choices = [("points", _("The points of each round")), ("totals", _("The totals so far"))]
    if answers.ask("rows", text, choices) == "points":
        return rounds
    first, *others = rounds
    return [
        first,
        *(
            PointsRow(
                row.number,
                row.label,
                [new - old for new, old in zip(row.points, before.points, strict=True)],
            )
            for before, row in zip(rounds, others, strict=False)
        ),
    ]
