"""Who sits at the table of a game: joining late, leaving, coming back, other names, the next
dealer, the end.
"""

from collections.abc import Callable, Iterable, Mapping

from django.db import transaction

from rules.engine.entries import MAX_POINTS
from rules.engine.errors import RulesError
from rules.engine.rulesets import Ruleset
from rules.engine.seating import Absence
from rules.engine.snapshots import SeatSnapshot, SideSnapshot, TableSnapshot, load
from scorekeeper.models import Change, Game, Player, Seat, Side
from scorekeeper.models.people import NAME_LENGTH
from scorekeeper.queries.seating import Seating, read_seating, usual_name
from scorekeeper.queries.stored import StoredGame
from scorekeeper.services.changes import (
    ChangeContext,
    ChangeRecord,
    is_repeated,
    lock_game_and_group,
    log_change,
)
from scorekeeper.services.state import write_charges, write_state

_SIDE_FIELDS = ("name", "joined", "start", "left", "away")
MAX_SIDES = 30  # those who left included


class NotHereError(RulesError):
    """Nobody sits where a change says."""

    code = "not-here"

    def __init__(self) -> None:
        super().__init__("That player is not at this table; choose one of the names.")


class TotalError(RulesError):
    """Nobody goes on with such a total."""

    code = "total"


# Returns the players of a game as they are after a change, given the game and its players before.
Alter = Callable[[StoredGame, TableSnapshot], TableSnapshot]


def join(*, game: Game, name: str, start: int, context: ChangeContext) -> None:
    """Seat one more player from the next deal on, with ``start`` points.

    Raises RulesError when the game takes no more, when partners play it, the name is taken, or
    nobody plays with so many points, and ConflictError as ``record_deal`` does.
    """

    def seat(stored: StoredGame, table: TableSnapshot) -> TableSnapshot:
        ruleset = stored.ruleset
        if ruleset.players.team > 1:
            raise RulesError("Partners play this game; nobody can join them alone.")
        taken = {side.name.casefold() for side in stored.seating.sides}
        taken |= {seat.player.name.casefold() for seat in stored.seating.seats}
        gone = {side.name.casefold() for side in stored.seating.sides if side.left is not None}
        if name.casefold() in gone:
            raise RulesError(f"“{name}” played before; press “Comes back” above.")
        if name.casefold() in taken:
            raise RulesError(f"“{name}” has a column already; choose another name.")
        if len(stored.seating.sides) >= MAX_SIDES:
            raise RulesError(f"This game has {MAX_SIDES} columns already; start a new game.")
        players = len(stored.seating.seats_at(stored.state.deals + 1)) + 1
        ruleset.check_table(players)
        _check_total(ruleset, start, players, does="start")
        side = SideSnapshot(
            number=len(table.sides) + 1,
            name=name,
            joined=stored.state.deals + 1,
            start=start,
            left=None,
            away=(),
        )
        return table.model_copy(update={"sides": (*table.sides, side)})

    _change_table(game, context, Change.Kind.JOIN, seat)


def _check_total(ruleset: Ruleset, total: int, players: int, *, does: str) -> None:
    """Raise TotalError when nobody among so many players goes on with that total: who ``does`` so
    needs another.
    """
    if abs(total) > MAX_POINTS:
        raise TotalError(f"{total} points are more than any game has; {does} with fewer.")
    end = ruleset.end
    target = 0 if end.claimed else end.target_for(players)
    if end.out_at and total >= end.out_at:
        raise TotalError(f"Who has {end.out_at} is out of the game; {does} with fewer points.")
    if target and total >= target:
        raise TotalError(f"Who has {target} ends the game; {does} with fewer points.")


def leave(*, game: Game, side: int, context: ChangeContext) -> None:
    """Let a side leave after the deal that was played last; its column stays.

    Raises RulesError when too few would go on or partners play, ConflictError as ``record_deal``.
    """

    def stand_up(stored: StoredGame, table: TableSnapshot) -> TableSnapshot:
        ruleset = stored.ruleset
        if ruleset.players.team > 1:
            raise RulesError("Partners play this game; end it when one of them leaves.")
        staying = len(stored.seating.seats_at(stored.state.deals + 1)) - 1
        if staying < ruleset.players.min:
            raise RulesError(
                f"{ruleset.name} needs {ruleset.players.min} players; end the game instead."
            )
        return table.with_side(_side_of(table, side).number, left=stored.state.deals)

    _change_table(game, context, Change.Kind.LEAVE, stand_up)


def come_back(*, game: Game, side: int, total: int | None = None, context: ChangeContext) -> None:
    """Let a side that left play on from the next deal, with the points it had, or where it missed
    a deal with ``total``, whatever it had.

    Raises RulesError when it did not leave, the table is full or nobody plays with so many points,
    ConflictError as ``record_deal``.
    """

    def sit_again(stored: StoredGame, table: TableSnapshot) -> TableSnapshot:
        back = _side_of(table, side, gone=True)
        if back.left is None:
            raise RulesError(f"{back.name} is at the table already.")
        players = len(stored.seating.seats_at(stored.state.deals + 1)) + 1
        stored.ruleset.check_table(players)
        away = back.away
        if back.left < stored.state.deals:
            if total not in (None, stored.state.total(str(side))):
                _check_total(stored.ruleset, total, players, does="come back")
            away = (*away, Absence(back.left + 1, stored.state.deals, total))
        return table.with_side(side, left=None, away=away)

    _change_table(game, context, Change.Kind.BACK, sit_again)


def rename(*, game: Game, side: int, name: str, context: ChangeContext) -> None:
    """Call a side by another name. Raises RulesError when another one has it."""

    def call(stored: StoredGame, table: TableSnapshot) -> TableSnapshot:
        others = {other.name.casefold() for other in stored.seating.sides if other.number != side}
        if name.casefold() in others:
            raise RulesError(f"“{name}” is another side’s name; choose a different one.")
        return table.with_side(_side_of(table, side, gone=True).number, name=name)

    _change_table(game, context, Change.Kind.RENAME, call)


def rename_partner(*, game: Game, position: int, name: str, context: ChangeContext) -> None:
    """Call the partner who sits at ``position`` by another name, and so a side that is called after
    its players. Raises RulesError when nobody sits there, or somebody else has the name.
    """

    def call(stored: StoredGame, table: TableSnapshot) -> TableSnapshot:
        names = {seat.position: seat.name for seat in table.seats}
        if position not in names:
            raise NotHereError
        others = {other.casefold() for place, other in names.items() if place != position}
        if name.casefold() in others:
            raise RulesError(f"“{name}” sits here already; choose a different name.")
        sides = {seat.position: seat.side.number for seat in stored.seating.seats}
        side = _side_of(table, sides[position])
        own = {place: called for place, called in names.items() if sides[place] == side.number}
        after = table.with_seat(position, name=name)
        if side.name == usual_name([*own.values()]):
            own[position] = name
            after = after.with_side(side.number, name=usual_name([*own.values()]))
        return after

    _change_table(game, context, Change.Kind.RENAME, call)


def set_dealer(*, game: Game, position: int, context: ChangeContext) -> None:
    """Let the player at ``position`` deal next. Raises RulesError when nobody sits there."""

    def hand_over(stored: StoredGame, table: TableSnapshot) -> TableSnapshot:
        if position not in {
            seat.position for seat in stored.seating.seats_at(stored.state.deals + 1)
        }:
            raise RulesError("That dealer is not at this table; choose one of the names.")
        return table.model_copy(update={"next_dealer": position})

    _change_table(game, context, Change.Kind.DEALER, hand_over)


def stop(*, game: Game, context: ChangeContext) -> None:
    """End the game with the deal that was played last. Raises RulesError before the first."""

    def end(stored: StoredGame, table: TableSnapshot) -> TableSnapshot:
        if not stored.state.deals:
            raise RulesError("Nothing has been played yet; enter a deal first.")
        return table.model_copy(update={"stopped": True})

    _change_table(game, context, Change.Kind.STOP, end)


@transaction.atomic
def _change_table(game: Game, context: ChangeContext, kind: Change.Kind, alter: Alter) -> None:
    stored = lock_game_and_group(game)
    current = stored.game
    if is_repeated(current, context):
        return
    if current.state == Game.State.FINISHED:
        raise RulesError("The game is over; undo its end first.")
    before = table_state(current, stored.seating)
    after = alter(stored, before)
    set_table(current, stored.seating, after)
    log_change(ChangeRecord(current, before, after), context, kind)


def _side_of(table: TableSnapshot, number: int, *, gone: bool = False) -> SideSnapshot:
    """Return the side of that number; one that left only if ``gone``.

    Raises NotHereError when there is none.
    """
    for side in table.sides:
        if side.number == number and (gone or side.left is None):
            return side
    raise NotHereError


def table_state(game: Game, seating: Seating) -> TableSnapshot:
    """Return the table as a change keeps it."""
    partners = seating.seats if seating.has_partners else ()
    return TableSnapshot(
        next_dealer=game.next_dealer,
        stopped=game.stopped,
        sides=tuple(
            SideSnapshot(
                number=side.number,
                name=side.name,
                joined=side.joined,
                start=side.start,
                left=side.left,
                away=tuple(Absence(*gap) for gap in side.away),
            )
            for side in seating.sides
        ),
        seats=tuple(
            SeatSnapshot(position=seat.position, name=seat.player.name) for seat in partners
        ),
    )


def set_table(game: Game, seating: Seating, state: TableSnapshot) -> None:
    """Make the table what ``state`` says: a side that it does not have leaves without a trace, and
    one that is not there yet sits down last.
    """
    known = {side.number: side for side in seating.sides}
    wanted = {side.number: side for side in state.sides}
    if not seating.has_partners:
        _name_players(game, seating, {number: side.name for number, side in wanted.items()})
    for number, side in known.items():
        if number not in wanted:
            leaving = [seat.player_id for seat in seating.seats if seat.side_id == side.pk]
            side.delete()
            forget_unseated(leaving)
            continue
        for field in _SIDE_FIELDS:
            setattr(side, field, getattr(wanted[number], field))
        side.save(update_fields=_SIDE_FIELDS)
    for number, side_after in wanted.items():
        if number not in known:
            _sit_down(game, side_after, len(seating.seats) + 1)
    _name_partners(game, seating, {seat.position: seat.name for seat in state.seats})
    game.next_dealer, game.stopped = state.next_dealer, state.stopped
    game.carried = None  # it no longer holds: the fold begins with the first deal
    ruleset, seating = load(game.ruleset), read_seating(game)
    write_charges(StoredGame(game, ruleset, seating, is_locked=True))
    stored = StoredGame(game, ruleset, seating, is_locked=True)
    write_state(stored, stored.state, stored.past(stored.state.deals))


def _name_players(game: Game, seating: Seating, names: Mapping[int, str]) -> None:
    """Let the columns of these ``names`` have the players of the same names, where a column was
    called after its player, who sits in no other game: the name was misspelt.
    """
    for seat in seating.seats:
        name = names.get(seat.side.number, seat.side.name)
        others = {other.player.name.casefold() for other in seating.seats if other != seat}
        if name == seat.side.name or name.casefold() in others or len(name) > NAME_LENGTH:
            continue
        if seat.side.name == seat.player.name and seat.player.seats.count() == 1:
            _seat_player(game, seat, name)


def _name_partners(game: Game, seating: Seating, names: Mapping[int, str]) -> None:
    """Let the people of these ``names`` sit at their places."""
    for seat in seating.seats:
        name = names.get(seat.position, seat.player.name)
        if name != seat.player.name:
            _seat_player(game, seat, name)


def _seat_player(game: Game, seat: Seat, name: str) -> None:
    """Let the player of that name sit there; who is known by it in other letters is written so from
    now on, and who sat there and sits in no game any more is forgotten.
    """
    before = seat.player
    seat.player = _player(game, name)
    seat.player.name = name
    seat.player.save(update_fields=["name"])
    seat.save(update_fields=["player"])
    forget_unseated([before.pk])


def forget_unseated(players: Iterable[int]) -> None:
    """Delete those of these people, by key, who sit in no game: nobody should propose them.

    The row of their group is locked.
    """
    Player.objects.filter(pk__in=list(players), seats=None).delete()


def _player(game: Game, name: str) -> Player:
    """The player of the game’s group, whose row is held, who is called so; a new one if there is
    none.
    """
    known = {player.name.casefold(): player for player in game.group.players.all()}
    return known.get(name.casefold()) or Player.objects.create(group_id=game.group_id, name=name)


def _sit_down(game: Game, snapshot: SideSnapshot, position: int) -> None:
    player = _player(game, snapshot.name)
    side = Side.objects.create(game=game, **snapshot.model_dump())
    Seat.objects.create(game=game, side=side, player=player, position=position)
