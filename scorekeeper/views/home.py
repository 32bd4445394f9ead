"""The first page."""

from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rules.library import library
from scorekeeper.models import User
from scorekeeper.queries.access import memberships
from scorekeeper.queries.home import recent_games


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Games on the table, a new game, rules and sheets."""
    mine = memberships(request.user)
    user = request.user if isinstance(request.user, User) else None
    games = recent_games((member.group for member in mine), user) if user else []
    return render(
        request,
        "home.html",
        {
            "members": mine,
            "again": next((game for game in games[:1] if game.is_finished), None),
            "key": str(uuid4()),
            "playing": [game for game in games if not game.is_finished],
            "finished": [game for game in games if game.is_finished],
            "shelves": library().shelves(),
        },
    )
