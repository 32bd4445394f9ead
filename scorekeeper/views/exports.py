"""Exporting and importing a group’s data."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_safe

from rules.engine.errors import RulesError
from scorekeeper.forms.imports import AnswersForm, UploadForm, too_large
from scorekeeper.models import Game, Member, Upload
from scorekeeper.presenters.export_files import estimated_size, game_text, table, zipped_table
from scorekeeper.presenters.imports import import_progress
from scorekeeper.queries.board import scoreboard
from scorekeeper.queries.exports import extent, game_lines, scores_rows
from scorekeeper.queries.imported import imports_of
from scorekeeper.queries.table_file import schema_text
from scorekeeper.services.imports.reading import NoRoomError
from scorekeeper.services.imports.undoing import undo_import
from scorekeeper.services.imports.uploads import (
    answer_questions,
    begin_import,
    cancel_upload,
    continue_upload,
    start_upload,
)
from scorekeeper.uploads import UPLOADS_KEPT_FOR, OneFile
from scorekeeper.web.access import game_access, own_membership, readable_game
from scorekeeper.web.htmx import HtmxRequest
from scorekeeper.web.limiting import count

NO_STORE = {"Cache-Control": "private, no-store"}


def _page(
    request: HttpRequest, member: Member, form: UploadForm | None = None, status: int = 200
) -> HttpResponse:
    context = {
        "group": member.group,
        "member": member,
        "extent": extent(member.group),
        "has_imports": member.group.imports.filter(items__isnull=False).exists(),
        "upload": Upload.objects.filter(group=member.group, user=member.user),
        "form": form or UploadForm(),
        "most": settings.LARGEST_IMPORT // 2**20,
    }
    return render(request, "groups/data.html", context, status=status)


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def data(request: HttpRequest, pk: int) -> HttpResponse:
    """Show how to export the group’s data, and accept a file to import.

    Files are accepted from the owner only. Checking the CSRF token reads the body, so this is done
    after the upload handler has been replaced.
    """
    member = own_membership(request, pk)
    handler = OneFile(request, settings.LARGEST_IMPORT)
    if member.is_owner:
        request.upload_handlers = [handler]
    return _data(request, member, handler)


@csrf_protect
def _data(request: HttpRequest, member: Member, handler: OneFile) -> HttpResponse:
    if request.method != "POST":
        return _page(request, member)
    if not member.is_owner:
        raise Http404(_("Only the owner of this group can do that."))
    form = UploadForm(request.POST, request.FILES)
    if handler.is_too_large:
        form.errors["file"] = form.error_class([too_large()])
    if handler.is_full:
        return _no_room(request, member, form)
    if form.is_valid():
        count(request, "imports", member.group)
        try:
            start_upload(
                group=member.group,
                user=member.user,
                file=form.cleaned_data["file"].file,
                filename=form.cleaned_data["file"].name,
                variant=form.chosen_variant,
                options=form.options,
                played_on=form.cleaned_data["played_on"],
            )
        except NoRoomError:
            return _no_room(request, member, form)
        except RulesError as error:
            form.add_error("file", str(error))
        else:
            return redirect("import", member.group_id)
    return _page(request, member, form, 422)


def _no_room(request: HttpRequest, member: Member, form: UploadForm) -> HttpResponse:
    """Return the page that says that there is no room for a file, with status 503."""
    form.errors["file"] = form.error_class([str(NoRoomError())])
    response = _page(request, member, form, 503)
    response.headers["Retry-After"] = str(int(UPLOADS_KEPT_FOR.total_seconds()))
    return response


@require_safe
def export(request: HttpRequest, pk: int) -> StreamingHttpResponse:
    """Return the group’s data as a ZIP file, which is written while it is being sent."""
    group = own_membership(request, pk).group
    count(request, "exports", group)
    name = f"{slugify(group.name) or 'table'}-{localdate().isoformat()}.zip"
    return StreamingHttpResponse(
        zipped_table(group),
        content_type="application/zip",
        headers=NO_STORE
        | {
            "Content-Disposition": f'attachment; filename="{name}"',
            "X-Estimated-Size": str(estimated_size(group)),
        },
    )


@require_http_methods(["GET", "HEAD", "POST"])
def import_file(request: HtmxRequest, pk: int) -> HttpResponse:
    """Show the progress of an import, and continue, start or cancel it."""
    member = own_membership(request, pk)
    if not member.is_owner:
        raise Http404(_("Only the owner of this group can do that."))
    upload = Upload.objects.filter(group=member.group, user=member.user).first()
    if upload is None:
        return redirect("data", pk)
    progress = import_progress(upload)
    form = AnswersForm(progress, upload.answers, request.POST if _answers(request) else None)
    action = _ACTIONS.get(request.POST.get("do", ""))
    if form.is_bound:
        if form.is_valid():
            answer_questions(upload=upload, answers=form.answers)
            return redirect("import", pk)
    elif request.method == "POST" and action:
        action(upload=upload)
        if not request.htmx:
            return redirect("import", pk)
        progress = import_progress(upload)
        form = AnswersForm(progress, upload.answers)
    context = {"group": member.group, "upload": upload, "progress": progress, "form": form}
    page = "groups/_import.html" if request.htmx else "groups/import.html"
    return render(request, page, context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def imports(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the imports of the last 30 days, and undo one of them."""
    member = own_membership(request, pk)
    if not member.is_owner:
        raise Http404(_("Only the owner of this group can do that."))
    if request.method == "POST":
        key = request.POST.get("import", "")[:18]
        imported = member.group.imports.filter(pk=key if key.isdecimal() else 0).first()
        if imported:
            undo_import(imported=imported)
            messages.success(request, _("The import has been undone."))
        return redirect("imports", pk)
    context = {"group": member.group, "imports": imports_of(member.group)}
    return render(request, "groups/imports.html", context)


def _answers(request: HttpRequest) -> bool:
    """Return whether the form with the answers to questions about a file was sent."""
    return request.POST.get("do") == "answer"


_ACTIONS: dict[str, Callable[..., None]] = {
    "continue": continue_upload,
    "start": begin_import,
    "cancel": cancel_upload,
}


@require_safe
def table_schema(request: HttpRequest) -> HttpResponse:
    """Return the JSON Schema of a line in a group’s file."""
    return HttpResponse(schema_text(), content_type="application/json")


@require_safe
def game_copy(request: HttpRequest, code: str, kind: str) -> HttpResponse:
    """Return a game as JSON that can be imported, as a table, or as text.

    JSON includes the note, which only members of the group can see. Raises Http404 for the text of
    a game in which nothing has been played.
    """
    if kind == "json":
        game = game_access(request, code, members_only=True).game
    else:
        game = readable_game(request, code)
    make, content_type = _COPIES[kind]
    return HttpResponse(
        make(game),
        content_type=content_type,
        headers=NO_STORE
        | {"Content-Disposition": f'attachment; filename="{game.variant}-{game.code}.{kind}"'},
    )


def _as_json(game: Game) -> Any:
    return game_lines([game])


def _as_table(game: Game) -> Any:
    return table(scores_rows(Game.objects.filter(pk=game.pk)))


def _as_text(game: Game) -> Any:
    board = scoreboard(game)
    if not board.played:
        raise Http404(_("There’s no result yet."))
    return game_text(board)


_COPIES: dict[str, tuple[Callable[[Game], Any], str]] = {
    "json": (_as_json, "application/json"),
    "csv": (_as_table, "text/csv; charset=utf-8"),
    "txt": (_as_text, "text/plain; charset=utf-8"),
}
