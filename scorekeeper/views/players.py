"""The players of a game: the page that lists them, and the views that change them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from django.contrib import messages
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from rules.engine.errors import RulesError
from rules.engine.snapshots import load_ruleset
from rules.reference.game_words import translated_ruleset
from scorekeeper.forms.changes import ChangeForm
from scorekeeper.forms.players import (
    JoinForm,
    MoveSeatForm,
    NumberForm,
    RenameForm,
    RenamePartnerForm,
    RenameSideForm,
    ReturnForm,
)
from scorekeeper.models import Game, Seat
from scorekeeper.models.games import CODE_LENGTH
from scorekeeper.queries.access import GameAccess
from scorekeeper.queries.board import Column, Scoreboard, scoreboard
from scorekeeper.queries.people import known_names
from scorekeeper.queries.seating import seating_of
from scorekeeper.services import players as services
from scorekeeper.services.changes import ChangeContext, GameGoneError
from scorekeeper.services.games import discard_game
from scorekeeper.services.players import NameInUseError, NotHereError, TotalError
from scorekeeper.web.access import change_context, game_access, own_membership, redirect_home
from scorekeeper.web.board_context import board_context
from scorekeeper.web.htmx import HtmxRequest
from scorekeeper.web.limiting import count

OneOfMany = TypeVar("OneOfMany", bound=NumberForm)

SECOND_TAP = 600  # seconds for which the group of a deleted game is remembered


@dataclass(frozen=True)
class SideRow:
    """A side on the players page, with the forms that change it."""

    column: Column
    rename: RenameForm
    comes_back: ReturnForm | None
    missed_deals: bool
    may_leave: bool


@require_safe
def players(request: HttpRequest, code: str) -> HttpResponse:
    """Show who is playing and who has left, and a form to add a player."""
    return _page(request, game_access(request, code, members_only=True).game)


def _page(request: HttpRequest, game: Game, refused: ChangeForm | None = None) -> HttpResponse:
    """Return the players page, with the ``refused`` form in place of a new one."""
    board = scoreboard(game)
    seats = board.seating.seats
    may_join = board.ruleset.players.team == 1 and not board.state.is_over
    may_leave = may_join and board.player_count > board.ruleset.players.min
    seated = {seat.player.name for seat in seats}
    seated_now = board.seating.seats_at(len(board.played) + 1)
    unit = board.ruleset.unit
    totals = [round(column.total / unit) for column in board.columns if column.is_in]
    worst = (max if board.lowest_wins else min)(totals, default=0)
    form = refused if isinstance(refused, JoinForm) else JoinForm()
    form.suggest(totals, worst)
    context = board_context(board) | {
        "is_member": True,
        "partners": [_partner(seat, refused) for seat in seats]
        if board.seating.has_partners
        else (),
        "sides": [
            _side_row(board, column, refused, worst, may_join=may_join, may_leave=may_leave)
            for column in board.columns
        ],
        "form": form,
        "known": [name for name in known_names(game.group) if name not in seated],
        "may_join": may_join,
        "may_leave": may_leave,
        "may_discard": not board.has_begun,
        "seated": seated_now,
        "seat_names": ", ".join(board.seating.called(seat) for seat in seated_now),
    }
    return render(request, "games/players.html", context, status=422 if refused else 200)


def _partner(seat: Seat, refused: ChangeForm | None) -> RenameForm:
    form = _numbered(RenamePartnerForm, refused, seat.position, name=seat.player.name)
    form.show(seat.position, seat.player.name)
    return form


def _side_row(
    board: Scoreboard,
    column: Column,
    refused: ChangeForm | None,
    worst: int,
    *,
    may_join: bool,
    may_leave: bool,
) -> SideRow:
    number = int(column.key)
    left = next(side.left for side in board.seating.sides if side.number == number)
    rename = _numbered(_rename_form(board.game), refused, number, name=column.name)
    rename.show(
        number,
        _("{name}, {total}").format(
            name=column.name, total=board.ruleset.points_text(column.total)
        ),
    )
    comes_back = None
    if may_join and left is not None:
        comes_back = _numbered(ReturnForm, refused, number)
        comes_back.suggest(number, board.ruleset.points_text(column.total), worst)
    return SideRow(
        column=column,
        rename=rename,
        comes_back=comes_back,
        missed_deals=left is not None and left < len(board.played),
        may_leave=may_leave and left is None and column.is_in,
    )


def _numbered(
    form_class: type[OneOfMany], refused: ChangeForm | None, number: int, **initial: str
) -> OneOfMany:
    """Return the form for a side or seat: ``refused`` if it has this ``number``, or a new one."""
    if type(refused) is form_class and refused.cleaned_data["number"] == number:
        return refused
    return form_class(initial={"number": number, **initial})


def _rename_form(game: Game) -> type[RenameForm]:
    return RenameSideForm if seating_of(game).has_partners else RenameForm


@require_POST
def join(request: HtmxRequest, code: str) -> HttpResponse:
    """Add a player."""
    access, form = game_access(request, code, members_only=True), JoinForm(request.POST)

    def change(context: ChangeContext) -> None:
        name, start = form.cleaned_data["name"], form.starting_score
        after = form.cleaned_data["after"]
        count(request, "people", access.game.group)
        services.join(game=access.game, name=name, start=start, after=after, context=context)

    return _save(request, access, form, change, beside=RulesError)


@require_POST
def leave(request: HtmxRequest, code: str) -> HttpResponse:
    """Remove a side from further deals."""
    access, form = game_access(request, code, members_only=True), NumberForm(request.POST)

    def change(context: ChangeContext) -> None:
        services.leave(game=access.game, side=form.cleaned_data["number"], context=context)

    return _save(request, access, form, change)


@require_POST
def come_back(request: HtmxRequest, code: str) -> HttpResponse:
    """Bring back a side that left."""
    access, form = game_access(request, code, members_only=True), ReturnForm(request.POST)

    def change(context: ChangeContext) -> None:
        side, total = form.cleaned_data["number"], form.cleaned_data["total"]
        services.come_back(game=access.game, side=side, total=total, context=context)

    return _save(request, access, form, change, beside=TotalError, field="total")


@require_POST
def rename(request: HtmxRequest, code: str) -> HttpResponse:
    """Rename a side."""
    access = game_access(request, code, members_only=True)
    form = _rename_form(access.game)(request.POST)

    def change(context: ChangeContext) -> None:
        side, name = form.cleaned_data["number"], form.cleaned_data["name"]
        swap = form.cleaned_data["swap"]
        try:
            services.rename(game=access.game, side=side, name=name, swap=swap, context=context)
        except NameInUseError as error:
            form.to_swap = error.names
            raise

    return _save(request, access, form, change, beside=RulesError, field="name")


@require_POST
def rename_partner(request: HtmxRequest, code: str) -> HttpResponse:
    """Rename one of the partners."""
    access, form = game_access(request, code, members_only=True), RenamePartnerForm(request.POST)

    def change(context: ChangeContext) -> None:
        position, name = form.cleaned_data["number"], form.cleaned_data["name"]
        services.rename_partner(game=access.game, position=position, name=name, context=context)

    return _save(request, access, form, change, beside=RulesError, field="name")


@require_POST
def set_dealer(request: HtmxRequest, code: str) -> HttpResponse:
    """Choose the next dealer; a phone that only helps with the game may also do this."""
    access, form = game_access(request, code), NumberForm(request.POST)

    def change(context: ChangeContext) -> None:
        services.set_dealer(game=access.game, position=form.cleaned_data["number"], context=context)

    return _save(request, access, form, change)


@require_POST
def move_seat(request: HtmxRequest, code: str) -> HttpResponse:
    """Move a player to another seat."""
    access, form = game_access(request, code, members_only=True), MoveSeatForm(request.POST)

    def change(context: ChangeContext) -> None:
        side, after = form.cleaned_data["number"], form.cleaned_data["after"]
        services.move_seat(game=access.game, side=side, after=after, context=context)

    return _save(request, access, form, change)


@require_POST
def stop(request: HtmxRequest, code: str) -> HttpResponse:
    """End the game now; players who win or lose together send 1 if they have won."""
    access, form = game_access(request, code, members_only=True), NumberForm(request.POST)

    def change(context: ChangeContext) -> None:
        have_won = form.cleaned_data["number"] == 1
        services.stop(game=access.game, have_won=have_won, context=context)

    return _save(request, access, form, change)


@require_POST
def choose_winner(request: HtmxRequest, code: str) -> HttpResponse:
    """Choose the winner of a finished game, or leave it to the points."""
    access, form = game_access(request, code, members_only=True), NumberForm(request.POST)

    def change(context: ChangeContext) -> None:
        side = form.cleaned_data["number"]
        services.choose_winner(game=access.game, side=side, context=context)

    return _save(request, access, form, change)


def _save(
    request: HtmxRequest,
    access: GameAccess,
    form: ChangeForm,
    change: Callable[[ChangeContext], None],
    *,
    beside: type[RulesError] | tuple[()] = (),
    field: str | None = None,
) -> HttpResponse:
    """Make the change and redirect to the game.

    If the change is rejected with an error of type ``beside``, the error is shown on ``field`` or,
    without one, above the form. Any other error is shown as a message.
    """
    game, context = access.game, change_context(request, form, access.phone_name)
    if form.is_valid():
        try:
            change(context)
        except GameGoneError as gone:
            return redirect_home(request, gone)
        except RulesError as error:
            if isinstance(error, beside) and not isinstance(error, NotHereError):
                form.add_error(field, str(error))
            else:
                messages.warning(request, str(error))
    return _page(request, game, form) if form.errors else redirect(game)


@require_POST
def discard(request: HtmxRequest, code: str) -> HttpResponse:
    """Delete a game without scores; only phones of its own group may do this.

    A second tap redirects to the home page, as the first one did.
    """
    was_at = f"discarded-{code[:CODE_LENGTH]}"
    try:
        access = game_access(request, code, members_only=True)
    except Http404:
        own_membership(request, cache.get(was_at, 0))
        return redirect("home")
    game = access.game
    # Set this before the game is deleted, because a second tap may follow at once.
    cache.set(was_at, game.group_id, SECOND_TAP)
    try:
        context = change_context(request, ChangeForm(request.POST), access.phone_name)
        discard_game(game=game, context=context)
    except GameGoneError:
        return redirect("home")
    except RulesError as error:
        messages.warning(request, str(error))
        return redirect(game)
    name = translated_ruleset(load_ruleset(game.ruleset)).name
    messages.success(request, _("Deleted: {game}.").format(game=name))
    return redirect("home")
