"""``./dev game new``: the files of a new game, ready to fill in.

The files can be loaded as they are, and define a game. Each text that has to be written contains
``FILL IN``, and ``./dev game check`` lists the ones that are left.
"""

from collections.abc import Iterator
from pathlib import Path

from rules.engine.catalogue import DATA, Catalogue
from rules.engine.errors import CatalogueError
from rules.engine.toml_text import toml_of
from rules.engine.variants import Variant
from rules.reference.rule_files import SECTIONS
from rules.reference.shelves import SHELVES
from tools.game.keys import Key, keys_of
from tools.game.places import Places
from tools.game.schema import game_schema

FILL_IN = "FILL IN"
# The keys of each table that at least a quarter of the games with such a table set.
USUAL = {
    "Item": ("mark", "least", "most", "step", "gives", "to"),
    "End": ("open", "deals", "tie_plays_on"),
    "Deal": ("cards", "notes"),
    "Opening": ("first", "does", "dealt"),
    "DeckRules": ("wild", "pack"),
    "Option": ("group", "asks", "answer", "least", "most", "usual"),
}


def new_game(places: Places, games: Catalogue, slug: str, based_on: str = "") -> list[Path]:
    """Write the files of a new game, and return their paths.

    Raises CatalogueError if the slug is taken or invalid, or if there is no such parent.
    """
    if slug in games.variants:
        raise CatalogueError(f"There is already a game “{slug}”. Choose another slug.")
    if not slug.replace("-", "").isalnum() or slug != slug.strip("-").lower() or "--" in slug:
        raise CatalogueError(
            f"“{slug}” can’t be a slug. Use lowercase letters, digits and single hyphens."
        )
    if based_on and based_on not in games.variants:
        raise CatalogueError(f"There is no game “{based_on}” to base “{slug}” on.")
    parent = games.variants[based_on] if based_on else None
    texts = {
        places.catalogue(slug): _catalogue_file(slug, parent, is_own=places.data != DATA),
        places.reference(slug): _reference_file(slug, parent),
        places.lexicon(slug): _lexicon_file(parent),
        places.transcript(slug): _transcript_file(slug, parent),
    }
    for path in texts:
        if path.exists():
            raise CatalogueError(f"{path} exists already. Delete it, or choose another slug.")
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return list(texts)


def _name(slug: str) -> str:
    return slug.replace("-", " ").title()


def _catalogue_file(slug: str, parent: Variant | None, *, is_own: bool) -> str:
    return "\n".join(_catalogue_lines(slug, parent, is_own=is_own)) + "\n"


def _catalogue_lines(slug: str, parent: Variant | None, *, is_own: bool) -> Iterator[str]:
    yield "# The keys that most games use. docs/games.md explains these and all others."
    yield "# Delete what you don’t need."
    yield f'slug = "{slug}"'
    yield f'name = "{_name(slug)}"'
    if parent:
        yield f'based_on = "{parent.slug}"'
    else:
        families = ", ".join(SHELVES)
        yield f'family = "shedding"  # one of: {families}'
    yield f'summary = "{FILL_IN}: the aim of the game and how it is won, in one sentence."'
    yield "aliases = []  # other names of the game, under which people search for it"
    if parent:
        kept = toml_of([option.id for option in parent.options])
        yield f"inherit_options = {kept}  # the parent’s house rules that this game keeps"
    else:
        yield "players = { min = 2, max = 6 }"
    yield "readings = []  # questions that the sources leave open, and how you answer them"
    yield ""
    yield from _changes(parent) if parent else _tally()
    yield from _optional(parent)
    yield "[[sources]]"
    yield f'title = "{FILL_IN}: where the rules come from"'
    if not is_own:
        yield f'author = "{FILL_IN}: who wrote them"'
        yield f'url = "https://example.org/{FILL_IN.replace(" ", "-")}"'
    covers = ["players", "scoring", "end"]
    yield f"covers = {toml_of(covers if parent else [*covers, 'words', 'deals'])}"


def _changes(parent: Variant) -> Iterator[str]:
    rules = parent.standard
    yield f"# Write only what differs from {parent.name}. A table such as [end] is merged with"
    yield "# the parent’s key by key, and a list such as [[deals]] replaces the parent’s list."
    yield "# Single values can be changed by their paths, which count from 1."
    yield "# [patch]"
    yield f'# "players.max" = {rules.players.max}'
    yield f'# "deals.*.cards" = {rules.deals[0].cards}'
    for key, value in rules.end.model_dump(exclude_defaults=True).items():
        yield f'# "end.{key}" = {toml_of(value)}'
    yield ""


def _tally() -> Iterator[str]:
    yield "[words]"
    yield 'deal = { one = "round", many = "rounds" }'
    yield ""
    yield "[scoring]"
    yield 'scheme = "tally"  # a list of items and their worth; docs/games.md lists the others'
    yield ""
    yield "[[scoring.figures.items]]"
    yield 'id = "points"'
    yield 'label = "Points"'
    yield 'ask = "points"'
    yield "required = true"
    yield "worth = 1"
    yield from _comments("Item")
    yield ""
    yield "[end]"
    yield 'wins = "highest"'
    yield "target = 100"
    yield from _comments("End")
    yield ""
    yield "[[deals]]"
    yield from _comments("Deal")
    yield ""


def _optional(parent: Variant | None) -> Iterator[str]:
    if not parent:
        yield "# [opening]"
        yield from _comments("Opening")
        yield ""
        yield "# [deck]"
        yield '# by_players = { "2-6" = { packs = 1, jokers = 0, cards = 7 } }'
        yield from _comments("DeckRules")
        yield ""
    yield "# [[options]]"
    yield '# id = "short-game"'
    yield '# label = "Short game"'
    yield '# explanation = "The game ends at 50 points."'
    yield '# patch = { "end.target" = 50 }'
    yield from _comments("Option")
    yield ""


def _comments(title: str) -> Iterator[str]:
    """Yield a commented line for each usual key of a table, with the type of its value."""
    schema = game_schema()
    table = next(each for each in schema["$defs"].values() if each["title"] == title)
    keys = {key.name: key for key in keys_of(schema, table)}
    yield from (_comment(keys[name]) for name in USUAL[title])


def _comment(key: Key) -> str:
    return (
        f"# {key.name} = {key.default}  # {key.holds}"
        if key.default
        else (f"# {key.name} =  # {key.holds}")
    )


def _reference_file(slug: str, parent: Variant | None) -> str:
    name = _name(slug)
    if parent:
        return (
            f"## names\n\n- [name] **{name}** is a form of {parent.name}. {FILL_IN}: what is "
            "different.\n"
        )
    rules = {
        "names": [
            (f"- [name] {FILL_IN}: in **{name}**, what players do, and other names of the game.")
        ],
        "players": ["- [how-many] {players.min} to {players.max} people can play."],
        "cards": [f"- [pack] {FILL_IN}: which cards are used."],
        "deal": [
            (f"- [hand-size] {FILL_IN}: how many cards each player gets, and what happens then.")
        ],
        "object": [
            f"- [aim] {FILL_IN}: what players try to do in a round.",
            "- [winner] The first player to reach {end.target} points wins.",
        ],
        "turn": [f"- [turn] {FILL_IN}: what a player does on their turn."],
        "scoring": [
            f"- [points] {FILL_IN}: how much everything counts, with numbers from the data.",
        ],
        "end": [
            "- [game-over] The game ends when a player reaches {end.target} points.",
            "- [ties @ours =end.wins] Players who are tied for the highest total win together.",
        ],
        "glossary": [f"- [round] **Round**: {FILL_IN}: a word that only this game needs."],
        "history": [f"- [rules-from @ours] {FILL_IN}: which pages these rules follow."],
    }
    sections = (f"## {key}\n\n" + "\n".join(rules[key]) for key in SECTIONS if key in rules)
    return "\n\n".join(sections) + "\n"


def _lexicon_file(parent: Variant | None) -> str:
    words = 'names-name = ["what is it called"]\n'
    more = "" if parent else 'object-aim = ["goal", "how to win"]\n'
    return f"# Words that people search for and that the rule doesn’t contain.\n{words}{more}"


def _transcript_file(slug: str, parent: Variant | None) -> str:
    return "\n".join(_transcript_lines(slug, parent)) + "\n"


def _transcript_lines(slug: str, parent: Variant | None) -> Iterator[str]:
    rules = parent.standard if parent else None
    size = (rules.players.best or rules.players.counts[0]) if rules else 2
    names = ("Ann", "Bob", "Cai", "Dee", "Eva", "Fay", "Gus", "Hal")[:size]
    yield "# A whole game, worked out by hand. docs/games.md explains every key."
    yield f'variant = "{slug}"'
    yield f'title = "{FILL_IN}: what happens in this game"'
    yield f"players = {toml_of(names)}"
    if rules:
        yield f"cards = {rules.deals[0].cards}"
    yield ""
    if rules is None:
        yield from _tally_deals()
        yield "[end]"
        yield "places = { Ann = 1, Bob = 2 }"
    else:
        yield "[[deals]]"
        yield f'contract = "{rules.contract_words(rules.deals[0])}"'
        yield f"# {FILL_IN}: what is entered in each deal, and the points that it gives."
        yield "entry = {}"
        yield f"points = {toml_of(dict.fromkeys(names, 0))}"
        yield ""
        yield "[end]"
        yield f"places = {toml_of(dict.fromkeys(names, 1))}"
    yield ""
    yield "# A question that people ask about this game, and a phrase of the rule that answers it."
    yield "[[questions]]"
    yield f'ask = "{FILL_IN}: how many points win {_name(slug)}"'
    yield f'says = "{FILL_IN}"'


def _tally_deals() -> Iterator[str]:
    yield "[[deals]]"
    yield f"# {FILL_IN}: how the points are worked out."
    yield "entry = { points = { Ann = 60, Bob = 40 } }"
    yield "points = { Ann = 60, Bob = 40 }"
    yield ""
    yield "[[deals]]"
    yield "entry = { points = { Ann = 45, Bob = 20 } }"
    yield "points = { Ann = 45, Bob = 20 }"
    yield ""
