"""Where each game stands in the list of games."""

from rules.engine.catalogue import Catalogue
from rules.engine.variants import Variant

# Where a game stands on the shelf; a family that is not named here stands with the other games.
SHELVES = {
    "contract-rummy": "Contract rummies",
    "rummy": "Rummy",
    "tricks": "Tricks and trumps",
    "melds": "Canasta and kin",
    "shedding": "Getting rid of cards",
    "points": "Points of any kind",
    "dice": "Dice",
    "tiles": "Tiles",
}
OTHER_GAMES = "Other games"


def shelves(catalogue: Catalogue, wanted: str = "") -> tuple[tuple[str, tuple[Variant, ...]], ...]:
    """Return the shelves by title, each with its games. With ``wanted``, only games in whose name,
    aliases or summary each of its words occurs.
    """
    words = wanted.casefold().split()
    found: dict[str, list[Variant]] = {title: [] for title in (*SHELVES.values(), OTHER_GAMES)}
    for variant in catalogue.variants.values():
        text = " ".join((variant.name, *variant.aliases, variant.summary)).casefold()
        if all(word in text for word in words):
            found[SHELVES.get(variant.family, OTHER_GAMES)].append(variant)
    return tuple((title, tuple(games)) for title, games in found.items() if games)
