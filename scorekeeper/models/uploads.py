"""Files that are being imported."""

from datetime import datetime
from pathlib import Path

from django.db import models
from django.utils import timezone

from scorekeeper.models.people import KEPT_FOR, Group, User
from scorekeeper.uploads import uploads_folder

FILENAME_LENGTH = 60
STORED_LENGTH = 32  # hexadecimal digits


class Import(models.Model):
    """A file that was imported into a group; ``services.purge`` deletes it after 30 days.

    Until then, everything that it added can be deleted again.
    """

    group = models.ForeignKey(Group, models.CASCADE, related_name="imports")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.group_id}: {self.at:%Y-%m-%d}"

    @property
    def until(self) -> datetime:
        """The time up to which the import can be undone."""
        return self.at + KEPT_FOR


class ImportedItem(models.Model):
    """Something that an import added: the kind of row, and its primary key."""

    class Kind(models.TextChoices):
        GAME = "game"
        PERSON = "person"
        OWN_GAME = "own_game"
        HOUSE_RULES = "house_rules"

    imported = models.ForeignKey(Import, models.CASCADE, related_name="items")
    kind = models.CharField(max_length=11, choices=Kind)
    key = models.BigIntegerField()

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


class Upload(models.Model):
    """A file that a phone is importing into a group, and the progress of the import.

    ``stored`` is the name of its copy in the folder for uploads, which has lines that can be read
    one by one. ``line`` is the number of the last line that has been read, ``offset`` is where the
    next one begins, in bytes, and ``lines`` is the number of all lines. ``report`` has the results
    for the lines read so far. ``variant``, ``options`` and
    ``played_on`` apply to a file without the name of the game and the date. ``answers`` are what
    people answered or changed on the check page, by the key of the question. ``imported`` lists
    what the file has added. When the import is finished, the copy is deleted. The row is deleted as
    well if the import is cancelled or the phone imports another file. ``services.purge`` deletes
    rows and copies an hour after the last step, at ``stepped_at``.
    """

    class State(models.TextChoices):
        CHECKING = "checking"
        CHECKED = "checked"
        IMPORTING = "importing"
        DONE = "done"

    group = models.ForeignKey(Group, models.CASCADE, related_name="uploads")
    user = models.ForeignKey(User, models.CASCADE, related_name="+")
    stored = models.CharField(max_length=STORED_LENGTH)
    filename = models.CharField(max_length=FILENAME_LENGTH)
    variant = models.CharField(max_length=60, default="any-game")
    options = models.JSONField(default=dict, blank=True)
    played_on = models.DateField()
    answers = models.JSONField(default=dict, db_default={}, blank=True)
    state = models.CharField(max_length=9, choices=State, default=State.CHECKING)
    line = models.PositiveIntegerField(default=0)
    offset = models.PositiveBigIntegerField(default=0)
    lines = models.PositiveIntegerField(default=0)
    report = models.JSONField(default=dict)
    imported = models.ForeignKey(Import, models.SET_NULL, null=True, related_name="+")
    stepped_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint("group", "user", name="upload_once"),
        ]

    def __str__(self) -> str:
        return self.filename

    @property
    def path(self) -> Path:
        """The path of its copy."""
        return uploads_folder() / self.stored
