"""How data that an earlier version of the code stored becomes what the present one reads.

Each step alters plain data, a copy that is its own, from one format to the next. A step names only
the kinds of data that it changes.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Plain = dict[str, Any]


def _unchanged(*_: object) -> None:
    """Leave the data as it is."""


@dataclass(frozen=True, slots=True)
class Upcaster:
    """One step from a format to the next; every function alters its argument in place.

    ``ruleset`` gets a ruleset with the figures of its scheme, which it names. ``house_rules`` gets
    the slug of a variant and its ``options`` and ``patches``: those that a group keeps, and those
    in a ruleset. ``texts`` gets the name of a scheme and the entry of a deal. ``change`` gets what
    a change keeps; the ruleset and the entries in it are not its business.
    """

    ruleset: Callable[[Plain], None] = _unchanged
    house_rules: Callable[[str, Plain], None] = _unchanged
    texts: Callable[[str, Plain], None] = _unchanged
    change: Callable[[Plain], None] = _unchanged


def _ruleset_0(ruleset: Plain) -> None:
    """Drop ``join_runs``, which no game ever set; the first games had no patches."""
    ruleset.setdefault("options", {})
    ruleset.setdefault("patches", {})
    if ruleset.get("melds"):
        ruleset["melds"].pop("join_runs", None)


def _change_0(change: Plain) -> None:
    """Fill in what was left out, and drop the options, which the ruleset has as well."""
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


# By the format from which a step leads to the next one.
UPCASTERS: Mapping[int, Upcaster] = {
    0: Upcaster(ruleset=_ruleset_0, change=_change_0),
}
