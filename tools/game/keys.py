"""The keys of catalogue files in words: what each one holds, and its default."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.engine.toml_text import toml_of
from tools.game.schema import Schema, game_schema, resolved


@dataclass(frozen=True)
class Key:
    """A key of a table: what it holds, its default as TOML (empty if none), and an explanation."""

    name: str
    holds: str
    default: str
    is_required: bool
    about: str


def tables(schema: Schema | None = None) -> Iterator[tuple[str, str, list[Key]]]:
    """Yield the title, description and keys of each table, starting with the file itself."""
    schema = schema or game_schema()
    for table in (schema, *schema["$defs"].values()):
        if "properties" in table:
            yield table["title"], table.get("description", ""), list(keys_of(schema, table))


def keys_of(schema: Schema, table: Schema) -> Iterator[Key]:
    """Yield the keys of one table."""
    required = {*table.get("required", ()), *table.get("else", {}).get("required", ())}
    for name, node in table["properties"].items():
        default = node.get("default")
        yield Key(
            name,
            holds(schema, node),
            "" if default is None or isinstance(default, dict) else toml_of(default),
            name in required,
            node.get("description", ""),
        )


def holds(schema: Schema, node: Schema) -> str:
    """Return a description of the type of a value: ``whole number from 1 to 12``, ``list of
    texts``.
    """
    if "$ref" in node:
        target = resolved(schema, node)
        return f"table {target['title']}" if "properties" in target else holds(schema, target)
    choices = [each for each in node.get("anyOf", ()) if each.get("type") != "null"]
    if choices:
        return ", or ".join(holds(schema, each) for each in choices)
    if "enum" in node or "const" in node:
        return " or ".join(toml_of(each) for each in node.get("enum", [node.get("const")]))
    return _of_type(schema, node)


def _of_type(schema: Schema, node: Schema) -> str:
    match node.get("type"):
        case "integer":
            return f"whole number{_limits(node)}"
        case "string":
            return _text(node)
        case "array":
            inner = node.get("items", {})
            return f"list: {holds(schema, inner)}" if inner else "list"
        case "object":
            inner = node.get("additionalProperties")
            return f"table: {holds(schema, inner)}" if isinstance(inner, dict) else "table"
    return "true or false" if node.get("type") == "boolean" else "any value"


def _limits(node: Schema) -> str:
    least, most = node.get("minimum"), node.get("maximum")
    if "exclusiveMaximum" in node:
        most = node["exclusiveMaximum"] - 1
    if least is None:
        return "" if most is None else f", at most {most}"
    return f", at least {least}" if most is None else f" from {least} to {most}"


def _text(node: Schema) -> str:
    if node.get("pattern", "").startswith("^[a-z0-9]+(-"):
        return "text in lowercase letters, digits and hyphens"
    return f"text of at most {node['maxLength']} characters" if "maxLength" in node else "text"
