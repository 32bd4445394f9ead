"""Requests for sheets, and the URL parameters that represent them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict

from rules.engine.errors import RulesError
from rules.engine.house_rules import typed_patches
from rules.engine.rulesets import Ruleset
from rules.engine.variants import Variant
from scorekeeper.printing.papers import PrintOptions

USUAL = PrintOptions()
# Prefixes of URL parameters for house rules.
HOUSE = ("option", "figures-", "set-")

# URL parameters, as pairs of a name and a value.
Parts = list[tuple[str, str]]


class BadSheetRequestError(RulesError):
    """The sheet can’t be printed; ``field`` is the name of the invalid URL parameter."""

    code = "bad-order"

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


@dataclass(frozen=True, slots=True)
class SheetRequest:
    """How to print a sheet, and its filename.

    ``query`` is the shortest query string for the same sheet, including the question mark.
    ``house`` are its parameters for house rules.
    """

    printing: PrintOptions
    filename: str
    query: str
    house: frozenset[tuple[str, str]] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class BlankSheetRequest(SheetRequest):
    """A request for the blank sheet of a variant; columns without a name come last."""

    variant: Variant
    ruleset: Ruleset
    players: int
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FilledSheetRequest(SheetRequest):
    """A request for the sheet of a game that has started."""

    has_chart: bool


def print_parts(printing: PrintOptions) -> Parts:
    """Return the URL parameters for these print options."""
    parts = []
    if printing.paper != USUAL.paper:
        parts.append(("paper", printing.paper))
    if printing.turn:
        parts.append(("turn", printing.turn))
    if printing.large:
        parts.append(("large", "1"))
    if printing.copies > 1:
        parts.append(("copies", str(printing.copies)))
    return parts


def unnamed_query(wanted: BlankSheetRequest, layout: str) -> str:
    """Return the query string for one copy of the same sheet without names.

    ``layout`` is the version of its places.
    """
    printing = replace(wanted.printing, copies=1)
    parts = [("players", str(wanted.players)), *print_parts(printing), *sorted(wanted.house)]
    return query_of([*parts, ("layout", layout)])


def house_parts(options: Mapping[str, Any], patches: Mapping[str, Any]) -> Parts:
    """Return the URL parameters for these house rules."""
    parts = []
    for option_id, answer in options.items():
        parts.append(("option", option_id))
        if answer is not True:
            figures = ",".join(map(str, answer)) if isinstance(answer, list) else str(answer)
            parts.append((f"figures-{option_id}", figures))
    return parts + [(f"set-{path}", text) for path, text in typed_patches(patches).items()]


def parts_besides_house(asked: QueryDict) -> Parts:
    """Return the URL parameters that aren’t house rules, as typed."""
    return [
        (name, text)
        for name, texts in asked.lists()
        for text in texts
        if text.strip() and not name.startswith(HOUSE)
    ]


def has_figures(asked: QueryDict) -> bool:
    """Return whether the URL sets a custom value."""
    return any(asked.get(name, "").strip() for name in asked if name.startswith("set-"))


def query_of(parts: Parts) -> str:
    """Return a query string such as ``?players=5&large=1``; empty without parameters."""
    return f"?{urlencode(parts, safe=',*')}" if parts else ""
