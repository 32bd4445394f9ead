"""Games that groups have made themselves."""

from django.db import models

from rules.engine.own_games import MOST_SUMMARY
from scorekeeper.models.people import Group, new_token


class OwnGame(models.Model):
    """A game that a group has made, with its standard rules.

    ``slug`` is the ``variant`` of the games played by its rules. Copies in other groups have slugs
    of their own, unless they were imported from a file. ``version`` rises with every change. Games
    keep the rules with which they were started. Anyone with the ``share_token`` can see the game
    and take a copy.
    """

    group = models.ForeignKey(Group, models.CASCADE, related_name="own_games")
    slug = models.CharField(max_length=60)
    summary = models.CharField(max_length=MOST_SUMMARY, blank=True, default="")
    ruleset = models.JSONField()
    version = models.PositiveIntegerField(default=1)
    share_token = models.CharField(max_length=22, unique=True, default=new_token)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint("group", "slug", name="own_game_slug_once"),
            models.CheckConstraint(
                condition=models.Q(version__gte=1), name="own_game_version_positive"
            ),
        ]

    def __str__(self) -> str:
        return self.slug
