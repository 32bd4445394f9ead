"""The rules of the games, as pages and as JSON."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rules.engine.catalogue import catalogue
from rules.engine.own_games import is_own
from rules.reference.card_facts import values_of, wild_of
from rules.reference.compare import parent_differences
from rules.reference.facts import facts
from rules.reference.game_words import translated_ruleset, translated_variant
from rules.reference.rule_texts import RuleText, rule_texts
from rules.reference.sources import source_of
from scorekeeper.live.sharing import shared_with_everybody
from scorekeeper.queries.hands import can_check, why_not_checked
from scorekeeper.queries.own_games import variant_of
from scorekeeper.web.game_list import game_list_page
from scorekeeper.web.htmx import HtmxRequest
from scorekeeper.web.keeping import kept_for_everybody, phone_id
from scorekeeper.web.rules_context import rules_context
from scorekeeper.web.search_results import Scope
from scorekeeper.web.variants import own_or_404, variant_or_404


@kept_for_everybody
@require_safe
@shared_with_everybody
def index(request: HtmxRequest) -> HttpResponse:
    """Show every variant, and the search."""
    return game_list_page(request, "rules/index.html", "variant")


@require_safe
@shared_with_everybody
def index_json(request: HttpRequest) -> JsonResponse:
    """Return every variant as JSON: its slug, name and family, and whether it can be scored."""
    return JsonResponse(
        {
            "variants": [
                {
                    "slug": variant.slug,
                    "name": variant.name,
                    "family": variant.family,
                    "scored": variant.scored,
                    "url": f"/rules/{variant.slug}/",
                }
                for variant in catalogue().variants.values()
            ]
        }
    )


@kept_for_everybody
@require_safe
def variant(request: HttpRequest, slug: str) -> HttpResponse:
    """Show one variant: its facts, then its rules."""
    return _own_variant(request, slug) if is_own(slug) else _variant(request, slug)


@shared_with_everybody
def _variant(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the rules of a game of the catalogue."""
    game = variant_or_404(slug)
    parent = catalogue().parent(game)
    context = rules_context(game, game.standard) | {
        "scope": Scope(game.slug, translated_variant(game).name),
        "parent": translated_variant(parent) if parent else None,
        "values_source": source_of(catalogue(), game.slug, "scoring.values.A"),
        "deals_source": source_of(catalogue(), game.slug, "deals.1"),
        "differences": parent_differences(catalogue(), game),
        "can_check_hands": any(
            can_check(game.standard, deal.number) for deal in game.standard.deals
        ),
        "why_not_checked": why_not_checked(game.standard),
    }
    return render(request, "rules/variant.html", context)


def _own_variant(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the rules of a game that a group of this phone has made."""
    own = own_or_404(request, slug)
    game = variant_of(own)
    context = rules_context(game, game.standard) | {"own": own}
    response = render(request, "rules/variant.html", context)
    response.headers["X-Keep"] = phone_id(request)
    return response


@require_safe
@shared_with_everybody
def variant_json(request: HttpRequest, slug: str) -> JsonResponse:
    """Return one variant’s facts as JSON."""
    game = variant_or_404(slug)
    ruleset = game.standard
    return JsonResponse(
        {
            "slug": game.slug,
            "name": game.name,
            "family": game.family,
            "based_on": game.based_on,
            "aliases": game.aliases,
            "players": ruleset.players.model_dump(),
            "values": values_of(ruleset),
            "deals": [
                deal.model_dump(mode="json") | {"contract": ruleset.contract_words(deal)}
                for deal in ruleset.deals
            ],
            "deck": {
                str(players): size.model_dump() | {"total": ruleset.deck.cards_in_play(players)}
                for players, size in ruleset.deck.by_players.items()
            }
            if ruleset.deck
            else {},
            "wild": wild_of(ruleset, game.family),
            "melds": ruleset.melds.model_dump(mode="json") if ruleset.melds else None,
            "end": ruleset.end.model_dump(mode="json"),
            "settlement": ruleset.settlement.model_dump(mode="json")
            if ruleset.settlement
            else None,
            "cut_bonus": ruleset.scoring.cut_bonus,
            "scheme": ruleset.scoring.scheme,
            "figures": ruleset.scoring.figures,
            "options": [
                {
                    "id": option.id,
                    "label": option.label,
                    "explanation": option.explanation,
                    "patch": option.patch,
                    "asks": option.asks or None,
                    "answer": option.answer if option.asks else None,
                }
                for option in game.options
            ],
            "facts": [
                {"key": fact.key, "label": fact.label, "text": fact.text}
                for fact in facts(translated_ruleset(ruleset))
            ],
            "sections": [
                {
                    "key": section.key,
                    "title": section.title,
                    "rules": [_rule_json(rule) for rule in section.rules],
                }
                for section in rule_texts().sections(game)
            ],
            "readings": game.readings,
            "sources": [
                source.model_dump(mode="json", exclude={"id"})
                for owner in catalogue().lineage(game)
                for source in owner.sources
            ],
        }
    )


def _rule_json(rule: RuleText) -> dict[str, object]:
    return {
        "anchor": rule.anchor,
        "text": rule.text,
        "game": rule.owner.slug,
        "source": rule.source.title if rule.source else None,
        "tables_differ": rule.varies,
    }
