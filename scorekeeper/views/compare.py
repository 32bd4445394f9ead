"""Comparing games side by side."""

from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from rules.engine.catalogue import catalogue
from rules.engine.variants import Variant
from rules.reference.compare import FEWEST, MOST, ComparedPart, compare, relatives, suggestions
from rules.reference.game_words import translated_variant
from rules.reference.rule_texts import rule_texts
from rules.reference.shelves import shelves
from scorekeeper.live.sharing import shared_with_everybody
from scorekeeper.web.variants import variant_or_404

TOO_MANY = _("You can compare two to four games at a time. This URL names more.")
TOO_FEW = _("Compare two to four games at a time. Name them as ?v=euchre&v=hearts.")


@require_safe
@shared_with_everybody
def side_by_side(request: HttpRequest) -> HttpResponse:
    """Show two to four games side by side, or the form to choose them if there are fewer."""
    slugs = _slugs(request)
    if len(slugs) > MOST:
        return _too_many(request, slugs)
    chosen = [variant_or_404(slug) for slug in slugs]
    show_all = request.GET.get("all") == "1"
    context: dict[str, object] = {
        "chosen": [
            (
                translated_variant(game),
                _address((other for other in slugs if other != game.slug), show_all=show_all),
            )
            for game in chosen
        ],
        "shelves": _others(chosen) if len(chosen) < MOST else (),
        "blanks": range(max(1, FEWEST - len(chosen))),
        "show_all": show_all,
    }
    if len(chosen) < FEWEST:
        return render(request, "rules/compare.html", context | {"offered": _offered(chosen)})
    comparison = compare(rule_texts(), chosen)
    context |= {
        "comparison": comparison,
        "parts": [part for part in comparison.parts if show_all or part.differs],
        "other_view": _address(slugs, show_all=not show_all),
    }
    return render(request, "rules/compare.html", context)


@require_safe
@shared_with_everybody
def side_by_side_json(request: HttpRequest) -> JsonResponse:
    """Return the card values, facts and deals of two to four games as JSON, row by row."""
    slugs = _slugs(request)
    if not FEWEST <= len(slugs) <= MOST:
        return JsonResponse(
            {"error": str(TOO_FEW if len(slugs) < FEWEST else TOO_MANY)}, status=400
        )
    comparison = compare(rule_texts(), [variant_or_404(slug) for slug in slugs])
    return JsonResponse(
        {
            "variants": [{"slug": game.slug, "name": game.name} for game in comparison.variants],
            "values": _plain(comparison.values),
            "facts": _plain(comparison.facts),
            "deals": _plain(comparison.deals),
        }
    )


def _slugs(request: HttpRequest) -> list[str]:
    """Return the slugs in the URL, without duplicates or blanks."""
    slugs = (slug.strip() for slug in request.GET.getlist("v"))
    return list(dict.fromkeys(slug for slug in slugs if slug))


def _address(slugs: Iterable[str], *, show_all: bool = False) -> str:
    pairs = [("v", slug) for slug in slugs] + ([("all", "1")] if show_all else [])
    return f"{reverse('compare')}?{urlencode(pairs)}" if pairs else reverse("compare")


def _others(chosen: list[Variant]) -> list[tuple[str, list[Variant]]]:
    """Return every other game, by category."""
    slugs = {game.slug for game in chosen}
    offered = (
        (title, [game for game in games if game.slug not in slugs])
        for title, games in shelves(catalogue())
    )
    return [(title, games) for title, games in offered if games]


def _offered(chosen: list[Variant]) -> list[tuple[tuple[Variant, ...], str]]:
    """Return suggested comparisons with their URLs; if a game is chosen, all of them include it."""
    if chosen:
        offered: Iterable[tuple[Variant, ...]] = (
            (chosen[0], other) for other in relatives(catalogue(), chosen[0])
        )
    else:
        offered = suggestions(catalogue())
    return [_comparison(games) for games in offered]


def _comparison(games: Iterable[Variant]) -> tuple[tuple[Variant, ...], str]:
    """Return the games, translated into the reader’s language, and the URL that compares them."""
    shown = tuple(map(translated_variant, games))
    return shown, _address(game.slug for game in shown)


def _too_many(request: HttpRequest, slugs: list[str]) -> HttpResponse:
    variants = catalogue().variants
    first = [variants[slug] for slug in slugs if slug in variants][:MOST]
    games = [_comparison(first)] if len(first) >= FEWEST else []
    context = {
        "problem": TOO_MANY,
        "offered": games,
        "shelves": shelves(catalogue()),
        "blanks": range(FEWEST),
    }
    return render(request, "rules/compare.html", context)


def _plain(part: ComparedPart) -> list[dict[str, object]]:
    return [
        {
            "key": row.key,
            "label": row.label,
            "values": [_text(cell.lines) for cell in row.cells],
            "same": row.same,
        }
        for row in part.rows
    ]


def _text(lines: tuple[str, ...]) -> str | None:
    if len(lines) < 2:
        return lines[0] if lines else None
    return " ".join(f"{line.removesuffix('.')}." for line in lines)
