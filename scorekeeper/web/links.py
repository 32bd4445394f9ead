"""The links for watching a game, or whichever game a group is playing."""

from django.http import HttpRequest
from django.urls import reverse

from scorekeeper.models import Game, Group


def watch_link(request: HttpRequest, game: Game) -> str:
    """Return the URL at which anyone can watch the game."""
    return request.build_absolute_uri(reverse("watch", args=[game.code, game.watch_token]))


def table_link(request: HttpRequest, group: Group) -> str:
    """Return the link for watching whichever game a group is playing."""
    return request.build_absolute_uri(reverse("table", args=[group.pk, group.watch_token]))
