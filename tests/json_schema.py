"""Check plain data against a JSON Schema with the keywords that Pydantic writes."""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime
from typing import Any
from uuid import UUID

Schema = Mapping[str, Any]
_TYPES: Mapping[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
}
_FORMATS: Mapping[str, Callable[[str], object]] = {
    "uuid": UUID,
    "date": date.fromisoformat,
    "date-time": datetime.fromisoformat,
}
_NOTES = {"$schema", "$defs", "title", "description", "default"}
_LIMITS: Mapping[str, tuple[str, Callable[[Any, Any], bool]]] = {
    "minimum": ("number", lambda value, limit: value >= limit),
    "maximum": ("number", lambda value, limit: value <= limit),
    "minLength": ("string", lambda value, limit: len(value) >= limit),
    "maxLength": ("string", lambda value, limit: len(value) <= limit),
    "pattern": ("string", lambda value, limit: re.search(limit, value) is not None),
    "minItems": ("array", lambda value, limit: len(value) >= limit),
    "maxItems": ("array", lambda value, limit: len(value) <= limit),
    "maxProperties": ("object", lambda value, limit: len(value) <= limit),
    "required": ("object", lambda value, limit: set(limit) <= set(value)),
}


def mistakes(value: Any, schema: Any, root: Schema, at: str = "$") -> Iterator[str]:
    """Yield the place and the keyword of each violation of the schema in ``value``.

    ``root`` is the complete schema, with its definitions. Raises NotImplementedError for a keyword
    that this module doesn’t support, so no part of a schema is left unchecked.
    """
    if isinstance(schema, bool):
        if not schema:
            yield f"{at}: unexpected"
        return
    for keyword in schema:
        if keyword not in _NOTES:
            yield from _broken(keyword, value, schema, root, at)


def _broken(keyword: str, value: Any, schema: Schema, root: Schema, at: str) -> Iterator[str]:
    wanted = schema[keyword]
    match keyword:
        case "$ref":
            name = wanted.removeprefix("#/$defs/")
            yield from mistakes(value, root["$defs"][name], root, at)
            return
        case "anyOf":
            is_right = any(not any(mistakes(value, each, root, at)) for each in wanted)
        case "type":
            is_right = _is(value, wanted)
        case "const":
            is_right = value == wanted
        case "enum":
            is_right = value in wanted
        case "format":
            is_right = not isinstance(value, str) or _can_be_read(value, _FORMATS[wanted])
        case _ if keyword in _LIMITS:
            kind, holds = _LIMITS[keyword]
            is_right = not _is(value, kind) or holds(value, wanted)
        case _:
            for part, part_schema, where in _parts(keyword, value, schema):
                yield from mistakes(part, part_schema, root, f"{at}{where}")
            return
    if not is_right:
        yield f"{at}: {keyword}"


def _parts(keyword: str, value: Any, schema: Schema) -> Iterator[tuple[Any, Any, str]]:
    """Yield the parts of a value to which a keyword applies, with their schemas and places."""
    wanted = schema[keyword]
    members = value if isinstance(value, dict) else {}
    items = value if isinstance(value, list) else []
    named = schema.get("properties", {})
    match keyword:
        case "properties":
            yield from ((members[key], wanted[key], f".{key}") for key in wanted if key in members)
        case "additionalProperties":
            others = (key for key in members if key not in named)
            yield from ((members[key], wanted, f".{key}") for key in others)
        case "propertyNames":
            yield from ((key, wanted, f".{key}") for key in members)
        case "prefixItems":
            pairs = enumerate(zip(items, wanted, strict=False))
            yield from ((item, each, f"[{n}]") for n, (item, each) in pairs)
        case "items":
            first = len(schema.get("prefixItems", []))
            rest = enumerate(items[first:], first)
            yield from ((item, wanted, f"[{n}]") for n, item in rest)
        case _:
            raise NotImplementedError(keyword)


def _is(value: Any, kind: str) -> bool:
    if isinstance(value, bool):
        return kind == "boolean"
    return isinstance(value, _TYPES[kind])


def _can_be_read(text: str, read: Callable[[str], object]) -> bool:
    try:
        read(text)
    except ValueError:
        return False
    return True
