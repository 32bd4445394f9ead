"""Guests, the groups they belong to, and the players of a group."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.engine.errors import RulesError
from rules.engine.formatting import name_key
from rules.engine.snapshots import FORMAT, load_ruleset
from rules.reference.game_words import translated_ruleset
from scorekeeper.models import (
    Change,
    EveningHelper,
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
from scorekeeper.queries.seating import SEATS, GameSeating, seating_of, usual_name
from scorekeeper.services.changes import ChangeContext, ChangeRecord, lock_group, log_changes
from scorekeeper.services.coins import COIN_FIELDS, take_coin
from scorekeeper.services.links import DeadLinkError
from scorekeeper.services.months import forget_months
from scorekeeper.services.seats import table_state

MAX_MEMBERS = 50
MAX_HOUSE_RULES = 50


class NamesakeError(RulesError):
    """Another player of the group, ``namesake``, has that name and may be the same person."""

    code = "namesake"

    def __init__(self, namesake: Player) -> None:
        super().__init__(
            _(
                "“{name}” is already in this group. If this is the same person, merge the two. "
                "This can’t be undone. Otherwise, enter a different name."
            ).format(name=namesake.name)
        )
        self.namesake = namesake


@transaction.atomic
def make_guest() -> User:
    """Create a user without a password, for a browser that has no user yet."""
    guest = User(username=f"guest-{secrets.token_hex(12)}")
    guest.set_unusable_password()
    guest.save()
    return guest


@transaction.atomic
def make_group(*, owner: User) -> Member:
    """Create a group for ``owner`` and return the membership."""
    group = Group.objects.create(name=_("Our table"))
    return Member.objects.create(group=group, user=owner, name=phone_name(1), is_owner=True)


def phone_name(number: int) -> str:
    """Return the default name of a phone."""
    return _("Phone {number}").format(number=number)


@transaction.atomic
def join_group(*, group: Group, user: User, name: str) -> Member:
    """Make ``user`` a member of ``group``; a second call changes nothing.

    Raises RulesError if the group is full, and DeadLinkError if its link has been reset since
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
        message = ngettext(
            "This group already has {count} phone. Remove one first.",
            "This group already has {count} phones. Remove one first.",
            MAX_MEMBERS,
        )
        raise RulesError(message.format(count=MAX_MEMBERS))
    return Member.objects.create(group=locked, user=user, name=name or phone_name(members + 1))


@transaction.atomic
def rename_group(*, group: Group, name: str) -> None:
    """Rename the group."""
    group.name = name
    group.save(update_fields=["name"])


@transaction.atomic
def rename_member(*, member: Member, name: str) -> None:
    """Rename a phone. Its later changes are logged under the new name."""
    member.name = name
    member.save(update_fields=["name"])


@transaction.atomic
def renew_link(*, group: Group) -> None:
    """Reset the group’s link. The old link stops working."""
    group.join_token = new_token()
    group.save(update_fields=["join_token"])


@transaction.atomic
def remove_member(*, member: Member, by: Member) -> None:
    """Remove a phone from its group, and end its access to the group’s games as a helper.

    The group’s link is reset, because otherwise the phone could use it to join again. Raises
    RulesError if ``by``, an owner, removes their own phone.
    """
    if member.pk == by.pk:
        raise RulesError(_("The owner’s own phone can’t be removed."))
    renew_link(group=member.group)
    _end_access(member)


@transaction.atomic
def leave_group(*, member: Member) -> None:
    """Remove a phone from its group because the person who uses it wants to leave.

    The group’s link still works. Raises RulesError if the phone owns the group.
    """
    lock_group(member.group_id)
    if Member.objects.filter(pk=member.pk, is_owner=True).exists():
        raise RulesError(_("This phone owns the group. Hand the group over first."))
    _end_access(member)


def _end_access(member: Member) -> None:
    Helper.objects.filter(user=member.user_id, game__group=member.group_id).delete()
    EveningHelper.objects.filter(user=member.user_id, group=member.group_id).delete()
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
    """Save a variant’s house rules under a name, replacing any with the same name.

    Raises RulesError if the group has saved too many.
    """
    locked = Group.objects.select_for_update(no_key=True).get(pk=group.pk)
    saved = locked.house_rules.filter(variant=variant, name=name).first()
    if saved is None and locked.house_rules.count() >= MAX_HOUSE_RULES:
        message = ngettext(
            "This group has already saved {count} set of house rules. Delete one first.",
            "This group has already saved {count} sets of house rules. Delete one first.",
            MAX_HOUSE_RULES,
        )
        raise RulesError(message.format(count=MAX_HOUSE_RULES))
    saved = saved or HouseRules(group=locked, variant=variant, name=name)
    saved.options, saved.patches, saved.format = dict(options), dict(patches), FORMAT
    saved.save()
    return saved


@transaction.atomic
def forget_house_rules(*, rules: HouseRules) -> None:
    """Delete saved house rules. Games that use them keep their rules."""
    rules.delete()


@transaction.atomic
def correct_name(*, person: Player, name: str, by: Member, same_as: int = 0) -> Player:
    """Rename a player, except in games where the column has its own name; return the player.

    If another player already has the name, pass that player’s id as ``same_as`` to merge the two.
    Raises NamesakeError if another player has the name and ``same_as`` isn’t that player’s id,
    RulesError if the two played in the same game, and Player.DoesNotExist if the player has been
    deleted.
    """
    group = Group.objects.select_for_update(no_key=True).get(pk=person.group_id)
    player = group.players.get(pk=person.pk)
    others = {name_key(other.name): other for other in group.players.exclude(pk=player.pk)}
    namesake = others.get(name_key(name))
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
        forget_months(group=group.pk)
        take_coin(namesake, player)
        player.delete()
        namesake.off_list_at = None
    else:
        player.name = name
    renamed.save(update_fields=["name", "off_list_at", *COIN_FIELDS])
    return renamed


def _refuse_taken(game: Game, player: Player, name: str) -> None:
    """Raise RulesError if another player or side in the game has that name."""
    seating = seating_of(game)
    own = _seat_of(seating, player)
    taken = {seat.player.name for seat in seating.seats if seat != own}
    taken |= {side.name for side in seating.sides if side != own.side}
    wanted = {name_key(name), name_key(_side_name(seating, own, name))}
    if wanted & {name_key(other) for other in taken}:
        day = date_format(game.played_on)
        variant = translated_ruleset(load_ruleset(game.ruleset)).name
        # Translators: {game} is the name of a game such as Hearts
        message = _(
            "“{old}” and “{new}” played in the same game ({game}, {date}), so they are "
            "different people. Enter a different name."
        )
        raise RulesError(message.format(old=player.name, new=name, game=variant, date=day))


def _rename_in_games(games: Sequence[Game], player: Player, name: str, by: Member) -> None:
    """Store a player’s new name in these games, and log it in each game that shows the name."""
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


def _seat_of(seating: GameSeating, player: Player) -> Seat:
    return next(seat for seat in seating.seats if seat.player_id == player.pk)


def _side_name(seating: GameSeating, own: Seat, name: str) -> str:
    """Return the name of a seat’s side after its player is renamed to ``name``.

    A side with its own name keeps it.
    """
    seats = [seat for seat in seating.seats if seat.side_id == own.side_id]
    if name_key(own.side.name) != name_key(usual_name([seat.player.name for seat in seats])):
        return own.side.name
    return usual_name([name if seat == own else seat.player.name for seat in seats])


@transaction.atomic
def take_off_list(*, person: Player) -> None:
    """Stop suggesting a player’s name until they play in a new game. Their games stay."""
    person.off_list_at = timezone.now()
    person.save(update_fields=["off_list_at"])
