"""Starting games."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from rules.errors import RulesError
from rules.variants import Variant
from scorekeeper.models import Change, Game, Group, Helper, Player, Seat, Side
from scorekeeper.services.rounds import Author


@transaction.atomic
def start_game(
    *,
    group: Group,
    variant: Variant,
    names: Sequence[str],
    options: Mapping[str, Any],
    first_dealer: int,
    author: Author,
) -> Game:
    """Store a new game with its people in seating order and its rules as they stand now.

    The same key again returns the game it made. Raises RulesError when the names or options make no
    game.
    """
    Group.objects.select_for_update().get(pk=group.pk)  # a form sent twice waits for its twin
    made = Game.objects.filter(
        group=group, changes__key=author.key, changes__kind=Change.Kind.START
    ).first()
    if made:
        return made
    ruleset = variant.ruleset(options)
    ruleset.check_table(len(names))
    if len({name.casefold() for name in names}) < len(names):
        raise RulesError("Two players have the same name; tell them apart.")
    if not 1 <= first_dealer <= len(names):
        raise RulesError("The first dealer must be one of the players.")
    game = Game.objects.create(
        group=group,
        variant=variant.slug,
        options=dict(options),
        ruleset=ruleset.model_dump(mode="json"),
        first_dealer=first_dealer,
    )
    players = _players(group, names)
    sides = Side.objects.bulk_create(
        Side(game=game, number=number, name=name) for number, name in enumerate(names, 1)
    )
    Seat.objects.bulk_create(
        Seat(game=game, side=side, player=players[side.name.casefold()], position=side.number)
        for side in sides
    )
    Change.objects.create(
        game=game,
        version=game.version,
        key=author.key,
        kind=Change.Kind.START,
        after={"options": dict(options), "players": list(names)},
        by=author.user,
        by_name=author.name,
    )
    return game


def _players(group: Group, names: Sequence[str]) -> dict[str, Player]:
    """The group's players of these names by folded name, new ones added."""
    known = {player.name.casefold(): player for player in group.players.all()}
    new = [Player(group=group, name=name) for name in names if name.casefold() not in known]
    for player in Player.objects.bulk_create(new):
        known[player.name.casefold()] = player
    return known


def add_helper(*, game: Game, author: Author) -> None:
    """Let the author enter scores in this one game; again changes nothing."""
    Helper.objects.get_or_create(game=game, user=author.user, defaults={"name": author.name})
