"""Other house rules for a game that has begun."""

from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from rules.engine.catalogue import catalogue
from rules.engine.errors import RulesError
from rules.engine.house_rules import house_rules as in_words
from rules.engine.snapshots import load
from rules.engine.variants import Variant
from scorekeeper.forms.house_rules import GameRulesForm, form_as_sent
from scorekeeper.models import Game
from scorekeeper.presenters.house_rules import dropped_text
from scorekeeper.queries.access import GameAccess
from scorekeeper.queries.board import scoreboard
from scorekeeper.queries.home import house_rules_of
from scorekeeper.services.changes import ConflictError, GameGoneError
from scorekeeper.services.house_rules import change_house_rules, effect_of
from scorekeeper.views.access import HtmxRequest, change_context, game_access, redirect_home

# Asked for to see what the rules in the form would change.
SEE = "see"
NOT_SAVED = "Nothing is saved: the game does not fit these rules as it stands."
OUTDATED = "{} Nothing is lost: your house rules stand below, and this is what they change now."
UNCHANGED = "These are the house rules already; nothing changed."


@require_http_methods(["GET", "HEAD", "POST"])
def house_rules(request: HtmxRequest, code: str) -> HttpResponse:
    """By which house rules a game is played; shows what others would change, and takes them."""
    access = game_access(request, code, members_only=True)
    game = access.game
    variant = catalogue().variants.get(game.variant)
    if variant is None:
        raise Http404("The rules of this game are no longer in the catalogue.")
    if request.method != "POST":
        chosen = request.GET.get("rules")
        return _page(request, game, _begun(game, variant, chosen), chosen=chosen)
    form = GameRulesForm(request.POST, variant=variant)
    if not form.is_valid() or SEE in request.GET:
        return _page(request, game, form, status=422 if form.errors else 200)
    return _save(request, access, form)


def _save(request: HtmxRequest, access: GameAccess, form: GameRulesForm) -> HttpResponse:
    game, context = access.game, change_context(request, form, access.phone_name)
    try:
        dropped = change_house_rules(
            game=game,
            variant=form.variant,
            options=form.options,
            patches=form.patches,
            context=context,
        )
    except ConflictError as error:
        current = game_access(request, game.code, members_only=True).game
        if form.ruleset == load(current.ruleset):
            messages.info(request, UNCHANGED)
            return redirect(game)
        return _page(request, current, form, why=OUTDATED.format(error), status=409)
    except GameGoneError as gone:
        return redirect_home(request, gone)
    except RulesError:
        return _page(request, game, form, why=NOT_SAVED, status=422)
    if dropped is None:
        messages.info(request, UNCHANGED)
    elif form.ruleset and context.version == game.version:  # a finger that taps twice is told once
        rules = ", ".join(in_words(form.variant, form.ruleset)) or "standard"
        deal_word = load(game.ruleset).words.deal
        sentences = [dropped_text(answer, deal_word) for answer in dropped]
        messages.success(request, " ".join([f"House rules now: {rules}.", *sentences]))
    return redirect(game)


def _begun(game: Game, variant: Variant, chosen: str | None) -> GameRulesForm:
    """The form to begin with: by the game’s own house rules, else by kept ones, or the standard."""
    if chosen is None:
        ruleset = load(game.ruleset)
        return form_as_sent(variant, ruleset.options, ruleset.patches)
    kept = house_rules_of([game.group], variant.slug)
    saved = next((rules for rules in kept if str(rules.pk) == chosen), None)
    return form_as_sent(variant, saved.options if saved else {}, saved.patches if saved else {})


def _page(
    request: HtmxRequest,
    game: Game,
    form: GameRulesForm,
    *,
    chosen: str | None = None,
    why: str = "",
    status: int = 200,
) -> HttpResponse:
    """The page, or to htmx the part that says what changes; ``chosen`` are the kept house rules
    with which the form began, ``why`` it was not saved.
    """
    board = scoreboard(game)
    context = {
        "board": board,
        "game": game,
        "form": form,
        "variant": form.variant,
        "effect": effect_of(board, form.variant, form.ruleset) if form.ruleset else None,
        "problems": form.rules_problems,
        "asked": request.method == "POST",
        "why": why,
    }
    if request.htmx:
        return render(request, "games/_effect.html", context, status=status)
    context |= {
        "kept": house_rules_of([game.group], game.variant),
        "chosen": chosen,
        "key": str(uuid4()),
    }
    return render(request, "games/house_rules.html", context, status=status)
