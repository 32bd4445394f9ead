"""Whose is it: every look-up of something private starts here."""

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.utils.crypto import constant_time_compare

from scorekeeper.models import Game, Group, Helper, Member, User
from scorekeeper.queries.seating import SEATS


def game_of(user: User | AnonymousUser, code: str) -> Game:
    """Return the game with its seats, in ``seen_as`` the name of the user's phone, and in
    ``at_table`` whether the user belongs to the group, and not only helps with the game.

    Raises Game.DoesNotExist when it is not theirs.
    """
    if not isinstance(user, User):
        raise Game.DoesNotExist
    member = Member.objects.filter(group=OuterRef("group"), user=user).values("name")
    helper = Helper.objects.filter(game=OuterRef("pk"), user=user).values("name")
    game = (
        Game.objects.prefetch_related(SEATS)
        .annotate(
            phone=Coalesce(Subquery(member[:1]), Subquery(helper[:1])), is_member=Exists(member)
        )
        .get(code=code, phone__isnull=False)
    )
    game.seen_as, game.at_table = game.phone, game.is_member
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
