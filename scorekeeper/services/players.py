"""Changes to a game’s players: joining late, leaving, returning and renaming.

This module also has the functions that choose the next dealer, end the game early and choose the
winner of a tie.
"""

from collections.abc import Callable
from dataclasses import replace
from uuid import uuid4

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.engine.errors import RulesError
from rules.engine.formatting import name_key, with_minus
from rules.engine.game import ChosenWinner
from rules.engine.inputs import MAX_POINTS
from rules.engine.rulesets import Ruleset
from rules.engine.seating import Absence
from rules.engine.snapshots import DealEntry, SideSnapshot, TableSnapshot
from scorekeeper.models import Change, Game
from scorekeeper.models.games import MAX_SIDES
from scorekeeper.queries.counting import counted_field
from scorekeeper.queries.seating import usual_name
from scorekeeper.queries.stored import StoredGame
from scorekeeper.services.changes import (
    ChangeContext,
    ChangeRecord,
    is_repeated,
    lock_game_and_group,
    log_change,
)
from scorekeeper.services.deals import put_deal
from scorekeeper.services.hands import forget_hands
from scorekeeper.services.seats import players_at, set_table, table_state
from scorekeeper.services.turns import end_round


class NotHereError(RulesError):
    """The player is not in this game."""

    code = "not-here"

    def __init__(self) -> None:
        super().__init__(_("That player isn’t in this game. Choose one of the names."))


class NameInUseError(RulesError):
    """Another column has that name; ``names`` are the names of the two columns."""

    code = "name-in-use"

    def __init__(self, name: str, *names: str) -> None:
        message = _("Another column is called “{name}”. Choose a different name, or swap the two.")
        super().__init__(message.format(name=name))
        self.names = names


class TotalError(RulesError):
    """The total is out of range."""

    code = "total"


# A function that returns a game’s players after a change, given the game and its players before it.
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
        taken = {name_key(side.name) for side in stored.seating.sides}
        taken |= {name_key(seat.player.name) for seat in stored.seating.seats}
        gone = {name_key(side.name) for side in stored.seating.sides if side.left is not None}
        if name_key(name) in gone:
            raise RulesError(
                _("“{name}” played in this game before. Bring that player back instead.").format(
                    name=name
                )
            )
        if name_key(name) in taken:
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
    """Return the table with one seat moved next to another, clockwise, from the next deal on."""
    deal = stored.state.deals + 1
    before = stored.seating.order_at(deal)
    order = [place for place in before if place != position]
    order.insert(order.index(other) + 1, position)
    if tuple(order) in (before, (*before, position)):
        return table
    earlier = tuple(kept for kept in table.orders if kept[0] < deal)
    return table.model_copy(update={"orders": (*earlier, (deal, tuple(order)))})


def _check_total(ruleset: Ruleset, total: int, players: int) -> None:
    """Raise TotalError if no player could continue with ``total``, given the number of players."""
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


@transaction.atomic
def leave(*, game: Game, side: int, context: ChangeContext) -> None:
    """Let a side leave after the last deal played; its column stays.

    If only that side’s turn was missing, the round ends. Raises RulesError in a partnership game or
    if too few players would remain, and ConflictError as ``record_deal`` does.
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
    end_round(game, context)


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


def rename(*, game: Game, side: int, name: str, swap: bool = False, context: ChangeContext) -> None:
    """Rename a side.

    If another side has that name and ``swap`` is true, the two swap their names and their players.
    Without ``swap``, raises NameInUseError.
    """

    def call(stored: StoredGame, table: TableSnapshot) -> TableSnapshot:
        renamed = _side_of(table, side, gone=True)
        others = (other for other in table.sides if other.number != side)
        other = next((other for other in others if name_key(other.name) == name_key(name)), None)
        if other is None:
            return table.with_side(side, name=name)
        if not swap:
            raise NameInUseError(name, renamed.name, other.name)
        swapped = table.with_side(side, name=other.name).with_side(other.number, name=renamed.name)
        if stored.seating.has_partners:
            return swapped
        one, two = (
            seat
            for seat in stored.seating.seats
            if seat.side.number in (renamed.number, other.number)
        )
        people = {one.position: two.player.uuid, two.position: one.player.uuid}
        return swapped.model_copy(update={"people": people})

    _change_table(game, context, Change.Kind.RENAME, call)


def rename_partner(*, game: Game, position: int, name: str, context: ChangeContext) -> None:
    """Rename the partner at ``position``, and their side if it is named after its players.

    Raises RulesError if nobody sits there or another player has that name.
    """

    def call(stored: StoredGame, table: TableSnapshot) -> TableSnapshot:
        names = {seat.position: seat.name for seat in table.seats}
        if position not in names:
            raise NotHereError
        others = {name_key(other) for place, other in names.items() if place != position}
        if name_key(name) in others:
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


def stop(*, game: Game, have_won: bool = False, context: ChangeContext) -> None:
    """End the game after the last deal played.

    ``have_won`` is whether the players have won, if they all win or lose together. If nothing has
    been entered in such a game, everybody gets 0 points in the first deal. Raises RulesError before
    the first deal of any other game.
    """

    def end(stored: StoredGame, table: TableSnapshot) -> TableSnapshot:
        is_together, chosen = stored.ruleset.end.together, None
        if not stored.state.deals and not (is_together and _record_zeros(stored, context)):
            raise RulesError(
                _("Nothing has been played yet. Enter the first scores, then end the game.")
            )
        if is_together and have_won:
            chosen = ChosenWinner(side=0, deals=max(1, stored.state.deals), outright=True)
        forget_hands(stored.game)
        return table.model_copy(update={"stopped": True, "chosen_winner": chosen})

    _change_table(game, context, Change.Kind.STOP, end)


def _record_zeros(stored: StoredGame, context: ChangeContext) -> bool:
    """Enter 0 points for everybody in the first deal. Return False if more has to be entered."""
    field = counted_field(stored.ruleset)
    if field is None:
        return False
    dealer = stored.state.next_dealer
    texts = {field.input(key): "0" for key in stored.seating.table(1, dealer).keys}
    entry = DealEntry(texts=texts, dealer=dealer, overruled=False)
    put_deal(stored, 1, entry)
    own = replace(context, key=str(uuid4()))
    log_change(ChangeRecord(stored.game, None, entry, 1), own, Change.Kind.RECORD)
    return True


def choose_winner(*, game: Game, side: int, context: ChangeContext) -> None:
    """Make ``side`` the winner of a finished game, or leave it to the points if it is 0.

    If all win or lose together, any other number than 0 means that they have won.
    Raises RulesError unless the side is tied for first place or the players may choose anybody,
    and ConflictError as ``record_deal`` does.
    """

    def choose(stored: StoredGame, table: TableSnapshot) -> TableSnapshot:
        chosen, state = None, stored.folded
        if side and stored.ruleset.end.together:
            chosen = ChosenWinner(side=0, deals=state.deals, outright=True)
        elif side:
            if str(side) not in stored.electable:
                raise RulesError(_("That player can’t be chosen. Choose one of the names."))
            outright = str(side) not in state.tied
            chosen = ChosenWinner(side=side, deals=state.deals, outright=outright)
        return table.model_copy(update={"chosen_winner": chosen})

    _change_table(game, context, Change.Kind.WINNER, choose, is_over=True)


@transaction.atomic
def _change_table(
    game: Game,
    context: ChangeContext,
    kind: Change.Kind,
    alter: Alter,
    *,
    is_over: bool = False,
) -> None:
    """Change the players of a game in progress or, if ``is_over``, of a finished one."""
    stored = lock_game_and_group(game)
    current = stored.game
    if is_repeated(current, context):
        return
    if is_over and current.state != Game.State.FINISHED:
        raise RulesError(_("The game isn’t over yet. End it, then choose the winner."))
    if not is_over and current.state == Game.State.FINISHED:
        raise RulesError(_("The game is over. To change the players, use Undo first."))
    before = table_state(current, stored.seating)
    after = alter(stored, before)
    if is_over and after == before:
        return
    earlier = {seat.position: seat.player.uuid for seat in stored.seating.seats}
    set_table(current, stored.seating, after)
    now = players_at(current)
    replaced = [at for at, uuid in earlier.items() if uuid and now.get(at) not in {uuid, None}]
    before, after = (
        table.model_copy(update={"people": {at: people[at] for at in replaced}})
        for table, people in ((before, earlier), (after, now))
    )
    log_change(ChangeRecord(current, before, after), context, kind)


def _side_of(table: TableSnapshot, number: int, *, gone: bool = False) -> SideSnapshot:
    """Return the side with this number. If ``gone``, also look among the sides that have left.

    Raises NotHereError if there is none.
    """
    for side in table.sides:
        if side.number == number and (gone or side.left is None):
            return side
    raise NotHereError
