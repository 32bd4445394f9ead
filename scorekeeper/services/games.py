"""Starting games, and deleting those in which nothing has been played."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from django.db import transaction
from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from rules.engine import deal_seating
from rules.engine.contracts import MAX_DEALS
from rules.engine.deal_seating import DealSeating
from rules.engine.errors import RulesError
from rules.engine.formatting import name_key
from rules.engine.game import Carried
from rules.engine.replay import statuses
from rules.engine.rulesets import Ruleset
from rules.engine.schemes import Past
from rules.engine.snapshots import (
    StartSnapshot,
    dump_change,
    dump_ruleset,
    fingerprint,
    load_ruleset,
)
from rules.engine.variants import Variant
from scorekeeper.live.bus import publish_change
from scorekeeper.models import Change, Game, Group, Helper, Player, Seat, Side
from scorekeeper.models.games import SIDE_NAME_LENGTH
from scorekeeper.models.people import NAME_LENGTH
from scorekeeper.queries.history import begun_deals
from scorekeeper.queries.seating import GameSeating, usual_name
from scorekeeper.queries.stored import StoredGame, carried_data
from scorekeeper.services.changes import (
    ChangeContext,
    ConflictError,
    lock_game,
    lock_game_and_group,
    lock_group,
)
from scorekeeper.services.links import add_evening_helpers, add_short_code
from scorekeeper.services.people import save_house_rules
from scorekeeper.services.seats import forget_unseated

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
    played_on: date | None = None,
) -> Game:
    """Create a game of ``variant`` and return it; ``names`` are its players in seating order.

    ``options`` and ``patches`` are its house rules; if ``keep_as`` is given, the group saves them
    under that name. ``teams`` are the names of the partnerships, by default their players’ names.
    For a rematch, ``follows`` is the code of the previous game. ``played_on`` is the day on which
    it is played, by default today’s date on this site. A second call with the same key returns the
    same game. Raises RulesError if the names or the house rules are invalid, or if the
    group has saved too many house rules.
    """
    lock_group(group.pk)  # if a form is sent twice, the second copy waits
    earlier = Game.objects.filter(
        group=group, changes__key=context.key, changes__kind=Change.Kind.START
    ).first()
    if earlier:
        return earlier
    ruleset = variant.ruleset(options, patches)
    ruleset.check_table(len(names))
    if len({name_key(name) for name in names}) < len(names):
        raise RulesError(_("Two players have the same name. Change one of the names."))
    if not 1 <= first_dealer <= len(names):
        raise RulesError(_("The first dealer isn’t one of the players. Choose another."))
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
        ruleset=dump_ruleset(ruleset),
        rules_key=fingerprint(ruleset),
        first_dealer=first_dealer,
        played_on=played_on or localdate(),
        carried=carried_data(Carried()),
    )
    _seat_everyone(game, ruleset, names, teams)
    start = StartSnapshot(
        options=dict(options), patches=dict(patches or {}), players=tuple(names), follows=follows
    )
    Change.objects.create(
        game=game,
        version=game.version,
        key=context.key,
        kind=Change.Kind.START,
        after=dump_change(start),
        by=context.user,
        by_name=context.name,
    )
    add_short_code(game)
    add_evening_helpers(game)
    publish_change(game.code, group.pk)
    return game


def _seat_everyone(
    game: Game, ruleset: Ruleset, names: Sequence[str], teams: Sequence[str]
) -> None:
    """Create the sides and seats of a new game, with their initial statuses."""
    players = _players(game.group, names)
    side_numbers = [ruleset.players.side_of(at, len(names)) for at in range(1, len(names) + 1)]
    side_names = tuple(_side_names(names, side_numbers, teams))
    table = DealSeating(
        sides=tuple(deal_seating.DealSide(str(n), name) for n, name in enumerate(side_names, 1)),
        dealer=str(game.first_dealer),
        seats=tuple(
            deal_seating.DealSeat(str(position), name, str(number))
            for position, (name, number) in enumerate(zip(names, side_numbers, strict=True), 1)
        ),
    )
    current = {key: reason.dump() for key, reason in statuses(ruleset, table, Past()).items()}
    sides = Side.objects.bulk_create(
        Side(game=game, number=n, name=name, status=current.get(str(n)))
        for n, name in enumerate(side_names, 1)
    )
    Seat.objects.bulk_create(
        Seat(game=game, side=sides[number - 1], player=players[name_key(name)], position=position)
        for position, (name, number) in enumerate(zip(names, side_numbers, strict=True), 1)
    )


@transaction.atomic
def play_again(
    *, game: Game, variant: Variant, context: ChangeContext, played_on: date | None = None
) -> Game:
    """Start a rematch with the same players and rules; the next player deals first.

    It is played on the day ``played_on``, by default today. People who watch the game or help with
    it can do so in the rematch as well. Return the rematch. If a rematch is already in progress,
    return that one. Raises RulesError as ``start_game`` does,
    and GameGoneError if the game no longer exists.
    """
    stored = lock_game_and_group(game)  # so that two phones start only one rematch
    current, seating = stored.game, stored.seating
    rematch = Game.objects.filter(
        group=game.group_id,
        state=Game.State.PLAYING,
        changes__kind=Change.Kind.START,
        changes__after__follows=game.code,
    ).first()
    if rematch:
        return rematch
    seats = seating.seats_at(AFTER_LAST_DEAL)
    dealer = seating.dealer_after(current.first_dealer, AFTER_LAST_DEAL)
    ruleset = load_ruleset(current.ruleset)
    again = start_game(
        group=game.group,
        variant=variant,
        names=[_name_in_rematch(seating, seat) for seat in seats],
        teams=[side.name for side in seating.sides],
        options=ruleset.options,
        patches=ruleset.patches,
        first_dealer=[seat.position for seat in seats].index(dealer) + 1,
        context=context,
        follows=game.code,
        played_on=played_on,
    )
    _take_along(current, again)
    return again


def _take_along(game: Game, again: Game) -> None:
    """Let everyone who watches ``game`` or enters its scores do so in its rematch."""
    again.watch_token = game.watch_token
    again.save(update_fields=["watch_token"])
    known = {helper.user_id for helper in again.helpers.all()}
    helpers = [helper for helper in game.helpers.all() if helper.user_id not in known]
    Helper.objects.bulk_create(
        Helper(game=again, user_id=helper.user_id, name=helper.name) for helper in helpers
    )
    publish_change(game.code, game.group_id)


def _name_in_rematch(seating: GameSeating, seat: Seat) -> str:
    """Return the name of a player for a rematch.

    This is the name of the column or, if that is too long for a player’s name, the player’s own
    name.
    """
    called = seating.called(seat)
    return called if len(called) <= NAME_LENGTH else seat.player.name


@transaction.atomic
def discard_game(*, game: Game, context: ChangeContext) -> None:
    """Delete a game permanently.

    Raises RulesError if a deal has been entered, ConflictError if the game changed since the page
    was rendered, and GameGoneError if the game has already been deleted.
    """
    stored = lock_game_and_group(game)
    current = stored.game
    if current.version != context.version:
        raise ConflictError(_("This game has changed since you opened this page."))
    if stored.state.deals or begun_deals({current.pk: 1}):
        raise RulesError(
            _("Scores have been entered in this game. Undo them first, or end the game early.")
        )
    _delete(stored)


@transaction.atomic
def discard_empty_games(*, group: Group, codes: Collection[str]) -> int:
    """Permanently delete those of a group’s games with these codes of which nothing has been saved.

    Return how many these were. Raises GameGoneError if one of them has just been deleted.
    """
    lock_group(group.pk)
    listed = Game.objects.filter(group=group, code__in=codes, rounds=None).order_by("pk")
    locked = [lock_game(game) for game in listed]
    begun = begun_deals({stored.game.pk: 1 for stored in locked})
    empty = [stored for stored in locked if stored.game.pk not in begun]
    for stored in empty:
        _delete(stored)
    return len(empty)


def _delete(stored: StoredGame) -> None:
    game, people = stored.game, [seat.player_id for seat in stored.seating.seats]
    code, group = game.code, game.group_id
    game.delete()
    forget_unseated(people)
    publish_change(code, group)


def _side_names(
    names: Sequence[str], numbers: Sequence[int], teams: Sequence[str]
) -> Iterator[str]:
    """Yield each side’s name: its team name, or else its players’ names, as in ``Ann & Cai``."""
    for number in range(1, max(numbers) + 1):
        own = [name for name, side in zip(names, numbers, strict=True) if side == number]
        team = teams[number - 1] if number <= len(teams) and len(own) > 1 else ""
        yield team[:SIDE_NAME_LENGTH] or usual_name(own)


def _players(group: Group, names: Sequence[str]) -> dict[str, Player]:
    """Return the group’s players with these names, by ``name_key``, creating missing ones."""
    known = {name_key(player.name): player for player in group.players.all()}
    new = [Player(group=group, name=name) for name in names if name_key(name) not in known]
    for player in Player.objects.bulk_create(new):
        known[name_key(player.name)] = player
    return known
