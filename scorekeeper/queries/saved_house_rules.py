"""The house rules that groups have saved."""

from collections.abc import Iterable
from contextlib import suppress

from rules.engine.snapshots import FORMAT, SnapshotError, load_house_rules
from scorekeeper.models import Group, HouseRules


def house_rules_of(groups: Iterable[Group], variant: str = "") -> list[HouseRules]:
    """Return the saved house rules of ``groups``, for one variant or all, in the current format.

    Rules that can’t be read, because a newer version saved them, are left out.
    """
    saved = HouseRules.objects.filter(group__in=list(groups)).order_by("variant", "name", "pk")
    if variant:
        saved = saved.filter(variant=variant)
    found = []
    for rules in saved:
        with suppress(SnapshotError):
            rules.options, rules.patches = load_house_rules(
                rules.variant, rules.options, rules.patches, rules.format
            )
            rules.format = FORMAT
            found.append(rules)
    return found
