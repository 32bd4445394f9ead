"""Starting games, and discarding those in which nothing was played."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.db import transaction

from rules.engine import entries
from rules.engine.contracts import MAX_DEALS
from rules.engine.entries import DealSeating
from rules.engine.errors import RulesError
from rules.engine.game import Carried
from rules.engine.schemes import Past
from rules.engine.snapshots import StartSnapshot, dump, dump_change, load
from rules.engine.variants import Variant
from scorekeeper.models import Change, Game, Group, Player, Round, Seat, Side
from scorekeeper.models.games import SIDE_NAME_LENGTH
from scorekeeper.models.people import NAME_LENGTH
from scorekeeper.queries.seating import Seating, usual_name
from scorekeeper.queries.stored import carried_data
from scorekeeper.services.changes import (
    ChangeContext,
    ConflictError,
    lock_game_and_group,
    lock_group,
)
from scorekeeper.services.derive import statuses
from scorekeeper.services.people import save_house_rules
from scorekeeper.services.players import forget_unseated

AFTER_LAST_DEAL = MAX_DEALS + 1


@transaction.atomic
def start_game(
    *,
    group: Group,
    variant: Variant,
    names: Sequence[str],
    options: Mapping[str, Any],
    first_dealer: int,
    context: ChangeContext,
    patches: Mapping[str, Any] | None = None,
    teams: Sequence[str] = (),
    keep_as: str = "",
    follows: str = "",
) -> Game:
    """Store a new game with its people in seating order and its rules as they stand now.

    ``options`` and ``patches`` are its house rules, kept for the table under the name ``keep_as``
    where there is one; ``teams`` are names for sides of partners, by default those of the players;
    ``follows`` is the code of the game that is played again. The same key again returns the game
    it made. Raises RulesError when the names or house rules make no game, or the table keeps too
    many of the latter.
    """
    lock_group(group.pk)  # a form sent twice waits for its twin
    earlier = Game.objects.filter(
        group=group, changes__key=context.key, changes__kind=Change.Kind.START
    ).first()
    if earlier:
        return earlier
    ruleset = variant.ruleset(options, patches)
    ruleset.check_table(len(names))
    if len({name.casefold() for name in names}) < len(names):
        raise RulesError("Two players have the same name; tell them apart.")
    if not 1 <= first_dealer <= len(names):
        raise RulesError("The first dealer must be one of the players.")
    if keep_as and (options or patches):
        save_house_rules(
            group=group,
            variant=variant.slug,
            name=keep_as,
            options=options,
            patches=patches or {},
        )
    game = Game.objects.create(
        group=group,
        variant=variant.slug,
        ruleset=dump(ruleset),
        first_dealer=first_dealer,
        carried=carried_data(Carried()),
    )
    players = _players(group, names)
    side_numbers = [ruleset.players.side_of(at, len(names)) for at in range(1, len(names) + 1)]
    side_names = tuple(_side_names(names, side_numbers, teams))
    table = DealSeating(
        sides=tuple(entries.Side(str(n), name) for n, name in enumerate(side_names, 1)),
        dealer=str(first_dealer),
        seats=tuple(
            entries.Seat(str(position), name, str(number))
            for position, (name, number) in enumerate(zip(names, side_numbers, strict=True), 1)
        ),
    )
    current = statuses(ruleset, table, Past())
    sides = Side.objects.bulk_create(
        Side(game=game, number=n, name=name, status=current.get(str(n)))
        for n, name in enumerate(side_names, 1)
    )
    Seat.objects.bulk_create(
        Seat(game=game, side=sides[number - 1], player=players[name.casefold()], position=position)
        for position, (name, number) in enumerate(zip(names, side_numbers, strict=True), 1)
    )
    Change.objects.create(
        game=game,
        version=game.version,
        key=context.key,
        kind=Change.Kind.START,
        after=dump_change(
            StartSnapshot(
                options=dict(options),
                patches=dict(patches or {}),
                players=tuple(names),
                follows=follows,
            )
        ),
        by=context.user,
        by_name=context.name,
    )
    return game


@transaction.atomic
def play_again(*, game: Game, variant: Variant, context: ChangeContext) -> Game:
    """Start the same game with the same people and rules at the same table; the deal passes on.

    While the game that was started so is in play, it is that one. Raises RulesError as
    ``start_game`` does, and GameGoneError when there is no such game any more.
    """
    stored = lock_game_and_group(game)  # two phones start one game
    current, seating = stored.game, stored.seating
    rematch = Game.objects.filter(
        group=game.group_id,
        state=Game.State.PLAYING,
        changes__kind=Change.Kind.START,
        changes__after__follows=game.code,
    ).first()
    if rematch:
        return rematch
    seats = [seat for seat in seating.seats if seat.side.left is None]
    dealer = seating.dealer_after(current.first_dealer, AFTER_LAST_DEAL)
    ruleset = load(current.ruleset)
    return start_game(
        group=game.group,
        variant=variant,
        names=[_name_in_rematch(seating, seat) for seat in seats],
        teams=[side.name for side in seating.sides],
        options=ruleset.options,
        patches=ruleset.patches,
        first_dealer=[seat.position for seat in seats].index(dealer) + 1,
        context=context,
        follows=game.code,
    )


def _name_in_rematch(seating: Seating, seat: Seat) -> str:
    """The name by which a player sits down again: the player’s own where the column has one that
    is longer than a player’s may be.
    """
    called = seating.called(seat)
    return called if len(called) <= NAME_LENGTH else seat.player.name


@transaction.atomic
def discard_game(*, game: Game, context: ChangeContext) -> None:
    """Remove a game for good. Raises RulesError when a deal of it is entered, ConflictError when
    it changed since the page was rendered, and GameGoneError when it is gone already.
    """
    stored = lock_game_and_group(game)
    current = stored.game
    if current.version != context.version:
        raise ConflictError("This game has changed since this page was made.")
    if Round.objects.filter(game=current).exists():
        raise RulesError("This game has begun; end it instead, or undo what was entered.")
    people = [seat.player_id for seat in stored.seating.seats]
    current.delete()
    forget_unseated(people)


def _side_names(
    names: Sequence[str], numbers: Sequence[int], teams: Sequence[str]
) -> Iterator[str]:
    """Name of each side: as the table says, else of its players, as ``Ann & Cai``."""
    for number in range(1, max(numbers) + 1):
        own = [name for name, side in zip(names, numbers, strict=True) if side == number]
        team = teams[number - 1] if number <= len(teams) and len(own) > 1 else ""
        yield team[:SIDE_NAME_LENGTH] or usual_name(own)


def _players(group: Group, names: Sequence[str]) -> dict[str, Player]:
    """The group's players of these names by folded name, new ones added."""
    known = {player.name.casefold(): player for player in group.players.all()}
    new = [Player(group=group, name=name) for name in names if name.casefold() not in known]
    for player in Player.objects.bulk_create(new):
        known[player.name.casefold()] = player
    return known
