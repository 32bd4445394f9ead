"""The models: groups with their players and devices, and the games they play."""

from scorekeeper.models.games import (
    Change,
    Game,
    Helper,
    Note,
    Result,
    Round,
    Score,
    Seat,
    ShortCode,
    Side,
)
from scorekeeper.models.people import (
    EveningHelper,
    Group,
    HouseRules,
    Member,
    Player,
    TableLink,
    User,
)
from scorekeeper.models.uploads import Upload

__all__ = [
    "Change",
    "EveningHelper",
    "Game",
    "Group",
    "Helper",
    "HouseRules",
    "Member",
    "Note",
    "Player",
    "Result",
    "Round",
    "Score",
    "Seat",
    "ShortCode",
    "Side",
    "TableLink",
    "Upload",
    "User",
]
