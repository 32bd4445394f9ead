"""The games of the cupboard, to choose one of them."""

import re
from collections import Counter
from collections.abc import Sequence
from difflib import get_close_matches
from functools import lru_cache

from django.http import Http404, HttpResponse
from django.shortcuts import render

from rules.engine.catalogue import Catalogue, catalogue
from rules.engine.variants import Variant
from rules.lookup.spelling import Spelling
from rules.lookup.vocabulary import vocabulary
from rules.reference.shelves import shelves
from scorekeeper.views.access import HtmxRequest
from scorekeeper.views.parts import page_or_part

MOST_TEXT = 60


def known(slug: str) -> Variant:
    """Return the variant of that slug. Raises Http404, with the nearest names there are."""
    variants = catalogue().variants
    if slug not in variants:
        near = get_close_matches(slug[:MOST_TEXT], variants, n=3, cutoff=0.4)
        names = " or ".join(variants[slug].name for slug in near)
        hint = f" Did you mean {names}?" if near else ""
        raise Http404(f"There is no game of that name.{hint}")
    return variants[slug]


@page_or_part
def shelves_page(request: HtmxRequest, template: str, link: str, **context: object) -> HttpResponse:
    """The games by shelf, or those that the address asks for; to htmx the shelves alone.

    ``link`` names the address to which each leads.
    """
    wanted = request.GET.get("q", "")[:MOST_TEXT].replace("\x00", "").strip()
    return render(
        request,
        "_shelves.html" if request.htmx else template,
        {
            "shelves": found_games(wanted) if wanted else shelves(catalogue()),
            "wanted": wanted,
            "count": len(catalogue().variants),
            "link": link,
            **context,
        },
    )


def found_games(wanted: str) -> Sequence[tuple[str, Sequence[Variant]]]:
    """The games that ``wanted`` names, best first, on a shelf of their own; none where it names
    none. A word that is in no name is read as the one that was meant.
    """
    games, title = _called(wanted), "Found"
    if not games:
        words = re.findall(r"\w+", wanted.casefold())
        meant = " ".join(_spelling(catalogue()).correct(word) for word in words)
        games, title = _called(meant) if len(meant) > 2 else [], f"Found for “{meant}”"
    return [(title, games)] if games else []


def _called(wanted: str) -> list[Variant]:
    """The games in whose name, aliases or summary every word of ``wanted`` occurs, those first that
    are called so.
    """
    words = wanted.casefold().split()
    asked = " ".join(words)

    def distance(game: Variant) -> tuple[bool, ...]:
        name, *others = (called.casefold() for called in (game.name, *game.aliases))
        return (
            name != asked,
            asked not in others,
            not name.startswith(asked),
            not all(word in name for word in words),
            not all(word in " ".join(others) for word in words),
        )

    found = (game for _, games in shelves(catalogue(), wanted) for game in games) if words else ()
    return sorted(found, key=distance)


@lru_cache(maxsize=1)
def _spelling(games: Catalogue) -> Spelling:
    """The words of which the names of games are made, and how they are often written."""
    names = (name for game in games.variants.values() for name in (game.name, *game.aliases))
    words = Counter(re.findall(r"\w+", " ".join(names).casefold()))
    return Spelling(
        words, (), {said: word for said, word in vocabulary().forms.items() if word in words}
    )
