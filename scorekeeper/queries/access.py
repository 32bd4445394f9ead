"""Access checks: every lookup of something private starts here."""

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import F
from django.utils.crypto import constant_time_compare

from scorekeeper.models import Game, Group, Member, User
from scorekeeper.queries.seating import SEATS


@dataclass(frozen=True, slots=True)
class GameAccess:
    """The access of a phone to a game, where it goes by ``phone_name``.

    ``user`` is the key of its user. A phone that is not a member of the group is a helper in this
    game only.
    """

    user: int
    game: Game
    phone_name: str
    is_member: bool


def game_access(user: User | AnonymousUser, code: str) -> GameAccess:
    """Return the user’s access to the game, with its seats loaded.

    Raises Game.DoesNotExist if they have none.
    """
    if not isinstance(user, User):
        raise Game.DoesNotExist
    # Two queries with one join each take less time than a query with both joins, and for most
    # phones only the first one is needed. Filter before annotating, because otherwise Django joins
    # the table a second time.
    games = Game.objects.filter(code=code).prefetch_related(SEATS)
    try:
        own = games.filter(group__members__user=user)
        game, is_member = own.annotate(phone=F("group__members__name")).get(), True
    except Game.DoesNotExist:
        helped = games.filter(helpers__user=user)
        game, is_member = helped.annotate(phone=F("helpers__name")).get(), False
    return GameAccess(user.pk, _with_seats(game), game.phone, is_member)


def _with_seats(game: Game) -> Game:
    """Return the game. Raises Game.DoesNotExist if it was deleted before its seats were read."""
    if not game.seats.all():
        raise Game.DoesNotExist
    return game


def game_by_token(code: str, token: str, kind: str) -> Game:
    """Return the game of a link; ``kind`` is ``watch`` or ``score``. Raises Game.DoesNotExist."""
    game = Game.objects.prefetch_related(SEATS).get(code=code)
    if not constant_time_compare(getattr(game, f"{kind}_token"), token):
        raise Game.DoesNotExist
    return _with_seats(game)


def membership(user: User | AnonymousUser, group_id: int) -> Member:
    """Return the user’s membership in the group, with the group loaded.

    Raises Member.DoesNotExist if they have none.
    """
    if not isinstance(user, User):
        raise Member.DoesNotExist
    # Unlike group_id, this accepts numbers too large for a key.
    return Member.objects.select_related("group").get(user=user, group__pk=group_id)


def memberships(user: User | AnonymousUser) -> list[Member]:
    """Return the user's memberships with their groups, latest first."""
    if not isinstance(user, User):
        return []
    return list(
        Member.objects.filter(user=user).select_related("group").order_by("-joined_at", "-pk")
    )


def group_by_token(token: str) -> Group:
    """Return the group with this link. Raises Group.DoesNotExist."""
    return Group.objects.get(join_token=token)
