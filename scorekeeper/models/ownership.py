"""Ownership of groups: recovery codes, requests to become the owner, and erasures."""

from datetime import datetime, timedelta

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scorekeeper.models.people import KEPT_FOR, Group, Member

DIGEST_LENGTH = 64
LABEL_LENGTH = 80
REQUEST_WAIT = timedelta(days=7)


class RecoveryCode(models.Model):
    """The code that makes any browser an owner of the group; only its hash is stored."""

    group = models.OneToOneField(
        Group, models.CASCADE, primary_key=True, related_name="recovery_code"
    )
    digest = models.CharField(max_length=DIGEST_LENGTH, unique=True)
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"recovery code of {self.group_id}"


class OwnerRequest(models.Model):
    """A member’s request to become the owner, because the owner’s phone is lost.

    If no owner refuses it, the member can take over the group after ``REQUEST_WAIT``.
    """

    group = models.OneToOneField(
        Group, models.CASCADE, primary_key=True, related_name="owner_request"
    )
    member = models.OneToOneField(Member, models.CASCADE, related_name="owner_request")
    asked_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.member_id} of {self.group_id}"

    @property
    def granted_at(self) -> datetime:
        """The time from which the member can take over."""
        return self.asked_at + REQUEST_WAIT


class Erasure(models.Model):
    """Something that was erased from ``group`` and can be brought back until ``gone_at``.

    A group is erased by setting ``Group.erased_at``. Erased games move to another group,
    ``kept_in``, which is itself erased and has no phones. The texts that named a person are
    stored as ``ErasedText``.
    """

    class Kind(models.TextChoices):
        GAME = "game", _("Game")
        PERSON = "person", _("Player")
        GROUP = "group", _("Group")

    group = models.ForeignKey(Group, models.CASCADE, related_name="erasures")
    kept_in = models.OneToOneField(Group, models.CASCADE, null=True, related_name="+")
    kind = models.CharField(max_length=6, choices=Kind)
    label = models.CharField(max_length=LABEL_LENGTH)
    at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"

    @property
    def gone_at(self) -> datetime:
        """The time after which the erased data is deleted permanently."""
        return self.at + KEPT_FOR


class ErasedText(models.Model):
    """A value that named an erased person: its place, and its content before and after erasing.

    ``model`` is the name of the model, ``key`` the primary key of the row.
    """

    erasure = models.ForeignKey(Erasure, models.CASCADE, related_name="texts")
    model = models.CharField(max_length=20)
    key = models.BigIntegerField()
    field = models.CharField(max_length=20)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)

    def __str__(self) -> str:
        return f"{self.model} {self.key}: {self.field}"
