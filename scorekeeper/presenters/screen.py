"""The standings on a big screen, as bars."""

from dataclasses import dataclass

from scorekeeper.queries.board import Column, Scoreboard

SHORTEST = 1  # in percent; even a total of 0 gets a visible bar


@dataclass(frozen=True, slots=True)
class TotalBar:
    """A side with its total as a bar; ``width`` is in percent of the longest bar."""

    column: Column
    width: int


def total_bars(board: Scoreboard) -> list[TotalBar]:
    """Return the sides in the order of their places, each with a bar."""
    columns = board.by_place if board.played else board.columns
    longest = max((abs(column.total) for column in columns), default=0) or 1
    return [
        TotalBar(column, max(SHORTEST, round(100 * abs(column.total) / longest)))
        for column in columns
    ]
