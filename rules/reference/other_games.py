"""Well-known games that have no rules here: their names, who wins, and when they end.

They are scored as the game “Any game”, and these facts fill in its options.
"""

from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from rules.engine.catalogue import DATA
from rules.engine.contracts import Frozen
from rules.engine.game_files import read_text
from rules.engine.toml_lines import read_toml

_FILE = DATA / "other-games.toml"


class OtherGame(Frozen):
    """A game that isn’t in the catalogue.

    It ends at a total of ``target`` or after a number of ``rounds``, or when all players but one
    have reached ``out_at``. If these are 0, the players decide.
    """

    name: Annotated[str, Field(min_length=1, max_length=60)]
    aliases: tuple[str, ...] = ()
    wins: Literal["highest", "lowest", "together"] = "highest"
    target: int = 0
    rounds: int = 0
    out_at: int = 0
    dealer: bool = True

    @property
    def options(self) -> dict[str, Any]:
        """The options of “Any game” for this game, without its name."""
        chosen = {
            "lowest-wins": self.wins == "lowest",
            "together": self.wins == "together",
            "target": self.target,
            "rounds": self.rounds,
            "last-in": self.out_at,
            "no-dealer": not self.dealer,
        }
        return {option: value for option, value in chosen.items() if value}


@lru_cache(maxsize=1)
def other_games() -> tuple[OtherGame, ...]:
    """Return the games by name."""
    plain = read_toml(read_text(_FILE), _FILE.name)
    return TypeAdapter(tuple[OtherGame, ...]).validate_python(plain["games"])
