"""From an entry to rows of points: the one place that asks the rules to score."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.entries import EntryField, EntryRefusedError, Table
from rules.scoring import entry_fields, entry_ids, report, score_deal
from rules.rulesets import Ruleset


@dataclass(frozen=True, slots=True)
class SidePoints:
    """One side's points in a deal with their reasons in one sentence."""

    points: int
    because: str
    pennies: int


def fields_of(ruleset: Ruleset, deal: int, sides: int) -> tuple[EntryField, ...]:
    """What the table is asked after that deal."""
    return entry_fields(ruleset, deal, sides)


def ids_of(ruleset: Ruleset, deal: int, sides: int) -> tuple[str, ...]:
    """Ids of all fields that an entry of that deal may name, so that none is silently dropped."""
    return entry_ids(ruleset, deal, sides)


def score_entry(
    ruleset: Ruleset, deal: int, table: Table, texts: Mapping[str, str], *, overrule: bool
) -> tuple[dict[str, SidePoints], bool]:
    """Return each side's points for what was reported, and whether it took overruling a warning.

    Raises EntryRefusedError when the entry cannot be read or cannot stand.
    """
    entry = report(ruleset, deal, table, texts)
    overruled = False
    try:
        lines = score_deal(ruleset, deal, entry)
    except EntryRefusedError as refused:
        if not (overrule and refused.only_warnings):
            raise
        lines, overruled = score_deal(ruleset, deal, entry, overrule=True), True
    points = {
        key: SidePoints(
            points=sum(line.points for line in lines if line.side == key),
            because="; ".join(line.because for line in lines if line.side == key),
            pennies=sum(line.pennies for line in lines if line.side == key),
        )
        for key in table.keys
    }
    return points, overruled
