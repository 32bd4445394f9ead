"""A group: its games, players and phones, and its link."""

from collections.abc import Callable, Sequence
from io import BytesIO

import segno
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules.engine.catalogue import catalogue
from rules.engine.errors import RulesError
from rules.reference.game_words import translated_variant
from scorekeeper.forms.groups import GroupForm, GuestForm, PersonForm, PhoneForm
from scorekeeper.models import Game, Group, HouseRules, Member, Player
from scorekeeper.queries.access import group_by_token, latest_game
from scorekeeper.queries.game_lines import latest_games
from scorekeeper.queries.own_games import own_games_of
from scorekeeper.queries.ownership import needs_recovery_code
from scorekeeper.queries.paging import page_number
from scorekeeper.queries.people import KnownPerson, people_page
from scorekeeper.queries.saved_house_rules import house_rules_of
from scorekeeper.queries.seating import Coin, coins_of
from scorekeeper.services.links import DeadLinkError
from scorekeeper.services.people import (
    NamesakeError,
    correct_name,
    forget_house_rules,
    join_group,
    leave_group,
    remove_member,
    rename_group,
    rename_member,
    renew_link,
    take_off_list,
)
from scorekeeper.web.access import ensure_guest, own_membership
from scorekeeper.web.owner_request import request_context
from scorekeeper.web.recovery_notice import put_notice_away

NO_GROUP = gettext_lazy("This link no longer works. Ask for a new one.")
KEY_DIGITS = 18


@require_safe
@cache_control(private=True, no_store=True)
def group(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a group: its games, players and phones, and the link that adds another phone."""
    return _page(request, own_membership(request, pk))


def _page(
    request: HttpRequest,
    member: Member,
    status: int = 200,
    *,
    correction: PersonForm | None = None,
    **refused: object,
) -> HttpResponse:
    """Return the group’s page, with the ``refused`` forms in place of new ones."""
    number = page_number(request.GET.get("people", ""))
    page = people_page(member.group, number, correction.person if correction else 0)
    games = latest_games(member.group)
    link = request.build_absolute_uri(reverse("join", args=[member.group.join_token]))
    own = own_games_of([member.group])
    variants = catalogue().variants | {made.slug: variant for made, variant in own}
    context = {
        "member": member,
        "group": member.group,
        "members": member.group.members.order_by("joined_at", "pk"),
        "page": page,
        "people": _with_coins(member.group, page.items),
        "games": games,
        "kept": [
            (rules, translated_variant(variant) if variant else None)
            for rules in house_rules_of([member.group])
            for variant in (variants.get(rules.variant),)
        ],
        "own": own,
        "link": link,
        "group_form": GroupForm(initial={"name": member.group.name}),
        "phone_form": PhoneForm(initial={"name": member.name}),
        "needs_code": needs_recovery_code(member, games),
        "corrections": _corrections(page.items, correction) if member.is_owner else (),
    }
    context |= request_context(member) | refused
    return render(request, "groups/group.html", context, status=status)


def _with_coins(group: Group, people: Sequence[KnownPerson]) -> list[tuple[KnownPerson, Coin]]:
    """Return each player with their coin."""
    coins = coins_of(group) if people else {}
    return [(person, coins[person.pk]) for person in people if person.pk in coins]


def _corrections(
    people: Sequence[KnownPerson], refused: PersonForm | None
) -> list[tuple[KnownPerson, PersonForm]]:
    """Return each player with the form to rename them; ``refused`` replaces that player’s form."""
    return [
        (
            person,
            refused if refused and refused.person == person.pk else PersonForm(person=person),
        )
        for person in people
    ]


@require_safe
def join_code(request: HttpRequest, pk: int) -> HttpResponse:
    """Return the join link as a QR code."""
    member = own_membership(request, pk)
    link = request.build_absolute_uri(reverse("join", args=[member.group.join_token]))
    picture = BytesIO()
    segno.make(link, micro=False).save(
        picture, kind="svg", scale=6, border=2, light="#fff", xmldecl=False
    )
    return HttpResponse(
        picture.getvalue(),
        content_type="image/svg+xml",
        headers={"Cache-Control": "private, no-store"},
    )


@require_POST
def change(request: HttpRequest, pk: int, what: str) -> HttpResponse:
    """Rename the group, this phone or a player, remove a player from the list or a phone from the
    group, leave the group, delete house rules, put the notice about recovery codes away, or reset
    the link.
    """
    member = own_membership(request, pk)
    if what in _OWNER_ACTIONS and not member.is_owner:
        raise Http404(_("Only the owner of this group can do that."))
    return (_ACTIONS | _OWNER_ACTIONS)[what](request, member) or redirect(member.group)


def _rename_group(request: HttpRequest, member: Member) -> HttpResponse | None:
    form = GroupForm(request.POST)
    if not form.is_valid():
        return _page(request, member, 422, group_form=form)
    rename_group(group=member.group, name=form.cleaned_data["name"])
    return None


def _rename_phone(request: HttpRequest, member: Member) -> HttpResponse | None:
    form = PhoneForm(request.POST)
    if not form.is_valid():
        return _page(request, member, 422, phone_form=form)
    rename_member(member=member, name=form.cleaned_data["name"])
    return None


def _leave(request: HttpRequest, member: Member) -> HttpResponse | None:
    try:
        leave_group(member=member)
    except RulesError as error:
        messages.warning(request, str(error))
        return None
    messages.success(request, _("You’ve left “{group}”.").format(group=member.group.name))
    return redirect("home")


def _put_away(request: HttpRequest, member: Member) -> HttpResponse:
    put_notice_away(request, member)
    return redirect("home")


def _forget_rules(request: HttpRequest, member: Member) -> None:
    kept = get_object_or_404(HouseRules, group=member.group, pk=_key(request, "rules"))
    forget_house_rules(rules=kept)
    messages.success(
        request,
        _("“{name}” has been deleted. Games that use it keep their rules.").format(name=kept.name),
    )


def _correct_person(request: HttpRequest, member: Member) -> HttpResponse | None:
    person = _person(request, member)
    form, namesake = PersonForm(request.POST, person=person), None
    if form.is_valid():
        try:
            now = correct_name(
                person=person,
                name=form.cleaned_data["name"],
                by=member,
                same_as=_key(request, "same"),
            )
        except Player.DoesNotExist:
            raise Http404(_("This player is no longer in the group.")) from None
        except RulesError as error:
            form.add_error("name", str(error))
            namesake = error.namesake if isinstance(error, NamesakeError) else None
        else:
            if now.name != person.name:
                sentence = _("“{old}” is now “{new}”, including in past games.")
                messages.success(request, sentence.format(old=person.name, new=now.name))
            return None
    return _page(request, member, 422, corrected=person, correction=form, namesake=namesake)


def _take_off(request: HttpRequest, member: Member) -> None:
    person = _person(request, member)
    take_off_list(person=person)
    sentence = _("“{name}” has been removed from the list. Past games keep the name.")
    messages.success(request, sentence.format(name=person.name))


def _person(request: HttpRequest, member: Member) -> Player:
    return get_object_or_404(Player, group=member.group, pk=_key(request, "person"))


def _renew_link(request: HttpRequest, member: Member) -> None:
    renew_link(group=member.group)
    messages.success(request, _("The link has been reset. The old one no longer works."))


def _remove_phone(request: HttpRequest, member: Member) -> None:
    other = get_object_or_404(Member, group=member.group, pk=_key(request, "member"))
    try:
        remove_member(member=other, by=member)
    except RulesError as error:
        messages.warning(request, str(error))
    else:
        sentence = _(
            "“{name}” has been removed and this group has a new link. Links to individual games "
            "still work. You can reset each one on its Share page."
        )
        messages.success(request, sentence.format(name=other.name))


Action = Callable[[HttpRequest, Member], HttpResponse | None]
_ACTIONS: dict[str, Action] = {
    "name": _rename_group,
    "phone": _rename_phone,
    "leave": _leave,
    "forget": _forget_rules,
    "later": _put_away,
}
_OWNER_ACTIONS: dict[str, Action] = {
    "person": _correct_person,
    "unlist": _take_off,
    "renew": _renew_link,
    "remove": _remove_phone,
}


def _key(request: HttpRequest, name: str) -> int:
    """Return the primary key in the form input ``name``; 0 if it isn’t a number."""
    return _number(request.POST.get(name, ""), KEY_DIGITS)


def _number(text: str, digits: int) -> int:
    """Return the number in the first ``digits`` characters of the text; 0 if there is none."""
    text = text[:digits]
    return int(text) if text.isdecimal() else 0


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_store=True)
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Ask for confirmation, then add this browser to a group and open its current game, if any."""
    try:
        joined = group_by_token(token)
    except Group.DoesNotExist:
        raise Http404(NO_GROUP) from None
    form = GuestForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            join_group(group=joined, user=ensure_guest(request), name=form.cleaned_data["name"])
        except DeadLinkError:
            raise Http404(NO_GROUP) from None
        except RulesError as error:
            form.add_error(None, str(error))
        else:
            game = latest_game(joined)
            return redirect(game if game and game.state == Game.State.PLAYING else joined)
    status = 422 if form.errors else 200
    return render(request, "groups/join.html", {"form": form, "group": joined}, status=status)
