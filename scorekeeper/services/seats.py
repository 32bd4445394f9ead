"""A game's players and seats as a whole: read for the log, and set by a change or by undo."""

from collections.abc import Iterable, Mapping

from rules.engine.seating import Absence
from rules.engine.snapshots import SeatSnapshot, SideSnapshot, TableSnapshot, load
from scorekeeper.models import Game, Player, Seat, Side
from scorekeeper.models.people import NAME_LENGTH
from scorekeeper.queries.seating import Seating, read_seating
from scorekeeper.queries.stored import StoredGame
from scorekeeper.services.state import write_charges, write_state

_SIDE_FIELDS = ("name", "joined", "start", "left", "away")


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
    """Rename or replace players along with their columns, given the new ``names`` by side number.

    If the new name is that of another player of the group, that player has the seat. It is taken as
    a correction of the player’s name if the column was called by that player’s name and the player
    is in no other game. Otherwise, the player keeps the old name.
    """
    known = {name.casefold(): key for key, name in game.group.players.values_list("pk", "name")}
    for seat in seating.seats:
        name = names.get(seat.side.number, seat.side.name)
        others = {other.player.name.casefold() for other in seating.seats if other != seat}
        if name == seat.side.name or name.casefold() in others or len(name) > NAME_LENGTH:
            continue
        is_another = known.get(name.casefold(), seat.player_id) != seat.player_id
        is_misspelt = seat.side.name == seat.player.name and seat.player.seats.count() == 1
        if is_another or is_misspelt:
            _seat_player(game, seat, name)


def _name_partners(game: Game, seating: Seating, names: Mapping[int, str]) -> None:
    """Seat the players with these ``names``, given by position."""
    for seat in seating.seats:
        name = names.get(seat.position, seat.player.name)
        if name != seat.player.name:
            _seat_player(game, seat, name)


def _seat_player(game: Game, seat: Seat, name: str) -> None:
    """Seat the player who has this name, ignoring case, and change their name to this spelling.

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
