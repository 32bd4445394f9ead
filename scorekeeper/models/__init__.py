"""The record: who plays at which table, and every game they played."""

from scorekeeper.models.games import Change, Game, Helper, Result, Round, Score, Seat, Side
from scorekeeper.models.people import Group, HouseRules, Member, Player, User

__all__ = [
    "Change",
    "Game",
    "Group",
    "Helper",
    "HouseRules",
    "Member",
    "Player",
    "Result",
    "Round",
    "Score",
    "Seat",
    "Side",
    "User",
]
