"""Access checks for requests, and the creation of guests and their groups."""

from django.contrib import messages
from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, resolve_url
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_htmx.http import HttpResponseClientRedirect

from scorekeeper.forms.changes import ChangeForm
from scorekeeper.models import Game, Member, User
from scorekeeper.queries import access as queries
from scorekeeper.queries.access import GameAccess, game_by_token, membership, memberships
from scorekeeper.services.changes import ChangeContext, GameGoneError
from scorekeeper.services.people import make_group, make_guest
from scorekeeper.web.htmx import HtmxRequest
from scorekeeper.web.limiting import count

# The session key under which a phone’s player in each of its latest groups is stored.
PLAYERS = "players"
MOST_GROUPS = 20
NOT_YOURS = gettext_lazy("Your group has no such game.")
NO_GAME = gettext_lazy("This link no longer works. Ask for a new one.")


def game_access(request: HttpRequest, code: str, *, members_only: bool = False) -> GameAccess:
    """Return the access to a game in the user’s groups, or to one that this phone helps to score.

    The game’s seats are loaded. Raises Http404 if there is no access or, with ``members_only``, if
    the phone only helps with the game.
    """
    access = access_without_seats(request, code)
    seated_game(access)
    if members_only and not access.is_member:
        raise Http404(_("Only phones in the group can do that."))
    return access


def access_without_seats(request: HttpRequest, code: str) -> GameAccess:
    """Return the same access for a page that may need no seats. Raises Http404 if there is none."""
    try:
        return queries.access_to_game(request.user, code)
    except Game.DoesNotExist:
        raise Http404(NOT_YOURS) from None


def seated_game(access: GameAccess) -> Game:
    """Return the game with its seats loaded. Raises Http404 if it has just been deleted."""
    try:
        return queries.with_seats(access.game)
    except Game.DoesNotExist:
        raise Http404(NOT_YOURS) from None


def readable_game(request: HttpRequest, code: str) -> Game:
    """Return a game of the user’s groups, or one that this phone helps to score. Raises Http404."""
    return game_access(request, code).game


def linked_game(code: str, token: str, kind: str) -> Game:
    """Return the game of a link. Raises Http404 if the link isn’t valid or has been reset."""
    try:
        return game_by_token(code, token, kind)
    except Game.DoesNotExist:
        raise Http404(NO_GAME) from None


def redirect_home(request: HtmxRequest, gone: GameGoneError) -> HttpResponse:
    """Redirect to the home page with a message that the game is gone."""
    messages.warning(request, str(gone))
    if request.htmx:
        return HttpResponseClientRedirect(resolve_url("home"))
    return redirect("home")


def own_membership(request: HttpRequest, group_id: int) -> Member:
    """Return the user’s membership in that group. Raises Http404 if there is none."""
    try:
        return membership(request.user, group_id)
    except Member.DoesNotExist:
        raise Http404(_("There’s no such group.")) from None


def ensure_guest(request: HttpRequest) -> User:
    """Return this browser’s user; create and log in a guest if there is none yet.

    Raises LimitReachedError.
    """
    if isinstance(request.user, User):
        return request.user
    count(request, "guests")
    user = make_guest()
    login(request, user)
    return user


def own_group(request: HttpRequest, group_id: int | None = None) -> Member:
    """Return the browser’s membership in that group, or else in the one that played last.

    A browser that belongs to no group gets a group of its own.
    """
    user = ensure_guest(request)
    mine = memberships(user)
    if not mine:
        return make_group(owner=user)
    return next((member for member in mine if member.group_id == group_id), mine[0])


def own_player(request: HttpRequest, game: Game) -> int | None:
    """Return the key of the player whom this phone belongs to, or None if that isn’t known."""
    players: dict[str, int] = request.session.get(PLAYERS, {})
    return players.get(str(game.group_id))


def remember_player(request: HttpRequest, game: Game, player: int) -> None:
    """Remember which player this phone belongs to, in all games of the group."""
    group, known = str(game.group_id), request.session.get(PLAYERS, {})
    others = [(other, known[other]) for other in known if other != group]
    request.session[PLAYERS] = dict([*others, (group, player)][-MOST_GROUPS:])


def change_context(request: HttpRequest, form: ChangeForm, name: str) -> ChangeContext:
    """Return the context of the change that ``form`` makes, which is logged under ``name``."""
    form.is_valid()  # reads version and key even if other fields are invalid
    user = request.user if isinstance(request.user, User) else ensure_guest(request)
    return ChangeContext(user, name, form.cleaned_data["version"], form.cleaned_data["key"])
