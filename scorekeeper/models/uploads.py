"""Files that are being imported."""

from datetime import timedelta

from django.db import models

from scorekeeper.models.people import Group, User

FILENAME_LENGTH = 60
UPLOADS_KEPT_FOR = timedelta(days=1)


class Upload(models.Model):
    """A file that a phone is importing into a group, and the progress of the import.

    ``line`` is the number of the last line that has been read, and ``lines`` is the number of all
    lines. ``report`` has the results for the lines read so far. ``variant``, ``options`` and
    ``played_on`` apply to a file without the name of the game and the date. ``answers`` are what
    people answered or changed on the check page, by the key of the question. When the import is
    finished, ``content`` is cleared. The row is deleted if the import is cancelled or the phone
    imports another file. ``services.purge`` deletes rows that are more than a day old.
    """

    class State(models.TextChoices):
        CHECKING = "checking"
        CHECKED = "checked"
        IMPORTING = "importing"
        DONE = "done"

    group = models.ForeignKey(Group, models.CASCADE, related_name="uploads")
    user = models.ForeignKey(User, models.CASCADE, related_name="+")
    content = models.BinaryField()
    filename = models.CharField(max_length=FILENAME_LENGTH)
    variant = models.CharField(max_length=60, default="any-game")
    options = models.JSONField(default=dict, blank=True)
    played_on = models.DateField()
    answers = models.JSONField(default=dict, db_default={}, blank=True)
    state = models.CharField(max_length=9, choices=State, default=State.CHECKING)
    line = models.PositiveIntegerField(default=0)
    lines = models.PositiveIntegerField(default=0)
    report = models.JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint("group", "user", name="upload_once"),
        ]

    def __str__(self) -> str:
        return self.filename
