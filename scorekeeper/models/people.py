"""People: guest users (one for each browser), groups, members and players."""

import secrets
from datetime import datetime, timedelta
from hashlib import sha256
from uuid import uuid4

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.urls import reverse

from rules.engine import snapshots
from scorekeeper.coins import COLOURS, EMOJI_LENGTH

NAME_LENGTH, GROUP_NAME_LENGTH, HOUSE_RULES_NAME_LENGTH = 24, 40, 40
KEPT_FOR = timedelta(days=30)  # how long something that was erased can be brought back


def new_token() -> str:
    """Return a token of 128 random bits for a link that gives access to a group or a game."""
    return secrets.token_urlsafe(16)


def derived_token(purpose: str, token: str) -> str:
    """Return a token for another purpose. It doesn’t reveal ``token``."""
    return sha256(f"{purpose} {token}".encode()).hexdigest()[:22]


def present_format() -> int:
    """Return the current storage format."""
    return snapshots.FORMAT


class User(AbstractUser):
    """A browser that has saved something, identified by its cookie; staff also have a password."""


class Group(models.Model):
    """A group of players and their games, shared by the phones that joined it.

    Nobody can open a group while ``erased_at`` is set; see ``scorekeeper.models.ownership``.
    """

    name = models.CharField(max_length=GROUP_NAME_LENGTH, default="Our table")
    join_token = models.CharField(max_length=22, unique=True, default=new_token)
    created_at = models.DateTimeField(auto_now_add=True)
    erased_at = models.DateTimeField(null=True, editable=False)

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("group", args=[self.pk])

    @property
    def watch_token(self) -> str:
        """The token of the link for watching whichever game is being played.

        It is derived from ``join_token``, so a new ``join_token`` resets both links.
        """
        return derived_token("watch", self.join_token)

    @property
    def gone_at(self) -> datetime | None:
        """The time after which an erased group is deleted permanently."""
        return self.erased_at and self.erased_at + KEPT_FOR


class Member(models.Model):
    """A phone or browser that belongs to a group."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="members")
    user = models.ForeignKey(User, models.CASCADE, related_name="memberships")
    name = models.CharField(max_length=NAME_LENGTH)
    is_owner = models.BooleanField(default=False)
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint("group", "user", name="member_once"),
        ]

    def __str__(self) -> str:
        return self.name


class EveningHelper(models.Model):
    """A phone outside the group that may enter scores in its games started before ``until``."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="evening_helpers")
    user = models.ForeignKey(User, models.CASCADE, related_name="+")
    name = models.CharField(max_length=NAME_LENGTH)
    until = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint("group", "user", name="evening_helper_once"),
        ]

    def __str__(self) -> str:
        return self.name


class Picture(models.Model):
    """A picture of a person, as a square WebP file.

    The token is part of its URL, so a new picture has a new URL. Copies of the person in erased
    games have the same picture. ``services.purge`` deletes pictures that nobody has.
    """

    token = models.CharField(max_length=22, primary_key=True, default=new_token)
    data = models.BinaryField()

    def __str__(self) -> str:
        return f"{len(self.data)} bytes"


class Player(models.Model):
    """A person who plays in a group.

    ``off_list_at`` is the time at which the person was last taken off the list of suggested
    players. If the person plays in a game started later, the list suggests them again. ``uuid``
    identifies the person in files with the data of a group; the same person may be in several
    groups after such a file has been imported. The person’s coin has the ``picture`` or, without
    one, the ``emoji`` or the initials. ``colour`` is None unless somebody has chosen one.
    """

    group = models.ForeignKey(Group, models.CASCADE, related_name="players")
    name = models.CharField(max_length=NAME_LENGTH)
    off_list_at = models.DateTimeField(null=True, blank=True)
    uuid = models.UUIDField(null=True, default=uuid4, editable=False)
    colour = models.PositiveSmallIntegerField(null=True, blank=True)
    emoji = models.CharField(max_length=EMOJI_LENGTH, blank=True, default="", db_default="")
    picture = models.ForeignKey(
        Picture, models.SET_NULL, null=True, blank=True, editable=False, related_name="players"
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(colour__range=(1, COLOURS)), name="player_colour_known"
            ),
            models.UniqueConstraint("group", "uuid", name="player_uuid_once"),
            models.UniqueConstraint("group", "name", name="player_name_once"),
            models.CheckConstraint(condition=~models.Q(name=""), name="player_has_name"),
        ]

    def __str__(self) -> str:
        return self.name


class HouseRules(models.Model):
    """A group’s named house rules for a variant: options and patches.

    ``format`` is the format of both (``rules.engine.snapshots``), which ``house_rules_of`` in
    ``queries.saved_house_rules`` upgrades.
    """

    group = models.ForeignKey(Group, models.CASCADE, related_name="house_rules")
    variant = models.CharField(max_length=60)
    name = models.CharField(max_length=HOUSE_RULES_NAME_LENGTH)
    options = models.JSONField(default=dict, blank=True)
    patches = models.JSONField(default=dict, blank=True)
    format = models.PositiveSmallIntegerField(default=present_format, db_default=0)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name_plural = "house rules"
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint("group", "variant", "name", name="house_rules_once"),
        ]

    def __str__(self) -> str:
        return f"{self.variant}: {self.name}"
