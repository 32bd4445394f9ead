"""Printed rules: a game’s rules booklet and its reference card."""

from collections.abc import Callable, Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from rules.engine.rulesets import Ruleset
from rules.engine.snapshots import load_ruleset
from rules.engine.variants import Variant
from rules.reference.game_words import (
    translated_house_rules,
    translated_ruleset,
    translated_variant,
)
from rules.reference.rule_texts import rule_texts
from scorekeeper.forms.sheets import SheetRulesForm
from scorekeeper.printing.requests import BadSheetRequestError
from scorekeeper.queries.own_games import played_variant
from scorekeeper.sheets.booklet import BOOKLET_PAPERS, booklet
from scorekeeper.sheets.card import CARD_PAPERS, contract_card
from scorekeeper.sheets.pdf import Printable
from scorekeeper.web.access import readable_game
from scorekeeper.web.pdf_responses import allow_caching, cache_print_of, pdf_response, refuse
from scorekeeper.web.variants import any_variant_or_404

# The function that makes each kind of print, and its default paper.
KINDS: Mapping[str, tuple[Callable[..., Printable], str]] = {
    "booklet": (booklet, next(iter(BOOKLET_PAPERS))),
    "card": (contract_card, next(iter(CARD_PAPERS))),
}


@require_safe
def of_variant(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Return the rules of a variant as a booklet or a card, with any house rules in the URL."""
    variant = any_variant_or_404(request, slug)
    form = SheetRulesForm(request.GET, variant=variant)
    for name, message in form.problems.items():
        builder = reverse("order-sheet", args=[slug])
        return refuse(request, BadSheetRequestError(name, message), builder)
    ruleset = form.ruleset or variant.standard
    sheet = _made(kind, variant, ruleset, has_house_rules=ruleset != variant.standard)
    response = pdf_response(request, sheet, KINDS[kind][1], f"{slug}-{kind}.pdf")
    cache_print_of(response, variant)
    return response


@require_safe
def of_game(request: HttpRequest, code: str, kind: str) -> HttpResponse:
    """Return the rules of one game, including its house rules, as a booklet or a card."""
    game = readable_game(request, code)
    variant = played_variant(game)
    if variant is None:
        raise Http404(_("The rules of this game are no longer in the catalogue."))
    sheet = _made(kind, variant, load_ruleset(game.ruleset), has_house_rules=True)
    filename = f"{game.variant}-{code}-{kind}.pdf"
    response = pdf_response(request, sheet, KINDS[kind][1], filename)
    allow_caching(response, private=True, no_cache=True)
    return response


def _made(kind: str, variant: Variant, ruleset: Ruleset, *, has_house_rules: bool) -> Printable:
    """Return the booklet or card of a variant under ``ruleset``.

    If ``has_house_rules`` is False, it lists what a group can decide instead of its house rules.
    """
    make, _paper = KINDS[kind]
    sections = rule_texts().sections(variant, ruleset)
    house_rules = translated_house_rules(variant, ruleset) if has_house_rules else None
    return make(translated_variant(variant), translated_ruleset(ruleset), sections, house_rules)
