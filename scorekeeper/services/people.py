"""Guests, the groups they belong to, and the people who play there."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format

from rules.engine.errors import RulesError
from rules.engine.snapshots import FORMAT, load
from scorekeeper.models import (
    Change,
    Game,
    Group,
    Helper,
    HouseRules,
    Member,
    Player,
    Seat,
    Side,
    User,
)
from scorekeeper.models.people import new_token
from scorekeeper.queries.seating import SEATS, Seating, seating_of, usual_name
from scorekeeper.services.changes import ChangeContext, ChangeRecord, log_changes
from scorekeeper.services.links import DeadLinkError
from scorekeeper.services.players import table_state

MAX_MEMBERS = 50
MAX_HOUSE_RULES = 50


class NamesakeError(RulesError):
    """Somebody else at the table, ``namesake``, has that name and may be the same person."""

    code = "namesake"

    def __init__(self, namesake: Player) -> None:
        super().__init__(
            f"“{namesake.name}” is at this table already. If the two are one person, say so; "
            "that cannot be taken back. If not, type a different name."
        )
        self.namesake = namesake


@transaction.atomic
def make_guest() -> User:
    """Store a user for a browser that has none; it has no password and cannot log in elsewhere."""
    guest = User(username=f"guest-{secrets.token_hex(12)}")
    guest.set_unusable_password()
    guest.save()
    return guest


@transaction.atomic
def make_group(*, owner: User) -> Member:
    """Store a table of its own for ``owner``; return the membership."""
    group = Group.objects.create()
    return Member.objects.create(group=group, user=owner, name="Phone 1", is_owner=True)


@transaction.atomic
def join_group(*, group: Group, user: User, name: str) -> Member:
    """Make ``user`` a member of ``group``; again changes nothing.

    Raises RulesError when the table is full, and DeadLinkError when its link has been renewed since
    ``group`` was read.
    """
    locked = Group.objects.select_for_update().get(pk=group.pk)
    if locked.join_token != group.join_token:
        raise DeadLinkError
    members = locked.members.count()
    present = locked.members.filter(user=user).first()
    if present:
        return present
    if members >= MAX_MEMBERS:
        raise RulesError(f"This table has {MAX_MEMBERS} phones already; remove one first.")
    return Member.objects.create(group=locked, user=user, name=name or f"Phone {members + 1}")


@transaction.atomic
def rename_group(*, group: Group, name: str) -> None:
    """Give the table another name."""
    group.name = name
    group.save(update_fields=["name"])


@transaction.atomic
def rename_member(*, member: Member, name: str) -> None:
    """Say under which name this phone's changes are kept from now on."""
    member.name = name
    member.save(update_fields=["name"])


@transaction.atomic
def renew_link(*, group: Group) -> None:
    """Make the group's link anew; the old one opens nothing any more."""
    group.join_token = new_token()
    group.save(update_fields=["join_token"])


@transaction.atomic
def remove_member(*, member: Member) -> None:
    """Take a phone from its group and from the games that it helped with there, and make the link
    that it knows anew. Raises RulesError for the owner's own.
    """
    if member.is_owner:
        raise RulesError("The owner’s own phone cannot be removed.")
    Helper.objects.filter(user=member.user_id, game__group=member.group_id).delete()
    renew_link(group=member.group)
    member.delete()


@transaction.atomic
def save_house_rules(
    *,
    group: Group,
    variant: str,
    name: str,
    options: Mapping[str, Any],
    patches: Mapping[str, Any],
) -> HouseRules:
    """Keep house rules of a variant under a name; the same name again replaces them. Raises
    RulesError when the table keeps too many.
    """
    locked = Group.objects.select_for_update(no_key=True).get(pk=group.pk)
    saved = locked.house_rules.filter(variant=variant, name=name).first()
    if saved is None and locked.house_rules.count() >= MAX_HOUSE_RULES:
        raise RulesError(f"This table keeps {MAX_HOUSE_RULES} house rules already; remove some.")
    saved = saved or HouseRules(group=locked, variant=variant, name=name)
    saved.options, saved.patches, saved.format = dict(options), dict(patches), FORMAT
    saved.save()
    return saved


@transaction.atomic
def forget_house_rules(*, rules: HouseRules) -> None:
    """Remove house rules; games played by them keep their rules."""
    rules.delete()


@transaction.atomic
def correct_name(*, person: Player, name: str, by: Member, same_as: int = 0) -> Player:
    """Call a person by another name, in all games but where a column has a name of its own; return
    the person.

    Whose name it is already is the same person when ``same_as`` is their key, and has the games of
    both from then on. Raises NamesakeError when nobody said so, RulesError when both sat in one
    game, and Player.DoesNotExist when the person is gone.
    """
    group = Group.objects.select_for_update(no_key=True).get(pk=person.group_id)
    player = group.players.get(pk=person.pk)
    others = {other.name.casefold(): other for other in group.players.exclude(pk=player.pk)}
    namesake = others.get(name.casefold())
    games = list(
        Game.objects.select_for_update(no_key=True)
        .filter(pk__in=player.seats.values("game"))
        .order_by("pk")
        .prefetch_related(SEATS)
    )
    for game in games:
        _refuse_taken(game, player, name)
    if namesake and namesake.pk != same_as:
        raise NamesakeError(namesake)
    renamed = namesake or player
    _rename_in_games(games, player, namesake.name if namesake else name, by)
    if namesake:
        player.seats.update(player=namesake)
        player.delete()
        namesake.off_list_at = None
    else:
        player.name = name
    renamed.save(update_fields=["name", "off_list_at"])
    return renamed


def _refuse_taken(game: Game, player: Player, name: str) -> None:
    """Raise RulesError when somebody else in the game is called so."""
    seating = seating_of(game)
    own = _seat_of(seating, player)
    taken = {seat.player.name for seat in seating.seats if seat != own}
    taken |= {side.name for side in seating.sides if side != own.side}
    wanted = {name.casefold(), _side_name(seating, own, name).casefold()}
    if wanted & {other.casefold() for other in taken}:
        started = date_format(timezone.localtime(game.created_at), "j M Y")
        variant = load(game.ruleset).name
        raise RulesError(
            f"“{player.name}” and “{name}” sat in one game, {variant} of {started}, so "
            "they are two people; type a different name."
        )


def _rename_in_games(games: Sequence[Game], player: Player, name: str, by: Member) -> None:
    """Write the new name of a player into these games, as a change of each in which it shows."""
    sides: list[Side] = []
    changes: list[ChangeRecord] = []
    for game in games:
        seating = seating_of(game)
        own = _seat_of(seating, player)
        before = table_state(game, seating)
        own.side.name = _side_name(seating, own, name)
        after = before.with_side(own.side.number, name=own.side.name)
        if seating.has_partners:
            after = after.with_seat(own.position, name=name)
        if after != before:
            sides.append(own.side)
            changes.append(ChangeRecord(game, before, after))
    if changes:
        Side.objects.bulk_update(sides, ["name"])
        context = ChangeContext(by.user, by.name, 0, str(uuid4()))
        log_changes(changes, context, Change.Kind.RENAME, ["version"])


def _seat_of(seating: Seating, player: Player) -> Seat:
    return next(seat for seat in seating.seats if seat.player_id == player.pk)


def _side_name(seating: Seating, own: Seat, name: str) -> str:
    """The name of the side of a seat once its player has that name: where the table gave the side
    one of its own, that.
    """
    seats = [seat for seat in seating.seats if seat.side_id == own.side_id]
    if own.side.name.casefold() != usual_name([seat.player.name for seat in seats]).casefold():
        return own.side.name
    return usual_name([name if seat == own else seat.player.name for seat in seats])


@transaction.atomic
def take_off_list(*, person: Player) -> None:
    """Propose a person no more, until they play in a new game; games keep them."""
    person.off_list_at = timezone.now()
    person.save(update_fields=["off_list_at"])
