"""Files that are being imported."""

from django.db import models

from scorekeeper.models.people import Group, User

FILENAME_LENGTH = 60


class Upload(models.Model):
    """A file that a phone is importing into a group, and the progress of the import.

    ``line`` is the last line of the file that has been read, and ``lines`` how many there are.
    ``report`` is what has been found in the lines so far. ``variant``, ``options`` and
    ``played_on`` apply to a file without the name of the game and the date. The row is deleted when
    the import is finished, cancelled, or a day old.
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
