"""Changes of a game’s links, and of the phones that enter scores through one."""

from typing import Literal

from django.db import transaction

from rules.engine.errors import RulesError
from scorekeeper.models import Game, Helper
from scorekeeper.models.people import new_token
from scorekeeper.services.changes import ChangeContext, lock_game

MAX_HELPERS = 50

LinkKind = Literal["watch", "score"]


class DeadLinkError(RulesError):
    """The link has been renewed since it was looked up."""

    code = "dead-link"

    def __init__(self) -> None:
        super().__init__("This link no longer works. Ask for the new one.")


@transaction.atomic
def add_helper(*, game: Game, context: ChangeContext) -> None:
    """Let the user enter scores in this game; a second call changes nothing.

    Raises RulesError when enough phones do already, DeadLinkError when the link to enter scores has
    been renewed since ``game`` was read, and GameGoneError when the game has been removed.
    """
    current = lock_game(game).game
    if current.score_token != game.score_token:
        raise DeadLinkError
    helpers = Helper.objects.filter(game=current)
    if helpers.filter(user=context.user).exists():
        return
    if helpers.count() >= MAX_HELPERS:
        raise RulesError(
            f"{MAX_HELPERS} phones from outside the table help with this game already."
        )
    Helper.objects.create(game=game, user=context.user, name=context.name)


@transaction.atomic
def renew_game_link(*, game: Game, kind: LinkKind) -> None:
    """Make one of the game's links anew; the old one opens nothing any more, and who entered scores
    through it does so no longer. Raises GameGoneError when there is no such game any more.
    """
    current = lock_game(game).game
    field = f"{kind}_token"
    setattr(current, field, new_token())
    current.save(update_fields=[field])
    if kind == "score":
        current.helpers.all().delete()
