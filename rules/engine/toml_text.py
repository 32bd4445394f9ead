"""Write values as TOML."""

import json
from collections.abc import Mapping
from typing import Any


def toml_of(value: Any) -> str:
    """Return a value on one line, as it is written in a catalogue file."""
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{key_of(key)} = {toml_of(each)}" for key, each in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml_of, value))}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def key_of(key: object) -> str:
    """Return a key, in quotes if it needs them."""
    text = str(key)
    is_bare = text.replace("_", "").replace("-", "").isalnum() and text.isascii()
    return text if is_bare else json.dumps(text, ensure_ascii=False)
