"""Mistakes in data, as sentences: which key is wrong, and what to write instead."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from itertools import chain
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails, to_jsonable_python

from rules.engine.errors import CatalogueError
from rules.engine.formatting import join_choices, quoted
from rules.translation import gettext as _

# The maximum number of keys that a sentence lists.
MOST_KEYS = 12

Steps = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Mistake:
    """An invalid value: the steps that lead to it in the data, and a sentence about it.

    Steps into a list count from 0.
    """

    steps: Steps
    sentence: str

    @property
    def path(self) -> str:
        """The path as written in a patch, in which elements of lists are counted from 1."""
        return ".".join(str(step + 1 if isinstance(step, int) else step) for step in self.steps)

    @property
    def text(self) -> str:
        """The path and the sentence."""
        return f"{self.path}: {self.sentence}" if self.steps else self.sentence


class InvalidError(CatalogueError):
    """Data that isn’t valid, with all of its mistakes. ``name`` is the game or the file."""

    code = "invalid"

    def __init__(self, name: str, mistakes: Iterable[Mistake]) -> None:
        self.name = name
        self.mistakes = tuple(mistakes)
        super().__init__("\n".join(f"{name}: {mistake.text}" for mistake in self.mistakes))

    def below(self, *steps: str | int) -> "InvalidError":
        """Return the error with ``steps`` before each path, for data inside a larger table."""
        below = (replace(each, steps=(*steps, *each.steps)) for each in self.mistakes)
        return InvalidError(self.name, below)


def with_defaults(kind: Any, plain: Any) -> Any:
    """Return plain data of a ``kind`` with the default of each missing key, at every level.

    The data need not be valid.
    """
    if isinstance(plain, list):
        return [with_defaults(_inner(kind, at), each) for at, each in enumerate(plain)]
    if not isinstance(plain, dict):
        return plain
    fields = (m.model_fields.items() for m in _members(kind) if _is_model(m))
    defaults = {
        key: to_jsonable_python(field.get_default(call_default_factory=True))
        for key, field in chain.from_iterable(fields)
        if not field.is_required()
    }
    return defaults | {key: with_defaults(_inner(kind, key), old) for key, old in plain.items()}


def nearest(word: str, known: Iterable[str], alike: float = 0.6) -> str:
    """Return the known word that is most similar, or ``""`` if none is similar.

    Words such as anchors, which often begin in the same way, need a higher ratio ``alike``.
    """
    return next(iter(get_close_matches(word, list(known), 1, alike)), "")


def mistakes_in(error: ValidationError, model: type[BaseModel]) -> tuple[Mistake, ...]:
    """Return every mistake that pydantic found in data for ``model``, each key only once."""
    details = error.errors()
    extra = [each for each in details if each["type"] == "extra_forbidden"]
    found: dict[Steps, Sequence[str]] = {}
    for each in details:
        steps = _steps(model, each["loc"])
        if each["type"] == "missing" and _is_misspelt(each, extra):
            continue  # The misspelt key is reported separately.
        found.setdefault(steps, _sentence(each, model, steps).splitlines())
    return tuple(
        Mistake(steps, line)
        for steps, lines in found.items()
        # Pydantic also reports a list as too short if one of its elements isn’t valid.
        if not any(len(other) > len(steps) and other[: len(steps)] == steps for other in found)
        for line in lines
    )


def _is_misspelt(missing: ErrorDetails, extra: list[ErrorDetails]) -> bool:
    *table, key = missing["loc"]
    beside = (each["loc"][-1] for each in extra if list(each["loc"][:-1]) == table)
    return any(nearest(str(other), (str(key),)) for other in beside)


def _sentence(error: ErrorDetails, model: type[BaseModel], steps: Steps) -> str:
    match error["type"]:
        case "extra_forbidden":
            return _no_such_key(str(steps[-1]), _keys(model, steps[:-1]))
        case "missing":
            return f"“{steps[-1]}” is missing. Add it."
        case "value_error":
            return error["msg"].removeprefix("Value error, ")
    return _wrong_kind(error)


def _no_such_key(key: str, known: Sequence[str]) -> str:
    near = nearest(key, known)
    if near:
        return f"There is no key “{key}” here. Did you mean “{near}”?"
    few = f" Use one of {', '.join(known)}." if 0 < len(known) <= MOST_KEYS else ""
    return f"There is no key “{key}” here.{few or ' Leave it out.'}"


def _wrong_kind(error: ErrorDetails) -> str:
    """Return the sentence for a value of the wrong kind or length."""
    shown, limits = shown_value(error["input"]), error.get("ctx", {})
    sentence = _beyond_limits(error, shown)
    if sentence:
        return sentence
    if error["type"] in ("literal_error", "enum"):
        return _not_possible(shown, str(error["input"]), str(limits.get("expected", "")))
    wanted = _kinds().get(error["type"].partition("_")[0])
    if not wanted:
        return f"{error['msg']}."
    if error["input"] is None:
        return f"This value can’t be empty. Write {wanted}."
    return _("{value} isn’t valid here. Write {wanted}.").format(value=shown, wanted=wanted)


def _beyond_limits(error: ErrorDetails, shown: str) -> str:
    """Return the sentence for a value that is too large or too small, or ``""``."""
    sentences = {
        "greater_than_equal": _("{value} is too low. Use at least {ge}."),
        "less_than_equal": _("{value} is too high. Use at most {le}."),
        "less_than": _("{value} is too high. It must be below {lt}."),
        "too_short": _("This list is too short. Its minimum length is {min_length}."),
        "too_long": _("This list is too long. Its maximum length is {max_length}."),
        "string_too_short": _("This text is too short. Its minimum length is {min_length}."),
        "string_too_long": _("{value} is too long. Use at most {max_length} characters."),
        "string_pattern_mismatch": _("{value} can’t be used here. It has to match {pattern}."),
    }
    sentence = sentences.get(error["type"], "")
    return sentence.format(**{"value": shown} | error.get("ctx", {}))


def _not_possible(shown: str, value: str, expected: str) -> str:
    words = expected.replace("'", "").replace(" or ", ", ").split(", ")
    choices = join_choices(map(quoted, words))
    sentence = _("{value} isn’t possible here. Use {choices}.").format(value=shown, choices=choices)
    near = nearest(value, words)
    hint = _("Did you mean “{word}”?").format(word=near) if near else ""
    return f"{sentence} {hint}".rstrip()


def _kinds() -> dict[str, str]:
    """Return what to write, by the first word of pydantic’s error type."""
    return {
        "int": _("a whole number"),
        "bool": _("true or false"),
        "string": _("text in quotes"),
        "list": _("a list in square brackets"),
        "tuple": _("a list in square brackets"),
        "dict": _("a table"),
        "model": _("a table"),
    }


def shown_value(value: Any) -> str:
    """Return a value as it is quoted in a sentence."""
    if isinstance(value, bool):
        return str(value).lower()
    text = str(value)
    text = f"{text[:40]}…" if len(text) > 40 else text
    return quoted(text) if isinstance(value, str) else text


def _steps(model: type[BaseModel], loc: Steps) -> Steps:
    """Return the steps of an error without pydantic’s names for the members of a union."""
    kind: Any = model
    steps: list[str | int] = []
    for step in loc:
        inner = [_into(member, step) for member in _members(kind)]
        if any(inner) or any(map(_is_model, _members(kind))):
            steps.append(step)
            kind = next(filter(None, inner), None)
    return tuple(steps)


def _is_model(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def _keys(model: type[BaseModel], steps: Steps) -> Sequence[str]:
    """Return the keys of the table at ``steps``."""
    kind: Any = model
    for step in steps:
        kind = _inner(kind, step)
    return tuple(
        key for member in _members(kind) if _is_model(member) for key in member.model_fields
    )


def _members(kind: Any) -> Iterator[Any]:
    """Yield the types that an annotation allows, without their constraints."""
    origin = get_origin(kind)
    if origin is None or origin in (tuple, list, dict, Literal):
        if kind is not NoneType:
            yield kind
        return
    args = get_args(kind)
    for arg in args[:1] if origin is Annotated else args:
        yield from _members(arg)


def _inner(kind: Any, step: str | int) -> Any:
    """Return the first type of an element at ``step``; None if there is none."""
    return next(filter(None, (_into(member, step) for member in _members(kind))), None)


def _into(kind: Any, step: str | int) -> Any:
    """Return the type of the element of ``kind`` at ``step``; None if it has no such element."""
    origin, args = get_origin(kind), get_args(kind)
    if _is_model(kind):
        field = kind.model_fields.get(str(step))
        return field.annotation if field else None
    if origin in (tuple, list) and isinstance(step, int):
        return args[0] if args[-1] is Ellipsis or len(args) <= step else args[step]
    if origin is dict:
        return args[1]
    return None
