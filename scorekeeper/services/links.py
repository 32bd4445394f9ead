"""Resetting a game’s links, and adding phones that enter scores through a link."""

from datetime import timedelta
from typing import Literal

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.engine.errors import RulesError
from scorekeeper.live.bus import publish_change
from scorekeeper.models import EveningHelper, Game, Helper, ShortCode
from scorekeeper.models.games import new_short_code
from scorekeeper.models.people import new_token
from scorekeeper.services.changes import ChangeContext, lock_game

MAX_HELPERS = 50
EVENING = timedelta(hours=12)

LinkKind = Literal["watch", "score"]


class DeadLinkError(RulesError):
    """The link has been reset since it was looked up."""

    code = "dead-link"

    def __init__(self) -> None:
        super().__init__(_("This link no longer works. Ask for the new one."))


@transaction.atomic
def add_helper(*, game: Game, context: ChangeContext, all_evening: bool = False) -> None:
    """Let the user enter scores in this game, unless they already can.

    With ``all_evening``, they can also enter scores in games that the group starts in the next 12
    hours. Raises RulesError if the game has too many helpers, DeadLinkError if the scoring link has
    been reset since ``game`` was read, and GameGoneError if the game has been deleted.
    """
    current = lock_game(game).game
    if current.score_token != game.score_token:
        raise DeadLinkError
    if all_evening:
        EveningHelper.objects.update_or_create(
            group_id=current.group_id,
            user=context.user,
            defaults={"name": context.name, "until": timezone.now() + EVENING},
        )
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


def add_evening_helpers(game: Game) -> None:
    """Let the phones that help all evening enter scores in a new game."""
    evening = EveningHelper.objects.filter(group_id=game.group_id, until__gt=timezone.now())
    Helper.objects.bulk_create(
        Helper(game=game, user_id=helper.user_id, name=helper.name)
        for helper in evening[:MAX_HELPERS]
    )


def add_short_code(game: Game) -> None:
    """Give a new game a short code that people can type."""
    code = new_short_code()
    while ShortCode.objects.filter(code=code).exists():
        code = new_short_code()
    ShortCode.objects.create(code=code, game=game)


@transaction.atomic
def renew_game_link(*, game: Game, kind: LinkKind) -> None:
    """Reset one of the game's links. The old link stops working.

    Resetting the scoring link also removes the helpers, including those for the whole evening.
    Raises GameGoneError if the game no longer exists.
    """
    current = lock_game(game).game
    field = f"{kind}_token"
    setattr(current, field, new_token())
    current.save(update_fields=[field])
    if kind == "score":
        current.helpers.all().delete()
        EveningHelper.objects.filter(group_id=current.group_id).delete()
    publish_change(current.code, current.group_id)
