"""Lists of all games to choose from, and the search by name."""

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
from scorekeeper.views.htmx import vary_on_htmx

MOST_TEXT = 60


def variant_or_404(slug: str) -> Variant:
    """Return the variant of that slug. Raises Http404, with the nearest names there are."""
    variants = catalogue().variants
    if slug not in variants:
        near = get_close_matches(slug[:MOST_TEXT], variants, n=3, cutoff=0.4)
        names = " or ".join(variants[slug].name for slug in near)
        hint = f" Did you mean {names}?" if near else ""
        raise Http404(f"There is no game of that name.{hint}")
    return variants[slug]


@vary_on_htmx
def game_list_page(
    request: HtmxRequest, template: str, link: str, **context: object
) -> HttpResponse:
    """Return a page with all games by shelf, or those that ``q`` names; to htmx only the list.

    ``link`` is the name of the URL to which each game leads.
    """
    wanted = request.GET.get("q", "")[:MOST_TEXT].replace("\x00", "").strip()
    return render(
        request,
        "_game_list.html" if request.htmx else template,
        {
            "shelves": matching_games(wanted) if wanted else shelves(catalogue()),
            "wanted": wanted,
            "count": len(catalogue().variants),
            "link": link,
            **context,
        },
    )


def matching_games(wanted: str) -> Sequence[tuple[str, Sequence[Variant]]]:
    """Return the games that ``wanted`` names, best first, on one shelf; no shelf if it names none.

    The spelling of words that are in no name is corrected.
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
    text = " ".join(words)

    def distance(game: Variant) -> tuple[bool, ...]:
        name, *others = (called.casefold() for called in (game.name, *game.aliases))
        return (
            name != text,
            text not in others,
            not name.startswith(text),
            not all(word in name for word in words),
            not all(word in " ".join(others) for word in words),
        )

    matches = (game for _, games in shelves(catalogue(), wanted) for game in games) if words else ()
    return sorted(matches, key=distance)


@lru_cache(maxsize=1)
def _spelling(games: Catalogue) -> Spelling:
    """The words of which the names of games are made, and how they are often written."""
    names = (name for game in games.variants.values() for name in (game.name, *game.aliases))
    words = Counter(re.findall(r"\w+", " ".join(names).casefold()))
    return Spelling(
        words, (), {form: word for form, word in vocabulary().forms.items() if word in words}
    )
