"""A game as it would be stored, for the check page."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from scorekeeper.models import Game, Group
from scorekeeper.queries.board import scoreboard
from scorekeeper.queries.table_file import GameRecord

FIRST = 5  # the number of games that the check page always lists
MOST = 30


@dataclass(frozen=True, slots=True)
class GamePreview:
    """A game as it would be stored; each side has a name, a total, and whether it won.

    ``wins`` is the best total: the highest or the lowest, or empty if everyone wins or loses
    together. ``key`` is the key of the answer that
    changes this; empty if it can’t be changed. Totals are in units of the last of the ``decimals``.
    """

    name: str
    day: date
    deals: int
    sides: tuple[tuple[str, int, bool], ...]
    wins: str
    key: str = ""
    decimals: int = 0

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of the sides that won."""
        return tuple(name for name, _total, is_winner in self.sides if is_winner)

    @property
    def best(self) -> tuple[str, ...]:
        """The names of the sides with the best total."""
        totals = [total for _name, total, _is_winner in self.sides]
        best = max(totals) if self.wins == "highest" else min(totals)
        return tuple(name for name, total, _is_winner in self.sides if total == best)

    @property
    def is_odd(self) -> bool:
        """Whether the game looks unusual: a tie, or the best total didn’t win."""
        return bool(self.wins) and (len(self.best) > 1 or self.best != self.winners)

    def stored(self) -> dict[str, Any]:
        """Return the preview as JSON for the report of an upload."""
        return {
            "name": self.name,
            "day": self.day.isoformat(),
            "deals": self.deals,
            "sides": self.sides,
            "wins": self.wins,
            "key": self.key,
            "decimals": self.decimals,
        }

    @classmethod
    def read(cls, plain: dict[str, Any]) -> "GamePreview":
        """Return a preview from the report of an upload."""
        sides = tuple((name, total, won) for name, total, won in plain["sides"])
        return cls(**plain | {"sides": sides, "day": date.fromisoformat(plain["day"])})


def preview(group: Group, record: GameRecord, key: str) -> GamePreview:
    """Return a game that has been stored in the group from a record."""
    game = Game.objects.get(group=group, uuid=record.uuid)
    board = scoreboard(game)
    return GamePreview(
        name=record.name,
        day=game.played_on,
        deals=len(record.deals),
        sides=tuple(
            (column.name, column.total, column in board.winners) for column in board.columns
        ),
        wins="" if board.ruleset.end.together else board.ruleset.end.wins,
        key=key,
        decimals=board.decimals,
    )
