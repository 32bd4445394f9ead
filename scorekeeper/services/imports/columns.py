"""Which columns of a table are players, found by their content.

A column that counts the rounds, has dates or other text, or adds up other columns is none.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import prod

from django.utils.translation import gettext as _

from rules.engine.formatting import name_key
from scorekeeper.services.imports.layouts import Table
from scorekeeper.services.imports.numbers import Numbers, is_number
from scorekeeper.services.imports.questions import Answers

# A coincidence of sums is ruled out if it has a chance of less than one in this number.
SURE = 100
# Names of columns, used only if the numbers leave it open what the column is.
_COUNTS = {"round", "rd", "rnd", "game", "deal", "hand", "nr", "no", "num", "n", "runde", "manche"}
_COUNTS |= {"spiel", "ronde", "ronda", "mano", "mão", "giro", "kolo", "runda", "tour", "partie"}
_SUMS = {"total", "sum", "summe", "gesamt", "totaal", "suma", "somme", "totale", "summa", "итого"}

# A subtraction, or a contract such as the 3-3-4 of three melds.
_JOINED = re.compile(r"\d(?:[-–]\d)+")


def evidence(numbers: Iterable[int | None]) -> int:
    """Return how unlikely it is that other numbers are the same by chance: one in this number."""
    return prod(1 + abs(number or 0) for number in numbers)


def is_sum_word(label: str) -> bool:
    """Return whether a label says in a common language that it names a sum."""
    return bool(_SUMS & set(re.findall(r"\w+", label.casefold())))


def players_of(
    table: Table, numbers: Numbers, known: Collection[str], answers: Answers
) -> dict[int, str]:
    """Return the players’ columns with their names.

    Asks about a column that may or may not be a player’s.
    """
    finder = _Finder(table, numbers, known, answers)
    players = {at: table.head[at] for at in table.columns}
    if not table.is_pivoted:
        finder.without_texts(players)
        finder.without_counts(players)
        finder.without_sums(players)
    return players


@dataclass(frozen=True, slots=True)
class _Finder:
    table: Table
    numbers: Numbers
    known: Collection[str]
    answers: Answers

    def _values(self, at: int) -> list[int | None]:
        """Return the number in each row of a column; None for a blank cell or a text."""
        return [self.numbers.read(row.cell(at)) for row in self.table.rows]

    def _is_known(self, at: int) -> bool:
        return name_key(self.table.head[at]) in self.known

    def _is_player(self, at: int, otherwise: str, *, likely: bool) -> bool:
        """Ask whether a column is a player’s; ``otherwise`` is the other answer."""
        choices = [("player", _("A player")), ("none", otherwise)]
        if not likely:
            choices.reverse()
        text = _("What is the column “{name}”?").format(name=self.table.head[at])
        return self.answers.ask(f"column:{at}", text, choices) == "player"

    def _may_be_contracts(self, at: int) -> bool:
        cells = self.table.cells(at)
        return bool(cells) and not self._is_known(at) and all(map(_JOINED.fullmatch, cells))

    def without_texts(self, players: dict[int, str]) -> None:
        """Leave out the columns with dates, dealers, contracts and other texts."""
        contracts = {at for at in players if self._may_be_contracts(at)}
        for at in list(players):
            cells = self.table.cells(at)
            read = [self.numbers.read(cell) or 0 for cell in cells if is_number(cell)]
            # A column of labels may count the rounds, and have a word in its last rows.
            is_label = at == 0 and len(read) < len(cells) and _are_counted(read)
            if 2 * len(read) < len(cells) or is_label:
                if len(players) > 1:
                    del players[at]
            elif (
                (at in contracts and contracts < players.keys())
                or (not cells and self.table.rows and not self._is_known(at))
            ) and not self._is_player(at, _("A column without points"), likely=False):
                del players[at]

    def without_counts(self, players: dict[int, str]) -> None:
        """Leave out the column that counts the rounds."""
        for at, name in list(players.items()):
            read = [number for number in self._values(at) if number is not None]
            if len(players) == 1 or self._is_known(at) or not _are_counted(read):
                continue
            words = set(re.findall(r"\w+", name.casefold()))
            is_named = bool(_COUNTS & words) or bool(re.search(r"[#№°.]", name))
            is_first = at == min(players) and 0 in self.table.columns
            is_sure = is_first and (is_named or len(read) > 3)
            # A player with one point in the only round is as likely as a game of one round.
            is_possible = len(read) > (1 if is_first or is_named else 2) or (
                is_first and len(players) > 2 and read == [1]
            )
            if is_sure or (
                is_possible
                and not self._is_player(
                    at,
                    _("It counts the rounds"),
                    likely=len(read) == 1 or not (is_first or is_named),
                )
            ):
                del players[at]

    def without_sums(self, players: dict[int, str]) -> None:
        """Leave out the columns with totals so far, and with the sum of each row."""
        values = {at: self._values(at) for at in players}
        for at, of in self._running(values):
            if at in players and of in players and self._is_sum(at, of, values):
                players.pop(at)
                players[of] = _common(self.table.head[of], self.table.head[at])
        for at in reversed(list(players)):
            others = [[number or 0 for number in values[each]] for each in players if each != at]
            if len(others) < 2 or self._is_known(at):
                continue
            sums = [sum(row) for row in zip(*others, strict=True)]
            column = [number or 0 for number in values[at]]
            if column not in (sums, list(accumulate(sums))):
                continue
            is_same = column in others  # for instance if the others have nothing but zeros
            # Rounds that are the same prove no more than one.
            different = set(column)
            is_sure = not is_same and len(different) > 1 and evidence(different) >= SURE
            if (
                is_sure
                or is_sum_word(self.table.head[at])
                or not self._is_player(at, _("The sum of the others"), likely=is_same)
            ):
                players.pop(at)

    def _running(self, values: Mapping[int, Sequence[int | None]]) -> Iterator[tuple[int, int]]:
        """Yield the columns with the totals so far of another column, and that column."""
        for of, column in values.items():
            totals = list(accumulate(number or 0 for number in column))
            for at, other in values.items():
                size = len(totals)
                # The row of sums may have the total again, or nothing, or a sum of the totals.
                ends = {size} | ({size - 1} if size > 2 else set())
                if at != of and any(
                    totals[:end] == [number or 0 for number in other[:end]] for end in ends
                ):
                    yield at, of

    def _is_sum(self, at: int, of: int, values: Mapping[int, Sequence[int | None]]) -> bool:
        name, other = (name_key(self.table.head[each]) for each in (at, of))
        if self._is_known(at):
            return False
        column = {number for number in values[of] if number}
        if name.split()[0] == other.split()[0] and name != other:
            return True
        if len(column) > 1 and evidence(column) >= SURE:
            return True
        if len(column) < 2 and not is_sum_word(name):
            return False
        label = _("The totals so far of “{name}”").format(name=self.table.head[of])
        return not self._is_player(at, label, likely=False)


def _are_counted(numbers: Sequence[int]) -> bool:
    """Return whether numbers rise by one."""
    return bool(numbers) and list(numbers) == list(range(numbers[0], numbers[0] + len(numbers)))


def _common(name: str, running: str) -> str:
    """Return the player’s name from the headers of the points and of the totals so far."""
    words = []
    for one, other in zip(name.split(), running.split(), strict=False):
        if name_key(one) != name_key(other):
            break
        words.append(one)
    return " ".join(words) or name
