"""Changing the house rules of a game that has started."""

from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from rules.engine.errors import RulesError
from rules.engine.snapshots import load_ruleset
from rules.engine.variants import Variant
from rules.reference.game_words import translated_house_rules, translated_ruleset
from scorekeeper.forms.house_rules import GameRulesForm, form_as_sent
from scorekeeper.models import Game
from scorekeeper.presenters.house_rules import dropped_text
from scorekeeper.queries.access import GameAccess
from scorekeeper.queries.board import scoreboard
from scorekeeper.queries.own_games import played_variant
from scorekeeper.queries.rules_preview import effect_of
from scorekeeper.queries.saved_house_rules import house_rules_of
from scorekeeper.services.changes import ConflictError, GameGoneError
from scorekeeper.services.house_rules import change_house_rules
from scorekeeper.web.access import change_context, game_access, redirect_home
from scorekeeper.web.htmx import HtmxRequest

# The query parameter that requests a preview of the rules in the form.
SEE = "see"
NOT_SAVED = gettext_lazy("Nothing has been saved. The scores so far don’t fit these rules.")
OUTDATED = gettext_lazy(
    "{problem} Nothing has been lost. "
    "Your rules are shown below, with the changes they would make now."
)
UNCHANGED = gettext_lazy("No change. The game already uses these house rules.")


@require_http_methods(["GET", "HEAD", "POST"])
def house_rules(request: HtmxRequest, code: str) -> HttpResponse:
    """Show a game’s house rules, preview what new ones would change, and save them."""
    access = game_access(request, code, members_only=True)
    game = access.game
    variant = played_variant(game)
    if variant is None:
        raise Http404(_("The rules of this game are no longer in the catalogue."))
    if request.method != "POST":
        chosen = request.GET.get("rules")
        return _page(request, game, _first_form(game, variant, chosen), chosen=chosen)
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
        if form.ruleset == load_ruleset(current.ruleset):
            messages.info(request, UNCHANGED)
            return redirect(game)
        return _page(request, current, form, why=OUTDATED.format(problem=error), status=409)
    except GameGoneError as gone:
        return redirect_home(request, gone)
    except RulesError:
        return _page(request, game, form, why=NOT_SAVED, status=422)
    if dropped is None:
        messages.info(request, UNCHANGED)
    elif form.ruleset and context.version == game.version:  # no second message on a double tap
        rules = ", ".join(translated_house_rules(form.variant, form.ruleset)) or _("standard")
        deal_word = translated_ruleset(load_ruleset(game.ruleset)).words.deal
        saved = _("The house rules are now: {rules}.").format(rules=rules)
        sentences = [dropped_text(answer, deal_word) for answer in dropped]
        messages.success(request, " ".join([saved, *sentences]))
    return redirect(game)


def _first_form(game: Game, variant: Variant, chosen: str | None) -> GameRulesForm:
    """Return the initial form: the game’s own house rules, saved ones, or the standard ones."""
    if chosen is None:
        ruleset = load_ruleset(game.ruleset)
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
    why: object = "",
    status: int = 200,
) -> HttpResponse:
    """Return the page, or for htmx the preview.

    ``chosen`` is the key of the saved house rules that the form started from. ``why`` is the reason
    for not saving the form.
    """
    board = scoreboard(game)
    context = {
        "board": board,
        "game": game,
        "form": form,
        "variant": form.shown,
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
