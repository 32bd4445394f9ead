"""A table of people: its phones, its link."""

from io import BytesIO

import segno
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules.errors import RulesError
from rules.library import library
from scorekeeper.forms.names import GroupNameForm, NameForm
from scorekeeper.models import Group, HouseRules, Member
from scorekeeper.queries.access import group_by_token
from scorekeeper.queries.home import house_rules_of, known_names, recent_games
from scorekeeper.services.people import (
    forget_house_rules,
    join_group,
    remove_member,
    rename_group,
    rename_member,
    renew_link,
)
from scorekeeper.views.access import guest, own_membership

KEY_DIGITS = 18


@require_safe
def group(request: HttpRequest, pk: int) -> HttpResponse:
    """The table: its games, people and phones, and the link that brings another phone in."""
    member = own_membership(request, pk)
    return _page(
        request,
        member,
        GroupNameForm(initial={"name": member.group.name}),
        NameForm(initial={"name": member.name}),
    )


def _page(
    request: HttpRequest,
    member: Member,
    group_form: GroupNameForm,
    name_form: NameForm,
    status: int = 200,
) -> HttpResponse:
    link = request.build_absolute_uri(reverse("join", args=[member.group.join_token]))
    context = {
        "member": member,
        "group": member.group,
        "members": member.group.members.order_by("joined_at", "pk"),
        "people": known_names(member.group),
        "games": recent_games([member.group], limit=100),
        "kept": [
            (rules, library().variants.get(rules.variant))
            for rules in house_rules_of([member.group])
        ],
        "link": link,
        "group_form": group_form,
        "name_form": name_form,
    }
    return render(request, "groups/group.html", context, status=status)


@require_safe
def join_code(request: HttpRequest, pk: int) -> HttpResponse:
    """The join link as a QR code."""
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
    """Rename the table or this phone, renew the link, remove a phone."""
    member = own_membership(request, pk)
    if what == "name":
        group_form = GroupNameForm(request.POST)
        if not group_form.is_valid():
            return _page(request, member, group_form, NameForm(initial={"name": member.name}), 422)
        rename_group(group=member.group, name=group_form.cleaned_data["name"])
    elif what == "phone":
        name_form = NameForm(request.POST)
        if not name_form.is_valid():
            return _page(
                request, member, GroupNameForm(initial={"name": member.group.name}), name_form, 422
            )
        rename_member(member=member, name=name_form.cleaned_data["name"])
    elif what == "forget":
        kept = get_object_or_404(HouseRules, group=member.group, pk=_number(request, "rules"))
        forget_house_rules(rules=kept)
        messages.success(request, f"“{kept.name}” is forgotten; games keep their rules.")
    elif not member.is_owner:
        raise Http404("Only the owner of this table can do that.")
    elif what == "renew":
        renew_link(group=member.group)
        messages.success(request, "The link is new; the old one opens nothing any more.")
    else:
        other = get_object_or_404(Member, group=member.group, pk=_number(request, "member"))
        try:
            remove_member(member=other)
        except RulesError as error:
            messages.warning(request, str(error))
    return redirect(member.group)


def _number(request: HttpRequest, name: str) -> int:
    """The key that a form sent under that name; 0 when it is none."""
    text = request.POST.get(name, "")[:KEY_DIGITS]
    return int(text) if text.isdecimal() else 0


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Bring this browser to a table, once it says so."""
    try:
        joined = group_by_token(token)
    except Group.DoesNotExist:
        raise Http404("This link opens no table; ask for a new one.") from None
    form = NameForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            join_group(group=joined, user=guest(request), name=form.cleaned_data["name"])
        except RulesError as error:
            form.add_error(None, str(error))
        else:
            return redirect(joined)
    status = 422 if form.errors else 200
    return render(request, "groups/join.html", {"form": form, "group": joined}, status=status)
