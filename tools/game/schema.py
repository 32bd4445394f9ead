"""The keys of a catalogue file, from the models that validate it.

``game_schema`` is a JSON Schema for editors. ``docs/games.md``, the key reference, is made from it.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from rules.engine.catalogue import RULE_KEYS
from rules.engine.rulesets import Ruleset
from rules.engine.schemes import SCHEMES
from rules.engine.variants import Variant

Schema = dict[str, Any]

# Keys of a file that no model has, because the loader applies them.
OF_FILES: Mapping[str, Schema] = {
    "inherit_options": {
        "type": "array",
        "items": {"type": "string"},
        "description": "The ids of the parent’s options that this game keeps.",
    },
    "patch": {
        "type": "object",
        "description": "Single values of the parent to change, by path: “deals.7.cards”.",
    },
    "unsaid": {
        "type": "array",
        "items": {"type": "string"},
        "description": "Paths of the parent’s values that no source of this game gives.",
    },
}
# The keys that a file needs if it is not based on another game.
REQUIRED = ("slug", "name", "family", "summary", "players", "scoring", "deals", "sources")
REQUIRED_OF_CHILD = ("slug", "name", "summary", "sources")
# Tables that are merged with the parent’s, key by key. In a child, none of their keys is required.
MERGED = ("Players", "Words", "Word", "Opening", "DeckRules", "Melds", "JokerSwap", "Scoring")
MERGED += ("End", "Settlement")


@cache
def game_schema() -> Schema:
    """Return the JSON Schema of a catalogue file, which is made only once."""
    ruleset, variant = Ruleset.model_json_schema(), Variant.model_json_schema()
    defs = variant.pop("$defs") | ruleset.pop("$defs")
    properties = {
        key: schema
        for key, schema in variant["properties"].items()
        if key not in ("standard", *RULE_KEYS)
    }
    properties |= {key: ruleset["properties"][key] for key in RULE_KEYS}
    properties |= OF_FILES
    defs.pop("Ruleset", None)
    by_scheme = []
    for name, scheme in SCHEMES.items():
        figures = scheme.figures.model_json_schema()
        title = figures["title"]
        for other, schema in (figures.pop("$defs", {}) | {title: figures}).items():
            if defs.setdefault(other, schema) != schema:
                raise ValueError(f"There are two models “{other}”. Rename one of them.")
        by_scheme.append(
            {
                "if": {"properties": {"scheme": {"const": name}}, "required": ["scheme"]},
                "then": {"properties": {"figures": {"$ref": f"#/$defs/{title}"}}},
            }
        )
    _as_written(defs)
    defs["Scoring"]["properties"]["scheme"]["enum"] = list(SCHEMES)
    defs["Scoring"]["allOf"] = by_scheme
    for name in MERGED:
        defs[name].pop("required", None)
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "A game of the catalogue",
        "type": "object",
        "additionalProperties": False,
        "properties": dict(sorted(properties.items(), key=lambda item: _place(item[0]))),
        "if": {"required": ["based_on"]},
        "then": {"required": list(REQUIRED_OF_CHILD)},
        "else": {"required": list(REQUIRED)},
        "$defs": dict(sorted(defs.items())),
    }


def _as_written(defs: Schema) -> None:
    """Describe the keys that a file writes differently from the model."""
    defs["Deal"].pop("required", None)  # The loader numbers the deals.
    pack: Schema = defs["DeckRules"]["properties"]["pack"]
    copies = pack["items"]["prefixItems"][1]
    pack |= {"type": "object", "additionalProperties": copies, "default": {}}
    del pack["items"]
    for schema in defs.values():
        for each in schema.get("properties", {}).values():
            each.pop("title", None)
            # Ranges of numbers of players are also keys, so editors can’t check the keys.
            each.pop("propertyNames", None)


_ORDER = ("slug", "name", "family", "based_on", "summary", "aliases", "contributor", "scored")
_ORDER += ("inherit_options", "readings", "patch", "unsaid", *RULE_KEYS)
_ORDER += ("options", "sources", "unknown")


def _place(key: str) -> int:
    return _ORDER.index(key)


Visit = Callable[[str, str, Any], None]


def visit_keys(schema: Schema, data: Any, visit: Visit, node: Schema | None = None) -> None:
    """Call ``visit`` with the table, the key and the value of each key in ``data``."""
    for table, key, value in _walk(schema, node or schema, data):
        visit(table, key, value)


def _walk(schema: Schema, node: Schema, data: Any) -> Iterator[tuple[str, str, Any]]:
    node = resolved(schema, node, data)
    if isinstance(data, Mapping):
        for key, value in data.items():
            known = node.get("properties", {}).get(str(key))
            if known is not None:
                yield node["title"], str(key), value
                yield from _walk(schema, known, value)
            elif isinstance(node.get("additionalProperties"), dict):
                yield from _walk(schema, node["additionalProperties"], value)
    elif isinstance(data, list) and isinstance(node.get("items"), dict):
        for value in data:
            yield from _walk(schema, node["items"], value)


def resolved(schema: Schema, node: Schema, data: Any = None) -> Schema:
    """Return the table that a node refers to or, if there are several, one that fits ``data``."""
    while "$ref" in node:
        node = schema["$defs"][node["$ref"].rpartition("/")[2]]
    choices = [resolved(schema, each, data) for each in node.get("anyOf", ())]
    kind = {list: "array", dict: "object"}.get(type(data))
    for choice in choices:
        if kind and choice.get("type") == kind:
            return choice
    for conditional in node.get("allOf", ()):
        wanted = conditional["if"]["properties"]["scheme"]["const"]
        if isinstance(data, Mapping) and data.get("scheme") == wanted:
            node = {**node, "properties": node["properties"] | conditional["then"]["properties"]}
    return node
