"""Who sits at the table of a game: joining late, leaving, coming back, other names, the next
dealer, the end.
"""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from rules.errors import RulesError
from rules.rulesets import Ruleset
from scorekeeper.models import Change, Game, Round
from scorekeeper.queries.seating import Seating, usual_name
from scorekeeper.services.rounds import (
    Author,
    is_repeated,
    locked,
    log_change,
    set_table,
    table_state,
)

MOST_POINTS = 100_000


class NotHereError(RulesError):
    """Nobody sits where a change says."""

    code = "not-here"

    def __init__(self) -> None:
        super().__init__("That player is not at this table; choose one of the names.")


@dataclass(frozen=True, slots=True)
class _Now:
    """The table before a change: its rules, who sits there, how many deals are played; ``state`` is
    for the change to alter.
    """

    ruleset: Ruleset
    seating: Seating
    played: int
    state: dict[str, Any]

    def side(self, number: int, *, gone: bool = False) -> dict[str, Any]:
        """The state of a side, only with ``gone`` of one that left. Raises NotHereError when there
        is none of that number.
        """
        for side in self.state["sides"]:
            if side["number"] == number and (gone or side["left"] is None):
                found: dict[str, Any] = side
                return found
        raise NotHereError


def join(*, game: Game, name: str, start: int, author: Author) -> None:
    """Seat one more player from the next deal on, with ``start`` points.

    Raises RulesError when the game takes no more, when partners play it, or the name is taken, and
    OutdatedError as ``record_deal`` does.
    """

    def seat(now: _Now) -> None:
        ruleset = now.ruleset
        if ruleset.players.team > 1:
            raise RulesError("Partners play this game; nobody can join them alone.")
        if abs(start) > MOST_POINTS:
            raise RulesError(f"{start} points are more than any game has; start with fewer.")
        taken = {side.name.casefold() for side in now.seating.sides}
        taken |= {seat.player.name.casefold() for seat in now.seating.seats}
        gone = {side.name.casefold() for side in now.seating.sides if side.left is not None}
        if name.casefold() in gone:
            raise RulesError(f"“{name}” played before; press “Comes back” above.")
        if name.casefold() in taken:
            raise RulesError(f"“{name}” has a column already; choose another name.")
        ruleset.check_table(len(now.seating.seats_at(now.played + 1)) + 1)
        now.state["sides"].append(
            {
                "number": len(now.state["sides"]) + 1,
                "name": name,
                "joined": now.played + 1,
                "start": start,
                "left": None,
            }
        )

    _change_table(game, author, Change.Kind.JOIN, seat)


def leave(*, game: Game, side: int, author: Author) -> None:
    """Let a side leave after the deal that was played last; its column stays.

    Raises RulesError when too few would go on or partners play, OutdatedError as ``record_deal``.
    """

    def stand_up(now: _Now) -> None:
        ruleset = now.ruleset
        if ruleset.players.team > 1:
            raise RulesError("Partners play this game; end it when one of them leaves.")
        staying = len(now.seating.seats_at(now.played + 1)) - 1
        if staying < ruleset.players.min:
            raise RulesError(
                f"{ruleset.name} needs {ruleset.players.min} players; end the game instead."
            )
        now.side(side)["left"] = now.played

    _change_table(game, author, Change.Kind.LEAVE, stand_up)


def come_back(*, game: Game, side: int, author: Author) -> None:
    """Let a side that left play on from the next deal, with the points it had.

    Raises RulesError when it did not leave or the table is full, OutdatedError as ``record_deal``.
    """

    def sit_again(now: _Now) -> None:
        back = now.side(side, gone=True)
        if back["left"] is None:
            raise RulesError(f"{back['name']} is at the table already.")
        now.ruleset.check_table(len(now.seating.seats_at(now.played + 1)) + 1)
        if back["left"] < now.played:
            back["away"] = [*back["away"], [back["left"] + 1, now.played]]
        back["left"] = None

    _change_table(game, author, Change.Kind.BACK, sit_again)


def rename(*, game: Game, side: int, name: str, author: Author) -> None:
    """Call a side by another name. Raises RulesError when another one has it."""

    def call(now: _Now) -> None:
        others = {other.name.casefold() for other in now.seating.sides if other.number != side}
        if name.casefold() in others:
            raise RulesError(f"“{name}” is another side’s name; choose a different one.")
        now.side(side, gone=True)["name"] = name

    _change_table(game, author, Change.Kind.RENAME, call)


def rename_partner(*, game: Game, position: int, name: str, author: Author) -> None:
    """Call the partner who sits at ``position`` by another name, and so a side that is called after
    its players. Raises RulesError when nobody sits there, or somebody else has the name.
    """

    def call(now: _Now) -> None:
        seats: list[dict[str, Any]] = now.state["seats"]
        named = next((seat for seat in seats if seat["position"] == position), None)
        if named is None:
            raise NotHereError
        others = {seat["name"].casefold() for seat in seats if seat is not named}
        if name.casefold() in others:
            raise RulesError(f"“{name}” sits here already; choose a different name.")
        sides = {seat.position: seat.side.number for seat in now.seating.seats}
        own = [seat for seat in seats if sides[seat["position"]] == sides[position]]
        side, usual = now.side(sides[position]), usual_name([seat["name"] for seat in own])
        named["name"] = name
        if side["name"] == usual:
            side["name"] = usual_name([seat["name"] for seat in own])

    _change_table(game, author, Change.Kind.RENAME, call)


def set_dealer(*, game: Game, position: int, author: Author) -> None:
    """Let the player at ``position`` deal next. Raises RulesError when nobody sits there."""

    def hand_over(now: _Now) -> None:
        if position not in {seat.position for seat in now.seating.seats_at(now.played + 1)}:
            raise RulesError("That dealer is not at this table; choose one of the names.")
        now.state["next_dealer"] = position

    _change_table(game, author, Change.Kind.DEALER, hand_over)


def stop(*, game: Game, author: Author) -> None:
    """End the game with the deal that was played last. Raises RulesError before the first."""

    def end(now: _Now) -> None:
        if not now.played:
            raise RulesError("Nothing has been played yet; enter a deal first.")
        now.state["stopped"] = True

    _change_table(game, author, Change.Kind.STOP, end)


@transaction.atomic
def _change_table(
    game: Game, author: Author, kind: Change.Kind, alter: Callable[[_Now], None]
) -> None:
    current, seating = locked(game)
    if is_repeated(current, author):
        return
    if current.state == Game.State.FINISHED:
        raise RulesError("The game is over; undo its end first.")
    before = table_state(current, seating)
    after = deepcopy(before)
    played = Round.objects.filter(game=current).count()
    alter(_Now(Ruleset.model_validate(current.ruleset), seating, played, after))
    set_table(current, seating, after)
    log_change(current, author, kind, before=before, after=after)
