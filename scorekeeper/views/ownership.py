"""Ownership of a group: its recovery code, handing it over, and requests to become the owner."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules.engine.errors import RulesError
from scorekeeper.forms.ownership import RecoveryForm
from scorekeeper.models import Member
from scorekeeper.services.ownership import (
    ask_for_ownership,
    check_recovery_code,
    end_request,
    hand_over,
    is_recovery_code,
    make_recovery_code,
    recover,
    take_over,
)
from scorekeeper.sheets.pdf import BusyError, render_secret
from scorekeeper.sheets.recovery import RecoveryCard
from scorekeeper.web.access import ensure_guest, own_membership
from scorekeeper.web.limiting import check_tries, count, waiting_page
from scorekeeper.web.owner_request import request_context


@require_safe
def ownership(request: HttpRequest, pk: int) -> HttpResponse:
    """Show who owns a group, and what its owner can do."""
    return _page(request, own_membership(request, pk))


def _page(request: HttpRequest, member: Member, **more: object) -> HttpResponse:
    phones = list(member.group.members.order_by("joined_at", "pk"))
    context = {
        "member": member,
        "group": member.group,
        "owners": [phone for phone in phones if phone.is_owner],
        "others": [phone for phone in phones if phone.pk != member.pk],
    }
    return render(request, "groups/ownership.html", context | request_context(member) | more)


@require_POST
@never_cache
@sensitive_post_parameters("code")
def change(request: HttpRequest, pk: int, what: str) -> HttpResponse:
    """Make a recovery code, hand the group over, or handle a request to become the owner."""
    member = own_membership(request, pk)
    if what in _OWNER_ACTIONS and not member.is_owner:
        raise Http404(_("Only the owner of this group can do that."))
    try:
        shown = (_ACTIONS | _OWNER_ACTIONS)[what](request, member)
    except RulesError as error:
        messages.warning(request, str(error))
        shown = None
    return shown or redirect("ownership", pk)


def _make_code(request: HttpRequest, member: Member) -> HttpResponse:
    """Show a new code. It can’t be shown again, so this isn’t a redirect."""
    code = make_recovery_code(group=member.group)
    member.group.refresh_from_db()
    return _page(request, member, code=code)


def _hand_over(request: HttpRequest, member: Member) -> None:
    key = request.POST.get("member", "")
    others = member.group.members.exclude(pk=member.pk)
    to = get_object_or_404(others, pk=int(key) if key.isdecimal() and len(key) < 19 else 0)
    hand_over(owner=member, to=to)
    sentence = _("“{name}” now owns this group. This phone is still in the group.")
    messages.success(request, sentence.format(name=to.name))


def _refuse(request: HttpRequest, member: Member) -> None:
    end_request(group=member.group)
    messages.success(request, _("The request has been refused. You still own this group."))


def _ask(request: HttpRequest, member: Member) -> None:
    ask_for_ownership(member=member)


def _withdraw(request: HttpRequest, member: Member) -> None:
    asked = getattr(member.group, "owner_request", None)
    if asked is None or asked.member_id != member.pk:
        raise Http404(_("This phone hasn’t asked to become the owner."))
    end_request(group=member.group)
    messages.success(request, _("The request has been withdrawn."))


def _take_over(request: HttpRequest, member: Member) -> None:
    take_over(member=member)
    messages.success(request, _("This phone now owns the group."))


Action = Callable[[HttpRequest, Member], HttpResponse | None]
_ACTIONS: dict[str, Action] = {"ask": _ask, "withdraw": _withdraw, "take-over": _take_over}
_OWNER_ACTIONS: dict[str, Action] = {
    "code": _make_code,
    "hand-over": _hand_over,
    "refuse": _refuse,
}


@require_POST
@never_cache
@sensitive_post_parameters("code")
def save_code(request: HttpRequest, pk: int, kind: str) -> HttpResponse:
    """Return the recovery code that was just made, as a card to print or as a text file.

    The form contains the code, because only its hash is stored.
    """
    member = own_membership(request, pk)
    code = request.POST.get("code", "")
    if not member.is_owner or not is_recovery_code(group=member.group, code=code):
        raise Http404(_("This isn’t the group’s recovery code. Make a new one."))
    page = request.build_absolute_uri(reverse("recover"))
    card = RecoveryCard(
        group=member.group.name,
        code=code,
        page=page.split("://")[-1],
        address=f"{page}#{code}",
        made_on=date_format(timezone.localdate()),
    )
    if kind == "txt":
        text = _(
            "Recovery code of “{group}”, made on {date}:\n\n{code}\n\nEnter it at {page} in "
            "any browser. That browser then owns the group, with all its games. Anyone who has the "
            "code can do this.\n"
        ).format(group=card.group, date=card.made_on, code=code, page=page)
        response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    else:
        try:
            response = HttpResponse(render_secret(card), content_type="application/pdf")
        except BusyError:
            return waiting_page(request)
    response.headers["Content-Disposition"] = f'attachment; filename="recovery-code.{kind}"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@sensitive_post_parameters("code")
def use_code(request: HttpRequest) -> HttpResponse:
    """Ask for a recovery code, and make this browser an owner of its group."""
    form = RecoveryForm(request.POST or None)
    if request.method == "POST":
        check_tries(request, "recovery codes")
    if request.method == "POST" and form.is_valid():
        code = form.cleaned_data["code"]
        try:
            check_recovery_code(code=code)  # before a guest is created
            member = recover(code=code, user=ensure_guest(request))
        except RulesError as error:
            count(request, "recovery codes")
            form.add_error("code", str(error))
        else:
            messages.success(
                request,
                _("This browser now owns “{group}”. You can remove phones that are lost.").format(
                    group=member.group.name
                ),
            )
            return redirect("erased" if member.group.erased_at else "group", member.group_id)
    status = 422 if form.errors else 200
    return render(request, "groups/recover.html", {"form": form}, status=status)
