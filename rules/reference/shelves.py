"""The list of games, by category."""

from rules.engine.catalogue import Catalogue
from rules.engine.variants import Variant
from rules.reference.game_words import names_in_all_languages, translated_variant
from rules.translation import gettext as _
from rules.translation import gettext_noop

# The title of each family in the list. Families that are missing here come under “Other games”.
SHELVES = {
    "contract-rummy": gettext_noop("Contract rummies"),
    "rummy": gettext_noop("Rummy"),
    "tricks": gettext_noop("Tricks and trumps"),
    "melds": gettext_noop("Canasta family"),
    "shedding": gettext_noop("Getting rid of cards"),
    "points": gettext_noop("Score any game"),
    "dice": gettext_noop("Dice"),
    "tiles": gettext_noop("Tiles"),
}
OTHER_GAMES = gettext_noop("Other games")


def shelves(catalogue: Catalogue, wanted: str = "") -> tuple[tuple[str, tuple[Variant, ...]], ...]:
    """Return the categories that have games, each title with its games, in the reader’s language.

    If ``wanted`` is given, include only games that have all of its words in their names in any
    language, their aliases or their summaries, translated or in English.
    """
    words = wanted.casefold().split()
    found: dict[str, list[Variant]] = {title: [] for title in (*SHELVES.values(), OTHER_GAMES)}
    for english in catalogue.variants.values():
        variant = translated_variant(english)
        texts = (*names_in_all_languages(english), english.summary, variant.summary)
        text = " ".join(texts).casefold()
        if all(word in text for word in words):
            found[SHELVES.get(variant.family, OTHER_GAMES)].append(variant)
    return tuple((_(title), tuple(games)) for title, games in found.items() if games)
