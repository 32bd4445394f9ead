"""Erasing a game, a player or a group, and bringing it back."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from rules.engine.errors import RulesError
from rules.engine.snapshots import load_ruleset
from rules.reference.game_words import translated_ruleset
from scorekeeper.forms.ownership import ConfirmForm, ErasePersonForm
from scorekeeper.models import Erasure, Game, Member, Player
from scorekeeper.queries.access import erased_membership
from scorekeeper.queries.erasing import erasures_of
from scorekeeper.services.changes import ChangeContext, GameGoneError
from scorekeeper.services.erasing import bring_back, erase_game, erase_group, erase_person
from scorekeeper.web.access import change_context, own_membership, readable_game, redirect_home
from scorekeeper.web.htmx import HtmxRequest

PAGE_METHODS = ["GET", "HEAD", "POST"]


@require_http_methods(PAGE_METHODS)
def game(request: HtmxRequest, code: str) -> HttpResponse:
    """Ask for confirmation, then erase a game."""
    erased: Game = readable_game(request, code)
    member = _owner(own_membership(request, erased.group_id))
    name = translated_ruleset(load_ruleset(erased.ruleset)).name
    form = ConfirmForm(request.POST or None, name=name)
    if request.method == "POST" and form.is_valid():
        try:
            erasure = erase_game(game=erased)
        except GameGoneError as gone:
            return redirect_home(request, gone)
        _say(request, erasure)
        return redirect("erased", member.group_id)
    context = {"form": form, "group": member.group, "game": erased, "name": name}
    return _form_page(request, "games/erase.html", context)


@require_http_methods(PAGE_METHODS)
def person(request: HttpRequest, pk: int, player: int) -> HttpResponse:
    """Ask for confirmation, then erase a player’s name and, if chosen, all their games."""
    member = _owner(own_membership(request, pk))
    erased = get_object_or_404(Player, group=member.group, pk=player)
    form = ErasePersonForm(request.POST or None, name=erased.name)
    if request.method == "POST" and form.is_valid():
        by = change_context(request, form, member.name)
        try:
            erasure = erase_person(person=erased, with_games=form.with_games, by=by)
        except Player.DoesNotExist:
            raise Http404(_("There is no such player in this group.")) from None
        _say(request, erasure)
        return redirect("erased", pk)
    context = {"form": form, "group": member.group, "player": erased}
    context["games"] = erased.seats.count()
    return _form_page(request, "groups/erase_person.html", context)


@require_http_methods(PAGE_METHODS)
def group(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask for confirmation, then erase a group."""
    member = _owner(own_membership(request, pk))
    form = ConfirmForm(request.POST or None, name=member.group.name)
    if request.method == "POST" and form.is_valid():
        _say(request, erase_group(group=member.group))
        return redirect("erased", pk)
    context = {"form": form, "group": member.group, "games": member.group.games.count()}
    return _form_page(request, "groups/erase.html", context)


@require_http_methods(PAGE_METHODS)
def erased(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the erasures that an owner can undo, or undo one."""
    try:
        member = _owner(erased_membership(request.user, pk))
    except Member.DoesNotExist:
        raise Http404(_("There’s no such group.")) from None
    listed = erasures_of(member.group)
    if request.method == "POST":
        key = request.POST.get("erasure", "")
        chosen = next((erasure for erasure in listed if str(erasure.pk) == key), None)
        if chosen is None:
            raise Http404(_("This can no longer be brought back."))
        return _bring_back(request, member, chosen)
    return render(request, "groups/erased.html", {"group": member.group, "erasures": listed})


def _bring_back(request: HttpRequest, member: Member, erasure: Erasure) -> HttpResponse:
    form = ConfirmForm(request.POST, name="")
    context: ChangeContext = change_context(request, form, member.name)
    try:
        bring_back(erasure=erasure, by=context)
    except RulesError as error:
        messages.warning(request, str(error))
        return redirect("erased", member.group_id)
    messages.success(request, _("“{name}” is back.").format(name=erasure.label))
    return redirect(member.group)


def _owner(member: Member) -> Member:
    """Return ``member`` if it is an owner. Raises Http404 otherwise."""
    if not member.is_owner:
        raise Http404(_("Only the owner of this group can do that."))
    return member


def _say(request: HttpRequest, erasure: Erasure) -> None:
    """Show a message without the name, because messages are stored in a cookie for a while."""
    date = date_format(timezone.localtime(erasure.gone_at))
    sentence = _("Erased. You can bring it back until {date}.")
    messages.success(request, sentence.format(date=date))


def _form_page(request: HttpRequest, template: str, context: dict[str, object]) -> HttpResponse:
    is_refused = request.method == "POST"
    return render(request, template, context, status=422 if is_refused else 200)
