"""The key reference ``docs/games.md``, made from the models that validate catalogue files.

The explanations are the docstrings of the models. The example for a key is the shortest one in a
sample of the catalogue.
"""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rules.engine.catalogue import DATA, Catalogue
from rules.engine.errors import CatalogueError
from rules.engine.schemes import SCHEMES
from rules.engine.toml_text import key_of, toml_of
from rules.engine.variants import Option, values_at
from tools.game.keys import Key, tables
from tools.game.schema import Schema, game_schema, resolved, visit_keys

DOCS = Path(__file__).parents[2] / "docs"
REFERENCE, SCHEMA = DOCS / "games.md", DOCS / "game.schema.json"
# The games that the examples come from. Together they use almost every key. The list is fixed, so
# that a new game doesn’t change the reference; add a game only if it is the first to use a new key.
SAMPLE = (
    *("12-step-rummy", "belote", "black-maria", "canasta", "carioca", "carioca-chile", "chinchon"),
    *("column-golf", "continental-rummy", "continental-rummy-chips", "contract-rummy-eight"),
    *("crazy-eights", "cribbage", "cricket-darts", "deuces-wild-rummy", "dice-boxes", "euchre"),
    *("farkle", "five-hundred", "five-suit-rummy", "gin-rummy", "golf", "hand-and-foot", "hearts"),
    *("indian-rummy", "indian-rummy-pool-201", "mao", "mexican-train", "nertz", "oh-hell"),
    *("pay-me",),
    *("phase-rummy", "pinochle", "pitch", "president", "progressive-rummy", "rummy"),
    *("rummy-500", "schwimmen", "sergeant-major", "shanghai-rummy", "skat", "skip-stock"),
    *(
        "spades",
        "spades-solo",
        "spot-hearts",
        "telefunken",
        "three-thirteen",
        "whist",
        "word-tiles",
    ),
)
# A longer example doesn’t fit in a table.
LONGEST = 70

HEADING = """\
# The keys of a game

`./dev game reference` writes this page from the models that validate the files. Don’t edit it.

A game is a file `catalogue/<slug>.toml`. `docs/writing-games.md` shows how to write one, and `./dev game new` writes one to start from.
Editors complete and check the keys with the schema `docs/game.schema.json`: Taplo and the VS Code extension Even Better TOML
read `.taplo.toml`. In the tables, **bold** keys are required, unless the game is `based_on` another that has them. In a path,
list elements count from 1: `deals.7.cards` is the seventh deal, `deals.*.cards` is each deal, and `deals.last.cards` is the
last one.
"""
TRANSCRIPTS = """\
## A transcript

A file `transcripts/<slug>.toml` is a whole game worked out by hand, and the app must score it in the same way.

| key | what it holds |
|---|---|
| **variant** | the slug of the game |
| **title** | what happens in this game |
| options | the house rules: `{ barmore = true }` |
| **players** | the names, clockwise. A team is called `"Ann & Cai"` |
| first_dealer | a name, unless it is the first player |
| cards | the cards dealt to each player: one number, or a list with one for each deal. Left out if there are none |
| **[[deals]]** | the deals, each with the keys below |
| dealer | the name of the dealer, unless it is the next player after the last dealer |
| contract | the contract in words, as in the game’s file. Left out if there is none |
| entry | the values entered, by field id, and by player if each player has the field: `{ won = "Ann", stock = { Bob = 7 } }` |
| hands, takes, out, ran_out, cut | a short form of `entry` for games that count cards left in hand. The only player without a hand is out |
| points | the points of the deal, by player or team |
| totals | the totals after the deal, unless they are the sums of the points |
| working | how the points of a hand are worked out, by player: `"15+10"` |
| status | the notes that players see before the next deal, by player or team |
| **[end]** places | the places by player or team |
| [end] winners | the winners, unless they are those in first place |
| [end] settlement, stopped | the amount that each player gets or pays; `stopped = true` if the players end the game after these deals |
| [[questions]] ask, says | a question about the game, and a phrase of the rule that answers it |
"""


def reference() -> str:
    """Return the text of the key reference."""
    return "\n".join(_lines(game_schema()))


def written() -> Mapping[Path, str]:
    """Return the texts of the files that are made from the models, by path."""
    schema = json.dumps(game_schema(), ensure_ascii=False, indent=1)
    quoted = re.sub("``(.+?)``", r"“\1”", schema)  # editors show it as plain text
    return {REFERENCE: reference(), SCHEMA: f"{quoted}\n"}


def _lines(schema: Schema) -> Iterator[str]:
    examples = shortest_examples(schema)
    by_figures = _schemes_by_figures()
    yield HEADING
    for title, about, keys in tables(schema):
        heading = by_figures.get(title, title)
        yield f"## {heading}\n"
        if about:
            yield f"{_plain(about)}\n"
        yield "| key | what it holds | default | example |"
        yield "|---|---|---|---|"
        for key in keys:
            yield _row(key, example_of(title, key, examples))
        yield ""
    yield TRANSCRIPTS.rstrip("\n")
    yield ""


def example_of(title: str, key: Key, examples: Mapping[tuple[str, str], str]) -> str:
    """Return an example for a key as TOML.

    It comes from a game that sets the key in this table or, if none does, in a table whose
    model is extended by this table’s. If there is no such game either, the example is the
    default. A table that is too long for a line is shown as its heading. Raises CatalogueError if
    there is nothing to show, because the key is new.
    """
    models = (title, *_extended_by(title))
    found = next((examples[at] for model in models if (at := (model, key.name)) in examples), "")
    if len(found) <= LONGEST and found:
        return found
    if key.holds.startswith("list: table"):
        return f"[[{key.name}]]"
    if key.holds.startswith("table"):
        return f"[{key.name}]"
    if not (found or key.default):
        raise CatalogueError(
            f"No game in SAMPLE of tools/game/reference.py has “{key.name}” of {title}. Add a game "
            "that has."
        )
    return found or f"{key.name} = {key.default}"


def _row(key: Key, example: str) -> str:
    name = f"**{key.name}**" if key.is_required else key.name
    about = f"{key.holds}. {key.about}" if key.about else key.holds
    cells = (name, about, f"`{key.default}`" if key.default else "–", f"`{example}`")
    return f"| {' | '.join(cells)} |"


def _schemes_by_figures() -> dict[str, str]:
    """Return the heading of each scheme’s figures."""
    names: dict[str, list[str]] = {}
    for name, scheme in SCHEMES.items():
        names.setdefault(scheme.figures.__name__, []).append(f"“{name}”")
    return {title: f"{title}: scheme {' and '.join(found)}" for title, found in names.items()}


def _extended_by(title: str) -> Iterator[str]:
    """Yield the titles of the models that a scheme’s figures extend, the closest first."""
    for scheme in SCHEMES.values():
        if scheme.figures.__name__ == title:
            yield from (model.__name__ for model in scheme.figures.__mro__[1:])
            return


def _plain(text: str) -> str:
    """Return a docstring as Markdown, with one line for each paragraph."""
    paragraphs = (" ".join(part.split()) for part in text.split("\n\n"))
    return "\n\n".join(paragraphs).replace("``", "`")


def shortest_examples(schema: Schema) -> Mapping[tuple[str, str], str]:
    """Return the shortest example in the sample for each key, by table and key."""
    found: dict[tuple[str, str], str] = {}

    defaults = {
        (title, key.name): key.default for title, _about, keys in tables(schema) for key in keys
    }

    def keep(table: str, key: str, value: Any) -> None:
        text, place = toml_of(value), (table, key)
        example = f"{key_of(key)} = {text}"
        is_shorter = place not in found or len(example) < len(found[place])
        if is_shorter and text not in (defaults[place], '""', "[]", "{}"):
            found[place] = example

    games = Catalogue(DATA)
    for slug in SAMPLE:
        plain = tomllib.loads((DATA / "catalogue" / f"{slug}.toml").read_text("utf-8"))
        standard = games.variant(slug).standard.model_dump(mode="json")
        # The scheme, which a game may inherit, decides which model its figures have.
        scoring = {"scheme": standard["scoring"]["scheme"]} | plain.get("scoring", {})
        visit_keys(schema, plain | {"scoring": scoring}, keep)
        for each in plain.get("options", ()):
            for dotted, value in (each.get("patch", {}) | _answer(each)).items():
                _visit_path(schema, standard, dotted, value, keep)
        for dotted, value in plain.get("patch", {}).items():
            _visit_path(schema, standard, dotted, value, keep)
    return found


def _answer(option: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the answer that an option suggests, by the path that it sets."""
    asked = Option.model_validate(option)
    has_answer = asked.asks and (asked.usual or asked.answer == "numbers")
    return {asked.asks: asked.read(asked.placeholder)} if has_answer else {}


def _visit_path(schema: Schema, standard: Any, path: str, value: Any, keep: Any) -> None:
    """Visit the key that a patch sets, and the keys in its value."""
    node: Schema = schema
    *above, last = path.split(".")
    for count, step in enumerate(above, 1):
        node = resolved(schema, node, _value(standard, above[: count - 1]))
        node = node.get("properties", {}).get(step) or node.get("items") or _inner(node)
    node = resolved(schema, node, _value(standard, above))
    if last in node.get("properties", {}):
        keep(node["title"], last, value)
        visit_keys(schema, value, keep, node["properties"][last])
    elif last == "+" and "items" in node:
        visit_keys(schema, value, keep, node["items"])


def _inner(node: Schema) -> Schema:
    inner = node.get("additionalProperties")
    return inner if isinstance(inner, dict) else {}


def _value(standard: Any, steps: list[str]) -> Any:
    try:
        return next(iter(values_at(standard, ".".join(steps))), None) if steps else standard
    except CatalogueError:
        return None
