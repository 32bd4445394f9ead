"""The list of all games, and the search by name."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from django.http import HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from rapidfuzz.distance import OSA

from rules.engine.catalogue import Catalogue, catalogue
from rules.engine.formatting import name_key
from rules.engine.variants import Variant
from rules.lookup.spelling import Spelling, phonetic_key
from rules.lookup.vocabulary import vocabulary
from rules.reference.game_words import names_in_all_languages
from rules.reference.other_games import other_games
from rules.reference.shelves import shelves
from scorekeeper.web.htmx import HtmxRequest, vary_on_htmx
from scorekeeper.web.variants import MOST_TEXT

LONG = 5  # two letters may be wrong in a word of at least this length


@vary_on_htmx
def game_list_page(
    request: HtmxRequest,
    template: str,
    link: str,
    *,
    own: Sequence[Variant] = (),
    played: frozenset[str] = frozenset(),
    **context: object,
) -> HttpResponse:
    """Return a page with all games by category, or those matching ``q``; for htmx, only the list.

    ``link`` is the name of the URL that each game links to. ``own`` are the games that the groups
    of this phone have made, and ``played`` the slugs of those that they have played.
    """
    wanted = request.GET.get("q", "")[:MOST_TEXT].replace("\x00", "").strip()
    others = other_names(wanted) if wanted and link == "new" else []
    listed = matching_games(wanted) if wanted else shelves(catalogue())
    return render(
        request,
        "_game_list.html" if request.htmx else template,
        {
            "shelves": listed,
            "shelf_list": _shelf_list(listed, link, played, is_open=True)
            if wanted
            else _all_shelves(catalogue(), get_language(), link, played),
            "wanted": wanted,
            "others": others,
            "own": [game for game in own if _has_words(game, wanted)],
            "count": len(catalogue().variants),
            "link": link,
            **context,
        },
    )


def _shelf_list(
    listed: Sequence[tuple[str, Sequence[Variant]]],
    link: str,
    played: frozenset[str],
    *,
    is_open: bool = False,
) -> str:
    context = {"shelves": listed, "link": link, "played": played, "is_open": is_open}
    return render_to_string("_shelves.html", context)


@lru_cache(maxsize=64)
def _all_shelves(games: Catalogue, _language: str, link: str, played: frozenset[str]) -> str:
    """Return the markup of all games in the reader’s language, most of a page that lists them."""
    return _shelf_list(shelves(games), link, played)


def _has_words(game: Variant, wanted: str) -> bool:
    """Return whether the name or summary of a game contains every word of ``wanted``."""
    text = f"{game.name} {game.summary}".casefold()
    return all(word in text for word in wanted.casefold().split())


def matching_games(wanted: str) -> Sequence[tuple[str, Sequence[Variant]]]:
    """Return the games that match ``wanted``, best first, in one category; empty if none match.

    A game that has no rules here isn’t taken for another: if ``wanted`` is the name of one, a game
    matches only by its name. If none match at first, the spelling of words that appear in no name
    is corrected, and the search is repeated. A word that isn’t close to any name matches nothing.
    """
    games, title = _called(wanted), _("Found")
    if name_key(wanted) in _other_keys():
        games = [game for game in games if _is_called(game, wanted)]
    elif not games:
        words = re.findall(r"\w+", wanted.casefold())
        meant = " ".join(_nearest(word) for word in words)
        games, title = (
            _called(meant) if len(meant) > 2 else [],
            _("Results for “{text}”").format(text=meant),
        )
    return [(title, games)] if games else []


def other_names(wanted: str) -> list[str]:
    """Return the names of games without rules here that begin with ``wanted``.

    A name that is only a few letters long, and any other name of a game, has to be typed in full.
    """
    key = name_key(wanted)
    return [
        game.name
        for game in other_games()
        if key in map(name_key, (game.name, *game.aliases))
        or (len(key) > 2 and name_key(game.name).startswith(key))
    ]


@lru_cache(maxsize=1)
def _other_keys() -> frozenset[str]:
    """Return the keys of all names of games without rules here."""
    return frozenset(
        name_key(name) for game in other_games() for name in (game.name, *game.aliases)
    )


def _is_called(game: Variant, wanted: str) -> bool:
    """Return whether all words of ``wanted`` are words of the game’s name and aliases."""
    words = re.findall(r"\w+", " ".join((game.name, *game.aliases)).casefold())
    return set(wanted.casefold().split()) <= set(words)


def _nearest(word: str) -> str:
    """Return the word in a game’s name that ``word`` is likely to mean, or ``word`` itself.

    One letter may be wrong or, in a long word, two. A long word may also be misspelled in any way
    that sounds the same. Misspellings that the vocabulary lists are always corrected.
    """
    meant = _spelling(catalogue()).correct(word)
    is_long = len(word) >= LONG
    if word in vocabulary().forms:
        return meant
    sounds_alike = is_long and phonetic_key(word) == phonetic_key(meant)
    return meant if sounds_alike or OSA.distance(word, meant) <= 1 + is_long else word


def _called(wanted: str) -> list[Variant]:
    """Return the games whose name, aliases or summary contain every word of ``wanted``.

    Games with exactly that name come first, then those with that alias or that name in another
    language.
    """
    words = wanted.casefold().split()
    text = " ".join(words)

    def distance(game: Variant) -> tuple[bool, ...]:
        name = game.name.casefold()
        others = [
            called.casefold() for called in names_in_all_languages(catalogue().variant(game.slug))
        ]
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
    """Return a spelling corrector for the words in the names of games."""
    names = (name for game in games.variants.values() for name in (game.name, *game.aliases))
    words = Counter(re.findall(r"\w+", " ".join(names).casefold()))
    return Spelling(
        words, (), {form: word for form, word in vocabulary().forms.items() if word in words}
    )
