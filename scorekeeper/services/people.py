"""Guests and the groups they belong to."""

import secrets
from collections.abc import Mapping
from typing import Any

from django.db import transaction

from rules.errors import RulesError
from scorekeeper.models import Group, HouseRules, Member, User
from scorekeeper.models.people import new_token

MAX_MEMBERS = 50
MAX_HOUSE_RULES = 50


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
    """Make ``user`` a member of ``group``; again changes nothing. Raises RulesError when it is
    full.
    """
    locked = Group.objects.select_for_update().get(pk=group.pk)
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
    """Take a phone from its group. Raises RulesError for the owner's own."""
    if member.is_owner:
        raise RulesError("The owner’s own phone cannot be removed.")
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
    locked = Group.objects.select_for_update().get(pk=group.pk)
    kept = locked.house_rules.filter(variant=variant, name=name).first()
    if kept is None and locked.house_rules.count() >= MAX_HOUSE_RULES:
        raise RulesError(f"This table keeps {MAX_HOUSE_RULES} house rules already; remove some.")
    kept = kept or HouseRules(group=locked, variant=variant, name=name)
    kept.options, kept.patches = dict(options), dict(patches)
    kept.save()
    return kept


@transaction.atomic
def forget_house_rules(*, rules: HouseRules) -> None:
    """Remove house rules; games played by them keep their rules."""
    rules.delete()
