"""The list of games by kind."""

from rules.engine.catalogue import Catalogue
from rules.engine.variants import Variant
from rules.translation import gettext as _
from rules.translation import gettext_noop

# The title above each family in the list. A family that is missing here is among the other games.
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
    """Return the titles in the reader’s language, each with its games, without empty ones.

    With ``wanted``, only games that have each of its words in their name, aliases or summary.
    """
    words = wanted.casefold().split()
    found: dict[str, list[Variant]] = {title: [] for title in (*SHELVES.values(), OTHER_GAMES)}
    for variant in catalogue.variants.values():
        text = " ".join((variant.name, *variant.aliases, variant.summary)).casefold()
        if all(word in text for word in words):
            found[SHELVES.get(variant.family, OTHER_GAMES)].append(variant)
    return tuple((_(title), tuple(games)) for title, games in found.items() if games)
