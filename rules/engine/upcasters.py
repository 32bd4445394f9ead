"""Upgrade data that an earlier version of the code stored.

Each step changes a copy of the plain data from one format to the next. A step has functions only
for the kinds of data that it changes.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Plain = dict[str, Any]


def _unchanged(*_: object) -> None:
    """Leave the data as it is."""


@dataclass(frozen=True, slots=True)
class Upcaster:
    """One step from a format to the next; every function changes its argument in place.

    ``ruleset`` gets a ruleset, including the name and the figures of its scheme. ``house_rules``
    gets the slug of a variant with the ``options`` and ``patches`` of a group or of a ruleset.
    ``texts`` gets the name of a scheme and the entry of a deal. ``change`` gets the data stored for
    a change, except the ruleset and the entries in it.
    """

    ruleset: Callable[[Plain], None] = _unchanged
    house_rules: Callable[[str, Plain], None] = _unchanged
    texts: Callable[[str, Plain], None] = _unchanged
    change: Callable[[Plain], None] = _unchanged


def _ruleset_0(ruleset: Plain) -> None:
    """Drop ``join_runs``, which no game ever set, and add missing options and patches."""
    ruleset.setdefault("options", {})
    ruleset.setdefault("patches", {})
    if ruleset.get("melds"):
        ruleset["melds"].pop("join_runs", None)


def _change_0(change: Plain) -> None:
    """Add missing values, and drop the options, which are also in the ruleset."""
    if "sides" in change:
        change.setdefault("seats", [])
        for side in change["sides"]:
            absences = side.get("away", [])
            side["away"] = [[*absence, None][:3] for absence in absences]
    elif "ruleset" in change:
        change.pop("options", None)
        change.setdefault("entries", {})
    elif "players" in change:
        change.setdefault("patches", {})
        change.setdefault("follows", "")


def _house_rules_1(variant: str, rules: Plain) -> None:
    """Drop the option that became the standard in Euchre."""
    if variant == "euchre":
        rules["options"].pop("lone-defender-four", None)


# The steps, by the format that each one starts from.
UPCASTERS: Mapping[int, Upcaster] = {
    0: Upcaster(ruleset=_ruleset_0, change=_change_0),
    1: Upcaster(house_rules=_house_rules_1),
}
