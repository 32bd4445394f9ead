"""The models: groups with their players and devices, and the games they play."""

from scorekeeper.models.games import (
    Change,
    Game,
    Helper,
    Note,
    PlayedMonth,
    Result,
    Round,
    Score,
    Seat,
    SentHand,
    ShortCode,
    Side,
)
from scorekeeper.models.own_games import OwnGame
from scorekeeper.models.ownership import ErasedText, Erasure, OwnerRequest, RecoveryCode
from scorekeeper.models.people import (
    EveningHelper,
    Group,
    HouseRules,
    Member,
    Picture,
    Player,
    User,
)
from scorekeeper.models.uploads import Import, ImportedItem, Upload

__all__ = [
    "Change",
    "ErasedText",
    "Erasure",
    "EveningHelper",
    "Game",
    "Group",
    "Helper",
    "HouseRules",
    "Import",
    "ImportedItem",
    "Member",
    "Note",
    "OwnGame",
    "OwnerRequest",
    "Picture",
    "PlayedMonth",
    "Player",
    "RecoveryCode",
    "Result",
    "Round",
    "Score",
    "Seat",
    "SentHand",
    "ShortCode",
    "Side",
    "Upload",
    "User",
]
