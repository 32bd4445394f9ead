"""Restore frozen games of earlier formats to the database, row by row."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scorekeeper.models import Change, Game, Group, HouseRules, Player, Round, Score, Seat, Side

FOLDER = Path(__file__).parent / "data" / "snapshots"
# One file for each game, by format and name: ``format-0/euchre``.
FROZEN = {
    f"{path.parent.name}/{path.stem}": path
    for path in sorted(FOLDER.glob("*/*.json"))
    if path.stem != "rulesets"
}


def put_back(name: str, group: Group) -> Game:
    """Store the frozen game with this name in the database, for ``group``.

    Missing columns get the values that a migration would set.
    """
    rows: dict[str, Any] = json.loads(FROZEN[name].read_text("utf-8"))
    game = Game.objects.create(group=group, **rows["game"])
    sides = {row["number"]: _side(game, row) for row in rows["sides"]}
    seats = {row["position"]: _seat(game, row, sides) for row in rows["seats"]}
    rounds = {row["deal"]: _round(game, row, seats) for row in rows["rounds"]}
    for row in rows["scores"]:
        played, side = rounds[row.pop("round__deal")], sides[row.pop("side__number")]
        if "because" in row:  # stored as a sentence, because reasons had no codes yet
            text = row.pop("because").replace("; ", "\n")
            row |= {"reason": [{"code": "text", "text": text}]}
            row["kitty_payment"] = row.pop("pennies")
        Score.objects.create(round=played, side=side, **row)
    for row in rows["changes"]:
        Change.objects.create(game=game, **row)
    for row in rows["house_rules"]:
        HouseRules.objects.create(group=group, **{"format": 0} | row)
    return game


def _side(game: Game, row: Mapping[str, Any]) -> Side:
    plain, status = dict(row), row["status"]
    if isinstance(status, str):
        plain["status"] = {"code": "text", "text": status} if status else None
    return Side.objects.create(game=game, **plain)


def _seat(game: Game, row: Mapping[str, Any], sides: Mapping[int, Side]) -> Seat:
    player, _ = Player.objects.get_or_create(group=game.group, name=row["player__name"])
    side = sides[row["side__number"]]
    return Seat.objects.create(game=game, side=side, player=player, position=row["position"])


def _round(game: Game, row: Mapping[str, Any], seats: Mapping[int, Seat]) -> Round:
    plain = {"format": 0} | dict(row)
    dealer = seats[plain.pop("dealer__position")]
    return Round.objects.create(game=game, dealer=dealer, sets=0, runs=0, pairs=0, **plain)
