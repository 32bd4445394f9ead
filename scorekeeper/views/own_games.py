"""Groups’ own games: making, changing, sharing, copying and exporting them."""

from io import BytesIO
from typing import Any
from uuid import uuid4
from zipfile import ZIP_DEFLATED, ZipFile

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules.engine.catalogue import catalogue
from rules.engine.errors import RulesError
from rules.engine.own_games import Design
from rules.engine.variants import Variant
from rules.reference.facts import facts
from rules.reference.game_words import translated_ruleset
from rules.reference.own_files import own_files
from scorekeeper.forms.own_games import OwnGameForm, picture_query
from scorekeeper.models import Member, OwnGame
from scorekeeper.presenters.own_games import preview_names, preview_pad
from scorekeeper.printing.papers import PrintOptions
from scorekeeper.queries.access import memberships
from scorekeeper.queries.own_games import (
    own_game,
    own_game_by_token,
    variant_of,
)
from scorekeeper.services.changes import ConflictError
from scorekeeper.services.own_games import (
    change_own_game,
    copy_own_game,
    delete_own_game,
    make_own_game,
    renew_share_link,
)
from scorekeeper.sheets.layout import blank_sheet
from scorekeeper.sheets.pdf import fit_sheet
from scorekeeper.web.access import own_group, own_membership
from scorekeeper.web.htmx import HtmxRequest
from scorekeeper.web.limiting import count
from scorekeeper.web.pdf_responses import allow_caching, png_response

PREVIEW = 640  # the width of the sheet’s picture, in pixels
SAVE, SEE, MORE = "save", "see", "more"  # the actions of the form’s buttons


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HtmxRequest) -> HttpResponse:
    """Show the form for a new game with a preview, and save the game for the group."""
    do = request.POST.get("do", SAVE)
    tables = [member.group for member in memberships(request.user)]
    if request.method != "POST":
        form = OwnGameForm()
        form.initial["key"] = str(uuid4())
        return _page(request, form, tables=tables)
    if do in (SEE, MORE):
        return _draft(request, tables=tables)
    form = OwnGameForm(request.POST)
    if form.is_valid() and form.design:
        wanted = request.POST.get("table", "")[:18]
        member = own_group(request, int(wanted) if wanted.isdecimal() else None)
        count(request, "own games", member.group)
        key = form.cleaned_data["key"] or str(uuid4())
        try:
            made = make_own_game(group=member.group, design=form.design, key=key)
        except RulesError as error:
            form.add_error(None, str(error))
        else:
            return _saved(request, made)
    return _page(request, form, tables=tables, status=422)


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_store=True)
def edit(request: HtmxRequest, pk: int, slug: str) -> HttpResponse:
    """Show one of the group’s own games, and store a new version of it."""
    member = own_membership(request, pk)
    own = _own(member, slug)
    if request.method != "POST":
        form = OwnGameForm(design=Design.of(variant_of(own)), slug=slug)
        return _page(request, form, own=own, version=own.version)
    if request.POST.get("do", SAVE) in (SEE, MORE):
        return _draft(request, own=own)
    form = OwnGameForm(request.POST, slug=slug)
    if form.is_valid() and form.design:
        try:
            version = form.cleaned_data["version"]
            made = change_own_game(own=own, design=form.design, version=version)
        except OwnGame.DoesNotExist:
            raise Http404(_("This game has been deleted.")) from None
        except ConflictError as error:
            own.refresh_from_db()
            form.add_error(None, str(error))
            return _page(request, form, own=own, version=own.version, status=409)
        except RulesError as error:
            form.add_error(None, str(error))
        else:
            return _saved(request, made)
    return _page(request, form, own=own, status=422)


@require_POST
def change(request: HttpRequest, pk: int, slug: str, what: str) -> HttpResponse:
    """Delete one of the group’s own games, or reset the link that lets others copy it."""
    member = own_membership(request, pk)
    own = _own(member, slug)
    name = variant_of(own).name
    if what == "renew":
        renew_share_link(own=own)
        messages.success(request, _("The link has been reset. The old one no longer works."))
        return redirect("own-game", pk, slug)
    delete_own_game(own=own)
    messages.success(
        request,
        _("“{name}” has been deleted. Games that use it keep their rules.").format(name=name),
    )
    return redirect(member.group)


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_store=True)
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """Show a game that somebody shares, and add a copy of it to a group of this phone."""
    try:
        own = own_game_by_token(token)
    except OwnGame.DoesNotExist:
        raise Http404(_("This link no longer works. Ask for a new one.")) from None
    tables = [member.group for member in memberships(request.user)]
    problem = ""
    if request.method == "POST":
        wanted = request.POST.get("table", "")[:18]
        member = own_group(request, int(wanted) if wanted.isdecimal() else None)
        count(request, "own games", member.group)
        try:
            copy = copy_own_game(own=own, group=member.group)
        except RulesError as error:
            problem = str(error)
        else:
            name = variant_of(copy).name
            messages.success(
                request, _("“{name}” is now one of your group’s games.").format(name=name)
            )
            return redirect("own-game", copy.group_id, copy.slug)
    context = _preview(variant_of(own)) | {"own": own, "tables": tables, "problem": problem}
    return render(request, "own_games/shared.html", context, status=422 if problem else 200)


@require_safe
def picture(request: HttpRequest) -> HttpResponse:
    """Return a picture of the sheet for the game described in the query, even if it isn’t saved."""
    form = OwnGameForm(request.GET, is_draft=True)
    if not form.is_valid() or form.variant is None:
        return HttpResponse("\n".join(form.problems), "text/plain; charset=utf-8", status=400)
    sheet = blank_sheet(translated_ruleset(form.variant.standard), preview_names(form.variant))
    response = png_response(request, sheet, PrintOptions(), PREVIEW)
    allow_caching(response, private=True, no_cache=True)
    return response


@require_safe
def export(request: HttpRequest, pk: int, slug: str) -> HttpResponse:
    """Return one of the group’s own games as a ZIP file for a folder of additional games."""
    variant = variant_of(_own(own_membership(request, pk), slug))
    files = own_files(variant, catalogue().variants)
    content = BytesIO()
    with ZipFile(content, "w", ZIP_DEFLATED) as archive:
        for path, text in files.items():
            archive.writestr(path, text)
    name = next(iter(files)).partition("/")[2].removesuffix(".toml")
    return HttpResponse(
        content.getvalue(),
        content_type="application/zip",
        headers={
            "Cache-Control": "private, no-store",
            "Content-Disposition": f'attachment; filename="{name}.zip"',
        },
    )


def _own(member: Member, slug: str) -> OwnGame:
    """Return the group’s own game with that slug. Raises Http404."""
    try:
        return own_game(member.group, slug)
    except OwnGame.DoesNotExist:
        raise Http404(_("Your group has no such game.")) from None


def _draft(request: HtmxRequest, **context: Any) -> HttpResponse:
    """Return the form as it was sent, with a preview; for htmx, only the preview.

    Nothing is saved, and a blank field isn’t an error yet.
    """
    form = OwnGameForm(request.POST, is_draft=True, more=request.POST.get("do") == MORE)
    form.is_valid()
    if request.htmx:
        return render(request, "own_games/_preview.html", _previewed(form))
    return _page(request, form, **context)


def _page(
    request: HttpRequest, form: OwnGameForm, *, status: int = 200, **context: object
) -> HttpResponse:
    """Return the page with the form, a preview and, for a saved game, the actions on it.

    ``own`` is that game, and ``tables`` are the groups to choose from for a new one. ``version`` is
    the version that the page shows, by default the one that was sent.
    """
    context = {"form": form, "version": form["version"].value()} | context | _previewed(form)
    own = context.get("own")
    if isinstance(own, OwnGame):
        link = request.build_absolute_uri(reverse("shared-game", args=[own.share_token]))
        context |= {"link": link, "kept": variant_of(own)}
    return render(request, "own_games/form.html", context, status=status)


def _previewed(form: OwnGameForm) -> dict[str, object]:
    """Return the context for a preview of the game in a form."""
    data = form.data if form.is_bound else {name: form[name].value() for name in form.fields}
    draft = form if form.is_draft else OwnGameForm(data, is_draft=True)
    if not draft.is_valid() or draft.variant is None:
        return {"problems": draft.problems}
    return _preview(draft.variant)


def _preview(variant: Variant) -> dict[str, object]:
    """Return the context of a preview: the facts, the pad, and the picture of the sheet."""
    shown = translated_ruleset(variant.standard)
    sheet = blank_sheet(shown, preview_names(variant))
    page = fit_sheet(sheet, PrintOptions())
    return {
        "variant": variant,
        "facts": facts(shown),
        "board": preview_pad(variant),
        "picture": f"{reverse('own-game-picture')}?{picture_query(Design.of(variant))}",
        "size": (PREVIEW, round(PREVIEW * page.height / page.width)),
    }


def _saved(request: HttpRequest, own: OwnGame) -> HttpResponse:
    """Redirect to the page for starting the game, with a message."""
    name = variant_of(own).name
    messages.success(request, _("“{name}” has been saved.").format(name=name))
    return redirect("new", own.slug)
