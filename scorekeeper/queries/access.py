"""Access checks: every lookup of something private starts here."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.contrib.auth.models import AnonymousUser
from django.db.models import F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce, Greatest
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from scorekeeper.models import Game, Group, Helper, Member, ShortCode, User
from scorekeeper.queries.game_lines import RECENT
from scorekeeper.queries.prepared import Prepared
from scorekeeper.queries.seating import SEATS, load_seats

# A game’s short code is valid for this long after the game’s last change.
CODE_KEPT = timedelta(days=1)
# The group’s page and the home page also show whether there is a recovery code or a request.
_WITH_GROUP = Member.objects.select_related("group__recovery_code", "group__owner_request__member")


# Filter before annotating, because otherwise Django joins the table a second time.
_game_of_member = Prepared(
    lambda code, user: Game.objects.filter(
        code=code, group__erased_at=None, group__members__user=user
    ).annotate(phone=F("group__members__name"), owns=F("group__members__is_owner"))
)
_game_of_helper = Prepared(
    lambda code, user: Game.objects.filter(
        code=code, group__erased_at=None, helpers__user=user
    ).annotate(phone=F("helpers__name"))
)


_game_of_code = Prepared(lambda code: Game.objects.filter(code=code, group__erased_at=None))
_latest_change = (
    Game.objects.filter(group=OuterRef("group")).order_by("-changed_at").values("changed_at")[:1]
)
_memberships = Prepared(
    lambda user: (
        _WITH_GROUP.filter(user=user)
        .annotate(
            latest=Greatest(Coalesce(Subquery(_latest_change), F("joined_at")), F("joined_at"))
        )
        .order_by("-latest", "-pk")
    )
)


@dataclass(frozen=True, slots=True)
class GameAccess:
    """A phone’s access to a game; ``phone_name`` is the name under which its changes are logged.

    ``user`` is the primary key of the phone’s user. A phone that is not a member of the group is a
    helper in this game only.
    """

    user: int
    game: Game
    phone_name: str
    is_member: bool
    is_owner: bool


def access_to_game(user: User | AnonymousUser, code: str) -> GameAccess:
    """Return the user’s access to the game. Raises Game.DoesNotExist if they have none."""
    if not isinstance(user, User):
        raise Game.DoesNotExist
    # Two queries with one join each take less time than a query with both joins, and for most
    # phones only the first one is needed.
    for game in _game_of_member(code, user.pk):
        return GameAccess(user.pk, game, game.phone, is_member=True, is_owner=game.owns)
    for helped in _game_of_helper(code, user.pk):
        return GameAccess(user.pk, helped, helped.phone, is_member=False, is_owner=False)
    raise Game.DoesNotExist


def latest_visible_games(groups: Iterable[Group], helper: User | None = None) -> QuerySet[Game]:
    """Return the games of ``groups`` and those that ``helper`` helps with, in any order.

    Of the groups’ finished games, these are only the ``RECENT`` latest, which an index finds: a
    group may have thousands. With “or” in place of the union, PostgreSQL would read all games of
    the site.
    """
    games = Game.objects.filter(group__in=list(groups)).order_by()
    finished = games.filter(state=Game.State.FINISHED)
    changed = finished.order_by("-changed_at").values("changed_at")[RECENT - 1 : RECENT]
    since = Coalesce(Subquery(changed), datetime.min.replace(tzinfo=UTC))
    known = games.filter(state=Game.State.PLAYING).values("pk")
    known = known.union(finished.filter(changed_at__gte=since).values("pk"))
    if helper:
        known = known.union(Helper.objects.filter(user=helper).values("game"))
    return Game.objects.filter(pk__in=known)


def with_seats(game: Game) -> Game:
    """Return the game with its seats loaded.

    Raises Game.DoesNotExist if it was deleted before they were read.
    """
    if not load_seats(game):
        raise Game.DoesNotExist
    return game


def _living_game(code: str) -> Game:
    """Return a game of a group that hasn’t been erased. Raises Game.DoesNotExist."""
    for game in _game_of_code(code):
        return game
    raise Game.DoesNotExist


def game_by_token(code: str, token: str, kind: str) -> Game:
    """Return the game of a link; ``kind`` is ``watch`` or ``score``. Raises Game.DoesNotExist."""
    game = _living_game(code)
    if not constant_time_compare(getattr(game, f"{kind}_token"), token):
        raise Game.DoesNotExist
    return with_seats(game)


def game_by_evening_token(code: str, token: str) -> Game:
    """Return the game of a link for entering scores all evening. Raises Game.DoesNotExist."""
    game = _living_game(code)
    if not constant_time_compare(game.evening_token, token):
        raise Game.DoesNotExist
    return with_seats(game)


def game_by_short_code(code: str) -> Game:
    """Return the game with this short code, if it is in progress. Raises Game.DoesNotExist."""
    since = timezone.now() - CODE_KEPT
    playing = Game.objects.filter(state=Game.State.PLAYING, group__erased_at=None)
    return playing.get(short_code=code, changed_at__gt=since)


def short_code_of(game: Game) -> str:
    """Return the short code of a game in progress, or an empty string."""
    if game.state != Game.State.PLAYING:
        return ""
    return ShortCode.objects.filter(game=game).values_list("code", flat=True).first() or ""


def group_at_table(pk: int, token: str) -> Group:
    """Return the group with this link for watching its games. Raises Group.DoesNotExist."""
    group = Group.objects.get(pk=pk, erased_at=None)
    if not constant_time_compare(group.watch_token, token):
        raise Group.DoesNotExist
    return group


def latest_game(group: Group) -> Game | None:
    """Return the game that a group is playing or played last, with its seats loaded."""
    games = Game.objects.filter(group=group).prefetch_related(SEATS)
    return games.order_by("-changed_at", "-pk").first()


def membership(user: User | AnonymousUser, group_id: int) -> Member:
    """Return the user’s membership in the group, with the group loaded.

    Raises Member.DoesNotExist if they have none, or if the group has been erased.
    """
    member = erased_membership(user, group_id)
    if member.group.erased_at:
        raise Member.DoesNotExist
    return member


def erased_membership(user: User | AnonymousUser, group_id: int) -> Member:
    """Return the user’s membership in the group, even if the group has been erased.

    Raises Member.DoesNotExist if they have none.
    """
    if not isinstance(user, User):
        raise Member.DoesNotExist
    # Unlike group_id, this accepts numbers too large for a key.
    return _WITH_GROUP.get(user=user, group__pk=group_id)


def memberships(user: User | AnonymousUser) -> list[Member]:
    """Return the user’s memberships with their groups, as ``all_memberships`` orders them."""
    return [member for member in all_memberships(user) if member.group.erased_at is None]


def all_memberships(user: User | AnonymousUser) -> list[Member]:
    """Return the user’s memberships, including those in erased groups.

    The first is that of the group that played last, or that the user has joined since.
    """
    return [*_memberships(user.pk)] if isinstance(user, User) else []


def group_by_token(token: str) -> Group:
    """Return the group with this link. Raises Group.DoesNotExist."""
    return Group.objects.get(join_token=token, erased_at=None)
