"""The coins of people: a colour, and an emoji or a picture."""

from dataclasses import dataclass
from uuid import uuid4

from django.db import transaction

from scorekeeper.models import Change, Game, Member, Picture, Player
from scorekeeper.queries.following import LISTED
from scorekeeper.queries.game_lines import LATEST
from scorekeeper.services.changes import ChangeContext, ChangeRecord, lock_group, log_changes

COIN_FIELDS = ("colour", "emoji", "picture")


@dataclass(frozen=True, slots=True)
class ChosenCoin:
    """What somebody has chosen for a coin; a new ``picture`` replaces the emoji and the old one."""

    colour: int | None = None
    emoji: str = ""
    picture: bytes | None = None
    keeps_picture: bool = False


@transaction.atomic
def set_coin(*, person: Player, coin: ChosenCoin, by: Member) -> None:
    """Give a player this coin, in all their games.

    The change is logged in the games that pages list, so that open and kept pages show the new
    coin. Pads of earlier games may be cached for ten more minutes. Raises Player.DoesNotExist if
    the player has been deleted.
    """
    lock_group(person.group_id)
    player = Player.objects.get(pk=person.pk, group=person.group_id)
    before = player.colour, player.emoji, player.picture_id
    player.colour, player.emoji = coin.colour, coin.emoji
    if coin.picture:
        player.emoji, player.picture = "", Picture.objects.create(data=coin.picture)
    elif not coin.keeps_picture:
        player.picture = None
    if (player.colour, player.emoji, player.picture_id) == before:
        return
    player.save(update_fields=COIN_FIELDS)
    latest = Game.objects.filter(seats__player=player).order_by(*LATEST)[:LISTED]
    games = Game.objects.select_for_update(no_key=True).filter(
        pk__in=list(latest.values_list("pk", flat=True))
    )
    context = ChangeContext(by.user, by.name, 0, str(uuid4()))
    log_changes([ChangeRecord(game) for game in games.order_by("pk")], context, Change.Kind.COIN)


def take_coin(player: Player, other: Player) -> None:
    """Give ``player`` what their coin lacks and that of ``other`` has, without saving it."""
    player.colour = player.colour or other.colour
    if not (player.emoji or player.picture_id):
        player.emoji, player.picture_id = other.emoji, other.picture_id
