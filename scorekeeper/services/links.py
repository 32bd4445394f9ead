"""Resetting a game’s links, and adding phones that enter scores through a link."""

from typing import Literal

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.engine.errors import RulesError
from scorekeeper.live.bus import publish_change
from scorekeeper.models import Game, Helper
from scorekeeper.models.people import new_token
from scorekeeper.services.changes import ChangeContext, lock_game

MAX_HELPERS = 50

LinkKind = Literal["watch", "score"]


class DeadLinkError(RulesError):
    """The link has been reset since it was looked up."""

    code = "dead-link"

    def __init__(self) -> None:
        super().__init__(_("This link no longer works. Ask for the new one."))


@transaction.atomic
def add_helper(*, game: Game, context: ChangeContext) -> None:
    """Let the user enter scores in this game; a second call changes nothing.

    Raises RulesError if the game has too many helpers, DeadLinkError if the scoring link has been
    reset since ``game`` was read, and GameGoneError if the game has been deleted.
    """
    current = lock_game(game).game
    if current.score_token != game.score_token:
        raise DeadLinkError
    helpers = Helper.objects.filter(game=current)
    if helpers.filter(user=context.user).exists():
        return
    if helpers.count() >= MAX_HELPERS:
        message = ngettext(
            "{count} phone outside the group is already entering scores in this game. "
            "Ask the group’s owner to reset the link.",
            "{count} phones outside the group are already entering scores in this game. "
            "Ask the group’s owner to reset the link.",
            MAX_HELPERS,
        )
        raise RulesError(message.format(count=MAX_HELPERS))
    Helper.objects.create(game=game, user=context.user, name=context.name)


@transaction.atomic
def renew_game_link(*, game: Game, kind: LinkKind) -> None:
    """Reset one of the game's links. The old link stops working.

    Resetting the scoring link also removes the helpers. Raises GameGoneError if the game no longer
    exists.
    """
    current = lock_game(game).game
    field = f"{kind}_token"
    setattr(current, field, new_token())
    current.save(update_fields=[field])
    if kind == "score":
        current.helpers.all().delete()
    publish_change(current.code, current.group_id)
