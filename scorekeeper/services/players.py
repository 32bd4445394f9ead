"""Changes to a game’s players: joining late, leaving, returning and renaming.

This module also has the functions that choose the next dealer and end the game early.
"""

from collections.abc import Callable, Iterable, Mapping

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.engine.entries import MAX_POINTS
from rules.engine.errors import RulesError
from rules.engine.formatting import with_minus
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
from scorekeeper.services.hands import forget_hands
from scorekeeper.services.state import write_charges, write_state

_SIDE_FIELDS = ("name", "joined", "start", "left", "away")
MAX_SIDES = 30  # including those who left


class NotHereError(RulesError):
    """The player is not in this game."""

    code = "not-here"

    def __init__(self) -> None:
        super().__init__(_("That player isn’t in this game. Choose one of the names."))


class TotalError(RulesError):
    """The total is out of range."""

    code = "total"


# Returns a game’s players after a change, given the game and its players before the change.
Alter = Callable[[StoredGame, TableSnapshot], TableSnapshot]


def join(*, game: Game, name: str, start: int, after: int = 0, context: ChangeContext) -> None:
    """Add a player from the next deal on, with ``start`` points.

    The player sits clockwise after the side with the number ``after``, by default in the last seat.
    Raises RulesError if the game is full, is a partnership game or already has a player with that
    name, TotalError if ``start`` is out of range, and ConflictError as ``record_deal`` does.
    """

    def seat(stored: StoredGame, table: TableSnapshot) -> TableSnapshot:
        ruleset = stored.ruleset
        if ruleset.players.team > 1:
            raise RulesError(
                _("This game is played in partnerships. Start a new game to add players.")
            )
        taken = {side.name.casefold() for side in stored.seating.sides}
        taken |= {seat.player.name.casefold() for seat in stored.seating.seats}
        gone = {side.name.casefold() for side in stored.seating.sides if side.left is not None}
        if name.casefold() in gone:
            raise RulesError(
                _("“{name}” played in this game before. Bring that player back instead.").format(
                    name=name
                )
            )
        if name.casefold() in taken:
            raise RulesError(
                _("“{name}” is already in this game. Choose a different name.").format(name=name)
            )
        if len(stored.seating.sides) >= MAX_SIDES:
            message = ngettext(
                "This game already has {count} column. Start a new game.",
                "This game already has {count} columns. Start a new game.",
                MAX_SIDES,
            )
            raise RulesError(message.format(count=MAX_SIDES))
        players = len(stored.seating.seats_at(stored.state.deals + 1)) + 1
        ruleset.check_table(players)
        _check_total(ruleset, start, players)
        side = SideSnapshot(
            number=len(table.sides) + 1,
            name=name,
            joined=stored.state.deals + 1,
            start=start,
            left=None,
            away=(),
        )
        table = table.model_copy(update={"sides": (*table.sides, side)})
        if not after:
            return table
        return _seated_after(stored, table, len(stored.seating.seats) + 1, _seat_of(stored, after))

    _change_table(game, context, Change.Kind.JOIN, seat)


def move_seat(*, game: Game, side: int, after: int, context: ChangeContext) -> None:
    """Seat a player clockwise after the side with the number ``after``, from the next deal on.

    Raises RulesError in a partnership game, and ConflictError as ``record_deal`` does.
    """

    def move(stored: StoredGame, table: TableSnapshot) -> TableSnapshot:
        if stored.ruleset.players.team > 1:
            raise RulesError(_("Partners can’t change seats during a game. Start a new game."))
        moving, other = _seat_of(stored, side), _seat_of(stored, after)
        return table if moving == other else _seated_after(stored, table, moving, other)

    _change_table(game, context, Change.Kind.SEAT, move)


def _seat_of(stored: StoredGame, side: int) -> int:
    """Return the position of a side of one player. Raises NotHereError if it isn’t playing."""
    for seat in stored.seating.seats_at(stored.state.deals + 1):
        if seat.side.number == side:
            return seat.position
    raise NotHereError


def _seated_after(
    stored: StoredGame, table: TableSnapshot, position: int, other: int
) -> TableSnapshot:
    """Return the table with a seat moved clockwise after another one, from the next deal on."""
    deal = stored.state.deals + 1
    before = stored.seating.order_at(deal)
    order = [place for place in before if place != position]
    order.insert(order.index(other) + 1, position)
    if tuple(order) in (before, (*before, position)):
        return table
    earlier = tuple(kept for kept in table.orders if kept[0] < deal)
    return table.model_copy(update={"orders": (*earlier, (deal, tuple(order)))})


def _check_total(ruleset: Ruleset, total: int, players: int) -> None:
    """Raise TotalError if nobody could continue with ``total`` in a game of ``players``."""
    if abs(total) > MAX_POINTS:
        message = _("{total} is out of range. Enter a score from −{most} to {most}.")
        raise TotalError(message.format(total=with_minus(total), most=MAX_POINTS))
    end = ruleset.end
    target = 0 if end.claimed else end.target_for(players)
    if end.out_at and total >= end.out_at:
        message = _("A player with {limit} or more is eliminated. Enter a score below {limit}.")
        raise TotalError(message.format(limit=end.out_at))
    if target and total >= target:
        message = _("The game ends at {target}. Enter a score below {target}.")
        raise TotalError(message.format(target=target))


def leave(*, game: Game, side: int, context: ChangeContext) -> None:
    """Let a side leave after the last deal played; its column stays.

    Raises RulesError if too few players would remain or it is a partnership game, and ConflictError
    as ``record_deal`` does.
    """

    def stand_up(stored: StoredGame, table: TableSnapshot) -> TableSnapshot:
        ruleset = stored.ruleset
        if ruleset.players.team > 1:
            raise RulesError(_("Partners can’t leave during a game. End the game early instead."))
        staying = len(stored.seating.seats_at(stored.state.deals + 1)) - 1
        if staying < ruleset.players.min:
            needed = ruleset.players.min
            message = ngettext(
                "{game} needs at least {needed} player. End the game early instead.",
                "{game} needs at least {needed} players. End the game early instead.",
                needed,
            )
            raise RulesError(message.format(game=ruleset.name, needed=needed))
        return table.with_side(_side_of(table, side).number, left=stored.state.deals)

    _change_table(game, context, Change.Kind.LEAVE, stand_up)


def come_back(*, game: Game, side: int, total: int | None = None, context: ChangeContext) -> None:
    """Let a side that left continue from the next deal on.

    The side keeps its total unless it missed a deal and ``total`` sets a different one.

    Raises RulesError if the side didn’t leave or the game is full, TotalError if ``total`` is out
    of range, and ConflictError as ``record_deal`` does.
    """

    def sit_again(stored: StoredGame, table: TableSnapshot) -> TableSnapshot:
        back = _side_of(table, side, gone=True)
        if back.left is None:
            raise RulesError(
                _("{name} is already playing. Choose someone who left.").format(name=back.name)
            )
        players = len(stored.seating.seats_at(stored.state.deals + 1)) + 1
        stored.ruleset.check_table(players)
        away = back.away
        if back.left < stored.state.deals:
            if total not in (None, stored.state.total(str(side))):
                _check_total(stored.ruleset, total, players)
            away = (*away, Absence(back.left + 1, stored.state.deals, total))
        return table.with_side(side, left=None, away=away)

    _change_table(game, context, Change.Kind.BACK, sit_again)


def rename(*, game: Game, side: int, name: str, context: ChangeContext) -> None:
    """Rename a side. Raises RulesError if another side has that name."""

    def call(stored: StoredGame, table: TableSnapshot) -> TableSnapshot:
        others = {other.name.casefold() for other in stored.seating.sides if other.number != side}
        if name.casefold() in others:
            raise RulesError(
                _("Another column is called “{name}”. Choose a different name.").format(name=name)
            )
        return table.with_side(_side_of(table, side, gone=True).number, name=name)

    _change_table(game, context, Change.Kind.RENAME, call)


def rename_partner(*, game: Game, position: int, name: str, context: ChangeContext) -> None:
    """Rename the partner at ``position``, and their side if it is named after its players.

    Raises RulesError if nobody sits there or another player has that name.
    """

    def call(stored: StoredGame, table: TableSnapshot) -> TableSnapshot:
        names = {seat.position: seat.name for seat in table.seats}
        if position not in names:
            raise NotHereError
        others = {other.casefold() for place, other in names.items() if place != position}
        if name.casefold() in others:
            raise RulesError(
                _("“{name}” is already in this game. Choose a different name.").format(name=name)
            )
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
    """Make the player at ``position`` the next dealer. Raises RulesError if nobody sits there."""

    def hand_over(stored: StoredGame, table: TableSnapshot) -> TableSnapshot:
        if position not in {
            seat.position for seat in stored.seating.seats_at(stored.state.deals + 1)
        }:
            raise RulesError(_("That dealer isn’t in this game. Choose one of the names."))
        return table.model_copy(update={"next_dealer": position})

    _change_table(game, context, Change.Kind.DEALER, hand_over)


def stop(*, game: Game, context: ChangeContext) -> None:
    """End the game after the last deal played. Raises RulesError before the first deal."""

    def end(stored: StoredGame, table: TableSnapshot) -> TableSnapshot:
        if not stored.state.deals:
            raise RulesError(
                _("Nothing has been played yet. Enter the first scores, then end the game.")
            )
        forget_hands(stored.game)
        return table.model_copy(update={"stopped": True})

    _change_table(game, context, Change.Kind.STOP, end)


@transaction.atomic
def _change_table(game: Game, context: ChangeContext, kind: Change.Kind, alter: Alter) -> None:
    stored = lock_game_and_group(game)
    current = stored.game
    if is_repeated(current, context):
        return
    if current.state == Game.State.FINISHED:
        raise RulesError(_("The game is over. To change the players, use Undo first."))
    before = table_state(current, stored.seating)
    after = alter(stored, before)
    set_table(current, stored.seating, after)
    log_change(ChangeRecord(current, before, after), context, kind)


def _side_of(table: TableSnapshot, number: int, *, gone: bool = False) -> SideSnapshot:
    """Return the side with this number. If ``gone``, also look among the sides that have left.

    Raises NotHereError if there is none.
    """
    for side in table.sides:
        if side.number == number and (gone or side.left is None):
            return side
    raise NotHereError


def table_state(game: Game, seating: Seating) -> TableSnapshot:
    """Return the players and their seats in the form stored with a change."""
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
        orders=seating.orders,
    )


def set_table(game: Game, seating: Seating, state: TableSnapshot) -> None:
    """Set a game’s players to those in ``state``.

    Sides that are missing from ``state`` are deleted. A new side gets the last seat.
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
    game.seat_orders = [list(order) for order in state.orders]
    game.carried = None  # outdated, so the game is folded again from the first deal
    ruleset, seating = load(game.ruleset), read_seating(game)
    write_charges(StoredGame(game, ruleset, seating, is_locked=True))
    stored = StoredGame(game, ruleset, seating, is_locked=True)
    write_state(stored, stored.state, stored.past(stored.state.deals))


def _name_players(game: Game, seating: Seating, names: Mapping[int, str]) -> None:
    """Rename players along with their columns, given the new ``names`` by side number.

    A new column name is taken as a correction of the player’s name if the column had that name and
    the player is in no other game. Otherwise, the player keeps the old name.
    """
    for seat in seating.seats:
        name = names.get(seat.side.number, seat.side.name)
        others = {other.player.name.casefold() for other in seating.seats if other != seat}
        if name == seat.side.name or name.casefold() in others or len(name) > NAME_LENGTH:
            continue
        if seat.side.name == seat.player.name and seat.player.seats.count() == 1:
            _seat_player(game, seat, name)


def _name_partners(game: Game, seating: Seating, names: Mapping[int, str]) -> None:
    """Seat the players with these ``names``, given by position."""
    for seat in seating.seats:
        name = names.get(seat.position, seat.player.name)
        if name != seat.player.name:
            _seat_player(game, seat, name)


def _seat_player(game: Game, seat: Seat, name: str) -> None:
    """Seat the player with this name, found regardless of case and renamed to this spelling.

    Delete the previous player if they are in no other game.
    """
    before = seat.player
    seat.player = _player(game, name)
    seat.player.name = name
    seat.player.save(update_fields=["name"])
    seat.save(update_fields=["player"])
    forget_unseated([before.pk])


def forget_unseated(players: Iterable[int]) -> None:
    """Delete any of these players, given by primary key, who are in no game.

    Otherwise, pages would keep suggesting their names. The caller has locked the group.
    """
    Player.objects.filter(pk__in=list(players), seats=None).delete()


def _player(game: Game, name: str) -> Player:
    """Return the player with that name in the game’s group, creating one if there is none.

    The caller has locked the group.
    """
    known = {player.name.casefold(): player for player in game.group.players.all()}
    return known.get(name.casefold()) or Player.objects.create(group_id=game.group_id, name=name)


def _sit_down(game: Game, snapshot: SideSnapshot, position: int) -> None:
    player = _player(game, snapshot.name)
    side = Side.objects.create(game=game, **snapshot.model_dump())
    Seat.objects.create(game=game, side=side, player=player, position=position)
