"""Whose is it: every look-up of something private starts here."""

from django.contrib.auth.models import AnonymousUser
from django.db.models import F
from django.utils.crypto import constant_time_compare

from scorekeeper.models import Game, Group, Member, User
from scorekeeper.queries.seating import SEATS


def game_of(user: User | AnonymousUser, code: str) -> Game:
    """Return the game with its seats, in ``seen_as`` the name of the user's phone, and in
    ``at_table`` whether the user belongs to the group, and not only helps with the game.

    Raises Game.DoesNotExist when it is not theirs.
    """
    if not isinstance(user, User):
        raise Game.DoesNotExist
    games = Game.objects.filter(code=code).prefetch_related(SEATS)
    at_table = True
    # Each is a plain join, which takes a third of the time of one query that looks for both.
    members = games.filter(group__members__user=user).annotate(phone=F("group__members__name"))
    helpers = games.filter(helpers__user=user).annotate(phone=F("helpers__name"))
    try:
        game = members.get()
    except Game.DoesNotExist:
        at_table = False
        game = helpers.get()
    game.seen_as, game.at_table = game.phone, at_table
    return _whole(game)


def _whole(game: Game) -> Game:
    """The game. Raises Game.DoesNotExist when it was removed before its seats were read."""
    if not game.seats.all():
        raise Game.DoesNotExist
    return game


def game_by_token(code: str, token: str, kind: str) -> Game:
    """Return the game whose ``kind`` (watch or score) link this is. Raises Game.DoesNotExist."""
    game = Game.objects.prefetch_related(SEATS).get(code=code)
    if not constant_time_compare(getattr(game, f"{kind}_token"), token):
        raise Game.DoesNotExist
    return _whole(game)


def membership(user: User | AnonymousUser, group_id: int) -> Member:
    """Return the user's membership with its group. Raises Member.DoesNotExist when they have
    none.
    """
    if not isinstance(user, User):
        raise Member.DoesNotExist
    # Unlike group_id, this takes numbers that no key can have.
    return Member.objects.select_related("group").get(user=user, group__pk=group_id)


def memberships(user: User | AnonymousUser) -> list[Member]:
    """The user's memberships with their groups, latest first."""
    if not isinstance(user, User):
        return []
    return list(
        Member.objects.filter(user=user).select_related("group").order_by("-joined_at", "-pk")
    )


def group_by_token(token: str) -> Group:
    """Return the group whose link this is. Raises Group.DoesNotExist."""
    return Group.objects.get(join_token=token)
