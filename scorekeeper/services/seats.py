"""A game's players and seats as a whole: read for the log, and set by a change or by undo."""

from collections.abc import Iterable, Mapping
from uuid import UUID, uuid4

from rules.engine.formatting import name_key
from rules.engine.snapshots import SeatSnapshot, SideSnapshot, TableSnapshot, load_ruleset
from scorekeeper.models import Game, Player, Seat, Side
from scorekeeper.models.people import NAME_LENGTH
from scorekeeper.queries.seating import GameSeating, read_seating
from scorekeeper.queries.stored import StoredGame, chosen_winner_of
from scorekeeper.services.state import LaterDealError, store

_SIDE_FIELDS = ("name", "joined", "start", "left", "away")


def table_state(game: Game, seating: GameSeating) -> TableSnapshot:
    """Return the players and their seats in the form stored with a change."""
    partners = seating.seats if seating.has_partners else ()
    return TableSnapshot(
        next_dealer=game.next_dealer,
        stopped=game.stopped,
        sides=tuple(
            SideSnapshot(
                number=int(side.key),
                name=side.name,
                joined=side.joined,
                start=side.start,
                left=side.left,
                away=side.away,
            )
            for side in seating.entrants
        ),
        seats=tuple(
            SeatSnapshot(position=seat.position, name=seat.player.name) for seat in partners
        ),
        orders=seating.orders,
        chosen_winner=chosen_winner_of(game),
    )


def players_at(game: Game) -> dict[int, UUID | None]:
    """Return the uuid of the player in each seat, by position, read from the database."""
    return dict(Seat.objects.filter(game=game).values_list("position", "player__uuid"))


def set_table(game: Game, seating: GameSeating, state: TableSnapshot) -> None:
    """Set a game’s players to those in ``state``.

    Sides that are missing from ``state`` are deleted. A new side gets the last seat. The deals are
    scored again, because a side that comes back is charged for the deals that it missed. Raises
    LaterDealError if one of them is no longer valid.
    """
    known = {side.number: side for side in seating.sides}
    wanted = {side.number: side for side in state.sides}
    if seating.has_partners:
        _name_partners(game, seating, state)
    else:
        _name_players(game, seating, state)
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
    game.next_dealer, game.stopped = state.next_dealer, state.stopped
    game.chosen_winner = state.chosen_winner and state.chosen_winner.model_dump()
    game.seat_orders = [list(order) for order in state.orders]
    game.carried = None  # outdated, so the game is folded again from the first deal
    stored = StoredGame(game, load_ruleset(game.ruleset), read_seating(game), is_locked=True)
    played = stored.replay(stored.reports())
    for deal, refused in played.refused.items():
        raise LaterDealError(stored.ruleset, deal, refused)
    store(stored, played)


def _name_players(game: Game, seating: GameSeating, state: TableSnapshot) -> None:
    """Rename or replace players along with their columns.

    ``state.people`` are seated where it says. Any other column with a new name goes to the player
    of the group who has that name. If there is none, the name is taken as a correction of the
    player’s name if the column was called by it and the player is in no other game. Otherwise, the
    player keeps the old name. A column whose player moves to another one goes to the player who has
    its name.
    """
    names = {side.number: side.name for side in state.sides}
    players = list(game.group.players.all())
    by_uuid = {player.uuid: player for player in players}
    by_key = {name_key(player.name): player for player in players}
    chosen: dict[Seat, Player] = {}
    for seat in seating.seats:
        name, uuid = names.get(seat.side.number, seat.side.name), state.people.get(seat.position)
        if uuid:
            player = by_uuid.get(uuid) or by_key.get(name_key(name))
            chosen[seat] = player or Player(uuid=uuid, name=name[:NAME_LENGTH])
        elif name != seat.side.name and len(name) <= NAME_LENGTH:
            player = by_key.get(name_key(name), seat.player)
            is_misspelt = seat.side.name == seat.player.name and seat.player.seats.count() == 1
            if player != seat.player or is_misspelt:
                player.name = name
                chosen[seat] = player
    for seat in seating.seats:
        if seat not in chosen and seat.player in chosen.values():
            name = names.get(seat.side.number, seat.side.name)
            chosen[seat] = by_key.get(name_key(name)) or Player(name=name[:NAME_LENGTH])
    _seat_players(game, chosen)


def _name_partners(game: Game, seating: GameSeating, state: TableSnapshot) -> None:
    """Seat the partners with the names in ``state``, and spell their names in the same way."""
    names = {seat.position: seat.name for seat in state.seats}
    by_key = {name_key(player.name): player for player in game.group.players.all()}
    chosen: dict[Seat, Player] = {}
    for seat in seating.seats:
        name = names.get(seat.position, seat.player.name)
        if name != seat.player.name:
            chosen[seat] = by_key.get(name_key(name)) or Player()
            chosen[seat].name = name
    _seat_players(game, chosen)


def _seat_players(game: Game, chosen: Mapping[Seat, Player]) -> None:
    """Save these players and seat them. Delete the previous ones who are then in no game."""
    for player in chosen.values():
        player.group_id = game.group_id
        player.save()
    moved = {seat: player for seat, player in chosen.items() if seat.player != player}
    previous = [seat.player_id for seat in moved]
    for seat in moved:
        if seat.player in moved.values():  # the player has to get up before taking another seat
            seat.player = Player.objects.create(group=game.group, name=uuid4().hex[:NAME_LENGTH])
            seat.save(update_fields=["player"])
            previous.append(seat.player_id)
    for seat, player in moved.items():
        seat.player = player
        seat.save(update_fields=["player"])
    forget_unseated(previous)


def forget_unseated(players: Iterable[int]) -> None:
    """Delete any of these players, given by primary key, who are in no game.

    Otherwise, pages would keep suggesting their names. The caller has locked the group.
    """
    Player.objects.filter(pk__in=list(players), seats=None).delete()


def _player(game: Game, name: str) -> Player:
    """Return the player with that name in the game’s group, creating one if there is none.

    The caller has locked the group.
    """
    known = {name_key(player.name): player for player in game.group.players.all()}
    return known.get(name_key(name)) or Player.objects.create(group_id=game.group_id, name=name)


def _sit_down(game: Game, snapshot: SideSnapshot, position: int) -> None:
    player = _player(game, snapshot.name)
    side = Side.objects.create(game=game, **snapshot.model_dump())
    Seat.objects.create(game=game, side=side, player=player, position=position)
