"""The first page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rules.library import library
from scorekeeper.queries.access import memberships
from scorekeeper.queries.home import recent_games


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Games on the table, a new game, rules and sheets."""
    mine = memberships(request.user)
    games = recent_games(member.group for member in mine) if mine else []
    return render(
        request,
        "home.html",
        {
            "members": mine,
            "playing": [game for game in games if not game.is_finished],
            "finished": [game for game in games if game.is_finished],
            "shelves": library().shelves(),
        },
    )
