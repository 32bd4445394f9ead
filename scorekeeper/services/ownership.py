"""Ownership of groups: recovery codes, handing a group over, and replacing a lost phone."""

import re
import secrets
from hashlib import sha256

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from rules.engine.errors import RulesError
from scorekeeper.models import Group, Member, OwnerRequest, RecoveryCode, User
from scorekeeper.services.changes import lock_group
from scorekeeper.services.people import phone_name

# 32 characters, without I, L, O and U.
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
RANDOM_BITS, BITS = 128, 5
CODE_LENGTH, CHECK_LENGTH, PART = 26, 2, 4
_LOOK_ALIKES = str.maketrans("OIL", "011")


class MistypedCodeError(RulesError):
    """The input can’t be a recovery code, because a character is wrong or missing."""

    code = "mistyped-code"

    def __init__(self) -> None:
        super().__init__(
            _("This isn’t a complete recovery code. Check each character against your card.")
        )


class WrongCodeError(RulesError):
    """No group has this recovery code."""

    code = "wrong-code"

    def __init__(self) -> None:
        super().__init__(_("No group has this code. It may have been replaced by a newer one."))


@transaction.atomic
def make_recovery_code(*, group: Group) -> str:
    """Return a new recovery code for the group. The previous one stops working.

    The code is not stored, so it can’t be shown again.
    """
    code = _written(secrets.randbits(RANDOM_BITS))
    RecoveryCode.objects.update_or_create(
        group=group, defaults={"digest": _digest(code), "made_at": timezone.now()}
    )
    return "-".join(code[at : at + PART] for at in range(0, len(code), PART))


def is_recovery_code(*, group: Group, code: str) -> bool:
    """Return whether ``code`` is the group’s recovery code."""
    return RecoveryCode.objects.filter(group=group, digest=_digest(_plain(code))).exists()


@transaction.atomic
def recover(*, code: str, user: User) -> Member:
    """Make ``user`` an owner of the group with this recovery code, and return the membership.

    The code stays valid. Case, spaces and hyphens don’t matter. Raises MistypedCodeError if
    ``code`` is incomplete or misspelled, and WrongCodeError if no group has it.
    """
    group = _group_of(code)
    lock_group(group.pk)
    member, _is_new = Member.objects.get_or_create(
        group=group, user=user, defaults={"name": phone_name(group.members.count() + 1)}
    )
    member.is_owner = True
    member.save(update_fields=["is_owner"])
    return member


def check_recovery_code(*, code: str) -> None:
    """Raise WrongCodeError or MistypedCodeError unless a group has this recovery code."""
    _group_of(code)


def _group_of(code: str) -> Group:
    plain = _plain(code)
    if (
        len(plain) != CODE_LENGTH + CHECK_LENGTH
        or _check(plain[:CODE_LENGTH]) != plain[CODE_LENGTH:]
    ):
        raise MistypedCodeError
    group = Group.objects.filter(recovery_code__digest=_digest(plain)).first()
    if group is None:
        raise WrongCodeError
    return group


def _plain(code: str) -> str:
    """Return the characters of a typed code, with look-alikes corrected."""
    return re.sub(r"[\s\-–—]", "", code).upper().translate(_LOOK_ALIKES)


def _written(number: int) -> str:
    """Return the code for a random number, with its check characters."""
    code = "".join(ALPHABET[number >> at * BITS & 31] for at in range(CODE_LENGTH))
    return code + _check(code)


def _check(code: str) -> str:
    """Return the characters at the end of a code that show whether it was typed correctly."""
    return "".join(ALPHABET[byte & 31] for byte in sha256(code.encode()).digest()[:CHECK_LENGTH])


def _digest(code: str) -> str:
    # The code has 128 random bits, so a slow hash would be no safer.
    return sha256(f"scorekeeper recovery {code}".encode()).hexdigest()


@transaction.atomic
def hand_over(*, owner: Member, to: Member) -> None:
    """Make another phone the owner in place of ``owner``, which stays a member."""
    lock_group(owner.group_id)
    OwnerRequest.objects.filter(group=owner.group_id).delete()
    _make_owner(to, instead_of=[owner.pk])


@transaction.atomic
def ask_for_ownership(*, member: Member) -> OwnerRequest:
    """Store the member’s request to become the owner, and return it; a second call changes nothing.

    Raises RulesError if the member is an owner, or if another phone has already asked.
    """
    lock_group(member.group_id)
    if Member.objects.get(pk=member.pk).is_owner:
        raise RulesError(_("This phone already owns the group."))
    request, _is_new = OwnerRequest.objects.get_or_create(
        group=member.group, defaults={"member": member}
    )
    if request.member_id != member.pk:
        raise RulesError(
            _("“{name}” has already asked to become the owner.").format(name=request.member.name)
        )
    return request


@transaction.atomic
def end_request(*, group: Group) -> None:
    """Delete the request to become the owner, after it has been refused or withdrawn."""
    OwnerRequest.objects.filter(group=group).delete()


@transaction.atomic
def take_over(*, member: Member) -> None:
    """Make ``member`` the only owner, because nobody refused their request in time.

    Raises RulesError if the request no longer exists, or if the time isn’t up.
    """
    lock_group(member.group_id)
    request = OwnerRequest.objects.filter(group=member.group_id, member=member).first()
    if request is None:
        raise RulesError(_("This request no longer exists."))
    if timezone.now() < request.granted_at:
        when = date_format(timezone.localtime(request.granted_at), "DATETIME_FORMAT")
        raise RulesError(_("This phone can become the owner on {date}.").format(date=when))
    request.delete()
    owners = Member.objects.filter(group=member.group_id, is_owner=True)
    _make_owner(member, instead_of=list(owners.values_list("pk", flat=True)))


def _make_owner(member: Member, *, instead_of: list[int]) -> None:
    Member.objects.filter(pk__in=instead_of).update(is_owner=False)
    Member.objects.filter(pk=member.pk).update(is_owner=True)
